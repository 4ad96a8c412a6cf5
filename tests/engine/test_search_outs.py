"""Outs and advice, found in one search over all draws, are what asking draw by draw gives."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okey import OKEY, RULE_SETS, Hand, InputError, RuleSet, Tile, derive, rule_set
from okey.deal import deal
from okey.rules.model import Opening, Runs
from okey.search import Outs, advise, best_points, can_open, outs
from okey.tiles import FALSE_OKEY, TILES

from . import oracle
from .notation import hand

DATA = Path(__file__).parents[1] / "data"
GUIDE, CLUB, CLASSIC = rule_set("101-guide"), rule_set("101-club"), rule_set("classic")
few = settings(deadline=None, max_examples=40)


def unseen(hand: Hand, seen: tuple[Tile, ...] = ()) -> Counter[Tile]:
    """Copies that nobody sees: two of each tile, the okey's face being the okey."""
    copies = Counter({tile: 2 for tile in TILES if tile != hand.okey})
    return copies - Counter([*hand.tiles, hand.indicator, *seen])


def one_by_one(hand: Hand, rules: RuleSet, seen: tuple[Tile, ...] = ()) -> dict[Tile, int]:
    """Every draw tried."""
    return {
        tile: copies
        for tile, copies in unseen(hand, seen).items()
        if can_open(Hand(hand.indicator, (*hand.tiles, tile)), rules)
    }


def found(answer: Outs) -> dict[Tile, int]:
    assert answer.total == sum(out.copies for out in answer.outs)
    return {out.tile: out.copies for out in answer.outs}


def near_misses(size: int) -> list[Hand]:
    """Recorded hands with okeys and false okeys, dense ones, and many that just open or do not."""
    lines = [
        json.loads(line)
        for name in ("forced_101.jsonl", "hard_101.jsonl")
        for line in (DATA / name).read_text().splitlines()
    ]
    close = [line for line in lines if 80 <= line["best_points"] <= 115]
    hands = [Hand.parse(line["hand"], line["indicator"]) for line in close]
    return [Hand(hand.indicator, hand.tiles[:size]) for hand in hands if len(hand.tiles) >= size]


@pytest.mark.parametrize("rules", [GUIDE, CLUB], ids=lambda rules: rules.key)
def test_outs_of_recorded_hands_are_those_of_each_draw(rules: RuleSet) -> None:
    for one in near_misses(21):
        assert found(outs(one, rules)) == one_by_one(one, rules), str(one)


@few
@given(st.integers(0, 10**6), st.sampled_from(sorted(RULE_SETS)))
def test_outs_of_any_deal_are_those_of_each_draw(index: int, key: str) -> None:
    rules = rule_set(key)
    dealt = deal("outs", index, tiles=rules.hand.others)
    assert found(outs(dealt, rules)) == one_by_one(dealt, rules)


def test_an_integer_program_agrees_on_the_outs() -> None:
    for one in near_misses(21)[:6]:
        okey = str(one.okey)
        for tile in unseen(one):
            most = oracle.most(f"{one} {tile}", okey, points=1, tiles=0, leave=1)
            assert (tile in found(outs(one, GUIDE))) == (most >= 101), f"{one} + {tile}"


@pytest.mark.parametrize("okeys", [0, 1, 2])
def test_classic_hands_one_tile_short_wait_for_the_right_tiles(okeys: int) -> None:
    complete = [str(tile) for tile in hand("R4 R5 R6 B9 R9 K9 Y1 Y2 Y3 K10 K11 K12 K13 K1").tiles]
    for gone in range(14):
        tiles = [tile for at, tile in enumerate(complete) if at != gone]
        tiles[:okeys] = ["*"] * okeys
        waiting = hand(" ".join([*tiles, "B2"]), "Y6")
        assert found(outs(waiting, CLASSIC)) == one_by_one(waiting, CLASSIC)
        assert outs(waiting, CLASSIC).total > 0


