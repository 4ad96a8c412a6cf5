"""Every kind of move on the notation page, made in a position by the referee as it shows.

The same page reads a move that somebody types: what it says, without a position to make it in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from okey import InputError, Tile, read_indicator, rule_set
from okey.answers import answer
from okey.melds import Meld
from okey.moves import Finish, parse_move
from tutor.explain import Note
from tutor.move_words import move_sentence
from tutor.names import rule_set_name, seat_name
from tutor.notation.explained import Misread, check_length, misread
from tutor.refusals import refusal_notes
from tutor.rounds import RoundTile, ShownEvent, ShownRound, shown_round
from tutor.templatetags.tiles import drawn

INDICATOR: Final = "B10"
PAIRS: Final = "R1 R1 R4 R4 Y2 Y2 Y9 Y9 B3 B3 B8 B8 K5 K5 K7 K7 K11 K11 F F R13"
RUNS: Final = "R4 R5 R6 Y7 Y8 Y9 B1 B2 B3 K9 K10 K11 K12 K13"
OPENED: Final = "0: R9 R10 R11 | 1: R7 Y7 B7 | 2: K4 K5 *=K6"

# Rule set, move, and the position in which seat 0 makes it.
MOVES: Final[tuple[tuple[str, str, Mapping[str, Any]], ...]] = (
    ("101-guide", "draw", {"hand": "K1 K2 B4", "stock": ["K3", "?"]}),
    ("101-guide", "take", {"hand": "K1 K2 B4", "table": OPENED, "discard": "R12", "stock": 9}),
    (
        "101-guide",
        "open R10 R11 *=R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9",
        {"hand": "R10 R11 * R13 R7 Y7 B7 K7 Y9 B9 K9 K1", "phase": "play", "stock": 9},
    ),
    (
        "101-guide",
        "lay B4 B5 B6",
        {"hand": "B4 B5 B6 K1", "phase": "play", "table": OPENED, "stock": 9},
    ),
    ("101-guide", "add R12 @1", {"hand": "R12 K1", "phase": "play", "table": OPENED, "stock": 9}),
    (
        "101-guide",
        "add *=R8 @1 low",
        {"hand": "* K1", "phase": "play", "table": OPENED, "stock": 9},
    ),
    ("101-guide", "add R2 @1", {"hand": "R2 K1", "phase": "play", "table": OPENED, "stock": 9}),
    ("101-club", "swap K6 @3", {"hand": "K6 K1", "phase": "play", "table": OPENED, "stock": 9}),
    ("101-club", "discard K7", {"hand": "K7 K1", "phase": "play", "table": OPENED, "stock": 9}),
    ("101-guide", "declare pairs", {"hand": PAIRS, "phase": "play", "stock": 9}),
    (
        "101-guide",
        "take indicator",
        {"hand": "B8 B9 K1", "table": "0: R9 R10 R11 | 1: R7 Y7 B7", "stock": 0},
    ),
    ("101-guide", "pass", {"hand": "B8 B9 K1", "table": "0: R9 R10 R11", "stock": 0}),
    (
        "classic",
        "finish R1 R4 R5 R6 | Y7 Y8 Y9 | B1 B2 B3 | K9 K10 K11 K12 K13",
        {"hand": f"{RUNS} R1", "phase": "play", "stock": 9},
    ),
    (
        "classic",
        "show indicator",
        {"hand": f"{RUNS} B10", "phase": "play", "turns": 0, "stock": 9},
    ),
)


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A move. `legal` is None where it was read only; `tiles` are those that it concerned."""

    source: str
    said: str
    written: str
    legal: bool | None = None
    rules_name: str = ""
    tiles: tuple[tuple[RoundTile, ...], ...] = ()
    notes: tuple[Note, ...] = ()
    events: tuple[ShownEvent, ...] = ()


def read_move(text: str, indicator: Tile, language: str) -> ShownMove | Misread:
    """Read a move and say what it means."""
    try:
        check_length(text)
        move = parse_move(text, indicator)
    except InputError as error:
        return misread(text, error, language)
    said = move_sentence(move, language)
    if move.seat is not None:
        said = f"{seat_name(move.seat, language)} {said}"
    return ShownMove(text, said, str(move))


@cache
def move_examples(language: str) -> tuple[ShownMove, ...]:
    """Every kind of move, made or refused."""
    return tuple(
        _made(key, text, {**position, "indicator": INDICATOR}, language)
        for key, text, position in MOVES
    )


def _made(key: str, text: str, position: Mapping[str, Any], language: str) -> ShownMove:
    found = answer("play", {"rules": key, **position, "moves": [text], "steps": True})
    rules, indicator = rule_set(key), read_indicator(INDICATOR)
    move = parse_move(text, indicator)
    said = f"{seat_name(0, language)} {move_sentence(move, language)}"
    name, refused = rule_set_name(key, language), found["refused"]
    if refused is not None:
        notes = refusal_notes(
            refused["violations"], rules=rules, indicator=indicator, language=language
        )
        return ShownMove(text, said, str(move), False, name, notes=notes)
    before, after = found["steps"]
    made = shown_round(after, language, indicator=indicator, before=before)
    shows = move.action.melds if isinstance(move.action, Finish) else ()
    tiles = (*(_shown(meld) for meld in shows), *_concerned(made))
    return ShownMove(text, said, str(move), True, name, tiles=tiles, events=made.events)


def _shown(meld: Meld) -> tuple[RoundTile, ...]:
    """A meld of plain tiles."""
    return tuple(RoundTile(drawn(str(laid.tile))) for laid in meld.tiles)


def _concerned(after: ShownRound) -> Iterator[tuple[RoundTile, ...]]:
    """What the move brought somewhere: melds, else a tile of the hand, else one that was thrown."""
    melds = [
        meld.tiles for meld in after.melds if meld.is_new or any(tile.is_new for tile in meld.tiles)
    ]
    if melds:
        yield from melds
        return
    own = after.seats[0]
    new = tuple(tile for tile in (*own.tiles, *own.discards) if tile.is_new)
    if after.closing is not None:
        new = (after.closing,)
    if new:
        yield new
