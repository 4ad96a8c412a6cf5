"""A table as its page draws it, from what one seat sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _

from okey import FALSE_OKEY, OKEY, Tile
from okey.bots import seen_by
from okey.moves import Add, Discard, Move, Swap
from okey.replay import Played, round_json
from okey.search.turn_kinds import legal_kinds
from okey.table import Phase, Round
from tutor.models import GameSeat
from tutor.move_words import kind_of, move_kind, move_sentence
from tutor.names import TileName, position_name, tile_label
from tutor.practice.tables import Table, is_there
from tutor.referee.wording import language
from tutor.refusals import event_sentence
from tutor.rounds import ShownRound, ShownSeat, shown_round

SLOTS: Final = 24  # of a rack: three rows of eight, two of twelve
SHOWN: Final = "score.indicator-shown"
# Moves that need nothing but a press, and those that are put together from tiles.
_ALONE: Final = ("draw", "take", "take indicator", "declare pairs", "show indicator", "pass")
_MADE: Final = {"open": "lanes", "lay": "lanes", "finish": "tile lanes", "discard": "tile"}
_KEYS: Final = {
    "take indicator": "take-indicator",
    "declare pairs": "declare",
    "show indicator": "show",
}


@dataclass(frozen=True, slots=True)
class RackTile:
    """A tile of one's own rack. `face` is set for a false okey and an okey."""

    id: str
    code: str
    face: str | None
    label: str
    slot: str
    is_new: bool = False
    ring: None = None
    stands_for: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """What a move made somebody write."""

    sentence: str
    good: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A turn in words: who, what, and what was written for it."""

    who: str
    mine: bool
    sentences: tuple[str, ...]
    written: tuple[Written, ...] = ()


@dataclass(frozen=True, slots=True)
class Button:
    """A move that may be tried now. `needs` says what has to be chosen first, if anything."""

    kind: str
    label: str
    move: str
    needs: str = ""
    primary: bool = False


@dataclass(frozen=True, slots=True)
class Around:
    """Another seat, and at a table with friends who plays from it where that is no player."""

    seat: ShownSeat
    badge: str


@dataclass(frozen=True, slots=True)
class ShownTable:
    """What the page of a running round shows."""

    names: tuple[str, ...]
    round: ShownRound
    around: tuple[Around, ...]
    slots: tuple[RackTile | None, ...]
    buttons: tuple[Button, ...]
    others: tuple[Button, ...]
    lays_off: bool
    swaps: bool
    has_okey: bool
    status: str
    fresh: tuple[Told, ...]
    course: tuple[Told, ...] = field(default=())


def seat_names(table: Table) -> tuple[str, ...]:
    """The players, seat by seat: you, the names of the others."""
    return tuple(
        position_name(seat.number, table.mine, table.game.seats, language())
        if seat.number == table.mine or not seat.name
        else seat.name
        for seat in table.seats
    )


def seat_state(seat: GameSeat, table: Table) -> str:
    """Who plays from a seat at a table with friends."""
    if seat.player_id is None:
        return _("free; a bot, if nobody comes") if table.waiting else _("bot")
    if not is_there(seat):
        return _("away, a bot plays")
    return _("host") if seat.number == table.host else _("plays")


def _badge(seat: GameSeat, table: Table) -> str:
    shown = table.with_friends and not is_there(seat)
    return seat_state(seat, table) if shown else ""


def shown_table(table: Table, since: int | None = None) -> ShownTable:
    """Draw a table. `since` is the number of the first move that is new to whoever looks."""
    names = seat_names(table)
    played = table.played
    first = own_since(played, table.mine) if since is None else since
    first = min(first, len(played.moves))
    now = played.last if played.last.over else seen_by(played.last, table.mine)
    before = seen_by(played.rounds[first], table.mine)
    state = round_json(now) | {"events": []}
    buttons, others = _buttons(now) if table.my_turn else ((), ())
    drawn = shown_round(
        state,
        language(),
        indicator=now.indicator,
        before=round_json(before) if first < len(played.moves) else None,
        viewer=table.mine,
        names=names,
        written=_sums(now),
    )
    return ShownTable(
        names=names,
        round=drawn,
        around=tuple(
            Around(seat, _badge(table.seats[seat.seat], table))
            for seat in drawn.seats
            if seat.seat != table.mine
        ),
        slots=_rack(now, before, table.mine, new=first < len(played.moves)),
        buttons=buttons,
        others=others,
        lays_off=any(one.kind == "lay" for one in buttons) and bool(now.table),
        swaps=now.rules.swap is not None and any(one.kind == "lay" for one in buttons),
        has_okey=OKEY in (now.seats[table.mine].hand or ()),
        status=_status(now, table, names),
        fresh=tuple(told_moves(played, names, table.mine, first)),
        course=tuple(told_moves(played, names, table.mine, 0)),
    )


def own_since(played: Played, mine: int) -> int:
    """The number of the first move of the last turn of this seat that has ended."""
    numbers = [at for at, one in enumerate(played.rounds[:-1]) if one.turn.seat == mine]
    ended = [at for at in numbers if played.rounds[at + 1].turn.seat != mine]
    return ended[-1] if ended else 0


def told_moves(played: Played, names: Sequence[str], mine: int, first: int) -> Iterator[Told]:
    """The moves from `first` on in words, turn by turn."""
    numbered = range(first, len(played.moves))
    for (_turn, seat), group in groupby(numbered, key=lambda at: _maker(played, at)):
        numbers = list(group)
        written = []
        for at in numbers:
            old = len(played.rounds[at].events)
            for event in played.rounds[at + 1].events[old:]:
                sentence = event_sentence(event, language(), who=names[event.seat])
                written.append(Written(sentence, event.points < 0 or event.rule == SHOWN))
        moves = [played.moves[at] for at in numbers]
        indicator = played.last.indicator
        sentences = tuple(
            own_words(move)
            if seat == mine
            else move_sentence(move, language(), indicator=indicator)
            for move in moves
        )
        yield Told(names[seat], seat == mine, sentences, tuple(written))


def own_words(move: Move) -> str:
    """One's own move: the kind, and the tile or the melds in it."""
    name = move_kind(kind_of(move), language())
    action = move.action
    if isinstance(action, Discard | Swap):
        return f"{name} · {TileName(action.tile, language())}"
    if isinstance(action, Add):
        return f"{name} · {TileName(action.tile.tile, language())}"
    return name


