"""The search opens with a hand exactly where the judge accepts an opening out of it.

Two pieces of code know the rules of an opening: the checks of the catalogue, and the search, which
is too fast to ask them. Here they are held against each other, so that no rule is in one alone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from okey import RULE_SETS, RULES, Hand, Meld, RuleSet, Tile, derive, judge, rule_set
from okey.deal import deal
from okey.melds import LAID, MeldKind, laid_tiles, okey_as
from okey.reading import false_face
from okey.rules.model import Chapter, Groups, HandSize, Okeys, Opening, Pairs, Runs, Showing
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
from okey.tiles import FALSE_OKEY, OKEY, TILES, Colour, face
from tests.engine.houses import UNUSUAL

DATA = Path(__file__).parents[1] / "data"
CLUB = rule_set("101-club")
HOUSES = [
    derive(CLUB, f"{points}-{pairs}-{wrap}", opening=Opening(points, pairs), runs=Runs(wrap))
    for points, pairs, wrap in product((81, 101, 151), (None, 4, 6), (False, True))
]
ODD = [
    derive(CLUB, f"{name}-{points}-{pairs}", **(changes | {"opening": Opening(points, pairs)}))
    for name, changes in UNUSUAL.items()
    for points, pairs in ((101, 5),)
]
# What a round alone can decide is the same for a hand by itself, in the judge and in the search.
ROUND = [
    derive(CLUB, name, opening=opening)
    for name, opening in {
        "rising": Opening(101, 5, rising=True),
        "not in the first turn": Opening(101, 5, first_turn=False),
        "without laying off": Opening(101, 5, with_lay_off=False),
        "mixed": Opening(101, 5, mixed=True),
        "mixed, no pairs": Opening(101, mixed=True),
        "exact": Opening(101, 5, pairs_exactly=True),
        "what is laid off counts": Opening(101, 5, lay_off_counts=True),
    }.items()
]
OPENING = [rules for rules in (*RULE_SETS.values(), *HOUSES, *ROUND) if rules.opening is not None]
SMALL = [
    derive(CLUB, f"small-{points}-{pairs}-{wrap}", opening=Opening(points, pairs), runs=Runs(wrap))
    for points, pairs, wrap in product((9, 24), (None, 1, 3), (False, True))
]
SMALL_ODD = [
    derive(CLUB, f"small-{name}-{points}", **(changes | {"opening": Opening(points, pairs)}))
    for name, changes in UNUSUAL.items()
    for points, pairs in ((9, 3), (24, 2))
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
    pairs = arrange_pairs(hand, rules)
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


# Those that are asked of melds out of a hand. The others are asked of a move in a round.
OF_A_HAND = [
    rule.id
    for rule in RULES.values()
    if rule.chapter in {Chapter.OPENING, Chapter.TURN} and rule.check is not None
]


@pytest.mark.parametrize("rule", OF_A_HAND)
def test_every_rule_of_an_opening_is_known_to_the_search(rule: str) -> None:
    assert rule in TAUGHT, (
        f"The catalogue has the opening rule {rule}, which the search does not know: it would call"
        " hands open that the judge refuses, or the other way round. Teach it to"
        " okey/search/solve.py, add a rule set that plays it to HOUSES here, name it in TAUGHT."
    )


def test_what_the_search_was_taught_is_still_in_the_catalogue() -> None:
    assert set(TAUGHT) == set(OF_A_HAND)


# Where each parameter is known. What only a round can answer is asked of the referee, and leaves a
# hand by itself as it is (ROUND).
PARAMETERS: Final = {
    Opening: {
        "points": "opens_by_melds()",
        "pairs": "opens_by_pairs()",
        "rising": "the referee: a hand has no opening before its own",
        "first_turn": "the referee: a hand has no turn",
        "with_lay_off": "the referee: no table to lay off on",
        "mixed": "unusual._can_finish(); either alone opens, too",
        "pairs_exactly": "nowhere: who has more pairs leaves some",
        "lay_off_counts": "nowhere: no table to lay off on",
    },
    Okeys: {
        "counts": "general.Terms.okey",
        "most_in_meld": "general.Terms.most",
        "place": "nowhere: the search declares what its okeys stand for",
        "false_okey": "general.held_by()",
    },
    Groups: {"colour_twice": "general.Terms.colour_twice"},
    Runs: {
        "wrap_end": "Scale.under(), general.Terms",
        "full_circle": "general.Terms.longest",
        "wrap_over": "general.Terms.last",
    },
    Pairs: dict.fromkeys(
        ("okey_and_tile", "two_okeys", "two_false_okeys", "same_number"), "pairs.arrange_pairs()"
    ),
}


@pytest.mark.parametrize("block", PARAMETERS, ids=lambda block: block.__name__)
def test_every_parameter_of_melds_and_of_an_opening_is_known_to_the_search(block: type) -> None:
    assert {field.name for field in fields(block)} == set(PARAMETERS[block]), (
        f"{block.__name__} has parameters that the search does not read: teach it to"
        " okey/search/general.py, add a rule set that plays it to UNUSUAL in houses.py, name it in"
        " PARAMETERS."
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
    """Every set of melds, legal each by itself, that can be laid out of the hand.

    Of melds of the same tiles that are worth the same, one stands for all.
    """
    different: dict[tuple[object, ...], Meld] = {}
    for meld in _melds(hand, rules):
        verdict = judge((meld,), rules=rules, indicator=hand.indicator, hand=hand)
        if verdict.legal:
            tiles = tuple(sorted(laid_tiles([meld])))
            different.setdefault((tiles, meld.kind is MeldKind.PAIR, verdict.points), meld)
    melds = list(different.values())
    uses = [Counter(laid_tiles([meld])) for meld in melds]

    def lay(first: int, laid: tuple[Meld, ...], left: Counter[Tile]) -> Iterator[tuple[Meld, ...]]:
        if laid:
            yield laid
        for at in range(first, len(melds)):
            if not uses[at] - left:
                yield from lay(at, (*laid, melds[at]), left - uses[at])

    yield from lay(0, (), Counter(hand.tiles))


def _melds(hand: Hand, rules: RuleSet) -> Iterator[Meld]:
    """Runs, groups and pairs as lists of faces, each face laid as its tile or as an okey.

    The judge says which of them are legal here: there are runs past the 13, groups with a colour
    twice and pairs of two colours among them.
    """
    size = len(hand.tiles)
    shapes: list[tuple[MeldKind, tuple[Tile, ...]]] = []
    for colour in Colour:
        circle = [face(colour, number) for number in (*range(1, 14), 1)]
        for start, end in combinations(range(len(circle) + 1), 2):
            shapes.append((MeldKind.RUN, tuple(circle[start:end])))
    for number in range(1, 14):
        for count, kind in ((2, MeldKind.PAIR), (3, MeldKind.GROUP), (4, MeldKind.GROUP)):
            shapes += [
                (kind, tuple(face(colour, number) for colour in some))
                for some in combinations_with_replacement(Colour, count)
            ]
    held = Counter(hand.tiles)
    false = false_face(hand.okey, rules)
    for kind, shape in shapes:
        if not 2 <= len(shape) <= size:
            continue
        ways = [
            [LAID[one.index]] * (held[one] > 0)
            + [LAID[FALSE_OKEY.index]] * (held[FALSE_OKEY] > 0 and false in (None, one))
            + [okey_as(one)] * (held[OKEY] > 0)
            for one in shape
        ]
        for way in product(*ways):
            if not Counter(laid.tile for laid in way) - held:
                yield Meld(tuple(way), kind)


@few
@given(small_hands(), st.sampled_from(SMALL))
def test_small_hands_open_exactly_where_anything_that_can_be_laid_is_accepted(
    hand: Hand, rules: RuleSet
) -> None:
    accepted = any(accepts(melds, hand, rules) for melds in everything(hand, rules))
    assert can_open(hand, rules) == accepted, f"{rules.key}: {hand}"


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
