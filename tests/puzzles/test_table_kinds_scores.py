"""Kinds about scores and chips, each held against sums of the ledger written out here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from okey.ended import carried, tally
from okey.endings import Board, Finish
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from okey.scoring import score
from okey.tiles import FACES
from puzzles.kinds.registry import KINDS
from puzzles.kinds.reverse_score import every_finish, keys, possible, remainders, tells
from tests.puzzles.asking import is_right, outcome, right, tags
from tests.puzzles.at_the_table import ended
from tests.puzzles.kinds import some
from tutor.names import finish_key
from tutor.tasks.base import Exercise

GUIDE, CLASSIC, CLUB, SILER = "101-guide", "classic", "101-club", "101-siler"


PLAIN, OKEY = Finish(0), Finish(0, okey_last=True)


PAIRS = Finish(0, by="pairs")
HAND = Finish(0, same_turn=True)
DIRECT = Finish(0, same_turn=True, first_to_open=True)


WON, R35, UN = "melds:", "melds: K13 R12 B10", "-"


R5K7 = "melds: R5 K7"


def scored(
    rules: str, boards: Sequence[str], finish: Finish | None, *events: tuple[str, int], **more: Any
) -> str:
    return right(ended("score-round", rules, boards, finish, *events, **more))[0]


# Score the round


@pytest.mark.parametrize(
    ("rules", "boards", "finish", "expected"),
    [
        # G-38 to G-40, G-42: the remainder 13 + 12 + 10 = 35, doubled by the okey.
        (GUIDE, (WON, R35, UN, UN), PLAIN, "-101 35 202 202"),
        (GUIDE, (WON, R35, UN, UN), OKEY, "-202 70 404 404"),
        # G-33 and X3: all at once brings nothing more in the guide.
        (GUIDE, (WON, UN, UN, UN), DIRECT, "-101 202 202 202"),
        # G-36, G-44: declared pairs double; HD-13: an okey left counts its number, 5 + 7 + 11.
        (GUIDE, ("-", R35, "melds: R5 K7 *", UN), PAIRS, "-202 70 46 404"),
        # HD-12: without a winner as usual.
        (GUIDE, (WON + " R1", R35, UN, UN), None, "1 35 202 202"),
        # P-30 to P-32, P-36: the club doubles everything, from the hand whoever else has opened.
        (CLUB, (WON, R35, UN, UN), PLAIN, "-101 35 202 202"),
        (CLUB, (WON, R35, UN, UN), OKEY, "-202 70 404 404"),
        (CLUB, (WON, R35, UN, UN), HAND, "-202 70 404 404"),
        # P-31: R5 K7 at four times is 48; P-33 at twice: (12 + 202) * 2 = 428.
        (CLUB, (WON, R5K7, UN, UN), Finish(0, okey_last=True, same_turn=True), "-404 48 808 808"),
        (CLUB, (WON, "melds: R5 K7 * F", UN, UN), OKEY, "-202 428 404 404"),
        # P-37: three doublings are eight.
        (CLUB, ("pairs:", R5K7, UN, UN), Finish(0, True, "pairs", True), "-808 96 1616 1616"),
        # P-38: everybody writes the hand, also who has not opened (35 and 90).
        (
            CLUB,
            (R35, "-: K13 R13 B13 Y13 K12 R12 B12 Y2", "melds: R1", "melds: R2"),
            None,
            "35 90 1 2",
        ),
        # S-09 to S-17: the siler doubles the bonus and the unopened, never a remainder.
        (SILER, (WON, R35, UN, UN), OKEY, "-202 35 404 404"),
        (SILER, (WON, UN, UN, UN), DIRECT, "-202 404 404 404"),
        (SILER, (WON, UN, UN, UN), Finish(0, True, "melds", True, True), "-404 808 808 808"),
        (SILER, (WON, R35, UN, UN), HAND, "-101 35 202 202"),
        (SILER, ("pairs:", R5K7, UN, UN), Finish(0, True, "pairs"), "-404 12 808 808"),
        # S-14, S-15: pairs double what is left, not the okey: 24 + 101; by points 12 + 101.
        (SILER, (WON, "pairs: R5 K7 *", "melds: R5 K7 *", UN), PLAIN, "-101 125 113 202"),
        # S-15: two okeys after pairs, 24 + 202 = 226.
        (SILER, (WON, "pairs: R5 K7 * *", UN, UN), PLAIN, "-101 226 202 202"),
        # S-23, S-24: a null round.
        (SILER, (UN, UN, UN, UN), None, "0 0 0 0"),
        (SILER, (R35, "pairs: R5 K7 *", UN, UN), None, "35 125 202 202"),
        # K-26 to K-29: two, times two for the okey, times two for pairs; K-25: nobody.
        (CLASSIC, ("-",) * 4, PLAIN, "0 -2 -2 -2"),
        (CLASSIC, ("-",) * 4, OKEY, "0 -4 -4 -4"),
        (CLASSIC, ("-",) * 4, PAIRS, "0 -4 -4 -4"),
        (CLASSIC, ("-",) * 4, Finish(0, True, "pairs"), "0 -8 -8 -8"),
        (CLASSIC, ("-",) * 4, None, "0 0 0 0"),
    ],
)
def test_rounds_are_scored_as_the_ledger_says(
    rules: str, boards: Sequence[str], finish: Finish | None, expected: str
) -> None:
    assert scored(rules, boards, finish) == expected


def test_penalties_are_flat_and_risk_doubles_the_end_alone() -> None:
    # G-27, G-30, G-43: 101 beside 2 * 202; a joker finish in a risk round is four times.
    giver = ("penalty.giver", 2)
    assert scored(GUIDE, (WON, R35, UN, UN), PLAIN, giver) == "-101 35 303 202"
    assert scored(GUIDE, (WON, R35, UN, UN), PLAIN, giver, risk=True) == "-202 70 505 404"
    assert scored(GUIDE, ("-", R35, UN, UN), Finish(0, True, "pairs"), risk=True) == (
        "-808 280 1616 1616"
    )
    thrown = ("penalty.okey-thrown", 1)
    assert scored(CLUB, (WON, R35, UN, UN), OKEY, thrown) == "-202 171 404 404"
    # S-30: an okey taken back; S-25: it stays in a null round.
    assert scored(SILER, (UN, UN, UN, UN), None, ("penalty.okey-retrieved", 3)) == "0 0 0 101"
    # K-30: the indicator's twin costs each other balance one.
    assert scored(CLASSIC, ("-",) * 4, OKEY, ("score.indicator-shown", 3)) == "-1 -5 -5 -4"


def test_a_siler_stays_and_partners_write_nothing() -> None:
    # S-06 to S-08
    assert scored(SILER, ("melds=150:", "melds: K12", UN, UN), PLAIN) == "-202 12 202 202"
    assert scored(SILER, (WON, "melds=150: K12", UN, UN), PLAIN) == "-101 -89 202 202"
    assert scored(SILER, (WON, "melds=149: K12", UN, UN), PLAIN) == "-101 12 202 202"
    assert scored(SILER, (WON, "pairs=7: R6", "pairs=6: R5", UN), PLAIN) == "-101 -89 10 202"
    # S-27 to S-29
    assert scored(SILER, (WON, UN, UN, UN), PLAIN, teams=True) == "-101 202 0 202"
    assert scored(SILER, (WON, UN, "melds=150: K12", UN), PLAIN, teams=True) == "-101 202 -101 202"


def test_numbers_in_any_spelling_are_compared_seat_by_seat() -> None:
    exercise = ended("score-round", CLUB, (WON, R35, UN, UN), OKEY)
    for answer in ("-202 70 404 404", "−202, 70, 404, 404", "-202  +70 404 404"):
        assert is_right(exercise, answer)
    wrong = outcome(exercise, "-202 35 404 404")
    assert not wrong.correct
    assert wrong.values["seat"] == "seat:1"
    assert wrong.rules[:2] == ("factor.okey", "score.remainder")
    assert outcome(exercise, "-101 70 404 404").rules == ("factor.okey", "score.winner")
    assert outcome(exercise, "-202 70 202 404").rules == ("factor.okey", "score.unopened")
    held = ended("score-round", CLUB, (WON, "melds: R5 *", UN, UN), PLAIN)
    assert outcome(held, "-101 16 202 202").rules[0] == "score.okey-held"
    null = ended("score-round", CLUB, (R35, "-: R5", R35.replace("B10", "B9"), UN), None)
    assert outcome(null, "0 0 0 0").rules[0] == "score.null-round"
    for nonsense in ("", "1 2 3", "1 2 3 4 5", "a b c d", "1.5 2 3 4"):
        with pytest.raises(InputError):
            outcome(exercise, nonsense)


@pytest.mark.parametrize("rules", [GUIDE, CLASSIC, CLUB, SILER])
def test_what_is_asked_agrees_with_the_engines_score(rules: str) -> None:
    for one in some("score-round", rules, count=20):
        end, rs = one.exercise.ended, rule_set(rules)
        assert end is not None
        found = tally(end, rs)
        assert one.right == (" ".join(map(str, found.scores)),)
        assert sum(line.points for line in found.lines) == sum(found.scores)


def test_the_classic_ends_are_all_there_once() -> None:
    every = KINDS["score-round"].every(rule_set(CLASSIC))
    assert every is not None
    found = list(every)
    assert len(found) == 85 == 17 * 5
    assert len({(one.ended.finish, one.ended.events) for one in found if one.ended}) == 85
    for other in (GUIDE, CLUB, SILER):
        assert KINDS["score-round"].every(rule_set(other)) is None


def test_themes_of_ends() -> None:
    def themed(rules: str, *how: object, **more: Any) -> set[str]:
        return tags(ended("score-round", rules, *how, **more))  # type: ignore[arg-type]

    assert themed(CLUB, (WON, R35, UN, UN), PLAIN) == set()
    assert themed(CLUB, (WON, "melds: R5 *", "melds: F", UN), OKEY) == {
        "okey-finish", "okey-left", "false-okey-left",
    }  # fmt: skip
    assert themed(SILER, (WON, UN, UN, UN), DIRECT) == {"from-hand", "direct"}
    assert themed(SILER, (WON, R35, UN, UN), HAND) == {"from-hand"}
    assert themed(SILER, ("pairs:", R35, UN, UN), PAIRS) == {"pair-finish"}
    assert themed(SILER, (WON, "pairs: R5", UN, UN), PLAIN) == {"pair-opener"}
    assert themed(SILER, (UN,) * 4, None) == {"null-round", "nobody-opened"}
    assert themed(SILER, (WON, "melds=150: R5", UN, UN), PLAIN) == {"siler"}
    assert themed(SILER, (WON, "melds=149: R5", UN, UN), PLAIN) == {"near-siler"}
    assert themed(SILER, (WON, R5K7, UN, UN), PLAIN, teams=True) == {"duo"}
    assert themed(GUIDE, (WON, R5K7, UN, UN), PLAIN, risk=True) == {"risk"}
    penalised = ended("score-round", CLUB, (WON, R35, UN, UN), PLAIN, ("penalty.okey-thrown", 1))
    assert tags(penalised) == {"penalty"}


def test_the_proof_adds_up_in_a_line_a_seat() -> None:
    kind = KINDS["score-round"]
    exercise = ended("score-round", CLUB, (WON, R35, UN, UN), OKEY, ("penalty.okey-thrown", 1))
    told = kind.prove(exercise, {"right": list(right(exercise))}, "en")
    assert "Seat 1: −202 (Winner −101 × 2)" in told
    assert "Seat 2: 171 (Okey thrown 101, Left in the hand 35 × 2)" in told
    assert "Seat 3: 404 (Not opened 202 × 2)" in told


# Other rules


@pytest.mark.parametrize(
    ("boards", "finish", "seat", "guide", "club", "siler"),
    [
        ((WON, R35, UN, UN), OKEY, 1, 70, 70, 35),  # X2
        ((WON, UN, UN, UN), DIRECT, 1, 202, 404, 404),  # X3
        ((WON, R35, UN, UN), HAND, 2, 202, 404, 202),  # X4
        ((WON, "melds: R5 K7 *", UN, UN), PLAIN, 1, 23, 113, 113),  # X5
        ((WON, "melds: R5 K7 F", UN, UN), PLAIN, 1, 23, 113, 23),  # X6
        (("melds: R1", "-: K13 R13 B13 Y13 K12 R12 B12 Y2", UN, UN), None, 1, 202, 90, 202),  # X8
    ],
)
def test_the_ledgers_telling_vectors(
    boards: Sequence[str], finish: Finish | None, seat: int, guide: int, club: int, siler: int
) -> None:
    known = {GUIDE: guide, CLUB: club, SILER: siler}
    for own in known:
        for other, points in known.items():
            if own != other:
                ask = other.replace("-", "_")
                answer = right(ended("score-compare", own, boards, finish, ask=ask))[0]
                assert int(answer.split()[seat]) == points, (own, other)


def test_a_pair_opener_is_doubled_by_the_siler_alone_and_classic_knows_boards_not() -> None:
    boards = (WON, "pairs: R5 K7", UN, UN)  # X7
    assert right(ended("score-compare", CLUB, boards, PLAIN, ask="101_siler")) == (
        "-101 24 202 202",
    )
    assert right(ended("score-compare", SILER, boards, PLAIN, ask="101_club")) == (
        "-101 12 202 202",
    )
    assert right(ended("score-compare", CLUB, boards, OKEY, ask="classic")) == ("0 -4 -4 -4",)
    pairs = ended(
        "score-compare", CLUB, ("pairs:", UN, UN, UN), Finish(0, True, "pairs"), ask="classic"
    )
    assert right(pairs) == ("0 -8 -8 -8",)  # X16
    # A penalty that the other rule set does not know is not written there (X10, X11).
    fits = ended(
        "score-compare", CLUB, (WON, R35, UN, UN), PLAIN, ("penalty.layable-discard", 1),
        ask="101_guide", values={"s0": -101, "s1": 136, "s2": 202, "s3": 202},
    )  # fmt: skip
    assert right(fits) == ("-101 35 202 202",)
    assert tags(fits) == {"penalty", "one-differs"}


@pytest.mark.parametrize("rules", [GUIDE, CLUB, SILER])
def test_kept_rounds_differ_and_are_scored_by_the_other_engine_rules(rules: str) -> None:
    for one in some("score-compare", rules, count=20):
        end, other = one.exercise.ended, rule_set(one.exercise.ask.replace("_", "-"))
        assert end is not None
        own = tally(end, rule_set(rules)).scores
        assert [one.exercise.values[f"s{seat}"] for seat in range(4)] == list(own)
        there = tally(carried(end, other), other).scores
        assert one.right == (" ".join(map(str, there)),)
        assert there != own
        wrong = KINDS["score-compare"].check(one.exercise, " ".join(map(str, own)), rule_set(rules))
        assert not wrong.correct
        assert wrong.rules


# What finish was that?


def reversed_(rules: str, numbers: Sequence[int], told: str = "any") -> Exercise:
    rs = rule_set(rules)
    values = {f"s{seat}": number for seat, number in enumerate(numbers)}
    return Exercise(
        "reverse-score", rs, "tests", FACES[0], ask=told, options=keys(rs), values=values
    )


@pytest.mark.parametrize(
    ("rules", "numbers", "told", "answers"),
    [
        (SILER, (-202, 404, 35, 404), "any", {"normal_okey", "pairs"}),
        (SILER, (-202, 404, 35, 404), "melds", {"normal_okey"}),
        (SILER, (-202, 404, 404, 404), "melds", {"normal_okey", "direct"}),
        (SILER, (-202, 404, 404, 404), "same", {"normal_okey", "direct"}),
        (SILER, (-202, 404, 404, 404), "earlier", {"normal_okey"}),
        (SILER, (-404, 808, 808, 808), "pairs", {"pairs_okey"}),
        (SILER, (-404, 808, 808, 808), "melds", {"direct_okey"}),
        (SILER, (-101, 202, 12, 12), "any", {"normal"}),
        (CLUB, (-202, 404, 35, 404), "any", set()),  # 35 is no remainder that was doubled
        (CLUB, (-202, 404, 70, 404), "any", {"normal_okey", "from_hand", "pairs"}),
        (CLUB, (-202, 404, 70, 404), "earlier", {"normal_okey"}),
        (CLUB, (-404, 808, 808, 808), "same", {"from_hand_okey"}),
        (CLUB, (-808, 96, 1616, 1616), "any", {"pairs_from_hand_okey"}),
        # Pairs alone never empty the first hand: one of the three opened and has 202 left.
        (CLUB, (-808, 1616, 1616, 1616), "any", {"pairs_from_hand_okey"}),
        (CLUB, (-808, 1616, 1616, 1616), "melds", set()),
        (GUIDE, (-202, 70, 404, 404), "any", {"normal_okey", "declared"}),
        (GUIDE, (-404, 140, 808, 808), "any", {"declared_okey"}),
    ],
)
def test_every_finish_that_can_have_written_this_is_right(
    rules: str, numbers: Sequence[int], told: str, answers: set[str]
) -> None:
    exercise = reversed_(rules, numbers, told)
    assert set(right(exercise)) == answers
    for option in exercise.options:
        assert is_right(exercise, option) is (option in answers)


@pytest.mark.parametrize("rules", [GUIDE, CLUB, SILER])
def test_reverse_scores_agree_with_scoring_each_finish(rules: str) -> None:
    """Rounds made forward: the finish that was played is always among the right ones."""
    rs = rule_set(rules)
    for finish in every_finish(rs):
        alone = finish.same_turn and finish.first_to_open
        declared = finish.by == "pairs" and (rs.opening is None or rs.opening.pairs is None)
        for left in ((FACES[4], FACES[30]), (FACES[12],) * 2):
            others = (
                [Board(None)] * 3 if alone else [Board("melds", left), Board(None), Board(None)]
            )
            boards = [Board(None if declared else finish.by), *others]
            scores = score(rs, indicator=FACES[20], boards=boards, finish=finish).scores
            assert finish_key(finish, rs) in right(reversed_(rules, scores))
            assert possible(scores, finish, rs)


def test_remainders_are_sums_that_a_hand_can_have() -> None:
    club, siler = rule_set(CLUB), rule_set(SILER)
    assert {1, 35, 101, 113, 202} <= remainders(club, PLAIN)
    assert {70, 428} <= remainders(club, OKEY)
    assert 35 not in remainders(club, OKEY)
    assert {12, 24, 113, 125, 226} <= remainders(siler, OKEY)
    assert 0 not in remainders(club, PLAIN)
    assert max(remainders(siler, PLAIN)) < 1000


def test_what_is_told_narrows_the_finishes() -> None:
    assert tells(PAIRS, "pairs")
    assert not tells(PAIRS, "melds")
    assert tells(HAND, "same")
    assert not tells(HAND, "earlier")
    assert tells(PLAIN, "earlier")
    assert tells(OKEY, "any")


def test_themes_of_reversed_scores() -> None:
    assert tags(reversed_(SILER, (-101, 202, 12, 30))) == {"one-way"}
    assert "several-ways" in tags(reversed_(SILER, (-202, 404, 35, 404)))
    assert "none-opened" in tags(reversed_(SILER, (-202, 404, 404, 404)))
    assert "none-opened" not in tags(reversed_(SILER, (-202, 404, 35, 404)))
    assert "direct" in tags(reversed_(SILER, (-202, 404, 404, 404), "same"))
    assert {"highest", "pair-finish"} <= tags(reversed_(SILER, (-404, 808, 808, 808), "pairs"))
    assert "pair-finish" not in tags(reversed_(SILER, (-202, 404, 35, 404)))
