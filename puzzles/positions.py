"""What an exercise shows, as JSON and back; its colours renamed; its name up to colours.

A position holds what is there and nothing else:

| field | what |
|---|---|
| `indicator` | a tile |
| `hand` | a list of tiles |
| `round` | the fields of `okey.positions.position_json`, and the `events` so far |
| `laid` | a list of melds in notation |
| `ended` | a finished round: `boards`, `finish`, `events`, `teams`, `risk` |
| `options` | what can be chosen, where the kind does not always offer the same |
| `values` | what goes into the question: numbers, tiles, `seat:1` |
| `ask` | which question, where it is not `ask` |
| `about` | the rules that it turns on |

The hand of the seat on turn stands in `round` alone where both are the same.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

from okey.ended import Ended, check_ended
from okey.endings import Board, Event, Finish
from okey.errors import InputError
from okey.fields import tiles as read_tiles
from okey.hand import Hand, read_indicator
from okey.melds import laid_tiles
from okey.notation import parse_melds
from okey.positions import position_json, read_position
from okey.rules.model import RuleSet
from okey.table import WHOLE, Round
from okey.tiles import COPIES, Tile, okey_face
from puzzles.canonical import LETTERS, PERMUTATIONS, canonical_key, permute_text
from puzzles.kinds.asked import AskedKind, recoloured
from puzzles.kinds.base import Json
from tutor.tasks.base import Exercise
from tutor.tasks.tables import LEARNER

_HAND_ALONE: Final = {"indicator", "hand"}
_SHORT: Final = 100  # characters of a key that stands as it is


def position_of(exercise: Exercise, kind: AskedKind) -> Json:
    """The position of an exercise. Raise `ValueError` for a round that is over."""
    position: Json = {"indicator": str(exercise.indicator)}
    if exercise.hand is not None and not _is_of_round(exercise):
        position["hand"] = [str(tile) for tile in exercise.hand.tiles]
    if exercise.round is not None:
        position["round"] = _round_json(exercise.round)
        if exercise.hand is None:
            position["round"]["apart"] = True
    if exercise.laid:
        position["laid"] = [str(meld) for meld in exercise.laid]
    if exercise.ended is not None:
        position["ended"] = _ended_json(exercise.ended)
    if exercise.options != kind.options:
        position["options"] = list(exercise.options)
    if exercise.values:
        position["values"] = dict(exercise.values)
    if exercise.ask != "ask":
        position["ask"] = exercise.ask
    if exercise.about:
        position["about"] = list(exercise.about)
    return position


def exercise_of(
    position: Mapping[str, Any], kind: AskedKind, rules: RuleSet, *, seed: str = ""
) -> Exercise:
    """The exercise of a position. Raise `InputError` for one that is not legal."""
    indicator = read_indicator(position["indicator"])
    round_ = None
    hand = None
    if "hand" in position:
        hand = Hand.parse(position["hand"], indicator)
    if "round" in position:
        round_ = _read_round(position["round"], rules)
        if hand is None and not position["round"].get("apart") and round_.hand:
            hand = Hand(indicator, round_.hand)
    return Exercise(
        kind.key,
        rules,
        seed,
        indicator,
        hand=hand,
        round=round_,
        laid=parse_melds(position["laid"], indicator) if "laid" in position else (),
        ended=_read_ended(position["ended"], indicator) if "ended" in position else None,
        options=tuple(position.get("options", kind.options)),
        values=dict(position.get("values", {})),
        about=tuple(position.get("about", ())),
        ask=position.get("ask", "ask"),
    )


def check_legal(exercise: Exercise, kind: AskedKind) -> None:
    """Raise `InputError` unless these tiles can lie so: no tile a third time, nothing unknown.

    A round must be one that `okey.positions` makes again out of what is written down.
    """
    if exercise.ended is not None:
        check_ended(exercise.ended, exercise.rules)
    counted = Counter(_tiles(exercise))
    for tile, count in counted.items():
        if count > COPIES:
            raise InputError("count.face", f"position: {tile}")
    if exercise.round is not None:
        _check_round(exercise.round)
    again = exercise_of(position_of(exercise, kind), kind, exercise.rules, seed=exercise.seed)
    if again.shown != exercise.shown or again.about != exercise.about:
        raise InputError("input.field", "position")


def permuted(position: Json, colours: str) -> Json:
    """The same position with its colours renamed, see `canonical.permute_text`."""
    renamed: Json = recoloured(position, colours)
    return renamed


def key_of(position: Json) -> str:
    """Name the position, the same for every permutation of its colours; at most 120 characters.

    A hand alone is named as `canonical.canonical_key` does. Everything else is the least of the 24
    permutations of its text, in which the order of tiles that lie together does not count; where
    that is long, its hash.
    """
    if position.keys() == _HAND_ALONE:
        return canonical_key(Hand.parse(position["hand"], position["indicator"]))
    text = min(_ordered(position, colours) for colours in _to_least(position))
    if len(text) <= _SHORT:
        return text
    return "h" + sha256(text.encode()).hexdigest()[:48]


def colours_between(made: Json, wanted: Json) -> str | None:
    """The permutation that turns `made` into `wanted`, the order of tiles aside; None if none does.

    Of several (a position may be its own mirror) the first in a fixed order.
    """
    target = _ordered(wanted, LETTERS)
    for colours in PERMUTATIONS:
        same_okey = permute_text(made["indicator"], colours) == wanted["indicator"]
        if same_okey and _ordered(made, colours) == target:
            return colours
    return None


# Rounds


def _check_round(round_: Round) -> None:
    """Raise `InputError` for more tiles than there are, and for what no player would know."""
    if round_.tiles() > WHOLE:
        raise InputError("count.stock", f"position: {round_.tiles()}")
    if any(seat.hand is not None for seat in round_.seats[LEARNER + 1 :]) or any(round_.stock):
        raise InputError("input.field", "position: hidden")


def _is_of_round(exercise: Exercise) -> bool:
    round_, hand = exercise.round, exercise.hand
    return round_ is not None and hand is not None and round_.hand == hand.tiles


def _round_json(round_: Round) -> Json:
    line = position_json(round_)
    del line["rules"]
    if round_.events:
        line["events"] = [[one.rule, one.seat, one.points, one.move] for one in round_.events]
    if round_.moves:
        line["moves"] = round_.moves
    return line


def _read_round(line: Mapping[str, Any], rules: RuleSet) -> Round:
    return replace(
        read_position(line, rules),
        events=tuple(Event(*one) for one in line.get("events", ())),
        moves=line.get("moves", 0),
    )


def _ended_json(ended: Ended) -> Json:
    line: Json = {"boards": [_board_json(board) for board in ended.boards]}
    if ended.finish is not None:
        finish = ended.finish
        line["finish"] = {
            "seat": finish.seat,
            "by": finish.by,
            **{
                name: True
                for name in ("okey_last", "same_turn", "first_to_open")
                if getattr(finish, name)
            },
        }
    if ended.events:
        line["events"] = [list(event) for event in ended.events]
    if ended.teams is not None:
        line["teams"] = [list(team) for team in ended.teams]
    if ended.risk:
        line["risk"] = True
    return line


def _board_json(board: Board) -> Json:
    line: Json = {"opened": board.opened}
    if board.hand:
        line["hand"] = " ".join(map(str, board.hand))
    for name in ("opening_points", "opening_pairs"):
        if getattr(board, name) is not None:
            line[name] = getattr(board, name)
    return line


def _read_ended(line: Mapping[str, Any], indicator: Tile) -> Ended:
    okey = okey_face(indicator)
    boards = tuple(
        Board(
            board["opened"],
            read_tiles(board.get("hand", ""), "ended.boards", okey),
            board.get("opening_points"),
            board.get("opening_pairs"),
        )
        for board in line["boards"]
    )
    teams = line.get("teams")
    return Ended(
        indicator,
        boards,
        Finish(**line["finish"]) if "finish" in line else None,
        tuple((rule, seat) for rule, seat in line.get("events", ())),
        None if teams is None else ((teams[0][0], teams[0][1]), (teams[1][0], teams[1][1])),
        line.get("risk", False),
    )


# Tiles


def _tiles(exercise: Exercise) -> Iterator[Tile]:
    """All tiles that are seen, each once: melds may be laid of the hand that is shown."""
    if exercise.round is not None:
        yield from exercise.round.visible()
        if exercise.hand is not None and not _is_of_round(exercise):
            yield from exercise.hand.tiles
    else:
        shows_indicator = exercise.ended is not None and exercise.ended.finish is not None
        if not shows_indicator:  # it may be among the tiles that a winner shows
            yield exercise.indicator
        laid = Counter(laid_tiles(exercise.laid))
        held = Counter(exercise.hand.tiles if exercise.hand is not None else ())
        yield from held.elements()
        if laid - held:
            yield from laid.elements()
    if exercise.ended is not None:
        for board in exercise.ended.boards:
            yield from board.hand


# Names up to colours


def _to_least(position: Json) -> Iterator[str]:
    """The permutations among which the least is: the indicator comes first in the text."""
    colour = position["indicator"][0]
    least = min(LETTERS)
    return (one for one in PERMUTATIONS if one[LETTERS.index(colour)] == least)


def _ordered(position: Json, colours: str) -> str:
    """The position as text, colours renamed, tiles that lie together in one order."""
    parts: dict[str, Any] = {
        name: value for name, value in position.items() if name not in ("about", "indicator")
    }
    shown = recoloured(parts, colours)
    for name in ("hand", "options"):
        if name in shown:
            shown[name] = sorted(shown[name])
    if "laid" in shown:
        shown["laid"] = [_meld_ordered(meld) for meld in shown["laid"]]
    if "round" in shown:
        line = shown["round"]
        line["hands"] = [_words(hand) for hand in line["hands"]]
        for meld in line.get("table", ()):
            if meld["kind"] != "run":
                meld["tiles"] = _words(meld["tiles"])
    if "ended" in shown:
        for board in shown["ended"]["boards"]:
            if "hand" in board:
                board["hand"] = _words(board["hand"])
    text = json.dumps(shown, separators=(",", ":"), sort_keys=True)
    return f"{permute_text(position['indicator'], colours)} {text}"


def _meld_ordered(meld: str) -> str:
    """A meld of one number in one order; others as they lie, which may matter."""
    kind, colon, tiles = meld.rpartition(":")
    numbers = {word.partition("=")[2] or word for word in tiles.split()}
    one_number = len({word[1:] for word in numbers if len(word) > 1}) <= 1
    return f"{kind}{colon}{_words(tiles) if one_number else tiles.strip()}"


def _words(tiles: Any) -> Any:
    return " ".join(sorted(tiles.split())) if isinstance(tiles, str) else tiles
