"""What a round scores, ending by ending, as the ledger says it; a row is named after its id."""

from __future__ import annotations

import pytest

from okey import InputError
from okey.endings import Board, Event
from okey.rules.rulesets import rule_set
from okey.scoring import score
from okey.tiles import Tile
from tests.engine.ended import line, scored, written

OPENED_35 = "melds: K13 R12 B10"
SPARE = ("-: R1 R2 R7", "-: K1 K5")
USUAL = ("melds:", OPENED_35, *SPARE)
DECLARED = ("-:", OPENED_35, *SPARE)
PAIRS = ("pairs 5:", OPENED_35, *SPARE)
RACKS = ("-:", *SPARE, "-: Y4")


@pytest.mark.parametrize(
    ("finish", "boards", "risk", "expected"),
    [
        pytest.param("0 melds", USUAL, False, [-101, 35, 202, 202], id="G-37 G-38 G-39 G-40"),
        pytest.param("0 melds same-turn", USUAL, False, [-101, 35, 202, 202], id="G-33 G-41"),
        pytest.param("0 melds okey", USUAL, False, [-202, 70, 404, 404], id="G-41 G-42"),
        pytest.param("0 pairs", DECLARED, False, [-202, 70, 404, 404], id="G-34 G-36 G-44"),
        pytest.param("0 pairs", DECLARED, True, [-404, 140, 808, 808], id="G-44"),
        pytest.param("0 melds", USUAL, True, [-202, 70, 404, 404], id="G-43"),
        pytest.param("0 melds okey", USUAL, True, [-404, 140, 808, 808], id="G-43 okey"),
        pytest.param("0 pairs okey", DECLARED, False, [-404, 140, 808, 808], id="HD-10"),
        pytest.param("0 pairs okey", DECLARED, True, [-808, 280, 1616, 1616], id="G-45"),
        pytest.param(None, (OPENED_35, *RACKS[:3]), False, [35, 202, 202, 202], id="HD-12"),
        pytest.param(None, (OPENED_35, *RACKS[:3]), True, [70, 404, 404, 404], id="HD-12 risk"),
        pytest.param(None, RACKS, False, [202, 202, 202, 202], id="G-19 HD-12 nobody opened"),
    ],
)
def test_the_guide_scores(
    finish: str | None, boards: tuple[str, ...], risk: bool, expected: list[int]
) -> None:
    assert list(scored("101-guide", finish, *boards, risk=risk).scores) == expected


@pytest.mark.parametrize(
    ("finish", "events", "expected"),
    [
        pytest.param(None, (), [0, 0, 0, 0], id="K-25"),
        pytest.param("0 melds", (), [0, -2, -2, -2], id="K-26"),
        pytest.param("1 melds okey", (), [-4, 0, -4, -4], id="K-27"),
        pytest.param("0 pairs", (), [0, -4, -4, -4], id="K-28 K-35"),
        pytest.param("0 pairs okey", (), [0, -8, -8, -8], id="K-29"),
        pytest.param(None, ("score.indicator-shown 1",), [-1, 0, -1, -1], id="K-30"),
        pytest.param("0 melds", ("score.indicator-shown 3",), [-1, -3, -3, -2], id="K-30 K-26"),
        pytest.param("2 melds okey", ("score.indicator-shown 2",), [-5, -5, 0, -5], id="K-30 K-27"),
    ],
)
def test_classic_counts_down(
    finish: str | None, events: tuple[str, ...], expected: list[int]
) -> None:
    assert list(scored("classic", finish, *RACKS, events=events).scores) == expected


def test_k31_the_twin_is_shown_once_there_is_only_one() -> None:
    with pytest.raises(InputError, match=r"events\[1\]\.kind: score\.indicator-shown"):
        scored(
            "classic",
            "0 melds",
            *RACKS,
            events=("score.indicator-shown 1", "score.indicator-shown 1"),
        )