def test_a_house_rule_changes_the_outs_with_the_search() -> None:
    house = derive(CLUB, "house", runs=Runs(wrap_end=True), opening=Opening(points=75, pairs=4))
    for index in range(25):
        dealt = deal("house", index, tiles=21)
        assert found(outs(dealt, house)) == one_by_one(dealt, house)


@few
@given(st.integers(0, 10**6), st.lists(st.sampled_from(TILES), max_size=12))
def test_a_tile_seen_elsewhere_is_no_copy_to_draw(index: int, others: list[Tile]) -> None:
    dealt = deal("seen", index, tiles=21)
    seen: list[Tile] = []
    for tile in others:
        if unseen(dealt, tuple(seen))[tile]:
            seen.append(tile)
    assert found(outs(dealt, CLUB, seen)) == one_by_one(dealt, CLUB, tuple(seen))
    assert outs(dealt, CLUB, seen).total <= outs(dealt, CLUB).total


def test_a_hand_that_opens_opens_with_every_draw() -> None:
    opened = hand("R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9 R1 B1 K4 Y3 B13 R5 Y5 B3 K2 K5")
    answer = outs(opened, GUIDE)
    assert answer.total == 106 - 21 - 1
    assert [out.tile for out in answer.outs] == sorted(unseen(opened))


# Advice


@pytest.mark.parametrize("key", sorted(RULE_SETS))
def test_advice_counts_the_outs_of_every_discard(key: str) -> None:
    rules = rule_set(key)
    size = rules.hand.starter
    dealt = [deal("advice", index, tiles=size) for index in range(12)]
    for one in [*dealt, *(near_misses(22)[::8] if size == 22 else ())]:
        advice = advise(one, rules)
        assert {discard.discard for discard in advice.discards} == set(one.tiles)
        assert advice.open_now == can_open(one, rules)
        for discard in advice.discards:
            at = one.tiles.index(discard.discard)
            left = Hand(one.indicator, one.tiles[:at] + one.tiles[at + 1 :])
            assert discard.outs == outs(left, rules, (discard.discard,)).total, str(one)
            assert discard.outs == sum(one_by_one(left, rules, (discard.discard,)).values())
            assert discard.best_points == (None if rules.opening is None else best_points(left))


def test_advice_names_the_best_discard_first() -> None:
    advice = advise(deal("advice", 3, tiles=22), CLUB)
    ranks = [(-d.outs, -(d.best_points or 0), d.discard.index) for d in advice.discards]
    assert ranks == sorted(ranks)


def test_the_tile_thrown_is_seen() -> None:
    one = hand("R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9 R1 B1 K4 Y3 B13 R5 Y5 B3 K2 K5 B6")
    by_tile = {str(d.discard): d.outs for d in advise(one, GUIDE).discards}
    assert by_tile["R7"] == 106 - 1 - 22  # the hand still opens: every unseen tile is an out
    assert by_tile["R11"] == 7


@pytest.mark.parametrize(("question", "size"), [(outs, 20), (outs, 22), (advise, 21), (advise, 23)])
def test_a_hand_of_another_size_is_malformed(question: object, size: int) -> None:
    tiles = deal("size", 0, tiles=22)
    wrong = Hand(tiles.indicator, (*tiles.tiles, OKEY)[:size])
    assert callable(question)
    with pytest.raises(InputError) as raised:
        question(wrong, CLUB)
    assert raised.value.code == "count.hand"


def test_false_okeys_and_okeys_are_drawn_like_other_tiles() -> None:
    # R13 is missing twice over: the false okey has its face, the okey stands for it.
    waiting = hand("R10 R11 R12 R7 Y7 B7 K7 Y9 B9 K9 R1 B1 K4 Y3 B13 K11 R5 Y5 B3 K2 R4", "R12")
    drawn = found(outs(waiting, GUIDE))
    assert drawn[FALSE_OKEY] == 2
    assert drawn[OKEY] == 2
    assert waiting.okey not in drawn
