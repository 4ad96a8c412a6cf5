"""Why a move is advised, and what a mistake cost, in words: sentences to the player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from okey import Tile
from okey.bots import Advice, Mistake, Reason
from tutor.loading import content
from tutor.names import Number, TileName

_TILES: Final = ("tile", "other")  # the values that are tiles in notation


def advice_sentences(advice: Advice, language: str) -> tuple[str, ...]:
    """The reasons of an advice in sentences, the weightiest first."""
    return tuple(reason_sentence(reason, language) for reason in advice.reasons)


def reason_sentence(reason: Reason, language: str) -> str:
    """One reason in a sentence. Raise `KeyError` for a code that has no text."""
    return _filled(content(language, "advice")["reasons"][reason.code], reason.params, language)


def mistake_sentence(mistake: Mistake, language: str) -> str:
    """What a mistake cost, in a sentence or two; what was better is told by its moves."""
    values = {"points": mistake.points, "outs": mistake.outs, "tiles": mistake.tiles}
    return _filled(content(language, "advice")["mistakes"][mistake.kind], values, language)


def _filled(text: str, params: Mapping[str, object], language: str) -> str:
    values = {
        name: TileName(Tile.parse(str(value)), language)
        if name in _TILES
        else Number(int(str(value)), language)
        for name, value in params.items()
    }
    said = text.format(**values)
    return said[:1].upper() + said[1:]
