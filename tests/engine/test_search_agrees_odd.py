"""Search and judge agree under rule sets that the tables do not know, and where a hand is shown."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okey import Hand, RuleSet, derive, judge, rule_set
from okey.melds import laid_tiles
from okey.rules.model import HandSize, Opening, Showing
from okey.rules.rulesets import Parameters
from okey.search import (
    OpeningSolution,
    ShowingSolution,
    advise,
    arrange_pairs,
    arrange_points,
    arrange_tiles,
    best_points,
    can_open,
    count_pairs,
    outs,
    solve,
)
from okey.tiles import TILES
from tests.engine.agreeing import (
    CLUB,
    DATA,
    HANDS,
    ODD,
    SMALL_ODD,
    accepts,
    assert_agrees,
    everything,
    few,
    ids,
    small_hands,
)
from tests.engine.houses import UNUSUAL

# Rule sets that the tables do not know


@pytest.mark.parametrize("rules", ODD, ids=ids)
def test_full_hands_open_where_the_judge_does_whatever_okeys_count(rules: RuleSet) -> None:
    places = range(sum(map(ord, rules.key)) % 97, len(HANDS), 97)
    opened = Counter(assert_agrees(HANDS[place], rules) for place in places)
    assert opened.total() > 3


many_odd = settings(few, max_examples=100)


@many_odd
@given(small_hands(), st.sampled_from(SMALL_ODD))
def test_small_hands_are_worth_what_the_best_of_everything_is_worth(
    hand: Hand, rules: RuleSet
) -> None:
    """Opening, most points, most tiles and most pairs, all against everything that can be laid."""
    laid = list(everything(hand, rules))
    verdicts = [judge(melds, rules=rules, indicator=hand.indicator) for melds in laid]
    melds = [
        (verdict.points, sum(map(len, one)))
        for one, verdict in zip(laid, verdicts, strict=True)
        if all(meld.kind != "pair" for meld in verdict.melds)
    ] + [(0, 0)]
    pairs = [len(v.melds) for v in verdicts if all(meld.kind == "pair" for meld in v.melds)]
    found = solve(hand, rules)
    assert isinstance(found, OpeningSolution)
    where = f"{rules.key}: {hand}"
    assert found.can_open == any(accepts(one, hand, rules) for one in laid), where
    assert found.best_points == best_points(hand, rules) == max(melds)[0], where
    assert found.most_tiles == max(tiles for _, tiles in melds), where
    assert arrange_points(hand, rules).points == found.best_points, where
    assert arrange_tiles(hand, rules).tiles == found.most_tiles, where
    assert found.pairs == count_pairs(hand, rules) == max(pairs, default=0), where
    for shown in (found.best_melds, found.most_tiles_melds, arrange_pairs(hand, rules)):
        if shown:
            verdict = judge(shown, rules=rules, indicator=hand.indicator, hand=hand)
            assert verdict.legal, where
    if found.best_melds:
        verdict = judge(found.best_melds, rules=rules, indicator=hand.indicator)
        assert verdict.points == found.best_points, where


SIZES = [
    derive(
        CLUB,
        f"nine {name}",
        **(changes | {"hand": HandSize(9, 8), "opening": Opening(points, pairs)}),
    )
    for name, changes in UNUSUAL.items()
    for points, pairs in ((30, 3), (24, None))
]


@settings(few, max_examples=25)
@given(small_hands(), st.sampled_from(SIZES), st.randoms(use_true_random=False))
def test_outs_and_advice_are_what_each_draw_and_discard_gives(
    hand: Hand, rules: RuleSet, random: Random
) -> None:
    bag = [TILES[at] for at in range(54) if at != hand.okey.index for _ in range(2)]
    for tile in (*hand.tiles, hand.indicator):
        bag.remove(tile)
    random.shuffle(bag)
    hand = Hand(hand.indicator, (*hand.tiles, *bag)[:9])
    found = advise(hand, rules)
    assert found.open_now == can_open(hand, rules)
    unseen = Counter([*bag, *hand.tiles])
    for tile in {*hand.tiles}:
        unseen[tile] = 2 - hand.tiles.count(tile) - (tile == hand.indicator)
    for discard in found.discards:
        at = hand.tiles.index(discard.discard)
        left = Hand(hand.indicator, hand.tiles[:at] + hand.tiles[at + 1 :])
        opens = {
            draw
            for draw, copies in unseen.items()
            if copies and can_open(Hand(left.indicator, (*left.tiles, draw)), rules)
        }
        assert discard.outs == sum(unseen[draw] for draw in opens), f"{rules.key}: {hand}"
        assert {out.tile for out in outs(left, rules, [discard.discard]).outs} == {
            draw for draw in opens if draw != discard.discard or unseen[draw]
        }
        assert discard.best_points == best_points(left, rules)


EIGHT_SHOWN: Final[Parameters] = {"hand": HandSize(9, 8), "showing": Showing(4)}
SHOWN = [derive(rule_set("classic"), name, **changes) for name, changes in UNUSUAL.items()] + [
    derive(rule_set("classic"), f"{name} eight", **(changes | EIGHT_SHOWN))
    for name, changes in UNUSUAL.items()
]


@pytest.mark.parametrize("rules", SHOWN, ids=ids)
def test_a_hand_is_complete_exactly_where_the_judge_accepts_it_whatever_okeys_count(
    rules: RuleSet,
) -> None:
    lines = map(json.loads, (DATA / "hands_classic.jsonl").read_text().splitlines())
    for line in list(lines)[:12]:
        hand = Hand.parse(line["hand"][: rules.hand.starter], line["indicator"])
        found = solve(hand, rules)
        assert isinstance(found, ShowingSolution)
        if found.melds is not None:
            assert judge(found.melds, rules=rules, indicator=hand.indicator, as_="finish").legal
        assert can_open(hand, rules) == found.complete or len(hand.tiles) < rules.hand.starter


EIGHT = [rules for rules in SHOWN if rules.hand.others == 8]


@settings(few, max_examples=60)
@given(small_hands(), st.sampled_from(EIGHT))
def test_small_hands_are_complete_where_anything_that_can_be_shown_is(
    hand: Hand, rules: RuleSet
) -> None:
    if len(hand.tiles) < 8:
        return
    shown = any(
        judge(melds, rules=rules, indicator=hand.indicator, as_="finish").legal
        for melds in everything(hand, rules)
        if len(laid_tiles(melds)) == 8
    )
    assert can_open(hand, rules) == shown, f"{rules.key}: {hand}"


# A rule set without an opening


def test_where_a_hand_is_shown_nothing_opens_and_what_is_complete_is_a_finish() -> None:
    rules = rule_set("classic")
    lines = map(json.loads, (DATA / "hands_classic.jsonl").read_text().splitlines())
    complete = 0
    for line in lines:
        hand = Hand.parse(line["hand"], line["indicator"])
        found = solve(hand, rules)
        assert isinstance(found, ShowingSolution)
        assert can_open(hand, rules) >= found.complete
        if found.melds is not None:
            complete += 1
            assert not accepts(found.melds, hand, rules)
            assert judge(found.melds, rules=rules, indicator=hand.indicator, as_="finish").legal
    assert complete
