"""Positions: a round in the middle, from as much as one player may know.

A position is written as the fields of a JSON object, or as text (`okey.position_text`). Own tiles
stand in `hand`; what other players hold is left out, or counted in `hands`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from okey import fields
from okey.endings import By
from okey.errors import InputError
from okey.fits import on_table
from okey.hand import check_copies, read_tile
from okey.melds import Meld, MeldKind
from okey.moves import End
from okey.notation import parse_meld
from okey.reading import read
from okey.rules.examples import Play
from okey.rules.model import RuleSet
from okey.table import WHOLE, Phase, Round, Seat, Source, TableMeld, Turn, check_table
from okey.tiles import Tile, okey_face

Line = Mapping[str, Any]
_PHASES: Final = {"draw": Phase.DRAW, "play": Phase.PLAY}
_WAYS: Final[dict[str, By]] = {"melds": "melds", "pairs": "pairs"}
_MOST_MELDS: Final = 35  # no more are made of 106 tiles


def read_position(line: Line, rules: RuleSet) -> Round:
    """Read a position from its fields.

    `indicator`; `seats` (4); `turn`, who is on turn (0); `phase`, `draw` or `play`; `starter` (0);
    `hand` of the seat on turn; `hands`, a list a seat of tiles, or their number, or null; `opened`,
    a list or a text a seat: null or `-`, `melds`, `pairs`, `melds=105`; `table`, a list of `owner`,
    `tiles` and `kind`, or a text `0: R4 R5 R6 | 1: R7 Y7 B7`; `discards`, a list a seat, or
    `discard`, the left neighbour's last; `stock`, a number or tiles (0); `turns` ended, a number or
    a list; `shown`, the seats that showed the indicator's twin; `risk`, `teams`; and `this_turn`
    with `source`, `taken`, `giver`, `used`, `opened`, `added`, `paid`, `last`.

    Raise `InputError` for what cannot be read, for more than two of a tile, and for what the rule
    set does not know.
    """
    count = fields.seats(line, rules)
    turn, starter = (fields.number(line, name, 0) for name in ("turn", "starter"))
    if turn >= count:
        raise InputError("input.field", f"turn: {turn}")
    risk, teams = fields.flag(line, "risk"), fields.teams(line)
    check_table(rules, count, starter, risk, teams)
    indicator = fields.indicator(line)
    okey = okey_face(indicator)
    phase = _PHASES.get(fields.word(line, "phase") or "draw")
    if phase is None:
        raise InputError("input.field", "phase")
    table = tuple(_table(line.get("table"), indicator, count, rules))
    seats = _seats(line, count, turn, phase, okey, table, rules)
    stock = _stock(line, okey)
    round_ = Round(
        rules,
        indicator,
        tuple(seats),
        _turn(line, seats, turn, phase, starter, stock, okey),
        starter,
        table=table,
        stock=stock,
        risk=risk,
        teams=teams,
    )
    check_copies(round_.visible(), "position")
    _check_sizes(round_, line)
    return round_


def position_of(play: Play, rules: RuleSet) -> Round:
    """The position of an example. Raise `InputError` as `read_position` does."""
    line = {
        "indicator": play.indicator,
        "seats": play.seats,
        "phase": play.phase,
        "hand": play.hand,
        "opened": play.opened or None,
        "table": play.table or None,
        "discard": play.discard,
        "stock": play.stock,
        "turns": play.turns,
        "risk": play.risk,
    }
    return read_position(line, rules)


# The table


def _table(value: object, indicator: Tile, seats: int, rules: RuleSet) -> Iterator[TableMeld]:
    if value is None or value == "":
        return
    if rules.table is None:
        raise InputError("input.field", "table")
    if isinstance(value, str):
        value = [_owned(text) for text in value.split("|")]
    if not isinstance(value, list) or len(value) > _MOST_MELDS:
        raise InputError("input.field", "table")
    okey = okey_face(indicator)
    for number, one in enumerate(value):
        at = f"table[{number}]"
        if not isinstance(one, dict):
            raise InputError("input.field", at)
        owner = one.get("owner")
        if type(owner) is not int or not 0 <= owner < seats:
            raise InputError("input.field", f"{at}.owner")
        meld = _meld(one, at, indicator)
        reading = read(meld, rules, okey)
        if reading is None:
            raise InputError("notation.meld", f"{at}: {meld.text[:40]}")
        if reading.kind is MeldKind.PAIR and not _lays_pairs(rules):
            raise InputError("input.field", f"{at}: {meld.text[:40]}")
        yield on_table(owner, meld, reading)


def _lays_pairs(rules: RuleSet) -> bool:
    """Whether a pair can lie on the table at all."""
    opening, table = rules.opening, rules.table
    return bool((opening and opening.pairs) or (table and table.run_openers_lay_pairs))


def _owned(text: str) -> dict[str, Any]:
    """A meld with its owner in front: `1: R7 Y7 B7`."""
    owner, colon, tiles = text.partition(":")
    seat = int(owner) if colon and owner.strip().isdecimal() and len(owner) < 4 else None
    return {"owner": seat, "tiles": tiles}


def _meld(one: Mapping[str, Any], at: str, indicator: Tile) -> Meld:
    tiles, kind = one.get("tiles"), one.get("kind")
    if isinstance(tiles, list) and all(isinstance(tile, str) for tile in tiles):
        tiles = " ".join(tiles)
    if not isinstance(tiles, str) or not isinstance(kind, str | None):
        raise InputError("input.field", at)
    if len(tiles) > 200:
        raise InputError("notation.meld", f"{at}: {tiles[:40]}")
    return parse_meld(f"{kind}: {tiles}" if kind else tiles, indicator, at=at)


# The seats


def _seats(
    line: Line,
    count: int,
    turn: int,
    phase: Phase,
    okey: Tile,
    table: Sequence[TableMeld],
    rules: RuleSet,
) -> list[Seat]:
    opened = _opened(line, count, table, rules)
    turns = _each(line, "turns", count)
    discards = _discards(line, count, turn, okey)
    shown = fields.items(line, "shown") if line.get("shown") is not None else []
    if not all(type(seat) is int and 0 <= seat < count for seat in shown):
        raise InputError("input.field", "shown")
    hands = fields.items(line, "hands") if line.get("hands") is not None else [None] * count
    if len(hands) != count:
        raise InputError("input.field", f"hands: {len(hands)}")
    seats = []
    for seat in range(count):
        way, points, pairs = opened[seat]
        own = Seat(None, 0, way, points, pairs, discards[seat], turns[seat], seat in shown)
        value, at = hands[seat], f"hands[{seat}]"
        if seat == turn and line.get("hand") is not None:
            value, at = line["hand"], "hand"
        if isinstance(value, str | list):
            own = replace(own, hand=fields.tiles(value, at, okey))
        elif value is None:
            own = replace(own, hidden=_usual_size(own, seat, seat == turn, phase, table, rules))
        elif type(value) is int and 0 <= value <= rules.hand.starter:
            own = replace(own, hidden=value)
        else:
            raise InputError("input.field", at)
        if own.size > rules.hand.starter:
            raise InputError("count.hand", f"{at}: {own.size}")
        seats.append(own)
    return seats


def _usual_size(
    seat: Seat, at: int, on_turn: bool, phase: Phase, table: Sequence[TableMeld], rules: RuleSet
) -> int:
    """How many tiles a hand holds of which nothing is said, as if nothing had been laid off."""
    laid = sum(len(meld.tiles) for meld in table if meld.owner == at)
    return max(1, rules.hand.others - laid) + (on_turn and phase is Phase.PLAY)


def _opened(
    line: Line, count: int, table: Sequence[TableMeld], rules: RuleSet
) -> list[tuple[By | None, int | None, int | None]]:
    value = line.get("opened")
    if value is None:
        return [(_way_of(seat, table), None, None) for seat in range(count)]
    words = value.split() if isinstance(value, str) else value
    if not isinstance(words, list) or len(words) != count or rules.opening is None:
        raise InputError("input.field", "opened")
    opened = [_way(word, f"opened[{seat}]") for seat, word in enumerate(words)]
    for seat, (way, _, _) in enumerate(opened):
        unknown = way == "pairs" and rules.opening.pairs is None
        if unknown or (way is None and _way_of(seat, table) is not None):
            raise InputError("input.field", f"opened[{seat}]")
    return opened


def _way(word: object, at: str) -> tuple[By | None, int | None, int | None]:
    if word is None or word == "-":
        return None, None, None
    name, equals, worth = word.partition("=") if isinstance(word, str) else ("", "", "")
    way = _WAYS.get(name)
    if way is None or (equals and not (worth.isdecimal() and len(worth) < 4)):
        raise InputError("input.field", at)
    number = int(worth) if equals else None
    return (way, number, None) if way == "melds" else (way, None, number)


def _way_of(seat: int, table: Sequence[TableMeld]) -> By | None:
    """How a seat opened, by the first meld that it laid."""
    first = next((meld for meld in table if meld.owner == seat), None)
    if first is None:
        return None
    return "pairs" if first.kind is MeldKind.PAIR else "melds"


def _each(line: Line, name: str, count: int) -> list[int]:
    """A number a seat, or one for all."""
    value = line.get(name)
    if isinstance(value, list) and len(value) == count:
        return [fields.number({name: one}, name, 0) for one in value]
    return [fields.number(line, name, 1)] * count


def _discards(line: Line, count: int, turn: int, okey: Tile) -> list[tuple[Tile, ...]]:
    if line.get("discards") is not None:
        value = fields.items(line, "discards")
        if len(value) != count:
            raise InputError("input.field", f"discards: {len(value)}")
        return [fields.tiles(one, f"discards[{seat}]", okey) for seat, one in enumerate(value)]
    discards: list[tuple[Tile, ...]] = [()] * count
    last = fields.word(line, "discard")
    if last is not None:
        discards[(turn - 1) % count] = (read_tile(last.strip(), okey, "discard"),)
    return discards


def _stock(line: Line, okey: Tile) -> tuple[Tile | None, ...]:
    value = line.get("stock")
    if value is None or type(value) is int:
        return (None,) * fields.number(line, "stock", 0, WHOLE)
    return fields.stock(value, okey)


def _check_sizes(round_: Round, line: Line) -> None:
    """All tiles are there once: those known, those counted, and the stock."""
    counted = line.get("hands") is not None
    there = round_.tiles() - sum(seat.hidden for seat in round_.seats) * (not counted)
    if there > WHOLE:
        raise InputError("count.stock", f"position: {there}")


# The turn


def _turn(
    line: Line,
    seats: Sequence[Seat],
    seat: int,
    phase: Phase,
    starter: int,
    stock: Sequence[Tile | None],
    okey: Tile,
) -> Turn:
    own = line.get("this_turn")
    if own is None:
        own = {}
    if not isinstance(own, dict):
        raise InputError("input.field", "this_turn")
    last = fields.flag(own, "last") if "last" in own else not stock and phase is Phase.DRAW
    if phase is Phase.DRAW:
        return Turn(seat, phase, last=last)
    dealt = seat == starter and not seats[seat].turns
    name = fields.word(own, "source") or ("dealt" if dealt else "stock")
    if name not in list(Source):
        raise InputError("input.field", "this_turn.source")
    source = Source(name)
    taken = fields.word(own, "taken")
    takes = source in (Source.DISCARD, Source.INDICATOR)
    if takes != (taken is not None):
        raise InputError("input.field", "this_turn.taken")
    giver = (seat - 1) % len(seats) if source is Source.DISCARD else None
    return Turn(
        seat,
        phase,
        source,
        None if taken is None else read_tile(taken, okey, "this_turn.taken"),
        giver,
        fields.flag(own, "used"),
        fields.flag(own, "opened"),
        tuple(_added(own)),
        fields.flag(own, "paid"),
        last,
    )


def _added(own: Line) -> Iterator[tuple[int, End | None]]:
    """Tiles laid off in this turn: the number of the meld, and the end of a run, `3 high`."""
    for one in fields.items(own, "added") if own.get("added") is not None else []:
        meld, _, end = one.partition(" ") if isinstance(one, str) else ("", "", "")
        if not meld.isdecimal() or not 0 < int(meld[:4]) <= _MOST_MELDS or end not in ("", *End):
            raise InputError("input.field", "this_turn.added")
        yield int(meld) - 1, End(end) if end else None


# Writing


def position_json(round_: Round) -> dict[str, Any]:
    """The fields of a position; reading them gives the same round again.

    What was written and how many moves were made is left out. A round that is over is no position.
    """
    if round_.over:
        raise ValueError("the round is over")
    line: dict[str, Any] = {
        "rules": round_.rules.key,
        "indicator": str(round_.indicator),
        "seats": len(round_.seats),
        "turn": round_.turn.seat,
        "phase": str(round_.turn.phase),
        "starter": round_.starter,
        "hands": [seat.hidden if seat.hand is None else _text(seat.hand) for seat in round_.seats],
        "turns": [seat.turns for seat in round_.seats],
        "stock": _stock_json(round_.stock),
        "this_turn": _turn_json(round_.turn),
    }
    if any(seat.opened for seat in round_.seats):
        line["opened"] = [_opened_text(seat) for seat in round_.seats]
    if round_.table:
        line["table"] = [_meld_json(meld) for meld in round_.table]
    if any(seat.discards for seat in round_.seats):
        line["discards"] = [_text(seat.discards) for seat in round_.seats]
    if any(seat.shown for seat in round_.seats):
        line["shown"] = [at for at, seat in enumerate(round_.seats) if seat.shown]
    if round_.risk:
        line["risk"] = True
    if round_.teams is not None:
        line["teams"] = [list(team) for team in round_.teams]
    return line


def _text(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))


def _meld_json(meld: TableMeld) -> dict[str, Any]:
    return {"owner": meld.owner, "kind": str(meld.kind), "tiles": meld.text}


def _opened_text(seat: Seat) -> str | None:
    worth = seat.opening_points if seat.opened == "melds" else seat.opening_pairs
    return seat.opened if seat.opened is None or worth is None else f"{seat.opened}={worth}"


def _stock_json(stock: Sequence[Tile | None]) -> int | str:
    if not any(stock):
        return len(stock)
    return " ".join("?" if tile is None else str(tile) for tile in stock)


def _turn_json(turn: Turn) -> dict[str, Any]:
    if turn.phase is Phase.DRAW:
        return {"last": turn.last}
    own: dict[str, Any] = {"source": str(turn.source), "last": turn.last}
    if turn.taken is not None:
        own["taken"] = str(turn.taken)
    for name in ("used", "opened", "paid"):
        if getattr(turn, name):
            own[name] = True
    if turn.added:
        own["added"] = [f"{meld + 1} {end}" if end else f"{meld + 1}" for meld, end in turn.added]
    return own
