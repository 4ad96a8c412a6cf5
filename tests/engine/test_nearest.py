"""The nearest legal change: few moves, legal, and no better one exists."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import pytest

from okey import Hand, Meld, RuleSet, derive, format_melds, judge, parse_melds, rule_set
from okey.melds import LAID, laid_tiles, okey_as
from okey.rules.model import Opening, Runs
from okey.search.nearest import Change, Moved, nearest, nearest_legal
from okey.search.solve import can_open
from okey.tiles import FACES, FALSE_OKEY, OKEY, Tile, okey_face
from tests.engine.houses import UNUSUAL

GUIDE = rule_set("101-guide")
CLUB = rule_set("101-club")
SMALL = derive(CLUB, "small", opening=Opening(points=24, pairs=2))
POINTS_ONLY = derive(CLUB, "points-only", opening=Opening(points=24, pairs=None))
ROUND = derive(CLUB, "round", opening=Opening(points=24, pairs=None), runs=Runs(wrap_end=True))

_101 = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9"


def change(laid: str, hand: str, rules: RuleSet = GUIDE, indicator: str = "B10") -> Change | None:
    held = Hand.parse(hand, indicator)
    melds = parse_melds(laid, held.indicator) if laid else ()
    return nearest(melds, held, rules)


def moves(found: Change | None) -> list[str]:
    assert found is not None
    return [f"{move.tile} {_place(move.source)}>{_place(move.target)}" for move in found.moved]


def _place(lane: int | None) -> str:
    return "rack" if lane is None else str(lane)


# What the answer is


def test_a_1_after_the_13_goes_back_to_the_rack() -> None:
    found = change(
        "R10 R11 R12 R13 | R7 Y7 B7 K7 | K11 K12 K13 K1",
        "R10 R11 R12 R13 R7 Y7 B7 K7 K11 K12 K13 K1 Y2",
    )
    assert moves(found) == ["K1 2>rack"]
    assert found is not None
    assert found.points == 110


def test_a_legal_opening_is_its_own_nearest_change() -> None:
    laid = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"
    found = change(laid, _101 + " K1")
    assert found is not None
    assert found.moved == ()
    assert format_melds(found.melds) == laid


def test_a_meld_that_may_stay_keeps_the_order_in_which_it_was_laid() -> None:
    found = change("R13 R12 R11 R10 | K7 B7 R7 Y7 | Y9 B9", _101 + " K1")
    assert found is not None
    assert format_melds(found.melds[:2]) == "R13 R12 R11 R10 | K7 B7 R7 Y7"
    assert moves(found) == ["K9 rack>2"]


def test_an_okey_may_change_its_face_without_a_move() -> None:
    found = change(
        "*=R4 R5 R6 | K9 K10 K11 K12 K13 | R7 Y7 B7 K7",
        "* R5 R6 K9 K10 K11 K12 K13 R7 Y7 B7 K7 Y1",
    )
    assert found is not None
    assert found.moved == ()
    assert str(found.lanes[0]) == "R5 R6 *=R7"
    assert found.points == 101


def test_an_okey_keeps_its_face_where_the_moves_are_as_few() -> None:
    # Adding K13 opens with either face of the okey; the face laid stays.
    found = change(
        "*=R4 R5 R6 | K9 K10 K11 K12 | R7 Y7 B7 K7 | Y1 Y2 Y3",
        "* R5 R6 K9 K10 K11 K12 K13 R7 Y7 B7 K7 Y1 Y2 Y3 B1",
    )
    assert found is not None
    assert str(found.lanes[0]) == "*=R4 R5 R6"
    assert moves(found) == ["K13 rack>1"]


def test_a_tile_moves_from_one_meld_to_another() -> None:
    found = change("R10 R11 R12 | R13 R7 Y7 B7 K7 | Y9 B9 K9", _101 + " K1")
    assert moves(found) == ["R13 1>0"]


def test_nothing_laid_gives_the_opening_with_the_fewest_tiles() -> None:
    found = change("", _101 + " K1 K2 K3")
    assert found is not None
    assert len(found.moved) == 11
    assert all(move.source is None for move in found.moved)


def test_one_tile_stays_to_be_thrown() -> None:
    hand = _101 + " R1 R2 R3 R4 K1 K2 K3 K4 B4 B5 B6"
    laid = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9 | R1 R2 R3 R4 | K1 K2 K3 K4 | B4 B5 B6"
    found = change(laid, hand)
    assert found is not None
    assert len(found.moved) == 1
    assert len(laid_tiles(found.melds)) == 21


def test_a_tile_that_the_hand_does_not_hold_is_taken_back() -> None:
    found = change("R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9 | R5 R5 R5", _101 + " K1")
    assert found is not None
    assert found.lanes[3] is None


def test_pairs_are_repaired_as_pairs_where_pairs_open() -> None:
    hand = "R3 R3 B8 B8 K1 K1 K5 K5 Y2 Y2 R9 R10"
    found = change("R3 R3 | B8 B8 | K1 K1 | K5 K5 | Y2 R9", hand, CLUB)
    assert moves(found) == ["R9 4>rack", "Y2 rack>4"]
    assert change("R3 R3 | B8 B8 | K1 K1 | K5 K5 | Y2 R9", hand, GUIDE) is None


def test_a_hand_that_does_not_open_has_no_nearest_opening() -> None:
    assert change("R10 R11 R12", "R10 R11 R12 Y1 Y2 K4") is None


def test_classic_lays_nothing_and_so_has_no_nearest_opening() -> None:
    assert change("R10 R11 R12", "R10 R11 R12 R13", rule_set("classic")) is None


def test_where_no_opening_exists_the_nearest_legal_melds_are_found() -> None:
    held = Hand.parse("R10 R11 R12 R2 Y1 Y2 K4", "B10")
    laid = parse_melds("R10 R11 R12 R2 | Y1 Y2", held.indicator)
    found = nearest_legal(laid, held, GUIDE)
    assert moves(found) == ["R2 0>rack", "Y1 1>rack", "Y2 1>rack"]
    assert found.lanes[1] is None


def test_taking_everything_back_is_always_legal() -> None:
    held = Hand.parse("R1 Y5 K9", "B10")
    found = nearest_legal(parse_melds("R1 Y5 | K9", held.indicator), held, GUIDE)
    assert found.melds == ()
    assert len(found.moved) == 3


def test_two_copies_of_a_tile_are_interchangeable_and_counted_once_each() -> None:
    hand = "R7 R7 Y7 B7 K7 R8 R9 K10 K11 K12 K13 Y13 B13 R13 K1"
    found = change("R7 Y7 B7 | R8 R9 | K10 K11 K12 K13", hand)
    assert found is not None
    assert Moved(Tile.parse("R7"), None, 1) in found.moved


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


# Whatever is laid: legal, tiles kept together, the same every time


def _deal(seed: int) -> Hand:
    rng = random.Random(seed)
    bag = [*FACES, *FACES, FALSE_OKEY, FALSE_OKEY]
    rng.shuffle(bag)
    at = next(at for at, tile in enumerate(bag) if tile.is_face)
    indicator = bag.pop(at)
    okey = okey_face(indicator)
    return Hand(indicator, tuple(OKEY if tile == okey else tile for tile in bag[:22]))


def _scattered(hand: Hand, seed: int) -> list[Meld]:
    rng = random.Random(seed)
    tiles = [LAID[tile.index] for tile in rng.sample(hand.tiles, len(hand.tiles))]
    sizes = [rng.randrange(1, 6) for _ in range(rng.randrange(0, 6))]
    melds = []
    for size in sizes:
        if size <= len(tiles):
            melds.append(Meld(tuple(tiles[:size])))
            tiles = tiles[size:]
    return melds


@pytest.mark.parametrize("rules", [GUIDE, CLUB], ids=lambda rules: rules.key)
def test_what_is_found_is_a_legal_opening_out_of_the_same_tiles(rules: RuleSet) -> None:
    opened = 0
    for seed in range(60):
        hand = _deal(seed)
        laid = _scattered(hand, seed)
        found = nearest(laid, hand, rules)
        assert (found is not None) == can_open(hand, rules)
        if found is None:
            continue
        opened += 1
        verdict = judge(
            found.melds, rules=rules, indicator=hand.indicator, as_="opening", hand=hand
        )
        assert verdict.legal, (format_melds(found.melds), verdict.violations)
        assert verdict.points == found.points
        assert _replayed(laid, found) == [
            Counter(laid_tiles([m] if m else [])) for m in found.lanes
        ]
        assert nearest(laid, hand, rules) == found
        again = nearest(found.melds, hand, rules)
        assert again is not None
        assert again.moved == ()
    assert opened > 5


def test_where_nothing_opens_every_meld_left_is_legal() -> None:
    for seed in range(60):
        hand = _deal(seed)
        laid = _scattered(hand, seed)
        found = nearest_legal(laid, hand, GUIDE)
        if found.melds:
            assert judge(found.melds, rules=GUIDE, indicator=hand.indicator, hand=hand).legal


def _replayed(laid: Sequence[Meld], found: Change) -> list[Counter[Tile]]:
    """The lanes after the moves, made one by one."""
    lanes = [Counter(laid_tiles([meld])) for meld in laid]
    lanes += [Counter() for _ in range(len(found.lanes) - len(laid))]
    for move in found.moved:
        if move.source is not None:
            assert lanes[move.source][move.tile] > 0
            lanes[move.source] -= Counter([move.tile])
        if move.target is not None:
            lanes[move.target] += Counter([move.tile])
    return lanes
