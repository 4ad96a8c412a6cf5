"""Checks of a run's sequence: numbers that leave a gap, stand twice, or run on past the 13."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from okey.melds import MeldKind
from okey.reading import last_slot, longest_run, slot_number, slots_from
from okey.rules.melds import IllegalMeld
from okey.rules.model import RuleSet, Violation
from okey.tiles import NUMBERS, Tile


def run_gap(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """A run's numbers follow one another; its okeys fill what is missing, as far as they go."""
    if facts.kind is not MeldKind.RUN:
        return
    numbers = _numbers(facts)
    if _fits(numbers, last_slot(rules)) or _circle(numbers) is not None:
        return
    for low, high, missing in _gaps(numbers, rules):
        yield facts.violation(
            "run.gap",
            (low, high),
            low=numbers[low],
            high=numbers[high],
            missing=" ".join(map(str, missing)),
        )


def run_no_wrap(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """The 1 is the lowest tile of a run: nothing follows the 13."""
    if facts.kind is MeldKind.RUN:
        past = _past_thirteen(_numbers(facts), rules)
        if past:
            yield facts.violation("run.no-wrap", past[:2])


def run_wrap_end(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """A 1 after the 13 ends the run: 13-1-2 runs round."""
    if facts.kind is MeldKind.RUN:
        past = _past_thirteen(_numbers(facts), rules)
        if len(past) > 2:
            yield facts.violation("run.wrap-end", past)


def run_full_circle(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """A run that began with the 1 does not end with the 1 after the 13."""
    if facts.kind is MeldKind.RUN and len(facts.meld) > longest_run(rules):
        numbers = _numbers(facts)
        ends = [at for at, number in enumerate(numbers) if number == 1] or [0, len(numbers) - 1]
        if _fits(numbers, last_slot(rules)):
            yield facts.violation("run.full-circle", ends)


def _numbers(facts: IllegalMeld) -> list[int]:
    """The number of each tile as laid, 0 for an okey without a face."""
    return [face.number if isinstance(face, Tile) else 0 for face in facts.faces]


def _fits(numbers: list[int], last: int) -> bool:
    """Whether the numbers, in some order, are in sequence from 1 to the last slot."""
    return any(slots_from(numbers, start) for start in range(1, last - len(numbers) + 2))


def _circle(numbers: list[int]) -> list[int] | None:
    """The slots of a sequence that runs on past the 13, in the order laid if that is one."""
    known = [(at, number) for at, number in enumerate(numbers) if number]
    as_laid = {(number - at - 1) % NUMBERS + 1 for at, number in known}
    starts = as_laid if len(as_laid) == 1 else range(NUMBERS, 0, -1)
    for start in starts:
        if len(as_laid) == 1:
            return list(range(start, start + len(numbers)))
        slots = slots_from(numbers, start)
        if slots is not None:
            return slots
    return None


def _past_thirteen(numbers: list[int], rules: RuleSet) -> list[int]:
    """The positions of the 13, the 1 after it and, where it is laid, the tile after that.

    Empty where the run does not go on past the 13: as a whole, or in the order laid.
    """
    if _fits(numbers, last_slot(rules)):
        return []
    slots = _circle(numbers)
    if slots is not None:
        past = [slots.index(slot) for slot in range(NUMBERS, NUMBERS + 3) if slot in slots]
        return past if len(past) > 1 else []
    at = _one_after_thirteen(numbers)
    return [] if at is None else [*range(at - 1, min(at + 2, len(numbers)))]


def _one_after_thirteen(numbers: list[int]) -> int | None:
    """The position of a 1 that is laid right after a 13."""
    return next((at + 1 for at, pair in enumerate(pairwise(numbers)) if pair == (NUMBERS, 1)), None)


def _gaps(numbers: list[int], rules: RuleSet) -> Iterator[tuple[int, int, list[int]]]:
    """Neighbours in the sequence with what is missing between them; nothing for equal numbers.

    An okey laid in a gap belongs there. The others fill the lowest gaps.
    """
    order = _in_sequence(numbers, rules)
    steps = []
    okeys = numbers.count(0)
    for (slot, low), (next_slot, high) in pairwise(order):
        missing = [slot_number(between) for between in range(slot + 1, next_slot)]
        laid = numbers[min(low, high) + 1 : max(low, high)]
        filled = min(len(missing), len(laid)) if not any(laid) else 0
        okeys -= filled
        steps.append((slot == next_slot, low, high, missing, filled))
    for twice, low, high, missing, filled in steps:
        short = len(missing) - filled
        if twice:
            yield low, high, missing
        elif 0 < short <= okeys:
            okeys -= short
        elif short > 0:
            yield low, high, missing


def _in_sequence(numbers: list[int], rules: RuleSet) -> list[tuple[int, int]]:
    """Slots and positions of the known numbers from low to high.

    What is laid after a 13-1 goes on from there. A 1 that may be high is, where that leaves less
    missing.
    """
    turn = _one_after_thirteen(numbers)
    low = sorted(
        (number + NUMBERS * (turn is not None and at >= turn), at)
        for at, number in enumerate(numbers)
        if number
    )
    if turn is not None or not rules.runs.wrap_end:
        return low
    high = sorted((number + NUMBERS * (number == 1), at) for number, at in low)
    return min(low, high, key=lambda order: order[-1][0] - order[0][0])
