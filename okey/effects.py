"""What a legal move does to a round. Whether it is legal, `okey.referee` has asked before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Final

from okey.declared import declare
from okey.ending import end, may_still_finish
from okey.endings import By, Event, Finish
from okey.errors import InputError
from okey.fits import on_table, swapped
from okey.melds import PAIR, laid_tiles
from okey.moves import (
    Action,
    Add,
    Discard,
    Draw,
    Lay,
    Open,
    Pass,
    ShowIndicator,
    Swap,
    Take,
    TakeIndicator,
)
from okey.moves import (
    Finish as ShowHand,
)
from okey.rules.attempt import Attempt
from okey.rules.model import RuleSet
from okey.rules.parameters import Countdown, Points
from okey.rules.penalties import PENALTIES
from okey.table import (
    Phase,
    Round,
    Seat,
    Source,
    TableMeld,
    Turn,
    new_round,
    new_seat,
    without,
)
from okey.tiles import OKEY, Tile


@cache
def _to_draw(seat: int) -> Turn:
    """A turn as it begins: the same few values again and again."""
    return Turn(seat, Phase.DRAW)


@cache
def _to_play(seat: int) -> Turn:
    """A turn once a tile was drawn from the stock."""
    return Turn(seat, Phase.PLAY, Source.STOCK)


class Draft:
    """The round that a move makes, while it is made."""

    __slots__ = ("attempt", "before", "closing", "events", "seats", "stock", "table", "turn")

    def __init__(self, attempt: Attempt) -> None:
        before = attempt.round
        self.attempt = attempt
        self.before = before
        self.seats = before.seats
        self.turn = before.turn
        self.table = before.table
        self.stock = before.stock
        self.events = before.events
        self.closing: Tile | None = None

    @property
    def player(self) -> Seat:
        """Who makes the move, as far as it is made."""
        return self.seats[self.attempt.seat]

    @player.setter
    def player(self, player: Seat) -> None:
        seats = list(self.seats)
        seats[self.attempt.seat] = player
        self.seats = tuple(seats)

    def round(self) -> Round:
        """The round after the move."""
        before = self.before
        return new_round(
            before.rules, before.indicator, self.seats, self.turn, before.starter, self.table,
            self.stock, before.risk, before.teams, self.events, before.moves + 1, self.closing,
        )  # fmt: skip


def carry_out(attempt: Attempt) -> Round:
    """The round after a legal move, its penalties and bonuses written.

    Raise `InputError` (`input.field`) where a tile that nobody knows is drawn into a known hand.
    """
    # Most moves of a round are these two, and they change little: no draft of a round is needed.
    action = attempt.action
    if isinstance(action, Draw):
        return _drawn(attempt)
    if isinstance(action, Discard) and not attempt.finishes:
        return _thrown(attempt, action.tile)
    draft = Draft(attempt)
    effect = _EFFECTS.get(type(action))
    if effect is not None:
        effect(draft, action)
    finish = None
    if attempt.finishes:
        finish, closing = _finish(attempt)
        _close(draft, closing)
    events = _written(attempt)
    if events:
        draft.events += events
        if any(event.rule == "penalty.giver" for event in events):
            draft.turn = draft.turn.after(paid=True)
    after = draft.round()
    return after if finish is None and not isinstance(action, Pass) else end(after, finish)


def _written(attempt: Attempt) -> tuple[Event, ...]:
    """The penalties of a move, and what else is written for it."""
    rules = attempt.round.rules
    events: tuple[Event, ...] = ()
    for write in _WRITTEN.get(type(attempt.action), ()):
        event = write(attempt, rules)
        if event is not None:
            events = (*events, event)
    return events


def _shown(attempt: Attempt, rules: RuleSet) -> Event | None:
    """The indicator's twin shown."""
    if not isinstance(rules.scoring, Countdown):
        return None
    points = -rules.scoring.shown
    return Event("score.indicator-shown", attempt.seat, points, attempt.round.moves)


