"""Melds as they are laid: tiles in their order, with the okeys' faces and the kind if declared.

What a meld is worth, and whether it is one at all, depends on the rule set: see `okey.reading`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from okey.tiles import OKEY, TEXTS, TILES, Tile
from okey.values import plain_members, quick


@plain_members
class MeldKind(StrEnum):
    """The three things that tiles can be laid as."""

    RUN = "run"
    GROUP = "group"
    PAIR = "pair"


RUN: Final = MeldKind.RUN
GROUP: Final = MeldKind.GROUP
PAIR: Final = MeldKind.PAIR


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile in a meld.

    `stands_for` is the face that an okey is declared to be, or a number alone (1 to 13) for the
    okey of a group whose colour is not settled. It is None for an okey without a declared face
    and for every other tile: a false okey is a plain tile and stands for nothing.
    """

    tile: Tile
    stands_for: Tile | int | None = None

    def __str__(self) -> str:
        text = TEXTS[self.tile.index]
        return text if self.stands_for is None else f"{text}={self.stands_for}"


@dataclass(frozen=True, slots=True)
class Meld:
    """Tiles in the order laid. `kind` is None where the player declared none."""

    tiles: tuple[LaidTile, ...]
    kind: MeldKind | None = None

    @property
    def text(self) -> str:
        """The tiles alone, in the order laid, without the kind."""
        return " ".join(map(str, self.tiles))

    def __len__(self) -> int:
        return len(self.tiles)

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}" if self.kind else self.text


new_meld = quick(Meld)
LAID: Final = tuple(LaidTile(tile) for tile in TILES)  # by tile index: tiles as they are
_OKEY_AS: Final = tuple(LaidTile(OKEY, tile) for tile in TILES[:52])
_OKEY_AS_NUMBER: Final = tuple(LaidTile(OKEY, number) for number in range(14))


def okey_as(face: Tile | int) -> LaidTile:
    """An okey that stands for a face, or for a number whose colour is not settled."""
    return _OKEY_AS_NUMBER[face] if isinstance(face, int) else _OKEY_AS[face.index]


def laid_tiles(melds: Iterable[Meld]) -> list[Tile]:
    """All tiles of these melds, okeys as okeys."""
    return [laid.tile for meld in melds for laid in meld.tiles]
