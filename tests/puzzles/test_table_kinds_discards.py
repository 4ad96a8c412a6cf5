"""Kinds about discards: is it safe, and which are. The penalty is P-28 and P-29 of the ledger."""

from __future__ import annotations

import pytest

from okey.errors import InputError
from tests.puzzles.asking import is_right, outcome, right, tags
from tests.puzzles.at_the_table import at_table
from tutor.tasks.base import Exercise

LAYABLE = "penalty.layable-discard"
THROWN = "penalty.okey-thrown"
SETS = ("101-club", "101-siler")
every_set = pytest.mark.parametrize("rules", SETS)

TABLE = "0: R4 R5 R6 | 0: Y9 B9 K9 | 1: K1 K2 K3 | 1: Y8 B8 *"


def throws(rules: str, tile: str, table: str = TABLE, *, ask: str = "ask", **more: str) -> Exercise:
    number = len(table.split("|"))
    options = ("yes", *(f"@{at}" for at in range(1, number + 1)), THROWN)
    hand = tile if ask == "last" else more.pop("hand", f"{tile} R10 K6")
    return at_table(
        "safe-discard", rules, hand, table, options=options, values={"tile": tile}, ask=ask, **more
    )


# One tile


@every_set
@pytest.mark.parametrize(
    ("tile", "answers"),
    [
        ("R7", {"@1"}),  # the ledger's example: R7 or R3 beside R4-R5-R6
        ("R3", {"@1"}),
        ("R8", {"@4"}),  # not behind the gap, but into the group of eights
        ("R9", {"@2"}),
        ("K4", {"@3"}),
        ("K8", {"@4"}),  # the okey's colour is open: both missing ones fit
        ("K13", {"yes"}),  # no wrap: the 1 is low
        ("Y9", {"yes"}),  # a colour that the group has
        ("F", {"yes"}),  # a false okey is a blue 11
    ],
)
def test_a_tile_that_fits_costs_and_every_meld_that_it_fits_is_a_right_reason(
    rules: str, tile: str, answers: set[str]
) -> None:
    exercise = throws(rules, tile)
    assert set(right(exercise)) == answers
    for option in exercise.options:
        assert is_right(exercise, option) is (option in answers)


@every_set
def test_a_wrong_answer_names_the_penalty_that_is_due(rules: str) -> None:
    for option in ("yes", "@2", THROWN):
        assert outcome(throws(rules, "R7"), option).rules == (LAYABLE,)
    assert outcome(throws(rules, "*"), "yes").rules == (THROWN,)


@every_set
def test_of_the_okey_it_is_true_that_it_is_the_okey_and_that_it_fits(rules: str) -> None:
    exercise = throws(rules, "*")
    assert right(exercise)[0] == THROWN
    assert {"@1", "@3"} <= set(right(exercise))
    assert not is_right(exercise, "yes")


@every_set
def test_the_last_discard_is_safe_whatever_it_is(rules: str) -> None:
    for tile in ("R7", "*", "K4"):
        exercise = throws(rules, tile, ask="last")
        assert right(exercise) == ("yes",)
        assert "last-tile" in tags(exercise)


@every_set
def test_who_has_not_opened_pays_as_well(rules: str) -> None:
    table = "1: R4 R5 R6 | 1: Y9 B9 K9"
    exercise = throws(rules, "R7", table, ask="not_opened")
    assert right(exercise) == ("@1",)
    assert "not-opened" in tags(exercise)


@every_set
def test_tiles_laid_off_before_in_the_turn_change_nothing(rules: str) -> None:
    turn = {"source": "stock", "added": ["1 high", "1 high"]}
    exercise = throws(rules, "R9", "0: R4 R5 R6 R7 R8 | 0: Y2 B2 K2", this_turn=turn)  # type: ignore[arg-type]
    assert right(exercise) == ("@1",)


@every_set
def test_themes_of_one_discard(rules: str) -> None:
    both = "0: R5 R6 R7 | 1: Y8 B8 K8"
    assert {"run-end", "group-end", "two-homes"} <= tags(throws(rules, "R8", both))
    assert right(throws(rules, "R8", both)) == ("@1", "@2")
    assert tags(throws(rules, "R7")) >= {"run-end"}
    assert not tags(throws(rules, "R7")) & {"group-end", "two-homes", "okey-in-group", "okey"}
    assert tags(throws(rules, "K8")) >= {"group-end", "okey-in-group", "okey-on-table"}
    assert "okey-in-group" not in tags(throws(rules, "R9"))
    assert "false-okey" in tags(throws(rules, "F"))
    assert "okey" in tags(throws(rules, "*"))
    assert not tags(throws(rules, "K13", "0: R4 R5 R6")) & {"run-end", "okey-on-table", "last-tile"}


def test_nothing_but_an_option_can_be_chosen() -> None:
    for nonsense in ("no", "@9", "R7", ""):
        with pytest.raises(InputError):
            outcome(throws("101-club", "R7"), nonsense)


# All of a rack


@every_set
def test_all_safe_discards_are_asked_for_in_any_order(rules: str) -> None:
    exercise = at_table("all-safe-discards", rules, "R7 R10 Y9 * F K13", TABLE)
    assert right(exercise) == ("R10 Y9 K13 F",)
    assert is_right(exercise, "F K13 R10 Y9")
    for answer, rule in (
        ("R10 Y9 K13 F R7", LAYABLE),
        ("R10 Y9 K13 F *", THROWN),
        ("R7", LAYABLE),
    ):
        found = outcome(exercise, answer)
        assert not found.correct
        assert found.rules == (rule,)


@every_set
def test_too_few_safe_discards_are_not_all_and_cost_nothing(rules: str) -> None:
    exercise = at_table("all-safe-discards", rules, "R7 R10 Y9 K13", TABLE)
    found = outcome(exercise, "R10 Y9")
    assert not found.correct
    assert found.values["paid"] == 0


@every_set
def test_a_false_okey_is_safe_unless_the_okeys_face_fits(rules: str) -> None:
    safe = at_table("all-safe-discards", rules, "F R7 K13", TABLE)
    assert right(safe) == ("K13 F",)
    assert "false-okey-fits" not in tags(safe)
    fits = at_table("all-safe-discards", rules, "F R7 K13", f"{TABLE} | 1: B8 B9 B10")
    assert right(fits) == ("K13",)
    assert {"false-okey-fits", "few-safe", "okey-on-table"} <= tags(fits)


def test_themes_of_a_rack() -> None:
    plain = at_table("all-safe-discards", "101-club", "R7 R10 Y9", "0: R4 R5 R6")
    assert tags(plain) == set()
    held = at_table("all-safe-discards", "101-club", "R7 R10 *", "0: R4 R5 R6")
    assert tags(held) == {"okey-in-hand", "few-safe"}
