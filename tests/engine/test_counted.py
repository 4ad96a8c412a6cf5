"""A sum stands for the tiles that are left: whatever they are, the score is the same."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from okey import RULE_SETS, InputError, RuleSet, Tile, derive, rule_set
from okey.counted import tiles_worth
from okey.ended import Ended, tally
from okey.endings import Board, Finish
from okey.rules.parameters import Points
from okey.tiles import COPIES, FACES, FALSE_OKEY, OKEY, okey_face

HOUSES = [
    *RULE_SETS.values(),
    derive(rule_set("101-club"), "held", scoring=Points(unopened_okeys=True, okey_held=50)),
    derive(rule_set("101-siler"), "hands", scoring=Points(null_round="hands", pairs_remainder=3)),
]


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.key)
@pytest.mark.parametrize("seed", range(40))
def test_a_hand_and_its_sum_score_the_same(rules: RuleSet, seed: int) -> None:
    dice = random.Random(seed)
    indicator = dice.choice(FACES)
    okey = okey_face(indicator)
    whole = Counter({tile: COPIES for tile in FACES if tile != okey})
    whole[indicator] -= 1
    whole[OKEY] = whole[FALSE_OKEY] = COPIES
    deck = list(whole.elements())
    dice.shuffle(deck)
    hands = [tuple(deck.pop() for _ in range(dice.randint(1, 14))) for _ in range(4)]
    finish = Finish(0, okey_last=dice.random() < 0.5) if dice.random() < 0.7 else None
    opened = rules.opening is not None
    boards = [
        Board("melds" if opened and (finish or dice.random() < 0.7) else None, hand)
        for hand in hands
    ]
    if finish is not None:
        boards[0] = Board("melds" if opened else None)
    summed: list[Board] = []
    for board in boards:
        special = tuple(tile for tile in board.hand if not tile.is_face)
        total = sum(tile.number for tile in board.hand if tile.is_face)
        used = [tile for other in summed for tile in other.hand]
        plain = tiles_worth(total, indicator, used, most=14 - len(special))
        summed.append(Board(board.opened, (*plain, *special)))
    by_tiles = tally(Ended(indicator, tuple(boards), finish), rules)
    by_sums = tally(Ended(indicator, tuple(summed), finish), rules)
    assert by_sums.scores == by_tiles.scores
    assert [line.points for line in by_sums.lines] == [line.points for line in by_tiles.lines]


@pytest.mark.parametrize("total", [*range(120), 255])
def test_every_sum_that_a_hand_can_have_has_tiles(total: int) -> None:
    indicator = Tile.parse("R12")
    found = tiles_worth(total, indicator, most=22)
    assert sum(tile.number for tile in found) == total
    assert okey_face(indicator) not in found
    assert max(Counter([indicator, *found]).values(), default=0) <= COPIES


@pytest.mark.parametrize(("total", "most"), [(14, 1), (300, 22), (-1, 21), (10**9, 21)])
def test_a_sum_that_no_hand_has_is_an_error(total: int, most: int) -> None:
    with pytest.raises(InputError) as raised:
        tiles_worth(total, Tile.parse("R12"), most=most, at="left2")
    assert (raised.value.code, raised.value.at) == ("count.hand", f"left2: {total}")
