"""The last table of the ledger: one situation, four answers. A row is named after its id."""

from __future__ import annotations

import pytest

from okey import RULE_SETS, InputError, rule_set
from okey.ended import carried, tally
from okey.examples import moves_of
from okey.positions import position_of
from okey.referee import Applied, Refusal, apply
from okey.rules.examples import Play, Tally
from okey.rules.parameters import Points
from okey.tally import ended_example
from tests.engine.notation import judged

GUIDE, CLASSIC, CLUB, SILER = RULE_SETS
NO_SUCH_STATE = "boards[1].opened: pairs"


def answers(example: Tally, seat: int) -> dict[str, int | str]:
    """What the seat writes under each rule set."""
    found: dict[str, int | str] = {}
    for key, rules in RULE_SETS.items():
        try:
            found[key] = tally(carried(ended_example(example), rules), rules).scores[seat]
        except InputError as error:
            found[key] = error.at
    return found


OTHERS = ("-: R1 R2", "-: K1 K5")
OPENED_35 = "melds: K13 R12 B10"
OPENED_90 = "-: K13 R12 B10 Y13 R13 B13 Y10 K6"  # 90 in the hand, never opened


@pytest.mark.parametrize(
    ("example", "seat", "guide", "classic", "club", "siler"),
    [
        pytest.param(
            Tally("0 melds okey", ("melds:", OPENED_35, *OTHERS)), 1, 70, -4, 70, 35, id="X2"
        ),
        pytest.param(
            Tally("0 melds same-turn first", ("melds:", "-: Y1", *OTHERS)),
            1, 202, -2, 404, 404, id="X3",
        ),
        pytest.param(
            Tally("0 melds same-turn", ("melds:", "-: Y1", "melds: R1", "-: K1")),
            1, 202, -2, 404, 202, id="X4",
        ),
        pytest.param(
            Tally("0 melds", ("melds:", "melds: R5 K7 *", *OTHERS)), 1, 23, -2, 113, 113, id="X5"
        ),
        pytest.param(
            Tally("0 melds", ("melds:", "melds: R5 K7 F", *OTHERS)), 1, 23, -2, 113, 23, id="X6"
        ),
        pytest.param(
            Tally("0 melds", ("melds:", "pairs: R5 K7", *OTHERS)),
            1, NO_SUCH_STATE, -2, 12, 24, id="X7",
        ),
        pytest.param(
            Tally(None, ("melds: R5", OPENED_90, *OTHERS)), 1, 202, 0, 90, 202, id="X8"
        ),
        pytest.param(Tally(None, ("-: R5", OPENED_90, *OTHERS)), 1, 202, 0, 90, 0, id="X9"),
        pytest.param(
            Tally("1 melds", ("melds 150: R1", "melds:", *OTHERS)), 0, 1, -2, 1, -100, id="X15"
        ),
        pytest.param(
            Tally("0 pairs okey", ("pairs:", "-: Y1", *OTHERS)), 1, 808, -8, 808, 808, id="X16"
        ),
        pytest.param(
            Tally(None, ("-: R5", "-: R6", *OTHERS), ("score.indicator-shown 0",)),
            1, 202, -1, 6, 0, id="X17",
        ),
    ],
)  # fmt: skip
def test_one_round_scores_differently_in_each_document(
    example: Tally,
    seat: int,
    guide: int | str,
    classic: int | str,
    club: int | str,
    siler: int | str,
) -> None:
    assert answers(example, seat) == {GUIDE: guide, CLASSIC: classic, CLUB: club, SILER: siler}


def test_x1_a_one_after_the_thirteen_is_a_run_in_classic_alone() -> None:
    allowed = [key for key in RULE_SETS if judged("K12 K13 K1", key).legal]
    assert allowed == [CLASSIC]