@pytest.mark.parametrize(
    ("finish", "boards", "expected"),
    [
        pytest.param("0 melds", USUAL, [-101, 35, 202, 202], id="P-30 P-31 P-32"),
        pytest.param("0 melds okey", USUAL, [-202, 70, 404, 404], id="P-34"),
        pytest.param("0 pairs", PAIRS, [-202, 70, 404, 404], id="P-35"),
        pytest.param("0 melds same-turn", USUAL, [-202, 70, 404, 404], id="P-36"),
        pytest.param(
            "0 melds same-turn first",
            ("melds:", *RACKS[:3]),
            [-202, 404, 404, 404],
            id="P-36 alone",
        ),
        pytest.param(
            "0 melds okey same-turn",
            ("melds:", "melds: R5 K7", *SPARE),
            [-404, 48, 808, 808],
            id="P-31 P-30",
        ),
        pytest.param("0 pairs okey same-turn", PAIRS, [-808, 280, 1616, 1616], id="P-37 P-32"),
        pytest.param(
            "0 melds okey", ("melds:", "melds: R5 K7 * F", *SPARE), [-202, 428, 404, 404], id="P-33"
        ),
        pytest.param(
            "0 melds",
            ("melds:", "melds: R5 * *", "pairs: K7 F", "-: * R1"),
            None,
            id="P-33 three okeys are one too many",
        ),
        pytest.param(
            None, (OPENED_35, "-: K13 K12 K11 K10 K9", *SPARE), [35, 55, 10, 6], id="P-38 HD-12"
        ),
        pytest.param(
            None,
            ("melds: K5 *", "-: K1 F", "pairs: Y7", "-: *"),
            [106, 102, 7, 101],
            id="P-38 P-33",
        ),
        pytest.param("0 melds", ("melds:", "-: R1"), [-101, 202], id="HD-14"),
    ],
)
def test_the_club_scores(
    finish: str | None, boards: tuple[str, ...], expected: list[int] | None
) -> None:
    if expected is None:
        with pytest.raises(InputError, match=r"count\.face at boards\[3\]\.hand: \*"):
            scored("101-club", finish, *boards)
    else:
        assert list(scored("101-club", finish, *boards).scores) == expected


NO_OPENER = ("melds:", *RACKS[:3])


@pytest.mark.parametrize(
    ("finish", "boards", "expected"),
    [
        pytest.param("0 melds", ("melds 150:", *RACKS[:3]), [-202, 202, 202, 202], id="S-06"),
        pytest.param("0 melds", ("melds 149:", *RACKS[:3]), [-101, 202, 202, 202], id="S-06 short"),
        pytest.param(
            "1 melds", ("pairs 7: R5 K7", "melds:", *SPARE), [-77, -101, 202, 202], id="S-07"
        ),
        pytest.param(
            "1 melds", ("pairs 6: R5 K7", "melds:", *SPARE), [24, -101, 202, 202], id="S-07 short"
        ),
        pytest.param(
            "1 melds", ("melds 160: R5 K7", "melds:", *SPARE), [-89, -101, 202, 202], id="S-08"
        ),
        pytest.param(None, ("melds 150: R5 K7", *RACKS[:3]), [-89, 202, 202, 202], id="S-08 S-24"),
        pytest.param("0 melds", USUAL, [-101, 35, 202, 202], id="S-09 S-12 S-13"),
        pytest.param("0 melds okey", USUAL, [-202, 35, 404, 404], id="S-09 S-16 S-17"),
        pytest.param("0 melds same-turn first", NO_OPENER, [-202, 404, 404, 404], id="S-10 S-20"),
        pytest.param(
            "0 melds okey same-turn first", NO_OPENER, [-404, 808, 808, 808], id="S-10 S-21"
        ),
        pytest.param("0 melds same-turn", USUAL, [-101, 35, 202, 202], id="S-10 somebody opened"),
        pytest.param("0 melds okey same-turn", USUAL, [-202, 35, 404, 404], id="S-10 and okey"),
        pytest.param("0 pairs", PAIRS, [-202, 35, 404, 404], id="S-11 S-16 S-18"),
        pytest.param("0 pairs okey", PAIRS, [-404, 35, 808, 808], id="S-11 S-16 S-19"),
        pytest.param(
            "0 melds", ("melds:", "pairs: R5 K7", *SPARE), [-101, 24, 202, 202], id="S-14"
        ),
        pytest.param(
            "0 melds",
            ("melds:", "melds: R5 K7 *", "pairs: Y5 Y7 *", "-: K1"),
            [-101, 113, 125, 202],
            id="S-15",
        ),
        pytest.param(
            "0 melds",
            ("melds:", "pairs: R5 K7 * *", "melds: F", "pairs: F"),
            [-101, 226, 11, 22],
            id="S-15 two okeys, and false ones",
        ),
        pytest.param("0 melds", ("melds:", "-: * R1", *SPARE), None, id="HD-28"),
        pytest.param(None, RACKS, [0, 0, 0, 0], id="S-22 S-23"),
        pytest.param(
            None,
            (OPENED_35, "pairs: R5 K7 *", "-: R1", "-: K1"),
            [35, 125, 202, 202],
            id="S-24",
        ),
    ],
)
def test_the_scoring_with_siler(
    finish: str | None, boards: tuple[str, ...], expected: list[int] | None
) -> None:
    result = scored("101-siler", finish, *boards)
    assert list(result.scores) == (expected or [-101, 202, 202, 202])


