"""What a proof sees of an exercise, and words of notation read into tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from okey.endings import Board, Finish, Teams
from okey.hand import Hand, read_tile
from okey.melds import Meld
from okey.moves import Move, parse_move
from okey.notation import parse_melds
from okey.table import Round
from okey.tiles import Tile


class Ended(Protocol):
    """A finished round before it is scored."""

    @property
    def indicator(self) -> Tile: ...
    @property
    def boards(self) -> tuple[Board, ...]: ...
    @property
    def finish(self) -> Finish | None: ...
    @property
    def events(self) -> tuple[tuple[str, int], ...]: ...
    @property
    def teams(self) -> Teams | None: ...
    @property
    def risk(self) -> bool: ...


class Shown(Protocol):
    """An exercise, as far as it is shown."""

    @property
    def indicator(self) -> Tile: ...
    @property
    def okey(self) -> Tile: ...
    @property
    def hand(self) -> Hand | None: ...
    @property
    def round(self) -> Round | None: ...
    @property
    def laid(self) -> tuple[Meld, ...]: ...
    @property
    def ended(self) -> Ended | None: ...
    @property
    def options(self) -> tuple[str, ...]: ...
    @property
    def values(self) -> Mapping[str, str | int]: ...
    @property
    def ask(self) -> str: ...


class Refuted(Exception):  # noqa: N818  (an answer, not an error)
    """The answer is not what the exercise asks for."""


def hand_of(exercise: Shown) -> tuple[Tile, ...]:
    """The hand shown."""
    if exercise.hand is None:
        raise Refuted("no hand")
    return exercise.hand.tiles


def round_of(exercise: Shown) -> Round:
    """The round shown."""
    if exercise.round is None:
        raise Refuted("no round")
    return exercise.round


def only(right: Sequence[str]) -> str:
    """The one right answer."""
    if len(right) != 1:
        raise Refuted("one answer is expected")
    return right[0]


def melds_in(exercise: Shown, text: str) -> tuple[Meld, ...]:
    """Melds in notation."""
    return parse_melds(text, exercise.indicator)


def tiles_in(exercise: Shown, text: str) -> tuple[Tile, ...]:
    """Tiles in notation."""
    return tuple(read_tile(word, exercise.okey, "answer") for word in text.split())


def moves_in(exercise: Shown, text: str) -> tuple[Move, ...]:
    """Moves in notation, one behind the other."""
    return tuple(parse_move(part.strip(), exercise.indicator) for part in text.split(";"))


def exactly(right: Sequence[str], holds: Mapping[str, bool]) -> bool:
    """Whether those answers are right that hold, all of them and no others."""
    true = {option for option, is_so in holds.items() if is_so}
    return bool(true) and len(right) == len(set(right)) and set(right) == true
