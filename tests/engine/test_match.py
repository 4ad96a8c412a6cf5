"""A match: its rounds, totals, places and chips."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey import InputError, RuleSet, derive, rule_set
from okey.match import MOST_CHIPS, MOST_ROUNDS, Match, Played, start_match
from okey.rules.parameters import Chips, Seating
from okey.table import PARTNERS
from tests.engine.ended import scored

CLUB, SILER = rule_set("101-club"), rule_set("101-siler")
GUIDE, CLASSIC = rule_set("101-guide"), rule_set("classic")
EVERYBODY = (True, True, True, True)


def played(*scores: tuple[int, ...], opened: tuple[bool, ...] | None = EVERYBODY) -> list[Played]:
    return [Played(round_, opened) for round_ in scores]


def club(*scores: tuple[int, ...], opened: tuple[bool, ...] | None = EVERYBODY) -> Match:
    """A match of three rounds in the club."""
    return start_match(CLUB, rounds=3, played=played(*scores, opened=opened))


def error(rules: RuleSet, **agreed: object) -> str:
    with pytest.raises(InputError) as caught:
        start_match(rules, **agreed)  # type: ignore[arg-type]
    return f"{caught.value.code} at {caught.value.at}"


# What may be agreed on


@pytest.mark.parametrize(
    ("rules", "allowed", "refused", "usual"),
    [
        pytest.param(CLUB, (3, 5, 7), (0, 1, 4, 6, 8, -3), 5, id="P-05"),
        pytest.param(SILER, (7, 11, 21), (0, 6, 22, -7), 11, id="S-04"),
        pytest.param(GUIDE, (7, 11, 21), (0, 6, 22), 11, id="HD-35"),
        pytest.param(CLASSIC, (), (0, 1, 5, 11), 0, id="K-32"),
    ],
)
def test_only_some_numbers_of_rounds_may_be_agreed_on(
    rules: RuleSet, allowed: tuple[int, ...], refused: tuple[int, ...], usual: int
) -> None:
    assert start_match(rules).rounds == usual
    assert [start_match(rules, rounds=rounds).rounds for rounds in allowed] == list(allowed)
    for rounds in refused:
        assert error(rules, rounds=rounds) == f"match.rounds at rounds: {rounds}"


def test_p06_the_club_has_two_or_four_seats_the_others_four() -> None:
    assert start_match(CLUB, seats=2).totals == (0, 0)
    for rules in (GUIDE, CLASSIC, SILER):
        assert error(rules, seats=2) == "match.seats at seats: 2"
    for seats in (0, 1, 3, 5, -4):
        assert error(CLUB, seats=seats).startswith("match.seats")


def test_s26_only_siler_has_partners_who_sit_opposite() -> None:
    assert start_match(SILER, teams=PARTNERS).sides == ((0, 2), (1, 3))
    for rules in (GUIDE, CLASSIC, CLUB):
        assert error(rules, teams=PARTNERS) == "match.teams at teams"
    assert error(SILER, teams=((0, 1), (2, 3))) == "match.teams at teams"


@pytest.mark.parametrize("rounds", [True, 5.0, "5"])
def test_a_number_of_rounds_is_a_whole_number(rounds: object) -> None:
    assert error(CLUB, rounds=rounds).startswith("match.rounds")


# Totals


def test_p07_all_start_at_nothing_and_the_lowest_total_wins() -> None:
    match = club((-101, 35, 202, 202), (202, 12, -101, 202), (4, -101, 202, 202))
    assert match.totals == (105, -54, 303, 606)
    assert match.running == ((-101, 35, 202, 202), (101, 47, 101, 404), (105, -54, 303, 606))
    assert match.over
    assert match.winners == (1,)
    assert match.places == (2, 1, 3, 4)


def test_s03_a_total_falls_below_nothing() -> None:
    assert club((-101, 35, 202, 202), (-101, 35, 202, 202)).totals[0] == -202


def test_before_the_last_round_nobody_has_won_but_places_stand() -> None:
    match = club((-101, 35, 202, 202), (-101, 35, 202, 202))
    assert not match.over
    assert match.winners == ()
    assert (match.places, match.left) == ((1, 2, 3, 3), 1)


def test_a_match_without_a_round_has_all_in_place_one() -> None:
    match = start_match(CLUB)
    assert (match.totals, match.places, match.left) == ((0, 0, 0, 0), (1, 1, 1, 1), 5)


def test_equal_totals_share_a_place_and_the_win() -> None:
    match = club((5, 5, 0, 10), (0, 0, 0, 0), (0, 0, 5, 0))
    assert (match.winners, match.places) == ((0, 1, 2), (1, 1, 1, 4))


def test_hd24_balances_count_down_from_twenty_without_an_end_at_nothing() -> None:
    match = start_match(CLASSIC, played=played((0, -8, -8, -8), (0, -8, -8, -8)))
    assert (match.totals, match.over, match.left) == ((20, 4, 4, 4), False, None)
    match = match.with_round([0, -8, -8, -8])
    assert (match.totals, match.over, match.winners) == ((20, -4, -4, -4), True, (0,))


def test_k32_the_match_ends_when_somebody_reaches_nothing_and_the_highest_balance_wins() -> None:
    match = start_match(CLASSIC, played=played((-8, -20, -12, -14)))
    assert (match.totals, match.over, match.winners) == ((12, 0, 8, 6), True, (0,))
    assert match.places == (1, 4, 2, 3)
    one_left = start_match(CLASSIC, played=played((-8, -19, -12, -14)))
    assert not one_left.over


def test_k32_the_highest_balances_tie() -> None:
    match = start_match(CLASSIC, played=played((-8, -20, -8, -20)))
    assert (match.winners, match.places) == ((0, 2), (1, 3, 1, 3))


def test_s26_the_teams_have_columns_and_the_lower_one_wins() -> None:
    rounds = played(*[(-101, 202, 0, 202)] * 6, (12, -101, 24, 0))
    match = start_match(SILER, rounds=7, teams=PARTNERS, played=rounds)
    assert match.totals == (-594, 1111, 24, 1212)
    assert match.side_totals == (-570, 2323)
    assert match.side_running[0] == (-101, 404)
    assert (match.places, match.winners) == ((1, 2), (0,))


def test_a_scored_round_goes_into_the_match_as_it_is() -> None:
    result = scored("101-club", "0 melds", "melds:", "-: R1")
    match = start_match(CLUB, seats=2, rounds=3).with_result(result, (True, False))
    assert (match.totals, match.played[0].opened) == ((-101, 202), (True, False))


# Corrections


def test_a_round_is_corrected_and_everything_after_it_follows() -> None:
    match = club((-101, 35, 202, 202), (202, 12, -101, 202))
    corrected = match.corrected(0, (35, -101, 202, 202), EVERYBODY)
    assert corrected.running == ((35, -101, 202, 202), (237, -89, 101, 404))
    assert match.totals == (101, 47, 101, 404)


def test_a_round_is_taken_out() -> None:
    match = club((-101, 35, 202, 202), (202, 12, -101, 202), (4, -101, 202, 202))
    assert match.without_round(1).running == ((-101, 35, 202, 202), (-97, -66, 404, 404))
    assert not match.without_round(1).over


@pytest.mark.parametrize("at", [-1, 1, 99])
def test_a_round_that_was_not_played_is_not_corrected(at: int) -> None:
    match = club((-101, 35, 202, 202))
    for change in (lambda: match.corrected(at, (0, 0, 0, 0)), lambda: match.without_round(at)):
        with pytest.raises(InputError, match=f"match.rounds at round: {at}"):
            change()


def test_a_correction_after_which_later_rounds_were_never_played_is_an_error() -> None:
    match = start_match(CLASSIC, played=played((0, -8, -8, -8), (-2, 0, -2, -2)))
    with pytest.raises(InputError, match=r"match\.rounds at played\[1\]"):
        match.corrected(0, (0, -20, -20, -20))


# What is no round


def test_a_round_after_the_end_is_an_error() -> None:
    match = club(*[(-101, 35, 202, 202)] * 3)
    with pytest.raises(InputError, match=r"match\.rounds at played\[3\]"):
        match.with_round((0, 0, 0, 0))


@pytest.mark.parametrize(
    ("scores", "at"),
    [
        ((1, 2, 3), "scores"),
        ((1, 2, 3, 4, 5), "scores"),
        ((), "scores"),
        ((1, 2, 3, True), "scores[3]"),
        ((1, 2, 3.0, 4), "scores[2]"),
        ((1, "2", 3, 4), "scores[1]"),
        ((10**9, 2, 3, 4), "scores[0]"),
        ((None, 2, 3, 4), "scores[0]"),
    ],
)
def test_scores_that_are_none_are_an_error(scores: tuple[object, ...], at: str) -> None:
    with pytest.raises(InputError) as caught:
        start_match(CLUB).with_round(scores)  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.at) == ("input.field", f"played[0].{at}")


@pytest.mark.parametrize("opened", [(True,), (True, False, 1, 0), ()])
def test_who_opened_is_said_for_each_seat(opened: tuple[bool, ...]) -> None:
    with pytest.raises(InputError, match=r"input\.field at played\[0\]\.opened"):
        start_match(CLUB).with_round((0, 0, 0, 0), opened)


def test_a_match_without_end_is_refused() -> None:
    with pytest.raises(InputError, match=rf"match\.rounds at played\[{MOST_ROUNDS}\]"):
        start_match(CLASSIC, played=played(*[(0, 0, 0, 0)] * (MOST_ROUNDS + 1)))


# Chips


def shares(pot: int, *scores: tuple[int, ...], opened: tuple[bool, ...] = EVERYBODY) -> list[int]:
    rounds = [*scores, *[(0, 0, 0, 0)] * (3 - len(scores))]
    found = club(*rounds, opened=opened).shares(pot)
    assert found is not None
    return [found.rake, *found.seats]


def test_p41_p43_a_tenth_is_rake_and_the_rest_goes_to_two_places() -> None:
    assert shares(4000, (-101, 35, 202, 203)) == [400, 2700, 900, 0, 0]


def test_p42_the_only_player_who_opened_gets_the_whole_rest() -> None:
    assert shares(4000, (-101, 202, 202, 202), opened=(True, False, False, False)) == [
        400, 3600, 0, 0, 0,
    ]  # fmt: skip
    # Whatever place it is: penalties may have cost it the first one.
    assert shares(4000, (303, 202, 202, 202), opened=(True, False, False, False))[1] == 3600


def test_hd29_who_opened_once_in_the_match_has_opened() -> None:
    match = start_match(
        CLUB,
        rounds=3,
        played=[
            Played((-101, 35, 202, 203), (True, False, False, False)),
            Played((0, 0, 0, 0), (False, True, False, False)),
            Played((0, 0, 0, 0), (True, False, False, False)),
        ],
    )
    found = match.shares(4000)
    assert found is not None
    assert found.seats == (2700, 900, 0, 0)


def test_hd29_the_rake_is_rounded_down_and_the_odd_chip_goes_to_place_one() -> None:
    assert shares(4009, (-101, 35, 202, 203)) == [400, 2707, 902, 0, 0]
    assert shares(9, (-101, 35, 202, 203)) == [0, 7, 2, 0, 0]
    assert shares(1, (-101, 35, 202, 203)) == [0, 1, 0, 0, 0]


def test_hd29_who_ties_splits_what_the_places_get_together() -> None:
    assert shares(4000, (0, 0, 50, 60)) == [400, 1800, 1800, 0, 0]
    assert shares(4000, (0, 0, 0, 60)) == [400, 1200, 1200, 1200, 0]
    assert shares(4000, (0, 0, 0, 0)) == [400, 900, 900, 900, 900]
    assert shares(4000, (0, 50, 50, 60)) == [400, 2700, 450, 450, 0]
    assert shares(4000, (0, 50, 50, 50)) == [400, 2700, 300, 300, 300]


def test_hd29_what_a_tie_for_place_two_cannot_split_goes_to_place_one() -> None:
    # 100 - 10 = 90; a quarter of it is 22, which three do not split: 7 each, and one over.
    assert shares(100, (0, 50, 50, 50)) == [10, 69, 7, 7, 7]


def test_two_seats_play_for_places_one_and_two() -> None:
    match = start_match(CLUB, seats=2, rounds=3, played=[Played((202, -101), (True, True))] * 3)
    found = match.shares(1000)
    assert found is not None
    assert (found.rake, found.seats) == (100, (225, 675))


def test_nobody_opened_at_all_the_places_count() -> None:
    assert shares(4000, (1, 2, 3, 4), opened=(False,) * 4) == [400, 2700, 900, 0, 0]


def test_chips_are_shared_only_at_the_end_and_only_where_they_are_played_for() -> None:
    assert club((-101, 35, 202, 202)).shares(4000) is None
    over = start_match(SILER, rounds=7, played=played(*[(0, 1, 2, 3)] * 7))
    assert over.over
    assert over.shares(4000) is None


def test_it_must_be_known_who_opened_to_share_chips() -> None:
    with pytest.raises(InputError, match=r"input\.field at played\[0\]\.opened"):
        club(*[(0, 1, 2, 3)] * 3, opened=None).shares(4000)


@pytest.mark.parametrize("pot", [-1, True, 4000.0, "4000", None, MOST_CHIPS + 1])
def test_a_pot_is_a_number_of_chips(pot: object) -> None:
    with pytest.raises(InputError, match=r"input\.field at pot"):
        club(*[(0, 1, 2, 3)] * 3).shares(pot)  # type: ignore[arg-type]


def test_chips_of_a_house_set_with_teams_are_split_between_partners() -> None:
    house = derive(
        SILER,
        "house",
        seating=Seating(teams=True),
        match=CLUB.match,
    )
    rounds = played(*[(-101, 202, 0, 202)] * 3)
    match = start_match(house, rounds=3, teams=PARTNERS, played=rounds)
    found = match.shares(101)
    assert found is not None
    assert (found.rake, found.seats) == (10, (35, 11, 34, 11))


POINTS = st.tuples(*[st.integers(-8, 8)] * 4)


@given(
    pot=st.integers(0, 10_000),
    rounds=st.lists(POINTS, min_size=3, max_size=3),
    opened=st.tuples(*[st.booleans()] * 4),
    first=st.integers(1, 5),
    second=st.integers(0, 4),
)
def test_no_chip_is_lost_and_a_better_place_never_gets_less(
    pot: int, rounds: list[tuple[int, ...]], opened: tuple[bool, ...], first: int, second: int
) -> None:
    if first < second:
        first, second = second, first
    match = start_match(
        derive(CLUB, "house", match=replace(CLUB.match, chips=Chips(first=first, second=second))),
        rounds=3,
        played=played(*rounds, opened=opened),
    )
    found = match.shares(pot)
    assert found is not None
    assert found.rake + sum(found.seats) == pot
    assert found.rake == pot // 10
    if sum(opened) == 1:
        assert found.seats[opened.index(True)] == pot - found.rake
        return
    for seat, place in enumerate(match.places):
        for other, worse in enumerate(match.places):
            if place < worse:
                assert found.seats[seat] >= found.seats[other]
            elif place == worse:  # equal but for a chip that cannot be split
                assert abs(found.seats[seat] - found.seats[other]) <= 1