@pytest.mark.parametrize(
    ("rules", "finish", "boards", "event", "expected"),
    [
        ("101-guide", "0 melds", USUAL, "penalty.giver 2", [-101, 35, 303, 202]),  # G-27
        ("101-guide", "0 melds", USUAL, "penalty.okey-thrown 1", [-101, 136, 202, 202]),  # G-28
        ("101-guide", "0 melds okey", USUAL, "penalty.okey-thrown 0", [-101, 70, 404, 404]),  # G-29
        ("101-guide", "0 pairs", DECLARED, "penalty.giver 1", [-202, 171, 404, 404]),  # G-27
        ("101-club", "0 melds", USUAL, "penalty.layable-discard 3", [-101, 35, 202, 303]),  # P-28
        ("101-club", "0 melds okey", USUAL, "penalty.okey-thrown 1", [-202, 171, 404, 404]),  # P-29
        ("101-siler", "0 melds", USUAL, "penalty.okey-retrieved 1", [-101, 136, 202, 202]),  # S-30
        ("101-siler", None, RACKS, "penalty.okey-retrieved 1", [0, 101, 0, 0]),  # S-25
        ("101-siler", None, RACKS, "penalty.layable-discard 2", [0, 0, 101, 0]),  # S-25
    ],
)
def test_g30_hd11_a_penalty_is_written_flat_on_top(
    rules: str, finish: str | None, boards: tuple[str, ...], event: str, expected: list[int]
) -> None:
    result = scored(rules, finish, *boards, events=(event,))
    assert list(result.scores) == expected
    penalty, seat = event.split()
    assert (line(result, int(seat), penalty).points, line(result, int(seat), penalty).factor) == (
        101,
        1,
    )


def test_g30_a_penalty_is_not_doubled_in_a_risk_round() -> None:
    result = scored("101-guide", None, *RACKS, events=("penalty.okey-thrown 0",), risk=True)
    assert list(result.scores) == [505, 404, 404, 404]


def test_hd9b_who_threw_the_okey_that_opens_pays_twice() -> None:
    events = ("penalty.okey-thrown 2", "penalty.giver 2")
    assert scored("101-guide", "0 melds", *USUAL, events=events).scores[2] == 202 + 101 + 101


def test_hd13_an_okey_held_counts_its_face_in_the_guide() -> None:
    assert scored("101-guide", "0 melds", "melds:", "melds: R5 K7 * F", *SPARE).scores[1] == 34
    r13 = scored("101-guide", "0 melds", "melds:", "melds: Y5 K7 *", *SPARE, indicator="R13")
    assert r13.scores[1] == 13  # the okey is red 1


def test_hd13b_an_okey_held_is_doubled_in_the_club_and_not_in_siler() -> None:
    boards = ("melds:", "melds: R5 K7 *", "-: R1", "-: K1")
    assert scored("101-club", "0 melds okey", *boards).scores[1] == (12 + 101) * 2
    assert scored("101-siler", "0 melds okey", *boards).scores[1] == 12 + 101


def test_hd36_an_okey_of_an_unopened_player_changes_nothing() -> None:
    for rules in ("101-guide", "101-club", "101-siler"):
        assert scored(rules, "0 melds", "melds:", "-: * * F", *SPARE).scores[1] == 202


# Lines


def test_a_line_names_its_factors_and_what_they_multiply() -> None:
    result = scored("101-guide", "0 pairs okey", *DECLARED, risk=True)
    remainder = line(result, 1, "score.remainder")
    assert (remainder.points, remainder.factor) == (280, 8)
    assert remainder.factors == ("factor.okey", "factor.pairs", "factor.risk")
    assert remainder.params == {"base": 35, "tiles": "K13 R12 B10"}


def test_without_a_factor_a_line_has_factor_one() -> None:
    result = scored("101-club", "0 melds", *USUAL)
    assert written(result, 0) == ["score.winner -101"]
    assert all((entry.factor, entry.factors) == (1, ()) for entry in result.lines)


