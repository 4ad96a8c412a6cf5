"""Kinds about an opening: the best, the smallest, a Siler, pairs or runs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from okey.endings import Board, Finish
from okey.hand import Hand
from okey.judge import judge
from okey.melds import laid_tiles
from okey.notation import parse_melds
from okey.rules.rulesets import rule_set
from okey.scoring import score
from okey.search import arrange_left, arrange_pairs, arrange_tiles, best_points
from okey.search.possible import melds_of
from okey.tiles import OKEY
from puzzles.greedy import greedy_points
from puzzles.kinds.pairs_or_runs import costs
from puzzles.kinds.registry import KINDS
from tests.puzzles.asking import asked, is_right, outcome, right, tags
from tests.puzzles.kinds import some
from tutor.tasks.base import Exercise

IN_101 = ("101-guide", "101-club", "101-siler")
every_101 = pytest.mark.parametrize("rules", IN_101)
DATA = Path(__file__).parents[1] / "data"

# Three runs of 7-8-9 are three groups as well; with 10-11-12-13 they are worth 118.
SQUARE = "R7 R8 R9 Y7 Y8 Y9 B7 B8 B9 K10 K11 K12 K13 R1 R2 Y4 B2 K3 K5 R4 Y1"
RUNS = "R7 R8 R9 | Y7 Y8 Y9 | B7 B8 B9"
GROUPS = "R7 Y7 B7 | R8 Y8 B8 | R9 Y9 B9"


# The best opening


@every_101
def test_every_arrangement_worth_as_much_as_the_best_is_right(rules: str) -> None:
    exercise = asked("best-opening", rules, hand=SQUARE, indicator="B3")
    assert outcome(exercise, right(exercise)[0]).values["best"] == 118
    for melds in (
        f"{RUNS} | K10 K11 K12 K13",
        f"K10 K11 K12 K13 | {GROUPS}",
        f"B9 R9 Y9 | K13 K12 K11 K10 | {GROUPS.replace(' | R9 Y9 B9', '')}",
    ):
        assert is_right(exercise, melds)


@every_101
def test_an_opening_worth_less_is_legal_and_not_the_best(rules: str) -> None:
    exercise = asked("best-opening", rules, hand=SQUARE, indicator="B3")
    less = outcome(exercise, f"{RUNS} | K11 K12 K13")
    assert less.verdict is not None
    assert less.verdict.legal
    assert not less.correct
    assert (less.values["laid"], less.values["best"]) == (108, 118)
    too_little = outcome(exercise, RUNS)
    assert not too_little.correct
    assert too_little.rules == ("opening.points",)


def test_pairs_are_no_best_opening_though_they_open() -> None:
    hand = f"{SQUARE} R1"
    doubled = hand.replace("Y4 B2 K3 K5 R4 Y1 R1", "R1 R2 R7 R8 Y7 Y8 B7")
    exercise = asked("best-opening", "101-club", hand=doubled, indicator="B3")
    pairs = outcome(exercise, "R1 R1 | R2 R2 | R7 R7 | R8 R8 | Y7 Y7")
    assert pairs.verdict is not None
    assert pairs.verdict.legal
    assert not pairs.correct


@every_101
def test_typical_mistakes_are_wrong_for_the_rule_that_they_break(rules: str) -> None:
    hand = "Y5 Y6 Y7 Y8 Y9 Y10 K5 K6 K7 K8 K9 K10 B5 B6 B7 R12 R13 R1 F R2 R4"
    exercise = asked("best-opening", rules, hand=hand)
    rest = "Y5 Y6 Y7 Y8 Y9 Y10 | K5 K6 K7 K8 K9 K10 | B5 B6 B7"
    assert is_right(exercise, rest)
    assert "run.no-wrap" in outcome(exercise, f"{rest} | R12 R13 R1").rules
    assert not outcome(exercise, f"{rest} | R2 F R4").correct


@pytest.mark.parametrize("name", ["hands_101", "forced_101", "hard_101"])
def test_the_best_is_what_independent_programs_found(name: str) -> None:
    checked = 0
    for line in (DATA / f"{name}.jsonl").read_text().splitlines()[:250]:
        known = json.loads(line)
        exercise = asked(
            "best-opening", "101-club", indicator=known["indicator"], hand=" ".join(known["hand"])
        )
        if not known["can_open_101"]:
            assert known["best_points"] < 101 or right(exercise) == ()
            continue
        (answer,) = right(exercise)
        found = outcome(exercise, answer)
        assert found.correct
        assert known["best_points"] - 13 <= found.values["best"] <= known["best_points"]
        if known["tiles_at_best_points"] < len(known["hand"]):
            assert found.values["best"] == known["best_points"]
        checked += 1
    assert checked > 10


def test_themes_of_the_best_opening() -> None:
    def seen(hand: str) -> set[str]:
        return tags(asked("best-opening", "101-club", hand=hand, indicator="B3"))

    assert seen(SQUARE) == set()
    with_okey = SQUARE.replace("K12", "B4")
    assert {"one-okey", "okey-in-run"} <= seen(with_okey)
    assert "okey-in-group" not in seen(with_okey)
    in_group = "R13 Y13 B4 K9 K10 K11 K12 R9 Y9 B9 R1 R3 R5 Y2 Y4 B1 K1 K3 Y6 B6 R7"
    assert "okey-in-group" in seen(in_group)
    trap = "R10 R11 R12 R13 Y13 B13 K13 Y10 B10 K10 Y11 B11 Y12 B12 R1 Y2 B5 K4 K7 Y4 R6"
    assert "greedy-trap" not in seen(trap)


def test_the_dearest_meld_each_time_falls_short_in_every_position() -> None:
    for one in some("best-opening", "101-club"):
        features = KINDS["best-opening"].features(one.exercise, one.right, rule_set("101-club"))
        assert features["gap"] > 0


# The smallest opening


def least_by_hand(exercise: Exercise, points: int) -> tuple[int, int]:
    """Fewest tiles and okeys, by trying all sets of melds that are not too long."""
    hand = exercise.hand
    assert hand is not None
    held = Counter(tile.index for tile in hand.tiles)
    melds = {
        (tuple(sorted(one.tiles)), one.points) for one in melds_of(held, hand.okey, exercise.rules)
    }
    order = sorted(melds, key=lambda one: -one[1] / len(one[0]))
    best = (99, 0)

    def go_on(first: int, lacking: int, used: tuple[int, int]) -> None:
        nonlocal best
        for at in range(first, len(order)):
            tiles, worth = order[at]
            if used[0] + -(-lacking * len(tiles) // worth) > best[0]:
                return
            if Counter(tiles) - held:
                continue
            now = (used[0] + len(tiles), used[1] + tiles.count(OKEY.index))
            if worth >= lacking:
                best = min(best, now)
                continue
            held.subtract(tiles)
            go_on(at, lacking - worth, now)
            held.update(tiles)

    go_on(0, points, (0, 0))
    return best


@every_101
def test_no_set_of_melds_opens_with_fewer_tiles_or_okeys(rules: str) -> None:
    for one in some("least-opening", rules):
        found = outcome(one.exercise, one.right[0])
        assert found.correct
        least = (found.values["tiles"], found.values["okeys"])
        assert least == least_by_hand(one.exercise, 101)


@every_101
def test_every_opening_with_as_few_tiles_is_right_and_one_with_more_is_not(rules: str) -> None:
    hand = "R13 Y13 B13 K13 R12 Y12 B12 K12 R11 Y11 K11 R1 Y2 B5 K4 K7 Y4 R6 B7 K1 B9"
    exercise = asked("least-opening", rules, hand=hand, indicator="B3")
    assert outcome(exercise, right(exercise)[0]).values["tiles"] == 9
    for melds in (
        "R11 R12 R13 | Y11 Y12 Y13 | K11 K12 K13",
        "R13 Y13 B13 | R12 Y12 B12 | R11 Y11 K11",
        "K11 K12 K13 | R11 R12 R13 | Y13 Y12 Y11",
    ):
        assert is_right(exercise, melds)
    more = outcome(exercise, "R13 Y13 B13 K13 | R12 Y12 B12 | R11 Y11 K11")
    assert not more.correct
    assert more.verdict is not None
    assert more.verdict.legal
    assert (more.values["laid"], more.values["tiles"]) == (10, 9)


def test_of_as_few_tiles_those_with_fewer_okeys_are_right() -> None:
    hand = "R13 Y13 B13 K13 R12 Y12 B12 R11 Y11 K11 B4 Y2 B5 K4 K7 Y4 R6 B7 K1 B9 R1"
    exercise = asked("least-opening", "101-siler", hand=hand, indicator="B3")
    assert is_right(exercise, "R13 Y13 B13 | R12 Y12 B12 | R11 Y11 K11")
    with_okey = outcome(exercise, "R13 Y13 K13 | R12 Y12 * | R11 Y11 K11")
    assert not with_okey.correct
    assert with_okey.values["laid"] == with_okey.values["tiles"]


def test_themes_of_the_smallest_opening() -> None:
    def seen(hand: str) -> set[str]:
        return tags(asked("least-opening", "101-club", hand=hand, indicator="B3"))

    kept = "R13 Y13 B13 K13 R12 Y12 B12 R11 Y11 K11 B4 Y2 B5 K4 K7 Y4 R6 B7 K1 B9 R1"
    assert "keeps-okey" in seen(kept)
    used = "R13 Y13 B4 R12 Y12 B12 R11 Y11 K11 R1 Y2 B5 K4 K7 Y4 R6 B7 K1 B9 Y6 R3"
    assert "keeps-okey" not in seen(used)
    exact = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9 R1 Y2 B5 K4 Y4 R5 B1 K1 K2 R3"
    assert "exactly-101" in seen(exact)
    assert "exactly-101" not in seen(kept)
    assert "part-of-a-meld" in seen(kept)
    assert "part-of-a-meld" not in seen(exact)


# A Siler

AT_150 = "R10 R11 R12 R13 Y10 Y11 Y12 Y13 K10 K11 K12 K13 B4 R4 Y4 R1 B6 K6 Y2 B2 K2"


def test_150_points_are_a_siler_and_149_are_not() -> None:
    exercise = asked("reach-siler", "101-siler", hand=AT_150, indicator="B8")
    runs = "R10 R11 R12 R13 | Y10 Y11 Y12 Y13 | K10 K11 K12 K13"
    assert is_right(exercise, f"{runs} | B4 R4 Y4")
    assert is_right(exercise, f"Y4 B4 R4 | {runs} | Y2 B2 K2")
    assert not is_right(exercise, "cannot")
    short = outcome(exercise, runs)
    assert short.verdict is not None
    assert short.verdict.legal
    assert not short.correct
    assert (short.values["laid"], short.values["best"]) == (138, 156)


def test_where_no_opening_is_a_siler_that_is_the_answer() -> None:
    hand = AT_150.replace("Y4", "Y7").replace("Y2", "Y8")
    exercise = asked("reach-siler", "101-siler", hand=hand, indicator="B8")
    assert right(exercise) == ("cannot",)
    assert is_right(exercise, "cannot")
    assert not is_right(exercise, "R10 R11 R12 R13 | Y10 Y11 Y12 Y13 | K10 K11 K12 K13")
    assert outcome(exercise, "R10 R11 R12 R13").rules == ("opening.points",)


def test_seven_pairs_are_a_siler_and_six_are_not() -> None:
    pairs = ("R3 R3", "B8 B8", "K1 K1", "K5 K5", "Y2 Y2", "Y9 Y9", "R6 R6")
    hand = f"{' '.join(pairs)} B4 K12 Y13 R11 B1 Y7 K9"
    exercise = asked("reach-siler", "101-siler", hand=hand)
    assert is_right(exercise, right(exercise)[0])
    assert is_right(exercise, " | ".join(pairs))
    assert not is_right(exercise, " | ".join(pairs[:6]))
    with_okey = asked("reach-siler", "101-siler", hand=hand.replace("R6 R6", "R6 B11"))
    assert is_right(with_okey, " | ".join((*pairs[:6], "R6 *")))
    false = asked("reach-siler", "101-siler", hand=hand.replace("R6 R6", "R6 F"))
    assert right(false) == ("cannot",)
    assert "pair.identical" in outcome(false, " | ".join((*pairs[:6], "R6 F"))).rules


def test_only_one_rule_set_has_a_siler() -> None:
    assert KINDS["reach-siler"].rule_sets == ("101-siler",)


def test_themes_of_a_siler() -> None:
    def seen(hand: str) -> set[str]:
        return tags(asked("reach-siler", "101-siler", hand=hand, indicator="B8"))

    assert seen(AT_150) == set()
    exact = AT_150.replace("Y2", "Y5").replace("B6", "B1")
    assert {"near", "exactly-enough"} <= seen(exact)
    under = exact.replace("R4", "R3")
    assert "exactly-enough" not in seen(under)
    assert "many-pairs" not in seen(exact)
    doubles = "R3 R3 B9 B9 K1 K1 K5 K5 Y2 Y2 Y9 Y9 R6 R7 B4 K12 Y13 R11 B1 Y7 K9"
    assert "many-pairs" in seen(doubles)
    assert "greedy-trap" not in seen(exact)


# Pairs or runs


@pytest.mark.parametrize("rules", ["101-club", "101-siler"])
def test_the_way_that_leaves_less_is_the_one_that_the_score_favours(rules: str) -> None:
    rs = rule_set(rules)
    for one in some("pairs-or-runs", rules, count=20):
        hand = one.exercise.hand
        assert hand is not None
        found = costs(hand, rs)
        assert found is not None
        written = {"melds": after_melds(hand, rules), "pairs": after_pairs(hand, rules)}
        assert (found.melds, found.pairs) == (written["melds"], written["pairs"])
        assert one.right == (min(written, key=lambda way: written[way]),)


def after_melds(hand: Hand, rules: str) -> int:
    """What the engine writes after the runs and groups that leave least."""
    false = 101 if rules == "101-club" else hand.okey.number
    found = arrange_left(hand, okey_value=101, false_okey_value=false)
    left = Counter(hand.tiles) - Counter(laid_tiles(found.melds))
    board = Board("melds", tuple(left.elements()), opening_points=found.points)
    return _written(board, hand, rules)


def after_pairs(hand: Hand, rules: str) -> int:
    """What the engine writes after all pairs, the okeys with what would cost most."""
    false = 101 if rules == "101-club" else hand.okey.number
    singles = Counter(tile for tile in hand.tiles if tile is not OKEY)
    odd = [tile for tile, count in singles.items() if count % 2]
    odd.sort(key=lambda tile: -(tile.number if tile.is_face else false))
    left = odd[hand.okeys :]
    if len(odd) < hand.okeys:  # an okey takes the twin of the cheapest tile
        left = [min((tile for tile in hand.tiles if tile.is_face), key=lambda tile: tile.number)]
    board = Board("pairs", tuple(left), opening_pairs=len(arrange_pairs(hand)))
    return _written(board, hand, rules)


def _written(board: Board, hand: Hand, rules: str) -> int:
    others = (Board("melds"), board, Board(None), Board(None))
    result = score(rule_set(rules), indicator=hand.indicator, boards=others, finish=Finish(seat=0))
    return result.scores[1]


def test_ten_pairs_are_declared_in_the_guide_and_nine_are_not() -> None:
    pairs = "R10 R10 R11 R11 R12 R12 R13 R13 Y13 Y13 K13 K13 Y9 Y9 B9 B9 K9 K9 R1 R1 B5"
    exercise = asked("pairs-or-runs", "101-guide", hand=pairs)
    assert right(exercise) == ("pairs",)
    assert not is_right(exercise, "melds")
    nine = asked("pairs-or-runs", "101-guide", hand=pairs.replace("R1 R1", "R1 B1"))
    assert right(nine) == ("melds",)
    assert outcome(nine, "pairs").values["pairs"] == 9
    okey = asked("pairs-or-runs", "101-guide", hand=pairs.replace("R1 R1", "R1 B11"))
    assert right(okey) == ("pairs",)
    false = asked("pairs-or-runs", "101-guide", hand=pairs.replace("R1 R1", "R1 F"))
    assert right(false) == ("melds",)


def test_a_tie_leaves_both_ways_right_and_is_not_kept() -> None:
    kind, rules = KINDS["pairs-or-runs"], rule_set("101-club")
    proposals = (kind.generate(rules, f"ties/{at}", {}) for at in range(2_000))
    tied = next(one for one in proposals if one is not None and len(kind.right(one, rules)) == 2)
    assert is_right(tied, "melds")
    assert is_right(tied, "pairs")
    assert not kind.wanted(tied, kind.right(tied, rules), rules)


def test_themes_of_pairs_or_runs() -> None:
    for one in some("pairs-or-runs", "101-siler", count=20):
        hand = one.exercise.hand
        assert hand is not None
        found, seen = costs(hand, rule_set("101-siler")), tags(one.exercise)
        assert found is not None
        pairs = len(arrange_pairs(hand))
        assert ("close" in seen) is (abs(found.melds - found.pairs) <= 10)
        assert ("siler-by-pairs" in seen) is (pairs >= 7)
        assert ("more-pairs" in seen) is (pairs >= 7)


@every_101
@pytest.mark.parametrize("key", ["best-opening", "least-opening"])
def test_what_is_shown_as_right_is_a_legal_opening(key: str, rules: str) -> None:
    for one in some(key, rules):
        hand = one.exercise.hand
        assert hand is not None
        melds = parse_melds(one.right[0], hand.indicator)
        verdict = judge(
            melds, rules=rule_set(rules), indicator=hand.indicator, as_="opening", hand=hand
        )
        assert verdict.legal
        assert verdict.points >= 101


def test_traps_of_the_best_opening_are_named_where_they_are() -> None:
    seen = set()
    for one in some("best-opening", "101-club", count=40):
        hand = one.exercise.hand
        assert hand is not None
        found = tags(one.exercise)
        laid = sum(len(meld) for meld in parse_melds(one.right[0], hand.indicator))
        trap, fewer = greedy_points(hand) < 101, arrange_tiles(hand).tiles > laid
        assert ("greedy-trap" in found) is trap
        assert ("tiles-for-points" in found) is fewer
        seen |= {("trap", trap), ("fewer", fewer)}
    assert len(seen) == 4


def test_a_siler_that_the_dearest_meld_each_time_misses_is_named() -> None:
    seen = set()
    for one in some("reach-siler", "101-siler", count=40):
        hand = one.exercise.hand
        assert hand is not None
        trap = best_points(hand) >= 150 > greedy_points(hand)
        assert ("greedy-trap" in tags(one.exercise)) is trap
        seen.add(trap)
    assert seen == {True, False}
