"""Moves in words: "discards red 7", "wirft die rote 7 ab", "kırmızı 7’yi atar".

The sentence stands without its subject, so that a seat or a name may be put before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from okey import OKEY, LaidTile, Meld, Tile
from okey.moves import (
    Action,
    Add,
    DeclarePairs,
    Discard,
    Draw,
    Finish,
    Lay,
    Move,
    Open,
    Pass,
    ShowIndicator,
    Swap,
    Take,
    TakeIndicator,
    parse_move,
)
from tutor.loading import content
from tutor.names import Number, TileName

_KINDS: Final[Mapping[type, str]] = {
    Draw: "draw",
    Take: "take",
    TakeIndicator: "take-indicator",
    Open: "open",
    Lay: "lay",
    Add: "add",
    Swap: "swap",
    Discard: "discard",
    DeclarePairs: "declare",
    Finish: "finish",
    ShowIndicator: "show",
    Pass: "pass",
}
KINDS: Final = tuple(_KINDS.values())


def kind_of(move: Move | Action) -> str:
    """The kind of a move: draw, take, take-indicator, open, lay, add, swap, discard and so on."""
    return _KINDS[type(move.action if isinstance(move, Move) else move)]


def move_kind(kind: str, language: str) -> str:
    """The name of a kind of move, for a button or a list: "Draw", "Ziehen", "Taş çek"."""
    name: str = content(language, "moves")["kinds"][kind]
    return name


def move_sentence(
    move: Move | Action | str, language: str, *, indicator: Tile | None = None
) -> str:
    """What a move does, without who makes it.

    Text is read with the `indicator`; raise `InputError` where it is no move.
    """
    if isinstance(move, str):
        if indicator is None:
            raise ValueError("a move in text is read with its indicator")
        move = parse_move(move, indicator)
    action = move.action if isinstance(move, Move) else move
    sentences: dict[str, str] = content(language, "moves")["sentences"]
    kind = kind_of(action)
    match action:
        case Take(tile) if tile is not None:
            return sentences["take-tile"].format(tile=TileName(tile, language))
        case Open(melds) | Lay(melds):
            return sentences[kind].format(melds=melds_words(melds, language))
        case Add(laid, meld, end):
            variant = f"{kind}-{end}" if end else kind
            values = {"tile": _Laid(laid, language), "meld": Number(meld, language)}
            return sentences[variant].format(**values)
        case Swap(tile, meld):
            values = {"tile": TileName(tile, language), "meld": Number(meld, language)}
            return sentences[kind].format(**values)
        case Discard(tile):
            return sentences[kind].format(tile=TileName(tile, language))
        case Finish(tile, melds):
            values = {"tile": TileName(tile, language), "melds": melds_words(melds, language)}
            return sentences[kind].format(**values)
        case _:
            return sentences[kind]


def melds_words(melds: Iterable[Meld], language: str) -> str:
    """Melds in a sentence: "red 7, 8, 9; blue 4, black 4, okey as red 4"."""
    return "; ".join(_meld(meld, language) for meld in melds)


def _meld(meld: Meld, language: str) -> str:
    """A meld tile by tile; the colour is said once where all of it shows one colour."""
    tiles = [laid.tile for laid in meld.tiles]
    colours = {tile.colour for tile in tiles if tile.is_face}
    numbered = all(tile.is_face for tile in tiles)
    if numbered and len(colours) == 1:
        first = str(TileName(tiles[0], language))
        return ", ".join([first, *(str(tile.number) for tile in tiles[1:])])
    return ", ".join(format(_Laid(laid, language), "") for laid in meld.tiles)


class _Laid:
    """A tile as it was laid; an okey with a face says which."""

    def __init__(self, laid: LaidTile, language: str) -> None:
        self.laid, self.language = laid, language

    def __format__(self, form: str) -> str:
        name = format(TileName(self.laid.tile, self.language), form)
        face = self.laid.stands_for
        if self.laid.tile != OKEY or face is None:
            return name
        pattern: str = content(self.language, "moves")["sentences"]["standing"]
        return pattern.format(okey=name, face=TileName(face, self.language))