def test_p33_the_okeys_stand_inside_the_sum_of_the_club() -> None:
    result = scored("101-club", "0 melds okey", "melds:", "melds: R5 K7 * F", *SPARE)
    assert written(result, 1) == ["score.remainder 428 x2"]
    assert line(result, 1, "score.remainder").params == {
        "base": 214,
        "tiles": "R5 K7 * F",
        "okeys": 2,
        "held": 202,
    }


def test_s15_one_line_holds_all_okeys_and_has_no_factor() -> None:
    result = scored("101-siler", "0 melds okey", "melds:", "pairs: R5 K7 * *", *SPARE)
    assert written(result, 1) == ["score.remainder 24 x2", "score.okey-held 202"]
    assert line(result, 1, "score.remainder").factors == ("factor.pairs",)
    assert line(result, 1, "score.remainder").params["tiles"] == "R5 K7"
    assert line(result, 1, "score.okey-held").params["tiles"] == "* *"


def test_k30_each_other_player_has_a_line_for_the_twin() -> None:
    result = scored("classic", "0 melds", *RACKS, events=("score.indicator-shown 3",))
    assert written(result, 1) == ["score.indicator-shown -1", "score.countdown -2"]
    assert written(result, 3) == ["score.countdown -2"]
    assert line(result, 0, "score.indicator-shown").params == {"seat": 3}


def test_s08_a_siler_is_a_line_of_its_own_with_what_the_opening_was_worth() -> None:
    result = scored("101-siler", "0 melds same-turn first", "melds 155:", *RACKS[:3])
    assert written(result, 0) == ["bonus.siler -101", "score.winner -202 x2"]
    siler = line(result, 0, "bonus.siler")
    assert siler.params == {"base": -101, "points": 155, "needed": 150}


def test_a_siler_among_the_events_is_not_counted_twice() -> None:
    boards = [Board("melds", opening_points=150), Board(None), Board(None), Board(None)]
    events = [Event("bonus.siler", 0, -101, move=0), Event("penalty.okey-thrown", 0, 101, move=9)]
    result = score(
        rule_set("101-siler"),
        indicator=Tile.parse("B10"),
        boards=boards,
        finish=None,
        events=events,
    )
    assert written(result, 0) == [
        "bonus.siler -101",
        "penalty.okey-thrown 101",
        "score.remainder 0",
    ]


# Duo


def duo(finish: str | None, *boards: str, events: tuple[str, ...] = ()) -> list[list[int]]:
    result = scored("101-siler", finish, *boards, events=events, teams=True)
    assert result.teams is not None
    return [list(result.scores), list(result.teams)]


def test_s26_each_seat_scores_as_alone_and_the_column_is_the_sum() -> None:
    assert duo("1 melds", "melds: R5 K7", "melds:", "pairs: Y5 Y7", "-: R1") == [
        [12, -101, 24, 0],
        [36, -101],
    ]


def test_s27_the_partner_of_who_finished_writes_nothing() -> None:
    boards = ("-: R1", "melds:", "-: K1", "pairs: K7 *")
    result = scored("101-siler", "1 melds okey", *boards, teams=True)
    assert list(result.scores) == [404, -202, 404, 0]
    assert written(result, 3) == ["score.partner-finished 0"]
    assert list(scored("101-siler", "1 melds okey", *boards).scores) == [404, -202, 404, 115]


def test_s28_s29_the_example_of_the_document() -> None:
    assert duo("0 melds", "melds:", "-: R1", "-: R2", "-: R3") == [[-101, 202, 0, 202], [-101, 404]]


def test_hd23_the_partner_keeps_what_was_written_during_the_round() -> None:
    boards = ("melds:", "-: R1", "melds 150: R5 K7", "-: K1")
    assert duo("0 melds", *boards) == [[-101, 202, -101, 202], [-202, 404]]
    thrown = ("penalty.okey-thrown 2",)
    assert duo("0 melds", *boards, events=thrown) == [[-101, 202, 0, 202], [-101, 404]]


def test_hd23_an_opening_of_the_partner_came_before_a_direct_finish() -> None:
    boards = ("melds:", "-: R1", "melds: R5", "-: K1")
    assert duo("0 melds same-turn", *boards)[0] == [-101, 202, 0, 202]
    with pytest.raises(InputError, match=r"finish\.first_to_open"):
        duo("0 melds same-turn first", *boards)


def test_a_null_round_of_two_teams_frees_nobody() -> None:
    assert duo(None, OPENED_35, *RACKS[:3])[0] == [35, 202, 202, 202]
