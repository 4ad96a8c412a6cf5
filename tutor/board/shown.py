"""A rack and the lanes of a table as they are drawn: plain values, made from verdicts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from okey.hand import Hand
from okey.tiles import FALSE_OKEY, OKEY, Tile
from tutor.board.words import language
from tutor.names import tile_label

SLOTS: Final = 24  # of a rack: three rows of eight, two of twelve


@dataclass(frozen=True, slots=True)
class RackTile:
    """A tile as it is drawn. `code` is its notation; `face` is set for F and for the okey."""

    id: str
    code: str
    face: str | None
    label: str
    slot: str = ""  # the place on the rack that it came from
    stands_for: str = ""  # of an okey on the table
    ring: int | None = None  # the number of the mark that a sentence refers to


@dataclass(frozen=True, slots=True)
class LaneVerdict:
    """One lane. `state`: ok, short (one or two tiles, nothing wrong yet), bad or empty.

    `faces`: for each tile in the order laid the face it counts as, None unless legal. `offending`:
    the places of the tiles that break a rule; `rings`: for each tile its mark's number, or None.
    `rules`: the ids of the rules broken. `kind`: what it is or was meant to be, if that is known.
    `lacks`: how many tiles an unfinished one waits for.
    """

    index: int
    state: str
    points: int
    label: str
    faces: tuple[str, ...] | None = None
    offending: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()
    rings: tuple[int | None, ...] | None = None
    text: str = ""
    kind: str = ""
    lacks: int = 0


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane with tiles in it, as it was answered."""

    tiles: tuple[RackTile, ...]
    verdict: LaneVerdict


@dataclass(frozen=True, slots=True)
class TableVerdict:
    """All lanes, and their sum against what opens: `points` of `threshold`, counted in `unit`.

    `segments`: for each lane that counts where it starts in the meter and how wide it is, within
    the threshold. `state`: empty, short, bad, or ok where it opens.
    """

    lanes: tuple[LaneVerdict, ...]
    points: int
    threshold: int
    unit: str  # points or pairs
    sentence: str
    opens: bool
    state: str
    segments: tuple[tuple[int, int], ...] = ()


def rack(hand: Hand) -> tuple[RackTile | None, ...]:
    """The hand in the slots of a rack, by colour and number, okeys last."""
    tiles = sorted(hand.tiles)
    shown: list[RackTile | None] = [
        replace(shown_tile(tile, hand), id=f"t{place}", slot=str(place))
        for place, tile in enumerate(tiles)
    ]
    return tuple(shown + [None] * (SLOTS - len(shown)))


def shown_tile(tile: Tile, hand: Hand) -> RackTile:
    """A tile with its name in the reader's language."""
    wild = tile in (OKEY, FALSE_OKEY)
    face = str(hand.okey) if wild else None
    label = tile_label(tile, language(), face=hand.okey if tile == FALSE_OKEY else None)
    return RackTile("", str(tile), face, label)
