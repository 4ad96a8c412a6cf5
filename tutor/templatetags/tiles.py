"""Tiles in templates: `{% load tiles %}`. Drawn with the symbols of `static/svg/tiles.svg`.

    {% tile "R7" %}                               a red 7
    {% tile "F" face=board.okey size="small" %}   a false okey, with the face that it counts as
    {% tile "*" face="R12" ring=1 %}              an okey as a red 12, with the badge 1
    {% tile_name "B11" as okey %}                 the name: "blue 11", "blaue 11", "mavi 11"
    {% meld "R10 R11 *=R12 | R7 Y7 B7" okey="B11" size="lane" %}
    {% rack_row board.hand okey=board.okey %}     tiles in a row, as on a rack
    {% notation "R7 Y7 B7" okey="B11" %}          tiles in a line of text

Sizes are small, card, lane, rack and text. `label=False` hides a tile from screen readers, where
the text beside it says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from okey import FALSE_OKEY, OKEY, InputError, Meld, Tile, okey_face
from okey.melds import LaidTile
from okey.notation import BAR, parse_meld
from okey.tiles import FACES
from tutor.names import face_of, tile_label

register = template.Library()

COLOURS: Final = {"R": "red", "Y": "yellow", "B": "blue", "K": "black"}
OPEN_COLOUR: Final = "any"


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the tile templates need. `kind` is plain, false or okey; `label` is empty if hidden."""

    kind: str
    colour: str
    number: int | str
    label: str
    ring: int | None = None


def drawn(
    code: str,
    face: str | None = None,
    *,
    label: str | bool | None = None,
    ring: int | None = None,
    stands_for: bool = True,
) -> Drawn:
    """Describe a tile in notation. `face` is needed for a false okey and an okey.

    For an okey in the rack the face is only its printed one: `stands_for` is False then.
    Raise `InputError` (`notation.tile`) for what is no tile.
    """
    tile = Tile.parse(code)
    shown: Tile | int | None = face_of(face) if face else None
    if tile.is_face:
        shown = tile
    if label is None or label is True:
        known = shown if tile != OKEY or stands_for else None
        label = tile_label(tile, _language(), face=known)
    kind = "false" if tile == FALSE_OKEY else "okey" if tile == OKEY else "plain"
    colour = COLOURS[shown.colour.letter] if isinstance(shown, Tile) else OPEN_COLOUR
    number: int | str = shown.number if isinstance(shown, Tile) else shown or ""
    return Drawn(kind, colour, number, label or "", ring)


@register.simple_tag
def tile(
    code: Tile | str,
    face: str | None = None,
    size: str = "card",
    label: str | bool | None = None,
    ring: int | None = None,
) -> SafeString:
    """Draw one tile with its accessible name."""
    return _tile(drawn(str(code), face, label=label, ring=ring), size)


@register.simple_tag
def tile_face(code: Tile | str, face: str | None = None) -> SafeString:
    """Draw a tile's face alone, for a control that has a name of its own."""
    return _render("tile_face", vars_of(drawn(str(code), face, label=False)))


@register.simple_tag
def tile_name(code: Tile | str, face: str | None = None) -> str:
    """Name a tile in the reader's language."""
    return drawn(str(code), face).label


@register.simple_tag
def meld(
    melds: str | Meld | Sequence[Meld],
    okey: str | None = None,
    size: str = "card",
    faces: Iterable[str] | None = None,
    rings: Iterable[int | None] | None = None,
) -> SafeString:
    """Draw melds in notation, in the order laid; several stand between bars.

    `okey` is the okey's face: what a false okey shows, and an okey whose face is not declared.
    `faces` and `rings` belong to the tiles of a single meld.
    """
    found = _melds(melds, okey)
    given = list(faces) if faces else None
    badges = list(rings) if rings else None
    return format_html_join(
        "\n",
        "{}",
        ((_row(one.tiles, okey, size, given, badges),) for one in found),
    )


@register.simple_tag
def rack_row(
    tiles: str | Iterable[Tile | str], okey: str | None = None, size: str = "rack"
) -> SafeString:
    """Draw tiles in a row, as they stand on a rack."""
    codes = tiles.split() if isinstance(tiles, str) else list(map(str, tiles))
    row = [drawn(code, _printed(code, okey), stands_for=False) for code in codes]
    return _tiles(tuple(row), size)


@register.simple_tag
def notation(melds: str | Meld, okey: str | None = None) -> SafeString:
    """Draw tiles as high as the line of text in which they stand."""
    return meld(melds, okey=okey, size="text")


def _row(
    tiles: Sequence[LaidTile],
    okey: str | None,
    size: str,
    faces: Sequence[str] | None,
    rings: Sequence[int | None] | None,
) -> SafeString:
    row = []
    for at, laid in enumerate(tiles):
        code = str(laid.tile)
        known = str(laid.stands_for) if laid.stands_for is not None else None
        if faces and laid.tile == OKEY:
            known = faces[at]
        row.append(
            drawn(
                code,
                known or _printed(code, okey),
                ring=rings[at] if rings else None,
                stands_for=known is not None,
            )
        )
    return _tiles(tuple(row), size)


def _printed(code: str, okey: str | None) -> str | None:
    return okey if code in (str(OKEY), str(FALSE_OKEY)) else None


def _melds(melds: str | Meld | Sequence[Meld], okey: str | None) -> Iterable[Meld]:
    if isinstance(melds, Meld):
        return [melds]
    if not isinstance(melds, str):
        return melds
    return [parse_meld(text, _indicator(text, okey)) for text in melds.split(BAR) if text.strip()]


def _indicator(text: str, okey: str | None) -> Tile:
    """The indicator of this okey; without one, any whose okey does not lie here as a plain tile."""
    words = text.split()
    for face in FACES:
        if str(okey_face(face)) == okey or (okey is None and str(okey_face(face)) not in words):
            return face
    raise InputError("notation.tile", f"okey: {okey}")


def vars_of(shown: Drawn) -> dict[str, Any]:
    """The template's variables."""
    return {
        "kind": shown.kind,
        "colour": shown.colour,
        "number": shown.number,
        "label": shown.label,
        "ring": shown.ring,
    }


# A page has a hundred tiles, and most of them more than once: each is rendered once.
@lru_cache(maxsize=4096)
def _tile(shown: Drawn, size: str) -> SafeString:
    return _render("tile", vars_of(shown) | {"size": size})


@lru_cache(maxsize=4096)
def _tiles(row: tuple[Drawn, ...], size: str) -> SafeString:
    return _render("meld", {"tiles": row, "size": size})


def _render(name: str, context: dict[str, Any]) -> SafeString:
    return render_to_string(f"includes/{name}.html", context)


def _language() -> str:
    return get_language() or "en"
