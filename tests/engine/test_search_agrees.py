"""The search opens with a hand exactly where the judge accepts an opening out of it.

Two pieces of code know the rules of an opening: the checks of the catalogue, and the search, which
is too fast to ask them. Here they are held against each other, so that no rule is in one alone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from itertools import combinations, product
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from okey import RULE_SETS, RULES, Hand, Meld, RuleSet, Tile, derive, judge, rule_set
from okey.deal import deal
from okey.melds import LAID, laid_tiles, okey_as
from okey.rules.model import Chapter, Opening, Runs
from okey.search import OpeningSolution, ShowingSolution, arrange_pairs, can_open, solve
from okey.tiles import FALSE_OKEY, OKEY, Colour, face

DATA = Path(__file__).parents[1] / "data"
CLUB = rule_set("101-club")
HOUSES = [
    derive(CLUB, f"{points}-{pairs}-{wrap}", opening=Opening(points, pairs), runs=Runs(wrap))
    for points, pairs, wrap in product((81, 101, 151), (None, 4, 6), (False, True))
]
OPENING = [rules for rules in (*RULE_SETS.values(), *HOUSES) if rules.opening is not None]
SMALL = [
    derive(CLUB, f"small-{points}-{pairs}-{wrap}", opening=Opening(points, pairs), runs=Runs(wrap))
    for points, pairs, wrap in product((9, 24), (None, 1, 3), (False, True))
]

# What okey/search/solve.py has been taught, and where.
TAUGHT: Final = {
    "lay.unavailable": "solve(): a rule set without an opening is shown at the end",
    "opening.points": "opens_by_melds()",
    "opening.pairs": "opens_by_pairs()",
    "opening.pairs-unavailable": "opens_by_pairs(): none are needed, so none open",
    "opening.mixed": "opens_by_melds() counts no pair, opens_by_pairs() no run or group",
    "opening.keep-discard": "both leave a tile",
    "turn.not-in-hand": "the search takes tiles of the hand alone",
}

few = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def ids(rules: RuleSet) -> str:
    return rules.key


def recorded() -> list[Hand]:
    names = ("hands_101.jsonl", "forced_101.jsonl", "hard_101.jsonl")
    lines = [json.loads(line) for name in names for line in (DATA / name).read_text().splitlines()]
    return [Hand.parse(line["hand"], line["indicator"]) for line in lines]


HANDS = recorded()


def accepts(melds: tuple[Meld, ...], hand: Hand, rules: RuleSet) -> bool:
    """Whether the judge accepts these melds as an opening out of the hand."""
    if not melds:
        return False
    verdict = judge(melds, rules=rules, indicator=hand.indicator, as_="opening", hand=hand)
    return verdict.legal


def witnesses(hand: Hand, rules: RuleSet) -> Iterator[tuple[Meld, ...]]:
    """What the search would open with: its best melds, also with a tile put aside, and pairs."""
    found = solve(hand, rules)
    assert isinstance(found, OpeningSolution)
    yield found.best_melds
    yield found.most_tiles_melds
    pairs = arrange_pairs(hand)
    for count in range(1, len(pairs) + 1):
        yield pairs[:count]
    if len(laid_tiles(found.best_melds)) == len(hand.tiles):
        for at in range(len(hand.tiles)):
            rest = Hand(hand.indicator, hand.tiles[:at] + hand.tiles[at + 1 :])
            less = solve(rest, rules)
            assert isinstance(less, OpeningSolution)
            yield less.best_melds


def assert_agrees(hand: Hand, rules: RuleSet) -> bool:
    """What the search calls an opening the judge accepts; what it offers otherwise he refuses."""
    opens = can_open(hand, rules)
    found = solve(hand, rules)
    assert isinstance(found, OpeningSolution)
    assert found.can_open == opens == bool(found.opens_by)
    accepted = any(accepts(melds, hand, rules) for melds in witnesses(hand, rules))
    assert accepted == opens, f"{rules.key}: {hand}: the search says {opens}, the judge {accepted}"
    return opens


# The catalogue


@pytest.mark.parametrize(
    "rule",
    [rule.id for rule in RULES.values() if rule.chapter in {Chapter.OPENING, Chapter.TURN}],
)
def test_every_rule_of_an_opening_is_known_to_the_search(rule: str) -> None:
    assert rule in TAUGHT, (
        f"The catalogue has the opening rule {rule}, which the search does not know: it would call"
        " hands open that the judge refuses, or the other way round. Teach it to"
        " okey/search/solve.py, add a rule set that plays it to HOUSES here, name it in TAUGHT."
    )


def test_what_the_search_was_taught_is_still_in_the_catalogue() -> None:
    assert set(TAUGHT) <= set(RULES)
    assert {RULES[name].chapter for name in TAUGHT} == {Chapter.OPENING, Chapter.TURN}


def test_every_parameter_of_an_opening_is_known_to_the_search() -> None:
    unknown = {field.name for field in fields(Opening)} - {"points", "pairs"}
    assert not unknown, (
        f"Opening has the parameters {sorted(unknown)}, which okey/search/solve.py does not read."
    )


# Full hands


@pytest.mark.parametrize("rules", OPENING, ids=ids)
def test_full_hands_open_where_the_judge_accepts_an_opening(rules: RuleSet) -> None:
    places = range(sum(map(ord, rules.key)) % 17, len(HANDS), 17)  # other hands for each rule set
    opened = Counter(assert_agrees(HANDS[place], rules) for place in places)
    assert opened[True]
    assert opened[False]


@few
@given(st.integers(0, 100_000), st.sampled_from(OPENING), st.sampled_from((21, 22)))
def test_dealt_hands_open_where_the_judge_accepts_an_opening(
    index: int, rules: RuleSet, size: int
) -> None:
    assert_agrees(deal("agrees", index, tiles=size), rules)


# Small hands, where everything that can be laid is tried


PARTS: Final = ("R3 R3", "R13 *", "F F", "R3 R4 R5", "R12 R13 R1", "R2 Y2 B2", "Y4 F R4", "Y7 Y8 *")


@st.composite
def small_hands(draw: st.DrawFn) -> Hand:
    """Up to eight tiles: some that belong together, and mostly none or one that is over."""
    indicator = face(Colour.BLACK, 4)
    parts = draw(st.lists(st.sampled_from(PARTS), min_size=1, max_size=3))
    more = draw(st.lists(st.sampled_from(["R3", "Y4", "R1", "F", "*"]), max_size=2))
    copies = Counter([*" ".join(parts).split(), *more])
    tiles = [tile for tile, count in copies.items() for _ in range(min(count, 2))]
    return Hand.parse(tiles[:8], indicator)


def everything(hand: Hand, rules: RuleSet) -> Iterator[tuple[Meld, ...]]:
    """Every set of melds, legal each by itself, that can be laid out of the hand."""
    melds = [
        meld
        for meld in _melds(hand)
        if judge((meld,), rules=rules, indicator=hand.indicator, hand=hand).legal
    ]
    held = Counter(hand.tiles)

    def lay(first: int, laid: tuple[Meld, ...], left: Counter[Tile]) -> Iterator[tuple[Meld, ...]]:
        if laid:
            yield laid
        for at in range(first, len(melds)):
            used = Counter(laid_tiles([melds[at]]))
            if not used - left:
                yield from lay(at, (*laid, melds[at]), left - used)

    yield from lay(0, (), held)


def _melds(hand: Hand) -> Iterator[Meld]:
    """Runs, groups and pairs as lists of faces, each face laid as its tile or as an okey."""
    size = len(hand.tiles)
    shapes: list[list[Tile]] = []
    for colour in Colour:
        circle = [face(colour, number) for number in (*range(1, 14), 1)]
        for start, end in combinations(range(len(circle) + 1), 2):
            shapes.append(circle[start:end])
    for number in range(1, 14):
        for count in (3, 4):
            shapes += [
                [face(colour, number) for colour in some] for some in combinations(Colour, count)
            ]
        shapes += [[face(colour, number)] * 2 for colour in Colour]
    held = Counter(hand.tiles)
    for shape in shapes:
        if not 2 <= len(shape) <= size:
            continue
        real = [FALSE_OKEY if one == hand.okey else one for one in shape]
        ways = [
            [LAID[tile.index]] * (held[tile] > 0) + [okey_as(one)] * (held[OKEY] > 0)
            for tile, one in zip(real, shape, strict=True)
        ]
        for way in product(*ways):
            if not Counter(one.tile for one in way) - held:
                yield Meld(tuple(way))


@few
@given(small_hands(), st.sampled_from(SMALL))
def test_small_hands_open_exactly_where_anything_that_can_be_laid_is_accepted(
    hand: Hand, rules: RuleSet
) -> None:
    accepted = any(accepts(melds, hand, rules) for melds in everything(hand, rules))
    assert can_open(hand, rules) == accepted, f"{rules.key}: {hand}"


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
