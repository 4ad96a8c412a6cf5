"""The search is exact: against recorded answers, an integer program, brute force and the judge."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from okey import OKEY, Hand, Tile, judge
from okey.deal import deal
from okey.melds import laid_tiles
from okey.search import (
    OpeningSolution,
    ShowingSolution,
    arrange_left,
    arrange_pairs,
    arrange_points,
    arrange_tiles,
    best_points,
    can_open,
    count_pairs,
    solve,
)
from okey.tiles import FALSE_OKEY, TILES, Colour, face
from tests.engine.recorded import CLASSIC, CLUB, GUIDE, assert_laid, few, hands, read, recorded

from . import oracle

HANDS_101 = [
    line
    for name in ("hands_101.jsonl", "forced_101.jsonl", "hard_101.jsonl")
    for line in recorded(name)
]


# Recorded answers


@pytest.mark.parametrize("line", HANDS_101, ids=lambda line: line["id"])
def test_recorded_101_hands_are_answered_exactly(line: dict[str, Any]) -> None:
    hand = read(line)
    guide, club = solve(hand, GUIDE), solve(hand, CLUB)
    assert isinstance(guide, OpeningSolution)
    assert isinstance(club, OpeningSolution)
    assert best_points(hand) == guide.best_points == line["best_points"]
    points, tiles = arrange_points(hand), arrange_tiles(hand)
    assert (points.points, points.tiles) == (line["best_points"], line["tiles_at_best_points"])
    assert (tiles.points, tiles.tiles) == (line["points_at_best_tiles"], line["best_tiles_laid"])
    assert guide.most_tiles == line["best_tiles_laid"]
    assert count_pairs(hand) == club.pairs == len(arrange_pairs(hand)) == line["pairs"]
    ways = {"melds": line["can_open_101"], "pairs": line["can_open_pairs"]}
    assert guide.can_open == can_open(hand, GUIDE) == line["can_open_101"]
    assert club.opens_by == tuple(way for way, opens in ways.items() if opens)
    assert can_open(hand, CLUB) == any(ways.values())
    assert guide.can_finish == club.can_finish == line["can_finish_closed"]
    assert_laid(hand, guide.best_melds, line["best_points"])
    assert_laid(hand, guide.most_tiles_melds, line["points_at_best_tiles"])
    assert_laid(hand, arrange_pairs(hand), 0)


@pytest.mark.parametrize("line", recorded("hands_classic.jsonl"), ids=lambda line: line["id"])
def test_recorded_classic_hands_are_answered_exactly(line: dict[str, Any]) -> None:
    hand = read(line)
    solution = solve(hand, CLASSIC)
    assert isinstance(solution, ShowingSolution)
    assert count_pairs(hand) == line["pairs"]
    assert solution.complete == can_open(hand, CLASSIC) == line["win"]
    assert solution.by == ("pairs" if line["win_pairs"] else "melds" if line["win"] else None)
    assert (solution.throw is not None) == (line["win"] and len(hand.tiles) == 15)
    if solution.melds is not None:
        shown = judge(
            solution.melds, rules=CLASSIC, indicator=hand.indicator, as_="finish", hand=hand
        )
        assert shown.legal, shown.violations
        thrown = [solution.throw] if solution.throw else []
        assert Counter([*laid_tiles(solution.melds), *thrown]) == Counter(hand.tiles)


@few
@given(hands((21, 22)))
def test_an_integer_program_finds_nothing_better(hand: Hand) -> None:
    text, okey = str(hand), str(hand.okey)
    assert best_points(hand) == oracle.most(text, okey, points=1, tiles=0)
    for arrangement, (points, tiles) in (
        (arrange_points(hand), (100, 1)),
        (arrange_tiles(hand), (1, 1000)),
    ):
        value = arrangement.points * points + arrangement.tiles * tiles
        assert value == oracle.most(text, okey, points=points, tiles=tiles)
        assert_laid(hand, arrangement.melds, arrangement.points)


@few
@given(hands((21, 22)))
def test_a_hand_opens_only_with_a_tile_left_to_throw(hand: Hand) -> None:
    most = oracle.most(str(hand), str(hand.okey), points=1, tiles=0, leave=1)
    assert can_open(hand, GUIDE) == (most >= 101)


@few
@given(hands((3, 5, 7, 8, 9, 10)))
def test_brute_force_finds_the_same_in_small_hands(hand: Hand) -> None:
    ways = oracle.outcomes(str(hand), str(hand.okey))
    most_points, most_tiles = max(ways.values()), max(ways)
    points, tiles = arrange_points(hand), arrange_tiles(hand)
    assert best_points(hand) == points.points == most_points
    assert points.tiles == max(laid for laid, worth in ways.items() if worth == most_points)
    assert (tiles.tiles, tiles.points) == (most_tiles, ways[most_tiles])
    assert_laid(hand, points.melds, points.points)
    assert_laid(hand, tiles.melds, tiles.points)
    leaving_one = [worth for laid, worth in ways.items() if laid < len(hand.tiles)]
    assert can_open(hand, GUIDE) == (max(leaving_one, default=0) >= 101)


@few
@given(hands((14, 15)))
def test_an_integer_program_agrees_on_classic_hands(hand: Hand) -> None:
    leave = len(hand.tiles) - 14
    most = oracle.most(str(hand), str(hand.okey), points=0, tiles=1, leave=leave, wrap_end=True)
    solution = solve(hand, CLASSIC)
    assert isinstance(solution, ShowingSolution)
    assert solution.complete == (most == 14 or count_pairs(hand) >= 7)
    assert solution.by != "melds" or most == 14


# What must hold for every hand


@few
@given(hands((14, 21, 22)), st.permutations(range(4)), st.randoms(use_true_random=False))
def test_order_and_colours_change_nothing_but_names(
    hand: Hand, colours: list[int], random: Any
) -> None:
    def renamed(tile: Tile) -> Tile:
        return face(Colour(colours[tile.colour]), tile.number) if tile.is_face else tile

    tiles = [renamed(tile) for tile in hand.tiles]
    random.shuffle(tiles)
    other = Hand(renamed(hand.indicator), tuple(tiles))
    assert best_points(other) == best_points(hand)
    assert arrange_tiles(other).tiles == arrange_tiles(hand).tiles
    assert count_pairs(other) == count_pairs(hand)
    assert can_open(other, CLUB) == can_open(hand, CLUB)
    assert can_open(other, CLASSIC) == can_open(hand, CLASSIC)


@few
@given(hands((12, 20, 21), okeys=1), st.sampled_from(TILES))
def test_a_tile_more_never_lowers_the_best(hand: Hand, tile: Tile) -> None:
    assume(tile != hand.okey)
    more = Hand(hand.indicator, (*hand.tiles, tile))
    assume(Counter([*more.tiles, more.indicator])[tile] <= 2)
    with_okey = Hand(hand.indicator, (*hand.tiles, OKEY))
    assert best_points(hand) <= best_points(more) <= best_points(with_okey)
    assert arrange_tiles(hand).tiles <= arrange_tiles(more).tiles <= arrange_tiles(with_okey).tiles
    assert count_pairs(hand) <= count_pairs(more) <= count_pairs(with_okey)


@given(st.integers(0, 10_000))
@few
def test_pairs_are_as_many_as_can_be_matched(index: int) -> None:
    hand = deal("pairs", index, tiles=22)
    counts = Counter(tile for tile in hand.tiles if tile != OKEY)
    singles = sum(count % 2 for count in counts.values())
    twins = sum(count // 2 for count in counts.values())
    with_okeys = min(singles, hand.okeys)
    assert count_pairs(hand) == twins + with_okeys + (hand.okeys - with_okeys) // 2
    assert_laid(hand, arrange_pairs(hand), 0)


# Single findings


@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ("R12 R13 *", 36),  # the okey is the R11, never a 1 after the 13
        ("K8 * *", 27),
        ("K12 * *", 36),
        ("R8 B8 * *", 32),
        ("* B8 *", 27),
        ("R11 F F", 0),  # blue twice
        ("F F Y11 K11 R11", 44),
        ("R1 R2 R3 Y1 B1 K1 *", 13),
        ("R5 R5 R6 R6 R7 R7", 36),
    ],
)
def test_okeys_and_false_okeys_are_placed_for_the_most_points(tiles: str, points: int) -> None:
    hand = Hand.parse(tiles, "B10")
    assert best_points(hand) == points
    assert max(oracle.outcomes(tiles, "B11").values()) == points


@pytest.mark.parametrize(
    ("tiles", "opens"),
    [
        ("R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9", False),  # 101, nothing left to throw
        ("R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9 *", True),  # the okey stays
        ("R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9 R1", True),
        ("R11 R12 R13 Y11 Y12 Y13 B12 B13 K12 K13 *", True),
        ("R9 R10 R11 R12 R13 Y10 Y11 Y12 Y13", False),  # exactly 101
        ("R8 R9 R10 R11 R12 R13 Y10 Y11 Y12 Y13", True),  # without the R8
    ],
)
def test_the_last_tile_is_for_throwing(tiles: str, opens: bool) -> None:
    assert can_open(Hand.parse(tiles, "B10"), GUIDE) == opens


def test_a_finish_lays_all_but_the_tile_thrown() -> None:
    # 22 tiles in melds: one of them must come off, and 101 must remain.
    tiles = "R1 R2 R3 R4 Y1 Y2 Y3 B1 B2 B3 K1 K2 K3 R10 Y10 B10 R11 Y11 K11 R5 R6 R7"
    solution = solve(Hand.parse(tiles, "K12"), GUIDE)
    assert isinstance(solution, OpeningSolution)
    assert solution.most_tiles == 22
    assert solution.can_finish is True
    # 21 tiles may all be laid: the drawn one is thrown. Fewer were never dealt.
    for size, expected in ((21, True), (20, None)):
        fewer = solve(Hand.parse(" ".join(tiles.split()[1:][:size]), "K12"), GUIDE)
        assert isinstance(fewer, OpeningSolution)
        assert fewer.can_finish is expected


def test_classic_prefers_pairs_and_throws_an_okey_where_it_can() -> None:
    both = solve(Hand.parse("R4 R4 R5 R5 R6 R6 R7 R7 B1 B1 B2 B2 B3 B3 *", "B10"), CLASSIC)
    assert isinstance(both, ShowingSolution)
    assert (both.by, both.throw) == ("pairs", OKEY)
    five = solve(Hand.parse("R1 R2 R3 R5 R6 R7 Y1 Y2 Y3 B1 B2 B3 K9 K10 K11", "B10"), CLASSIC)
    assert isinstance(five, ShowingSolution)
    assert not five.complete  # fifteen tiles in five melds: none can be thrown


# Least left


@few
@given(hands((6, 8, 9)), st.sampled_from([(101, 101), (11, 11), (101, 11), (0, 0)]))
def test_the_least_left_is_found_whatever_an_okey_costs(hand: Hand, costs: tuple[int, int]) -> None:
    okey_value, false_okey_value = costs
    laid = arrange_left(hand, okey_value=okey_value, false_okey_value=false_okey_value)
    assert_laid(hand, laid.melds, laid.points)

    def cost(tiles: Counter[Tile]) -> int:
        values = {OKEY: okey_value, FALSE_OKEY: false_okey_value}
        return sum(
            values.get(tile) or (tile.number if tile.is_face else 0) for tile in tiles.elements()
        )

    left = cost(Counter(hand.tiles) - Counter(laid_tiles(laid.melds)))
    assert left == _least_left(hand, cost)


def _least_left(hand: Hand, cost: Any) -> int:
    """By the parts of the hand that can be laid without a tile left over."""
    okey = str(hand.okey)
    best = cost(Counter(hand.tiles))
    for mask in range(1 << len(hand.tiles)):
        part = [tile for at, tile in enumerate(hand.tiles) if mask >> at & 1]
        if len(part) >= 3 and _all_laid(" ".join(sorted(map(str, part))), okey):
            best = min(best, cost(Counter(hand.tiles) - Counter(part)))
    return best


_known: dict[tuple[str, str], bool] = {}


def _all_laid(tiles: str, okey: str) -> bool:
    known = _known.get((tiles, okey))
    if known is None:
        known = _known[tiles, okey] = len(tiles.split()) in oracle.outcomes(tiles, okey)
    return known
