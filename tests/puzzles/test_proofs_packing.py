"""The proofs' own packing of hands agrees with brute force and with exact answers on record."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from okey.hand import Hand
from okey.notation import parse_meld
from okey.rules.model import RuleSet
from okey.rules.parameters import Opening
from okey.rules.rulesets import derive, rule_set
from okey.tiles import FACES, OKEY, TILES, Tile, okey_face
from puzzles.proofs.melds import read
from puzzles.proofs.openings import fewest, least_left, least_left_of_pairs, value_of
from puzzles.proofs.optimum import best
from puzzles.proofs.packing import most_points_of, points_by_left
from puzzles.proofs.racks import most_pairs, rack_of, without
from tests.engine import oracle

DATA = Path(__file__).parents[1] / "data"
CLUB, CLASSIC, SILER = rule_set("101-club"), rule_set("classic"), rule_set("101-siler")
LOW = 30  # points that open, where hands are small enough for brute force


def recorded(name: str) -> list[tuple[dict[str, Any], Hand]]:
    lines = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]
    return [(line, Hand.parse(line["hand"], line["indicator"])) for line in lines]


@pytest.mark.parametrize("name", ["hands_101", "forced_101", "hard_101"])
def test_recorded_hands_come_to_what_is_on_record(name: str) -> None:
    lines = recorded(name)
    racks = [rack_of(hand.tiles, hand.okey) for _, hand in lines]
    points = most_points_of(racks, CLUB)
    by_left = points_by_left(racks, CLUB)
    for (line, hand), rack, most, left in zip(lines, racks, points, by_left, strict=True):
        assert most == line["best_points"] == max(left.values()), line["id"]
        assert rack.size - min(left) == line["best_tiles_laid"], line["id"]
        assert left[min(left)] == line["points_at_best_tiles"], line["id"]
        opens = any(worth >= 101 for rest, worth in left.items() if rest)
        assert opens == line["can_open_101"], line["id"]
        closes = any(worth >= 101 for rest, worth in left.items() if rest <= 1)
        assert closes == line["can_finish_closed"], line["id"]
        assert most_pairs(hand.tiles, CLUB) == line["pairs"], line["id"]


def test_recorded_classic_hands_are_complete_or_not_as_is_on_record() -> None:
    for line, hand in recorded("hands_classic"):
        left = points_by_left([rack_of(hand.tiles, hand.okey)], CLASSIC)[0]
        assert len(hand.tiles) - min(left) == line["max_tiles"], line["id"]
        assert (len(hand.tiles) - 14 in left) == line["win_melds"], line["id"]
        assert most_pairs(hand.tiles, CLASSIC) == line["pairs"], line["id"]


def small(rng: Random, size: int, okeys: int, *, numbers: int = 5, low: int | None = None) -> Hand:
    """A small hand in which much fits together."""
    indicator = rng.choice(FACES)
    okey = okey_face(indicator)
    low = low or rng.randint(1, 14 - numbers)
    near = [face for face in FACES if low <= face.number < low + numbers or face.number == 1]
    bag = [face for face in near if face != okey for _ in range(2 - (face == indicator))]
    bag += [TILES[52]] * 2
    tiles = [*rng.sample(bag, size - okeys), *[OKEY] * okeys]
    return Hand(indicator, tuple(tiles))


@pytest.mark.parametrize("okeys", [0, 1, 2])
@pytest.mark.parametrize("rules", ["101-club", "classic"])
def test_small_hands_agree_with_brute_force(rules: str, okeys: int) -> None:
    rng = Random(f"{rules} {okeys}")
    wrap = rules == "classic"
    for _ in range(60):
        hand = small(rng, rng.randint(4, 10), okeys)
        expected = oracle.outcomes(str(hand), str(hand.okey), wrap_end=wrap)
        found = points_by_left([rack_of(hand.tiles, hand.okey)], rule_set(rules))[0]
        size = len(hand.tiles)
        assert {size - left: points for left, points in found.items()} == expected, str(hand)


def test_many_hands_at_once_are_worth_what_each_alone_is() -> None:
    rng = Random("many")
    racks = [rack_of((hand := small(rng, 14, at % 3)).tiles, hand.okey) for at in range(40)]
    together = most_points_of(racks, CLUB)
    assert together == [most_points_of([rack], CLUB)[0] for rack in racks]
    some = most_points_of(racks, CLUB, least=60)
    assert [one if one >= 60 else None for one in some] == [
        one if one >= 60 else None for one in together
    ]


@pytest.mark.parametrize("okeys", [0, 1, 2])
def test_the_fewest_tiles_that_open_agree_with_brute_force(okeys: int) -> None:
    """Small hands of high tiles: brute force lays every part of them with each number of okeys."""
    rng = Random(f"fewest {okeys}")
    compared = 0
    for _ in range(40):
        hand = small(rng, 11, okeys, numbers=4, low=10)
        high = hand.tiles
        ways = []
        for used in range(okeys + 1):
            plain = without(high, [OKEY] * (okeys - used))
            assert plain is not None
            text = " ".join(map(str, plain))
            ways += [
                (laid, used)
                for laid, points in oracle.outcomes(text, str(hand.okey)).items()
                if points >= 101 and len(high) > laid
            ]
        least = min((laid for laid, _ in ways), default=None)
        expected = min((way for way in ways if way[0] == least), default=None)
        found = fewest(high, hand.okey, CLUB)
        assert found == expected, high
        compared += found is not None
    assert compared > 3 or okeys == 0


def test_what_is_left_after_an_opening_agrees_with_every_choice_of_tiles() -> None:
    rng = Random("left")
    compared = 0
    for base in (CLUB, SILER):
        rules = derive(base, f"low-{base.key}", opening=Opening(points=LOW, pairs=5))
        for at in range(20):
            hand = small(rng, 8, at % 3, numbers=4, low=8)
            expected = _least_left(hand.tiles, hand.okey, rules)
            found = least_left(hand.tiles, hand.okey, rules).get(LOW)
            assert found == expected, (str(hand), rules.key)
            compared += found is not None
    assert compared > 15


def _least_left(tiles: tuple[Tile, ...], okey: Tile, rules: RuleSet) -> int | None:
    """Every part of the hand that is packed whole, worth enough, and what then is left."""
    least = None
    for mask in range(1, (1 << len(tiles)) - 1):
        part = tuple(tile for at, tile in enumerate(tiles) if mask >> at & 1)
        rest = [tile for at, tile in enumerate(tiles) if not mask >> at & 1]
        left = sum(value_of(tile, okey, rules) for tile in rest)
        if len(part) < 3 or (least is not None and left >= least):
            continue
        whole = oracle.outcomes(" ".join(map(str, part)), str(okey)).get(len(part), 0)
        if whole >= LOW:
            least = left
    return least


def test_what_is_left_beside_pairs_agrees_with_every_choice_of_pairs() -> None:
    rng = Random("pairs")
    for at in range(60):
        hand = small(rng, 9, at % 3, numbers=3)
        found = least_left_of_pairs(hand.tiles, hand.okey, CLUB)
        own = value_of(OKEY, hand.okey, CLUB)
        costs = {pairs: plain + own * okeys for pairs, (plain, okeys) in found.items()}
        assert costs == _pairs(hand.tiles, hand.okey), str(hand)


def _pairs(tiles: tuple[Tile, ...], okey: Tile) -> dict[int, int]:
    found: dict[int, int] = {}

    def search(rest: tuple[Tile, ...], pairs: int, left: int) -> None:
        if not rest:
            if 2 * pairs < len(tiles):
                found[pairs] = min(found.get(pairs, left), left)
            return
        first, others = rest[0], rest[1:]
        search(others, pairs, left + value_of(first, okey, CLUB))
        for at, other in enumerate(others):
            if OKEY in (first, other) or first == other:
                search((*others[:at], *others[at + 1 :]), pairs + 1, left)

    search(tiles, 0, 0)
    return found


def test_no_arrangement_is_worth_more_than_all_tiles() -> None:
    rack = rack_of([*FACES[:5]], Tile.parse("K13"))
    assert best([rack], CLUB).max() == 15


@pytest.mark.parametrize(
    ("text", "rules", "points"),
    [
        ("R10 R11 *=R12 R13", CLUB, 46),
        ("R5 R6 *", CLUB, 18),
        ("* R5 R6", CLUB, 15),
        ("R12 R13 *", CLUB, 36),
        ("R12 R13 *", CLASSIC, 26),
        ("R8 * *", CLUB, 27),
        ("* * R8", CLUB, 24),
        ("B9 B10 F", CLUB, 30),
        ("R11 F F", CLUB, None),
        ("K12 K13 K1", CLUB, None),
        ("K12 K13 K1", CLASSIC, 26),
        ("K13 K1 K2", CLASSIC, None),
        ("R8 B8 K8 Y8 *", CLUB, None),
        ("R9 R9 B9", CLUB, None),
        ("R3 R3", CLUB, 0),
        ("R3 B3", CLUB, None),
        ("F F", CLUB, 0),
        ("* R3", CLUB, 0),
    ],
)
def test_melds_of_the_ledger_are_read_as_it_says(text: str, rules: Any, points: int | None) -> None:
    indicator = Tile.parse("B10")
    found = read(parse_meld(text, indicator), rules, okey_face(indicator))
    assert (None if found is None else found.points) == points
