"""Examples that two rule sets answer differently, found by search.

`find_flips` looks, for each parameter in which two rule sets differ, for the simplest example whose
answer changes when that parameter is changed. What can never bite has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any

from okey.candidates import candidates
from okey.compare import Difference, differences, value_at, with_changes
from okey.errors import InputError
from okey.outcome import Outcome, outcome
from okey.rules.examples import AnyExample
from okey.rules.model import RuleSet


@dataclass(frozen=True, slots=True)
class Flip:
    """A difference, and an example whose answer it changes; None where none was found.

    `alone`: this parameter alone, changed in one of the two rule sets, changes the answer. It is
    false where it means nothing without others that differ as well; the answer then changes when
    it is a little different.
    """

    difference: Difference
    example: AnyExample | None
    alone: bool


def find_flips(ours: RuleSet, theirs: RuleSet) -> tuple[Flip, ...]:
    """An example for each difference of two rule sets, in the order of the differences.

    What is allowed or written by one and not by the other comes before what both forbid for
    different reasons. Takes seconds: thousands of examples are asked.
    """
    differing = [one for one in candidates() if _known(one, ours) != _known(one, theirs)]
    return tuple(_flip(one, differing, ours, theirs) for one in differences(ours, theirs))


@cache
def _known(example: AnyExample, rules: RuleSet) -> Outcome:
    return outcome(example, rules)


def _flip(
    difference: Difference, differing: Sequence[AnyExample], ours: RuleSet, theirs: RuleSet
) -> Flip:
    exchanged = list(changes(difference, ours, theirs))
    clear = [one for one in differing if _known(one, ours).said != _known(one, theirs).said]
    found = _first(clear, exchanged, said=True) or _first(differing, exchanged, said=False)
    if found is not None:
        return Flip(difference, found, True)
    if exchanged and _first(candidates(), exchanged, said=False) is None:
        return Flip(difference, None, False)  # as a cap that nothing reaches: it never bites
    varied = [
        (rules, other) for rules in (ours, theirs) for other in variations(rules, difference.path)
    ]
    found = _first(clear, varied, said=True) or _first(differing, varied, said=False)
    return Flip(difference, found, False)


def _first(
    examples: Sequence[AnyExample], others: Sequence[tuple[RuleSet, RuleSet]], *, said: bool
) -> AnyExample | None:
    """The first example that one of the rule sets answers otherwise when it is changed."""
    return next((one for one in examples if _depends(one, others, said=said)), None)


def changes(
    difference: Difference, ours: RuleSet, theirs: RuleSet
) -> Iterator[tuple[RuleSet, RuleSet]]:
    """Each of two rule sets, and itself with the other's value of one parameter where it can be."""
    back = Difference(difference.path, difference.theirs, difference.ours)
    for rules, change in ((ours, difference), (theirs, back)):
        try:
            yield rules, with_changes(rules, [change])
        except InputError:  # means nothing there
            continue


def _depends(example: AnyExample, others: Sequence[tuple[RuleSet, RuleSet]], *, said: bool) -> bool:
    """Whether one of the rule sets answers otherwise when it is changed; `said`: not by reasons."""
    for before, after in others:
        here, there = _known(example, before), outcome(example, after)
        if (here.said != there.said) if said else here != there:
            return True
    return False


def variations(rules: RuleSet, path: str) -> Iterator[RuleSet]:
    """The rule set with a parameter, or something in a block, a little different.

    Values that contradict the rest are left out. Where one value cannot change alone, as the
    numbers of tiles dealt, all numbers of its block change together.
    """
    for place, value in (
        *_nearby(path, value_at(rules, path)),
        *_together(rules, path.split(".")[0]),
    ):
        try:
            yield with_changes(rules, [Difference(place, None, value)])
        except InputError:
            continue


def _nearby(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    match value:
        case bool():
            yield path, not value
        case int():
            yield from ((path, value + step) for step in (1, -1, 2, -2))
            yield path, None
        case tuple():
            yield path, value[1:]
            yield path, value[:-1]
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from _nearby(f"{path}.{field.name}", getattr(value, field.name))


def _together(rules: RuleSet, block: str) -> Iterator[tuple[str, Any]]:
    value = getattr(rules, block)
    if not is_dataclass(value) or isinstance(value, type):
        return
    numbers = {
        field.name: getattr(value, field.name)
        for field in fields(value)
        if type(getattr(value, field.name)) is int
    }
    if len(numbers) > 1:
        yield block, replace(value, **{name: number - 1 for name, number in numbers.items()})
