"""A proof holds for what a kind calls right, and for nothing else: every kind is sabotaged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from typing import Any, Final

import pytest

from okey.errors import InputError
from okey.rules.model import RuleSet
from okey.rules.rulesets import rule_set
from puzzles.gates import Passed
from puzzles.kinds.registry import KINDS
from puzzles.proofs import PROOFS, proved
from tests.puzzles.kinds import PLACES, some
from tutor.tasks.base import Exercise, Form, choosable

every_place = pytest.mark.parametrize(("key", "rules"), PLACES)


def test_every_kind_has_a_proof_and_every_proof_a_kind() -> None:
    assert set(PROOFS) == set(KINDS)


def test_a_kind_that_is_not_there_has_none() -> None:
    one = some("read-okey", "classic")[0]
    with pytest.raises(InputError, match="kind"):
        proved("no-kind", one.exercise, one.right, rule_set("classic"))


@every_place
def test_what_a_kind_calls_right_is_proved(key: str, rules: str) -> None:
    assert some(key, rules)
    for one in some(key, rules):
        assert proved(key, one.exercise, one.right, rule_set(rules)), one.position


# Wrong answers


@every_place
def test_no_other_answer_is_proved(key: str, rules: str) -> None:
    kind, tried = KINDS[key], 0
    for one in some(key, rules):
        for wrong in wrong_answers(kind.form, one):
            tried += 1
            assert not proved(key, one.exercise, wrong, rule_set(rules)), (one.position, wrong)
    assert tried


def wrong_answers(form: Form, one: Passed) -> Iterator[tuple[str, ...]]:
    """Answers that are not right, as near to the right ones as can be."""
    right, exercise = one.right, one.exercise
    yield ()
    if form in (Form.CHOICE, Form.MOVE):
        yield from _other_choices(right, exercise)
    elif form is Form.NUMBER:
        yield (str(int(right[0]) + 1),)
    elif form is Form.NUMBERS:
        numbers = right[0].split()
        for at in range(len(numbers)):
            other = [*numbers[:at], str(int(numbers[at]) + 1), *numbers[at + 1 :]]
            yield (" ".join(other),)
    elif form is Form.TILE:
        yield from _other_tiles(right, exercise)
    elif form is Form.TILES:
        yield from _other_sets(right[0].split(), exercise)
    elif form is Form.MELDS:
        yield from _other_melds(right[0], exercise)
    elif form is Form.MOVES:
        moves = right[0].split("; ")
        yield ("; ".join(moves[:-1]) or "draw",)
        yield ("; ".join([*moves, moves[-1]]),)


def _other_choices(right: tuple[str, ...], exercise: Exercise) -> Iterator[tuple[str, ...]]:
    others = [option for option in exercise.options if option not in right]
    for option in others:
        yield (option,)
        yield (*right, option)
    if len(right) > 1:
        yield right[1:]


def _other_tiles(right: tuple[str, ...], exercise: Exercise) -> Iterator[tuple[str, ...]]:
    others = [str(tile) for tile in dict.fromkeys(choosable(exercise)) if str(tile) not in right]
    for tile in others[:2]:
        yield (tile,)
        yield (*right, tile)
    if len(right) > 1:
        yield right[:-1]


def _other_sets(right: list[str], exercise: Exercise) -> Iterator[tuple[str, ...]]:
    others = [str(tile) for tile in dict.fromkeys(choosable(exercise)) if str(tile) not in right]
    for tile in others[:4]:
        yield (" ".join([*right, tile]),)
        yield (" ".join([*right[1:], tile]),)
    if len(right) > 1:
        yield (" ".join(right[1:]),)


def _other_melds(right: str, exercise: Exercise) -> Iterator[tuple[str, ...]]:
    if right == "cannot":
        # The tiles of the hand as they stand, three by three: nothing of the kind is a meld.
        assert exercise.hand is not None
        tiles = [str(tile) for tile in exercise.hand.tiles]
        yield (" | ".join(" ".join(tiles[at : at + 3]) for at in range(0, 21, 3)),)
        return
    melds = right.split(" | ")
    if "cannot" in exercise.options or "cannot" in KINDS[exercise.task].options:
        yield ("cannot",)
    yield (" | ".join([*melds, melds[0]]),)
    yield (" | ".join([*melds, "R1 R1 Y7"]),)
    yield (melds[0],)


# Other rules


def changed(rules: RuleSet, **blocks: Any) -> RuleSet:
    """The rule set with other blocks, also where they contradict what else it says."""
    other = copy(rules)
    for name, block in blocks.items():
        object.__setattr__(other, name, block)
    return other


def blocks(rules: RuleSet, **changes: dict[str, Any]) -> RuleSet:
    """The rule set with fields of some of its blocks changed."""
    made = {name: replace(getattr(rules, name), **fields) for name, fields in changes.items()}
    return changed(rules, **made)


def points_more(rules: RuleSet) -> RuleSet:
    return blocks(rules, opening={"points": 5_000, "pairs": None})


def points_less(rules: RuleSet) -> RuleSet:
    return blocks(rules, opening={"points": 3})


def no_swap(rules: RuleSet) -> RuleSet:
    return changed(rules, swap=None)


def free(rules: RuleSet) -> RuleSet:
    nothing = {"okey_thrown": 0, "layable_discard": 0, "okey_retrieved": 0, "giver": 0}
    return blocks(rules, penalties=nothing)


def one_a_run(rules: RuleSet) -> RuleSet:
    return blocks(rules, table={"run_cap": 1})


def other_scores(rules: RuleSet) -> RuleSet:
    if rules.opening is None:
        return blocks(rules, scoring={"finish": 3, "shown": 5})
    return blocks(rules, scoring={"winner": -102, "unopened": 203})


def more_pairs(rules: RuleSet) -> RuleSet:
    return changed(
        rules,
        showing=replace(rules.showing, pairs=1) if rules.showing else None,
        opening=replace(rules.opening, pairs=1) if rules.opening else None,
        declaring=replace(rules.declaring, pairs=1) if rules.declaring else None,
    )


def one_way_less(rules: RuleSet) -> RuleSet:
    return more_pairs(rules) if rules.declaring else points_more(rules)


def siler_less(rules: RuleSet) -> RuleSet:
    scoring: Any = rules.scoring
    return blocks(rules, scoring={"siler": replace(scoring.siler, points=400, pairs=11)})


def dear_hand(rules: RuleSet) -> RuleSet:
    """Holding an okey costs more than finishing with it gains, or nothing at all."""
    return blocks(rules, scoring={"okey_held": 5_000})


def no_rake(rules: RuleSet) -> RuleSet:
    chips: Any = rules.match.chips
    return blocks(rules, match={"chips": replace(chips, rake=50)})


def wraps(rules: RuleSet) -> RuleSet:
    return blocks(rules, runs={"wrap_end": not rules.runs.wrap_end})


def hardly_anything(rules: RuleSet) -> RuleSet:
    return changed(blocks(points_more(rules), table={"run_cap": 0}), swap=None)


def much_otherwise(rules: RuleSet) -> RuleSet:
    return wraps(rules) if rules.opening is None else free(wraps(points_more(rules)))


# What of the rules each kind turns on. Reading an okey turns on no parameter: there the indicator
# is another.
CHANGES: Final[dict[str, Callable[[RuleSet], RuleSet]]] = {
    "valid-meld": wraps,
    "can-open": points_more,
    "best-opening": points_more,
    "least-opening": points_less,
    "reach-siler": siler_less,
    "pairs-or-runs": one_way_less,
    "take-or-draw": points_more,
    "outs": points_more,
    "wait": more_pairs,
    "best-discard": more_pairs,
    "safe-discard": free,
    "all-safe-discards": free,
    "lay-off": one_a_run,
    "swap": no_swap,
    "who-pays": free,
    "finish-from-here": hardly_anything,
    "from-hand": points_more,
    "finish-or-wait": dear_hand,
    "score-round": other_scores,
    "score-compare": other_scores,
    "reverse-score": other_scores,
    "winning-hand": more_pairs,
    "spot-mistake": much_otherwise,
    "indicator-end": more_pairs,
    "chips": no_rake,
}


@every_place
def test_under_other_rules_the_same_answers_are_not_proved(key: str, rules: str) -> None:
    change = CHANGES.get(key)
    if change is None:
        pytest.skip("turns on no parameter")
    other = change(rule_set(rules))
    positions = some(key, rules, "other rules", 40)
    refused = [one for one in positions if not _holds(key, one, other)]
    assert refused, key


def _holds(key: str, one: Passed, rules: RuleSet) -> bool:
    return proved(key, one.exercise, one.right, rules)


@pytest.mark.parametrize("key", ["read-okey", "okey-stands-for", "meld-value"])
def test_beside_another_indicator_the_same_answers_are_not_proved(key: str) -> None:
    refused = 0
    for rules in KINDS[key].rule_sets:
        for one in some(key, rules, "other indicator", 40):
            tile = one.exercise.indicator
            other = replace(one.exercise, indicator=type(tile)((tile.index + 5) % 52))
            refused += not proved(key, other, one.right, rule_set(rules))
    assert refused