def _siler(attempt: Attempt, rules: RuleSet) -> Event | None:
    """A Siler: an opening of so many points or pairs."""
    scoring = rules.scoring
    if not isinstance(scoring, Points) or not scoring.siler:
        return None
    pairs = _pairs_laid(attempt)
    points = 0 if pairs or attempt.verdict is None else attempt.verdict.points
    if points < scoring.siler.points and pairs < scoring.siler.pairs:
        return None
    return Event("bonus.siler", attempt.seat, scoring.siler.bonus, attempt.round.moves)


# What each move can have written for it. The other moves have nothing.
_WRITTEN: Final = PENALTIES | {Open: (*PENALTIES[Open], _siler), ShowIndicator: (_shown,)}


# How the round changes


def _drawn(attempt: Attempt) -> Round:
    """The round after a tile was drawn from the stock."""
    before, seat, player = attempt.round, attempt.seat, attempt.player
    tile, hand, hidden = before.stock[0], player.hand, player.hidden
    if hand is None:
        hidden += 1
    elif tile is None:
        raise InputError("input.field", "stock: ?")
    else:
        hand = (*hand, tile)
    seats = list(before.seats)
    seats[seat] = new_seat(
        hand,
        hidden,
        player.opened,
        player.opening_points,
        player.opening_pairs,
        player.discards,
        player.turns,
        player.shown,
    )
    return new_round(
        before.rules, before.indicator, tuple(seats), _to_play(seat), before.starter, before.table,
        before.stock[1:], before.risk, before.teams, before.events, before.moves + 1,
    )  # fmt: skip


def _thrown(attempt: Attempt, tile: Tile) -> Round:
    """The tile thrown lies to the right, and the right neighbour is on turn."""
    before, seat, player = attempt.round, attempt.seat, attempt.player
    hand = player.hand
    seats = list(before.seats)
    seats[seat] = new_seat(
        None if hand is None else attempt.rest,
        player.hidden - 1 if hand is None else player.hidden,
        player.opened,
        player.opening_points,
        player.opening_pairs,
        (*player.discards, tile),
        player.turns + 1,
        player.shown,
    )
    after = new_round(
        before.rules, before.indicator, tuple(seats),
        _to_draw((seat + 1) % len(seats)), before.starter, before.table, before.stock,
        before.risk, before.teams, before.events + _written(attempt), before.moves + 1,
    )  # fmt: skip
    if after.stock:
        return after
    waits = may_still_finish(after, attempt.search)
    return replace(after, turn=replace(after.turn, last=True)) if waits else end(after, None)


def _take(draft: Draft, action: Take) -> None:
    before = draft.before
    _use(draft, before.drawn(before.seats[before.left].discards[-1], Source.DISCARD))


def _take_indicator(draft: Draft, action: TakeIndicator) -> None:
    _use(draft, draft.before.drawn(draft.before.indicator, Source.INDICATOR))


def _use(draft: Draft, after: Round) -> None:
    draft.seats, draft.turn, draft.stock = after.seats, after.turn, after.stock


def _open(draft: Draft, action: Open) -> None:
    _lay(draft, action)
    attempt = draft.attempt
    pairs = _pairs_laid(attempt)
    points = attempt.verdict.points if attempt.verdict is not None else 0
    player = draft.player
    draft.player = new_seat(
        player.hand, player.hidden, "pairs" if pairs else "melds", None if pairs else points,
        pairs or None, player.discards, player.turns, player.shown,
    )  # fmt: skip
    draft.turn = draft.turn.after(opened=True)


def _pairs_laid(attempt: Attempt) -> int:
    melds = () if attempt.verdict is None else attempt.verdict.melds
    return [meld.kind for meld in melds].count(PAIR)


def _lay(draft: Draft, action: Open | Lay) -> None:
    seat, verdict = draft.attempt.seat, draft.attempt.verdict
    judged = () if verdict is None else verdict.melds
    laid = [
        on_table(seat, meld, one.reading)
        for meld, one in zip(action.melds, judged, strict=True)
        if one.reading is not None
    ]
    draft.table = (*draft.table, *laid)
    _to_table(draft)


