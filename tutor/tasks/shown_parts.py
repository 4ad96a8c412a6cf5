"""The parts of an exercise as templates draw them: plain values."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.board.shown import Lane, RackTile, TableVerdict
from tutor.tasks.base import Form
from tutor.templatetags.tiles import Drawn


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile to see, or with a `value` to choose. `badge` is the number that a sentence uses."""

    drawn: Drawn
    value: str = ""
    chosen: bool = False
    ringed: bool = False
    badge: int | None = None


@dataclass(frozen=True, slots=True)
class ShownRow:
    """Tiles that lie together. `name` is that of a meld on the table or of a player's discards.

    `kind` is that of a meld on the table: run, group or pair.
    """

    tiles: tuple[ShownTile, ...]
    name: str = ""
    number: int | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ShownOption:
    """Something to choose that is not a single tile."""

    value: str
    label: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A player at the end of a round."""

    name: str
    opened: str
    tiles: tuple[ShownTile, ...]
    events: tuple[str, ...]
    finished: bool


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A move of a story."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ShownNumber:
    """A number that is asked for, of a player, with what was typed."""

    name: str
    typed: str = ""


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """The rack and the lanes of a form of melds, as the templates of the board take them."""

    slots: tuple[RackTile | None, ...]
    table: TableVerdict
    lanes: tuple[Lane, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownExercise:
    """All that is drawn. `told_okey` is False where the okey is what is asked for.

    `plan` are the kinds of moves that a plan can be made of in this position. `makes` are those
    that are made with the tiles, `made` the one that was, in words.
    """

    task: str
    seed: str
    form: Form
    question: str
    indicator: str
    okey: str
    laid: tuple[ShownRow, ...] = ()
    table: tuple[ShownRow, ...] = ()
    discards: tuple[ShownRow, ...] = ()
    hand: tuple[ShownTile, ...] = ()
    pick: tuple[ShownTile, ...] = ()
    options: tuple[ShownOption, ...] = ()
    seats: tuple[ShownSeat, ...] = ()
    numbers: tuple[ShownNumber, ...] = ()
    story: tuple[ShownStep, ...] = ()
    opened: bool = False
    finish: str = ""
    board: ShownBoard | None = None
    hand_text: str = ""
    typed: str = ""
    told_okey: bool = True
    plan: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()
    made: str = ""