def _maker(played: Played, at: int) -> tuple[int, int]:
    """The turn in which a move was made, and the seat that made it."""
    turn = played.rounds[at].turn.seat
    seat = played.moves[at].seat
    return turn, turn if seat is None else seat


def _sums(round_: Round) -> dict[int, int]:
    sums: Counter[int] = Counter()
    for event in round_.events:
        if event.rule != SHOWN:
            sums[event.seat] += event.points
    return dict(sums)


def _rack(round_: Round, before: Round, mine: int, *, new: bool) -> tuple[RackTile | None, ...]:
    """The hand by colour and number, okeys last; `new` marks what came since."""
    hand = sorted(round_.seats[mine].hand or ())
    old = Counter(before.seats[mine].hand or ())
    copies: Counter[Tile] = Counter()
    tiles: list[RackTile | None] = []
    for place, tile in enumerate(hand):
        copies[tile] += 1
        is_wild = tile in (OKEY, FALSE_OKEY)
        tiles.append(
            RackTile(
                id=f"{tile}-{copies[tile]}",
                code=str(tile),
                face=str(round_.okey) if is_wild else None,
                label=tile_label(
                    tile, language(), face=round_.okey if tile == FALSE_OKEY else None
                ),
                slot=str(place),
                is_new=new and copies[tile] > old[tile],
            )
        )
    return tuple(tiles + [None] * (SLOTS - len(tiles)))


def _buttons(seen: Round) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
    """The moves to offer: first what a turn is made of, then what is rare.

    What a turn is made of is offered even where the referee would refuse it: then it says why.
    """
    kinds = set(legal_kinds(seen))
    rules = seen.rules
    main: list[str] = []
    if seen.turn.phase is Phase.DRAW:
        main = ["draw"] if "draw" in kinds else []
        main += ["take"] if seen.thrown is not None else []
    else:
        if rules.opening is not None:
            main.append("open" if seen.player.opened is None else "lay")
        if rules.showing is not None:
            main.append("finish")
        main.append("discard")
    rare = [kind for kind in _ALONE if kind in kinds and kind not in main]
    return (
        tuple(_button(kind, seen, primary=at == 0) for at, kind in enumerate(main)),
        tuple(_button(kind, seen) for kind in rare),
    )


def _button(kind: str, seen: Round, *, primary: bool = False) -> Button:
    label = move_kind(_KEYS.get(kind, kind), language())
    if kind == "take" and seen.thrown is not None:
        label = _("Take %(tile)s") % {"tile": str(TileName(seen.thrown, language()))}
    return Button(kind, label, kind if kind in _ALONE else "", _MADE.get(kind, ""), primary)


def _status(seen: Round, table: Table, names: Sequence[str]) -> str:
    if seen.over:
        return _("The round is over.")
    if table.away:
        return _("A bot plays for you until you come back.")
    if not table.my_turn:
        return _("%(name)s is on turn.") % {"name": names[seen.turn.seat]}
    if seen.turn.last:
        return _("The stock is empty: finish now, or pass.")
    if seen.turn.phase is Phase.DRAW:
        return _("Your turn: draw a tile, or take the one thrown last.")
    if seen.turn.owes:
        return _("Your turn: lay the tile you took, then discard.")
    return _("Your turn: lay what you can and want to, then discard.")
