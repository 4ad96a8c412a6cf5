"""A look at a hand before a search for a finish: how many of its tiles fit nothing at all.

A tile that lies on the table in the end lies in a pair, in a group, or beside a neighbour in a run.
Where more tiles have none of that than okeys could help out, and one more to throw, no search finds
a finish. Most hands are told so in a hundredth of the time.
"""

from __future__ import annotations

from typing import Final

from okey.fits import near_faces
from okey.search.general import is_usual
from okey.search.pairs import pairs_are_usual
from okey.search.turn_state import FALSE, WILD, Tiles
from okey.table import Round
from okey.tiles import COPIES, NUMBERS, OKEY, Colour, Tile

# Faces as bits by their index.
_NUMBERS: Final = (1 << NUMBERS) - 1  # those of red
_EACH: Final = sum(1 << colour * NUMBERS for colour in Colour)  # the ones
_LAST: Final = _EACH << NUMBERS - 1  # the thirteens
_HELPED: Final = 2  # an okey stands between two tiles at most, or beside two of one number


def stuck(round_: Round, hand: Tiles, tile: Tile) -> bool:
    """Whether it is plain that a turn cannot lay all tiles of a hand but one, `tile` among them.

    Where it is not plain, the answer is no, as under rules that make other melds of the same tiles.
    """
    rules = round_.rules
    if not is_usual(rules) or not pairs_are_usual(rules):
        return False
    once = twice = 0
    okey = round_.okey.index
    for index, count in hand.items():
        if count and index != WILD:
            bit = 1 << (okey if index == FALSE else index)
            twice |= once & bit
            once |= bit
            if count == COPIES:
                twice |= bit
    alone = once & ~(_fitting(once) | twice | near_faces(round_.table, rules, round_.okey))
    helped = _HELPED * hand[WILD]
    if rules.swap is not None:  # who exchanges an okey lays a tile for it, too
        exchanged = [laid.tile for meld in round_.table for laid in meld.tiles].count(OKEY)
        helped += (_HELPED + 1) * exchanged
    if not helped and alone >> (okey if tile.index == FALSE else tile.index) & 1:
        return True
    return alone.bit_count() > helped + 1


def _fitting(faces: int) -> int:
    """The faces that have a neighbour among these, or stand there with two more of their number."""
    above = (faces & ~_LAST) << 1 | (faces & _LAST) >> NUMBERS - 1
    below = (faces & ~_EACH) >> 1 | (faces & _EACH) << NUMBERS - 1
    red, yellow, blue, black = (faces >> colour * NUMBERS & _NUMBERS for colour in Colour)
    three = red & yellow & (blue | black) | blue & black & (red | yellow)
    return above | below | three * _EACH
