"""Deals that can be repeated: the same seed and index give the same hand, everywhere and always.

A deal is a number below the count of all deals, taken from SHA-256; a number that would make some
deals more likely is thrown away and the next one taken. So deals are exactly uniform, and depend
on no random generator of a Python version.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from math import perm
from typing import Final

from okey.hand import MAX_TILES, Hand
from okey.rules.model import RuleSet
from okey.table import Round, check_table, start
from okey.tiles import COPIES, FACES, FALSE_OKEY, OKEY, Tile, okey_face

NUMBERED: Final = tuple(face for face in FACES for _ in range(COPIES))  # 104 tiles
SET: Final = (*NUMBERED, *[FALSE_OKEY] * COPIES)  # 106 tiles
_SPACE: Final = 1 << 256


def deal(seed: str, index: int, *, tiles: int) -> Hand:
    """Deal the hand `index` of a seed: an indicator and `tiles` of the tiles left.

    Uniform over real deals: a false okey turned as the indicator is turned again, so that each of
    the 104 numbered tiles is equally likely, and any 105 tiles left may be dealt.

    >>> str(deal("example", 0, tiles=5))
    'B1 B1 K8 R5 B8'

    Raise `ValueError` for a negative index, or for less than 1 or more than 22 tiles.
    """
    if index < 0 or not 1 <= tiles <= MAX_TILES:
        raise ValueError(f"no deal {index} of {tiles} tiles")
    number = next(n for n in _numbers(seed, index, tiles) if n < _fair(tiles))
    number, turned = divmod(number, len(NUMBERED))
    indicator = NUMBERED[turned]
    left = list(SET)
    left[turned] = left[-1]
    okey = okey_face(indicator)
    dealt: list[Tile] = []
    for last in range(len(SET) - 2, len(SET) - 2 - tiles, -1):
        number, drawn = divmod(number, last + 1)
        tile = left[drawn]
        dealt.append(OKEY if tile is okey else tile)
        left[drawn] = left[last]
    return Hand(indicator, tuple(dealt))


@cache
def _fair(tiles: int) -> int:
    """The largest multiple of the number of deals that a hash can reach."""
    deals = len(NUMBERED) * perm(len(SET) - 1, tiles)
    return _SPACE - _SPACE % deals


def _numbers(seed: str, index: int, tiles: int) -> Iterator[int]:
    """Numbers of 256 bits. The seed stands last: no two questions make the same text."""
    attempt = 0
    while True:
        text = f"okey.deal {tiles} {index} {attempt} {seed}"
        yield _hash(text)
        attempt += 1


def deal_round(rules: RuleSet, seed: str, index: int, seats: int = 4, starter: int = 0) -> Round:
    """Deal the round `index` of a seed: the hands, the indicator and the whole stock.

    Every order of the 106 tiles is equally likely. The hands are dealt from seat 0 on, the next
    tile is turned up. A false okey is turned again and goes under the stock; where that makes a
    risk round, the first one stays open.

    >>> from okey.rules.rulesets import rule_set
    >>> begun = deal_round(rule_set("101-guide"), "example", 0)
    >>> str(begun.indicator), len(begun.stock), [seat.size for seat in begun.seats]
    ('K10', 20, [22, 21, 21, 21])

    Raise `ValueError` for a negative index, `InputError` (`match.seats`, `input.field`) for seats
    and a starter that the rule set does not know.
    """
    if index < 0:
        raise ValueError(f"no deal {index}")
    check_table(rules, seats, starter, False, None)
    left = _shuffled(f"{rules.key} {seats} {index} {seed}")
    sizes = [rules.hand.starter if at == starter else rules.hand.others for at in range(seats)]
    hands = [[left.pop() for _ in range(size)] for size in sizes]
    risk = False
    while (indicator := left.pop()) == FALSE_OKEY:
        if rules.dealing.false_indicator == "risk" and not risk:
            risk = True
        else:
            left.insert(0, indicator)
    okey = okey_face(indicator)
    dealt = [[OKEY if tile == okey else tile for tile in hand] for hand in hands]
    stock = [OKEY if tile == okey else tile for tile in reversed(left)]
    return start(rules, indicator=indicator, hands=dealt, stock=stock, starter=starter, risk=risk)


def _shuffled(text: str) -> list[Tile]:
    """All 106 tiles in an order that only the text decides."""
    tiles = list(SET)
    attempt = 0
    for last in range(len(tiles) - 1, 0, -1):
        fair = _SPACE - _SPACE % (last + 1)
        while (number := _hash(f"okey.round {last} {attempt} {text}")) >= fair:
            attempt += 1
        chosen = number % (last + 1)
        tiles[last], tiles[chosen] = tiles[chosen], tiles[last]
    return tiles


def _hash(text: str) -> int:
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest())
