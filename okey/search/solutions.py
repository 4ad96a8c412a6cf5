"""What the search answers about a hand."""

from __future__ import annotations

from dataclasses import dataclass

from okey.hand import Hand
from okey.melds import Meld
from okey.tiles import OKEY, Tile


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Melds of a hand, their points together, and how many tiles they lay."""

    points: int
    tiles: int
    melds: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class OpeningSolution:
    """A hand in a rule set in which melds are laid during the round.

    `can_finish`: an opening that is legal here lays all tiles but one in a turn; None for a hand
    smaller than the rule set deals.
    """

    best_points: int
    best_melds: tuple[Meld, ...]
    most_tiles: int
    most_tiles_melds: tuple[Meld, ...]
    pairs: int
    can_open: bool
    opens_by: tuple[str, ...]
    can_finish: bool | None


@dataclass(frozen=True, slots=True)
class ShowingSolution:
    """A hand in a rule set in which a whole hand is shown at the end.

    `by` is "melds" or "pairs"; `melds` show the hand; `throw` is the tile to throw of a hand that
    holds one more than is shown. All None where the hand is not complete.
    """

    complete: bool
    by: str | None = None
    melds: tuple[Meld, ...] | None = None
    throw: Tile | None = None


Solution = OpeningSolution | ShowingSolution


# The discard of a shown hand


def throws(hand: Hand) -> list[Tile]:
    """Each tile once: the okey, which doubles a finish, then the others from the highest number."""
    tiles = set(hand.tiles) - {OKEY}
    plain = sorted(
        tiles, key=lambda tile: (-(tile if tile.is_face else hand.okey).number, tile.index)
    )
    return [OKEY, *plain] if OKEY in hand.tiles else list(plain)


def without(tiles: tuple[Tile, ...], thrown: Tile | None) -> tuple[Tile, ...]:
    """The tiles without one of them."""
    if thrown is None:
        return tiles
    at = tiles.index(thrown)
    return tiles[:at] + tiles[at + 1 :]
