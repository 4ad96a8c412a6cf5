"""No nearer change exists: everything is tried, by another way of counting."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import pytest

from okey import Hand, Meld, RuleSet, derive, format_melds, judge
from okey.melds import LAID, laid_tiles, okey_as
from okey.rules.model import Opening
from okey.search.nearest import nearest
from okey.search.solve import can_open
from okey.tiles import FACES, FALSE_OKEY, OKEY, Tile, okey_face
from tests.engine.houses import UNUSUAL
from tests.engine.nearest import CLUB, POINTS_ONLY, ROUND, SMALL, _deal, _scattered

# No better one exists: everything is tried, by another way of counting


def _candidates(hand: Hand, rules: RuleSet, kinds: str) -> list[tuple[Counter[Tile], int, tuple]]:
    """All legal melds: tiles, points, faces of the okeys."""
    found = []
    for size in range(2, min(len(hand.tiles), 5) + 1):
        for tiles in {tuple(sorted(some)) for some in combinations(hand.tiles, size)}:
            for meld in _declared(tiles):
                verdict = judge([meld], rules=rules, indicator=hand.indicator).melds[0]
                if not verdict.legal or (verdict.kind == "pair") != (kinds == "pairs"):
                    continue
                faces = tuple(
                    face
                    for face, tile in zip(verdict.faces or (), tiles, strict=True)
                    if tile == OKEY
                )
                found.append((Counter(tiles), verdict.points, faces))
    return found


def _declared(tiles: Sequence[Tile]) -> Iterator[Meld]:
    """The meld with every face for its okey (one at most)."""
    if OKEY not in tiles:
        yield Meld(tuple(LAID[tile.index] for tile in tiles))
        return
    yield Meld(tuple(LAID[tile.index] for tile in tiles))
    for face in FACES:
        yield Meld(tuple(okey_as(face) if tile == OKEY else LAID[tile.index] for tile in tiles))


def _all_sets(candidates: list, left: Counter[Tile], start: int = 0) -> Iterator[list]:
    yield []
    for index in range(start, len(candidates)):
        tiles = candidates[index][0]
        if all(left[tile] >= count for tile, count in tiles.items()):
            for rest in _all_sets(candidates, left - tiles, index):
                yield [candidates[index], *rest]


def _cost(laid: list, chosen: Sequence, hand: Counter[Tile]) -> tuple[int, int]:
    """Moves by counting what stays where it is, rack included; and okeys with another face."""
    stays = 0
    refaced = 0
    rack = hand - sum((tiles for tiles, _ in laid), Counter())
    used: Counter[Tile] = Counter()
    for (tiles, faces), new in zip(laid, chosen, strict=False):
        if new is not None:
            stays += (tiles & new[0]).total()
            if faces and new[2]:
                refaced += faces[0] != new[2][0]
    for new in chosen:
        if new is not None:
            used += new[0]
    stays += (rack & (hand - used)).total()
    return hand.total() - stays, refaced


def brute_force(melds: Sequence[Meld], hand: Hand, rules: RuleSet) -> tuple[int, int, int] | None:
    """The least (moves, refaced okeys, minus points) over all arrangements of all melds."""
    assert rules.opening is not None
    held = Counter(hand.tiles)
    verdict = judge(melds, rules=rules, indicator=hand.indicator) if melds else None
    laid = []
    for index, meld in enumerate(melds):
        faces: tuple[str, ...] = ()
        read = verdict.melds[index].faces if verdict else None
        if read is not None and OKEY in laid_tiles([meld]):
            faces = tuple(
                face for face, tile in zip(read, meld.tiles, strict=True) if tile.tile == OKEY
            )
        laid.append((Counter(laid_tiles([meld])), faces))
    best = None
    for kinds in ("melds", "pairs"):
        for chosen in _all_sets(_candidates(hand, rules, kinds), held):
            points = sum(meld[1] for meld in chosen)
            if sum(meld[0].total() for meld in chosen) >= held.total():
                continue
            if kinds == "pairs":
                if rules.opening.pairs is None or len(chosen) < rules.opening.pairs:
                    continue
            elif points < rules.opening.points:
                continue
            places = [*chosen, *[None] * len(laid)]
            for order in set(permutations(range(len(places)), len(laid))):
                lanes = [places[at] for at in order]
                new = [places[at] for at in range(len(places)) if at not in order]
                key = (*_cost(laid, [*lanes, *new], held), -points)
                best = key if best is None else min(best, key)
    return best


def _random_case(seed: int) -> tuple[list[Meld], Hand]:
    rng = random.Random(seed)
    indicator = Tile.parse("B10") if seed % 2 else Tile.parse("R12")
    pool = [Tile.parse(f"{c}{n}") for c in "RYBK" for n in rng.sample(range(1, 14), 3)] * 2
    pool += [FALSE_OKEY, FALSE_OKEY]
    pool = [tile for tile in pool if tile not in (okey_face(indicator), indicator)]
    rng.shuffle(pool)
    # Runs and groups do not come by themselves in so small a hand.
    start = rng.randrange(1, 11)
    seeds = rng.choice(
        [
            [f"R{start}", f"R{start + 1}", f"R{start + 2}", f"R{start + 3 if start < 11 else 1}"],
            [f"R{start}", f"Y{start}", f"K{start}"],
            ["K11", "K12", "K13"],
            ["K12", "K13", "K1"],
            ["Y4", "Y4", "Y5"],
        ]
    )
    tiles = [tile for tile in map(Tile.parse, seeds) if tile != okey_face(indicator)]
    tiles += [OKEY] if rng.random() < 0.4 else []
    for tile in pool:
        if len(tiles) < 7 and tiles.count(tile) < 2:
            tiles.append(tile)
    rng.shuffle(tiles)
    laid: list[Meld] = []
    at = 0
    while at < len(tiles) - 1 and len(laid) < 2:
        size = rng.randrange(1, 5)
        laid.append(Meld(tuple(LAID[tile.index] for tile in tiles[at : at + size])))
        at += size
    return laid, Hand(indicator, tuple(tiles))


# Where okeys, pairs and groups are read in other ways. Nobody can declare a wild false okey: what
# is nearest there is only held against the judge.
ODD = [derive(SMALL, name, **changes) for name, changes in UNUSUAL.items() if "wild" not in name]


@pytest.mark.parametrize("rules", ODD, ids=lambda rules: rules.key)
def test_no_arrangement_needs_fewer_moves_whatever_okeys_count(rules: RuleSet) -> None:
    for seed in range(3 * ODD.index(rules), 3 * ODD.index(rules) + 3):
        laid, hand = _random_case(seed)
        expected = brute_force(laid, hand, rules)
        found = nearest(laid, hand, rules)
        case = f"{format_melds(laid)} of {hand} ({hand.indicator})"
        assert (found is None) == (expected is None) == (not can_open(hand, rules)), case
        if found is not None and expected is not None:
            assert (len(found.moved), -found.points) == (expected[0], expected[2]), case


@pytest.mark.parametrize("name", UNUSUAL)
def test_what_is_nearest_is_an_opening_whatever_okeys_count(name: str) -> None:
    rules = derive(CLUB, f"club {name}", **(UNUSUAL[name] | {"opening": Opening(61, 4)}))
    for seed in range(4):
        hand = _deal(seed)
        laid = _scattered(hand, seed)
        found = nearest(laid, hand, rules)
        assert (found is not None) == can_open(hand, rules)
        if found is not None:
            verdict = judge(
                found.melds, rules=rules, indicator=hand.indicator, as_="opening", hand=hand
            )
            assert verdict.legal, (format_melds(found.melds), verdict.violations)
            assert verdict.points == found.points


@pytest.mark.parametrize("rules", [SMALL, POINTS_ONLY, ROUND], ids=lambda rules: rules.key)
@pytest.mark.parametrize("block", range(4))
def test_no_arrangement_needs_fewer_moves(rules: RuleSet, block: int) -> None:
    answered = 0
    for seed in range(block * 6, block * 6 + 6):
        laid, hand = _random_case(seed)
        expected = brute_force(laid, hand, rules)
        found = nearest(laid, hand, rules)
        case = f"{format_melds(laid)} of {hand} ({hand.indicator})"
        if expected is None:
            assert found is None, case
            continue
        assert found is not None, case
        assert (len(found.moved), -found.points) == (expected[0], expected[2]), case
        answered += 1
    assert answered, "no case of the block had an answer"