def _to_table(draft: Draft, back: Tile | None = None) -> None:
    """Take what is laid out of the hand, and `back` into it. One tile of the taken one's face will
    do."""
    attempt, player = draft.attempt, draft.player
    if player.hand is None:
        hidden = player.hidden - len(attempt.laid) + (back is not None)
        draft.player = _with_hand(player, None, hidden)
    else:
        draft.player = _with_hand(player, attempt.rest if back is None else (*attempt.rest, back))
    turn = draft.turn
    if turn.taken is not None and not turn.used and turn.taken in attempt.laid:
        draft.turn = turn.after(used=True)


def _with_hand(
    player: Seat, hand: tuple[Tile, ...] | None, hidden: int = 0, *, ended: int = 0
) -> Seat:
    """The player with another hand, and so many more turns ended."""
    return new_seat(
        hand, hidden, player.opened, player.opening_points, player.opening_pairs,
        player.discards, player.turns + ended, player.shown,
    )  # fmt: skip


def _lay_off(draft: Draft, action: Add) -> None:
    extension = draft.attempt.extension
    if extension is None:
        raise ValueError(f"not a legal move: {action}")
    meld, side = extension
    _replace_meld(draft, action.meld, meld)
    _to_table(draft)
    draft.turn = draft.turn.after(added=((action.meld - 1, side),))


def _swap(draft: Draft, action: Swap) -> None:
    target, before = draft.attempt.target, draft.before
    meld = None if target is None else swapped(target, action.tile, before.rules, before.okey)
    if meld is None:
        raise ValueError(f"not a legal move: {action}")
    _replace_meld(draft, action.meld, meld)
    _to_table(draft, back=OKEY)


def _replace_meld(draft: Draft, number: int, meld: TableMeld) -> None:
    draft.table = (*draft.table[: number - 1], meld, *draft.table[number:])


def _show(draft: Draft, action: ShowIndicator) -> None:
    draft.player = replace(draft.player, shown=True)


_EFFECTS: Final[dict[type[Action], Callable[[Draft, Any], None]]] = {
    Take: _take,
    TakeIndicator: _take_indicator,
    Open: _open,
    Lay: _lay,
    Add: _lay_off,
    Swap: _swap,
    ShowIndicator: _show,
}


# How a turn and a round end


def _finish(attempt: Attempt) -> tuple[Finish, Tile | None]:
    """How the move finishes the round, and the tile that goes to the middle."""
    action, round_, player = attempt.action, attempt.round, attempt.player
    others = (seat.opened for at, seat in enumerate(round_.seats) if at != attempt.seat)
    first = round_.rules.opening is not None and not any(others)
    if isinstance(action, Discard) and player.opened is not None:
        same = round_.turn.opened
        finish = Finish(attempt.seat, action.tile == OKEY, player.opened, same, first)
        return finish, action.tile
    if isinstance(action, ShowHand):
        shown = tuple(laid_tiles(action.melds))
        by: By = "pairs" if _shows_pairs(round_, shown, attempt) else "melds"
        return Finish(attempt.seat, action.tile == OKEY, by, False, first), action.tile
    turn, declaring = round_.turn, round_.rules.declaring
    using = turn.taken if turn.owes else None
    declared = None if player.hand is None else declare(round_, player.hand, using)
    closing = None if declared is None else declared.closing
    okey = closing == OKEY and declaring is not None and declaring.okey_left_doubles
    return Finish(attempt.seat, okey, "pairs", False, first), closing


def _shows_pairs(round_: Round, shown: tuple[Tile, ...], attempt: Attempt) -> bool:
    """Whether a hand shown counts as pairs, also where it is melds as well (decision HD-20)."""
    showing, scoring = round_.rules.showing, round_.rules.scoring
    if showing is None or showing.pairs is None:
        return False
    pairs = _pairs_laid(attempt) == showing.pairs
    if not isinstance(scoring, Countdown) or scoring.both_ways == "pairs":
        return pairs or attempt.search.pairs(round_, shown) >= showing.pairs
    return pairs and not attempt.search.melds(round_, shown)


def _close(draft: Draft, closing: Tile | None) -> None:
    """The last tile goes to the middle."""
    player = draft.player
    hand, hidden = player.hand, player.hidden
    if closing is not None and hand is None:
        hidden -= 1
    elif closing is not None and hand is not None:
        hand = without(hand, (closing,))
    draft.player = _with_hand(player, hand, hidden, ended=1)
    draft.closing = closing