def test_x13_the_pairs_needed() -> None:
    five = "R3 R3 | B8 B8 | K1 K1 | K5 K5 | Y2 Y2"
    assert [key for key in RULE_SETS if judged(five, key, "opening").legal] == [CLUB, SILER]
    seven = f"{five} | R9 R9 | Y13 Y13"
    assert judged(seven, CLASSIC, "finish").legal
    guide, siler = rule_set(GUIDE), rule_set(SILER).scoring
    assert guide.declaring is not None
    assert guide.declaring.pairs == 10
    assert isinstance(siler, Points)
    assert siler.siler is not None
    assert siler.siler.pairs == 7


def test_x14_a_false_okey_turned_first_is_a_risk_in_the_guide_alone() -> None:
    doubled: dict[str, int | str] = {}
    for key, rules in RULE_SETS.items():
        example = Tally("0 melds", ("melds:", "-: R1", *OTHERS[1:], "-: B1"), risk=True)
        try:
            doubled[key] = tally(ended_example(example), rules).scores[1]
        except InputError as error:
            doubled[key] = error.at
    assert doubled == {GUIDE: 404, CLASSIC: "risk", CLUB: "risk", SILER: "risk"}


# What a move costs, and whether it may be made

IN_101 = (GUIDE, CLUB, SILER)
TWENTY = "R7 K1 K3 Y2 Y5 Y9 B1 B3 B6 R1 R9 K8 K13 Y12 Y13 R12 B13 K6 R4 B8"


def made(key: str, play: Play) -> Applied | Refusal:
    """The last move of an example, made under a rule set."""
    round_ = position_of(play, rule_set(key))
    (move,) = moves_of(play)
    return apply(round_, move)


def cost(key: str, play: Play) -> int:
    done = made(key, play)
    assert isinstance(done, Applied)
    return sum(event.points for event in done.events)


def test_x10_a_discard_that_fits_costs_in_the_club_and_what_is_played_like_it() -> None:
    # The hand keeps its size: 22 tiles before the discard, 15 in classic.
    costs = {
        key: cost(key, Play("discard R7", f"{TWENTY} K5 Y7", "1: R4 R5 R6", "- melds - -"))
        for key in IN_101
    }
    costs[CLASSIC] = cost(CLASSIC, Play("discard R7", " ".join(TWENTY.split()[:15])))
    assert costs == {GUIDE: 0, CLASSIC: 0, CLUB: 101, SILER: 101}


def test_x11_a_thrown_okey_costs_in_the_guide_even_without_melds_on_the_table() -> None:
    costs = {key: cost(key, Play("discard *", f"{TWENTY} K5 *")) for key in IN_101}
    costs[CLASSIC] = cost(CLASSIC, Play("discard *", " ".join([*TWENTY.split()[:14], "*"])))
    assert costs == {GUIDE: 101, CLASSIC: 0, CLUB: 0, SILER: 0}


def test_x12_a_tile_that_is_useful_later_is_taken_in_classic_alone() -> None:
    refused = {}
    for key in RULE_SETS:
        hand = " ".join(TWENTY.split()[:14]) if key == CLASSIC else f"{TWENTY} K5"
        done = made(key, Play("take", hand, discard="K2", phase="draw"))
        refused[key] = [v.rule for v in done.violations] if isinstance(done, Refusal) else []
    must = ["take.must-use"]
    assert refused == {GUIDE: must, CLASSIC: [], CLUB: must, SILER: must}


def test_x17_the_twin_is_shown_in_classic_alone() -> None:
    shown = {}
    for key in RULE_SETS:
        hand = " ".join([*TWENTY.split()[: 13 if key == CLASSIC else 20], "B10"])
        done = made(key, Play("show indicator", hand, phase="draw", turns=0))
        if isinstance(done, Refusal):
            shown[key] = [violation.rule for violation in done.violations]
        else:
            shown[key] = [f"{event.rule} {event.points}" for event in done.events]
    off = ["show.unavailable"]
    assert shown == {
        GUIDE: off,
        CLASSIC: ["score.indicator-shown -1"],
        CLUB: off,
        SILER: off,
    }
