"""Search and judge held against each other: rule sets, hands, and everything that can be laid."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path
from typing import Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from okey import RULE_SETS, Hand, Meld, RuleSet, Tile, derive, judge, rule_set
from okey.melds import LAID, MeldKind, laid_tiles, okey_as
from okey.reading import false_face
from okey.rules.model import Opening, Runs
from okey.search import (
    OpeningSolution,
    arrange_pairs,
    can_open,
    solve,
)
from okey.tiles import FALSE_OKEY, OKEY, Colour, face
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
