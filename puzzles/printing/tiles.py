"""Tiles for paper: the site's own drawing, each as a whole picture with its colours written in.

A shape stands for each colour, so that a copy in grey is read as easily.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings

from tutor.templatetags.tiles import Drawn

# The light theme's colours (static/css/tokens.css), for the numeral and the shape.
INK: Final = {
    "red": "#b3261e",
    "yellow": "#8a5a00",
    "blue": "#1b4fa0",
    "black": "#1e1e1e",
    "any": "#1e1e1e",
}
_SYMBOL: Final = re.compile(r'<symbol id="(\w+)"[^>]*>(.*?)</symbol>', re.DOTALL)
_VARIABLE: Final = re.compile(r"var\(--[\w-]+, *(#[0-9a-f]+)\)")


def name_of(tile: Drawn) -> str:
    """A short name of a drawing: the same tile has the same."""
    return f"{tile.kind}-{tile.colour}-{tile.number}"


@lru_cache(maxsize=256)
def svg_of(kind: str, colour: str, number: str) -> str:
    """The picture of a tile, 60 by 80 units."""
    parts = [_use("blank")]
    if kind == "false":
        parts.append(_use("false"))
        if number:
            parts.append(_scaled(f"n{number}", 13, 15.5, 34 / 60))
            parts.append(_scaled(colour, 16.5, 22, 27 / 60))
    elif kind == "okey":
        parts.append(_use("okey"))
        if number:
            parts.append(_scaled(f"n{number}", -0.4, 1.8, 57.6 / 60))
            parts.append(_use(colour))
    else:
        parts += [_use(f"n{number}"), _use(colour)]
    body = "".join(parts).replace("currentColor", INK[colour])
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">{body}</svg>'


def _use(symbol: str) -> str:
    return _symbols()[symbol]


def _scaled(symbol: str, x: float, y: float, scale: float) -> str:
    return f'<g transform="translate({x} {y}) scale({scale:.4f})">{_use(symbol)}</g>'


@lru_cache(maxsize=1)
def _symbols() -> dict[str, str]:
    text = (Path(settings.BASE_DIR) / "static" / "svg" / "tiles.svg").read_text(encoding="utf-8")
    return {name: _VARIABLE.sub(r"\1", body) for name, body in _SYMBOL.findall(text)}
