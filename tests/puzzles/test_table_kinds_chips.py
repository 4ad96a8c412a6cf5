"""How chips are shared after a match."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from okey.rules.rulesets import rule_set
from okey.tiles import FACES
from puzzles.kinds.chips import POTS, orders
from puzzles.kinds.registry import KINDS
from tests.puzzles.asking import is_right, outcome, right, tags
from tutor.tasks.base import Exercise

GUIDE, CLASSIC, CLUB, SILER = "101-guide", "classic", "101-club", "101-siler"


# Chips


def shared(pot: int, totals: Sequence[int], only: int | None = None) -> Exercise:
    values: dict[str, str | int] = {"pot": pot, **{f"t{at}": one for at, one in enumerate(totals)}}
    if only is not None:
        values["seat"] = f"seat:{only}"
    ask = "all" if only is None else "only"
    return Exercise("chips", rule_set(CLUB), "tests", FACES[0], values=values, ask=ask)


@pytest.mark.parametrize(
    ("pot", "totals", "only", "expected"),
    [
        (4000, (1, 2, 3, 4), None, "2700 900 0 0"),  # P-41, P-43
        (4000, (4, 3, 2, 1), None, "0 0 900 2700"),
        (4000, (1, 2, 3, 4), 2, "0 0 3600 0"),  # P-42
        (4000, (1, 1, 3, 4), None, "1800 1800 0 0"),  # both places together, 3600 / 2
        (4000, (1, 2, 2, 4), None, "2700 450 450 0"),
        (4000, (1, 1, 1, 4), None, "1200 1200 1200 0"),
        (4000, (1, 1, 1, 1), None, "900 900 900 900"),
        (4000, (1, 2, 2, 2), None, "2700 300 300 300"),
        # 2025: rake 202, rest 1823; a quarter is 455, so place 1 gets 1368.
        (2025, (1, 2, 3, 4), None, "1368 455 0 0"),
        (2025, (1, 1, 3, 4), None, "912 911 0 0"),  # the odd chip to the seat that comes first
        (2025, (1, 2, 2, 4), None, "1369 227 227 0"),  # 455 in two: one chip goes up to place 1
        (2025, (3, 1, 2, 2), 1, "0 1823 0 0"),
    ],
)
def test_chips_are_shared_as_the_ledger_says(
    pot: int, totals: Sequence[int], only: int | None, expected: str
) -> None:
    exercise = shared(pot, totals, only)
    assert right(exercise) == (expected,)
    assert is_right(exercise, expected.replace(" ", ", "))
    found = outcome(exercise, "0 0 0 0")
    assert not found.correct
    assert found.rules[0] == "match.chips"
    rake = pot * 10 // 100
    assert (found.values["rake"], found.values["rest"]) == (rake, pot - rake)
    assert sum(map(int, expected.split())) == pot - rake


def test_all_orders_under_all_pots_are_there_once() -> None:
    assert len(orders()) == 75
    every = KINDS["chips"].every(rule_set(CLUB))
    assert every is not None
    found = list(every)
    assert len(found) == len(POTS) * (75 + 4) == 711
    assert len({one.seed for one in found}) == 711
    assert KINDS["chips"].rule_sets == (CLUB,)


def test_themes_of_chips() -> None:
    assert tags(shared(4000, (1, 2, 3, 4))) == {"no-tie"}
    assert tags(shared(4000, (1, 1, 3, 4))) == {"tie-first"}
    assert tags(shared(4000, (1, 2, 2, 4))) == {"tie-second"}
    assert tags(shared(4000, (1, 2, 2, 2))) == {"tie-second", "three-tie"}
    assert tags(shared(4000, (1, 1, 1, 1))) == {"all-tie"}
    assert tags(shared(4000, (1, 2, 3, 4), 1)) == {"only-opener"}
    assert tags(shared(2025, (1, 2, 3, 4))) == {"no-tie", "rounding"}
    assert "rounding" in tags(shared(2025, (1, 1, 3, 4), 0))
