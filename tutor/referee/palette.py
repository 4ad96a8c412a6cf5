"""The tiles to tap: every tile once, with the copies that are left of it."""

from __future__ import annotations

from dataclasses import dataclass

from okey import FALSE_OKEY, OKEY, Colour, Tile, okey_face
from okey.tiles import COPIES, FACES
from tutor.names import colour_name, tile_label
from tutor.referee.wording import language
from tutor.templatetags.tiles import COLOURS, Drawn


@dataclass(frozen=True, slots=True)
class PaletteTile:
    """A tile of the palette.

    `code` is what it adds to a hand (the okey's printed face adds an okey), `face` its own face,
    `copies` how many there are beside the open indicator.
    """

    face: str
    code: str
    name: str
    copies: int
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class PaletteRow:
    """The tiles of one colour."""

    key: str
    name: str
    tiles: tuple[PaletteTile, ...]


@dataclass(frozen=True, slots=True)
class Palette:
    """All tiles: four colours, and the false okey and the okey."""

    rows: tuple[PaletteRow, ...]
    special: tuple[PaletteTile, ...]
    okey: str


def palette(indicator: Tile | None) -> Palette:
    """The palette beside this indicator. Without one the okeys' face is not known yet."""
    okey = okey_face(indicator) if indicator is not None else None

    def shown(tile: Tile) -> PaletteTile:
        code = OKEY if tile == okey else tile
        face = okey if tile in (OKEY, FALSE_OKEY) else tile
        kind = "false" if tile == FALSE_OKEY else "okey" if code == OKEY else "plain"
        colour = COLOURS[face.colour.letter] if face is not None else "any"
        label = tile_label(code, language(), face=okey if tile == FALSE_OKEY else None)
        if tile == okey:
            label = f"{tile_label(tile, language())}, {label}"
        return PaletteTile(
            face=str(tile),
            code=str(code),
            name=label,
            copies=COPIES - (tile == indicator),
            drawn=Drawn(kind, colour, face.number if face is not None else "", ""),
        )

    rows = tuple(
        PaletteRow(
            COLOURS[colour.letter],
            colour_name(colour.letter, language()),
            tuple(shown(tile) for tile in FACES if tile.colour == colour),
        )
        for colour in Colour
    )
    return Palette(rows, (shown(FALSE_OKEY), shown(OKEY)), str(okey) if okey else "")
