"""Moves made with the tiles: what was laid is judged, whether it stood among the options or not."""

from __future__ import annotations

from collections import Counter

import pytest

from okey import InputError, parse_move, rule_set
from okey.referee import legal
from okey.tiles import TILES
from tests.tutor.test_tasks_at_the_table import some
from tutor.tasks import tables
from tutor.tasks.registry import task

CLUB = rule_set("101-club")
MADE = ("lay-off", "swap-okey", "use-taken", "beside-pairs")


@pytest.mark.parametrize("key", MADE)
def test_a_move_made_with_the_tiles_is_judged_though_it_stands_nowhere(key: str) -> None:
    kind, told = task(key), Counter[bool]()
    for exercise in some(key, CLUB):
        assert exercise.round is not None
        offered = {str(parse_move(one, exercise.indicator)) for one in exercise.options}
        for tile in dict.fromkeys(exercise.round.hand or ()):
            for meld in range(1, len(exercise.round.table) + 1):
                move = f"{'swap' if key == 'swap-okey' else 'add'} {tile} @{meld}"
                outcome = kind.check(exercise, move, CLUB)
                broken = legal(
                    tables.round_of(exercise, CLUB), parse_move(move, exercise.indicator)
                )
                assert outcome.correct is not bool(broken)
                assert outcome.correct or outcome.violations
                if move not in offered:
                    told[outcome.correct] += 1
    assert told[False] > 10


@pytest.mark.parametrize("key", MADE)
def test_only_tiles_of_the_rack_are_moved_onto_melds_that_are_there(key: str) -> None:
    kind = task(key)
    for exercise in some(key, CLUB)[:5]:
        assert exercise.round is not None
        hand, verb = exercise.round.hand or (), kind.makes[0]
        missing = next(str(tile) for tile in TILES if tile not in hand)
        for answer in (
            f"{verb} {missing} @1", f"{verb} {hand[0]} @{len(exercise.round.table) + 1}",
            f"1: {verb} {hand[0]} @1", "draw", f"open {hand[0]}", f"finish {hand[0]} {hand[1]}",
        ):  # fmt: skip
            with pytest.raises(InputError):
                kind.check(exercise, answer, CLUB)


def test_melds_are_laid_beside_pairs_with_the_tiles() -> None:
    for exercise in some("beside-pairs", CLUB)[:8]:
        assert exercise.round is not None
        first, second, third, *_ = exercise.round.hand or ()
        outcome = task("beside-pairs").check(exercise, f"lay {first} {second} {third}", CLUB)
        broken = legal(
            tables.round_of(exercise, CLUB),
            parse_move(f"lay {first} {second} {third}", exercise.indicator),
        )
        assert outcome.correct is not bool(broken)
