"""What a legal move does to a round. Whether it is legal, `okey.referee` has asked before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from okey.declared import declare
from okey.ending import end, may_still_finish
from okey.endings import By, Event, Finish
from okey.errors import InputError
from okey.fits import on_table, swapped
from okey.melds import Meld, MeldKind, laid_tiles
from okey.moves import (
    Add,
    DeclarePairs,
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
from okey.reading import read
from okey.rules.attempt import Attempt
from okey.rules.parameters import Countdown, Points
from okey.rules.penalties import PENALTIES, Deed
from okey.table import Phase, Round, Seat, Source, TableMeld, Turn, without
from okey.tiles import OKEY, Tile


def carry_out(attempt: Attempt) -> Round:
    """The round after a legal move, its penalties and bonuses written.

    Raise `InputError` (`input.field`) where a tile that nobody knows is drawn into a known hand.
    """
    before, action = attempt.round, attempt.action
    finish, closing = _finish(attempt)
    deed = Deed(attempt, finish is not None)
    after = _changed(attempt, before)
    if finish is not None:
        after = _closed(attempt, after, closing)
    elif isinstance(action, Discard):
        after = _next_turn(attempt, after, action.tile)
    events = [*_written(deed), *_bonuses(deed)]
    turn = after.turn
    if any(event.rule == "penalty.giver" for event in events):
        turn = replace(turn, paid=True)
    after = replace(after, turn=turn, events=(*before.events, *events), moves=before.moves + 1)
    if finish is not None:
        return end(after, finish)
    if isinstance(action, Pass):
        return end(after, None)
    if isinstance(action, Discard) and not after.stock:
        waits = may_still_finish(after, attempt.search)
        return replace(after, turn=replace(after.turn, last=True)) if waits else end(after, None)
    return after


def _written(deed: Deed) -> Iterator[Event]:
    """The penalties of a move."""
    for penalty in PENALTIES:
        yield from penalty(deed, deed.before.rules)


def _bonuses(deed: Deed) -> Iterator[Event]:
    """What else is written for a move: a Siler, the indicator's twin shown."""
    scoring, attempt = deed.before.rules.scoring, deed.attempt
    if isinstance(deed.action, ShowIndicator) and isinstance(scoring, Countdown):
        yield deed.event("score.indicator-shown", deed.seat, -scoring.shown)
    if isinstance(deed.action, Open) and isinstance(scoring, Points) and scoring.siler:
        pairs = _pairs_laid(attempt)
        points = 0 if pairs or attempt.verdict is None else attempt.verdict.points
        if points >= scoring.siler.points or pairs >= scoring.siler.pairs:
            yield deed.event("bonus.siler", deed.seat, scoring.siler.bonus)


# How the round changes


def _changed(attempt: Attempt, before: Round) -> Round:
    """The tiles where they lie after the move; a discard is still in nobody's row."""
    match attempt.action:
        case Draw():
            tile = before.stock[0]
            if tile is None and before.hand is None:
                return _drawn_unseen(before)
            if tile is None:
                raise InputError("input.field", "stock: ?")
            return before.drawn(tile, Source.STOCK)
        case Take() if before.thrown is not None:
            return before.drawn(before.thrown, Source.DISCARD)
        case TakeIndicator():
            return before.drawn(before.indicator, Source.INDICATOR)
        case Open(melds):
            return _opened(attempt, _laid(attempt, before, melds))
        case Lay(melds):
            return _laid(attempt, before, melds)
        case Add() | Swap():
            return _at_meld(attempt, before)
        case ShowIndicator():
            player = replace(attempt.player, shown=True)
            return replace(before, seats=before.replaced(attempt.seat, player))
        case _:
            return before


def _drawn_unseen(before: Round) -> Round:
    player = replace(before.player, hidden=before.player.hidden + 1)
    turn = replace(before.turn, phase=Phase.PLAY, source=Source.STOCK)
    seats = before.replaced(turn.seat, player)
    return replace(before, seats=seats, turn=turn, stock=before.stock[1:])


def _without(player: Seat, tiles: Iterable[Tile], back: tuple[Tile, ...] = ()) -> Seat:
    """The player with these tiles out of the hand, and others `back` in it."""
    if player.hand is None:
        return replace(player, hidden=player.hidden - len(tuple(tiles)) + len(back))
    return replace(player, hand=(*without(player.hand, tiles), *back))


def _laid(attempt: Attempt, before: Round, melds: tuple[Meld, ...]) -> Round:
    table = list(before.table)
    for meld in melds:
        reading = read(meld, before.rules, before.okey)
        if reading is not None:
            table.append(on_table(attempt.seat, meld, reading))
    player = _without(attempt.player, attempt.laid)
    return replace(
        before,
        seats=before.replaced(attempt.seat, player),
        table=tuple(table),
        turn=_used(attempt, before.turn),
    )


def _used(attempt: Attempt, turn: Turn) -> Turn:
    """Equal tiles are interchangeable: one of the taken tile's face on the table will do."""
    return replace(turn, used=turn.used or turn.taken in attempt.laid)


def _opened(attempt: Attempt, after: Round) -> Round:
    pairs = _pairs_laid(attempt)
    points = attempt.verdict.points if attempt.verdict is not None else 0
    player = replace(
        after.seats[attempt.seat],
        opened="pairs" if pairs else "melds",
        opening_points=None if pairs else points,
        opening_pairs=pairs or None,
    )
    seats = after.replaced(attempt.seat, player)
    return replace(after, seats=seats, turn=replace(after.turn, opened=True))


def _pairs_laid(attempt: Attempt) -> int:
    melds = () if attempt.verdict is None else attempt.verdict.melds
    return sum(meld.kind is MeldKind.PAIR for meld in melds)


def _at_meld(attempt: Attempt, before: Round) -> Round:
    """Lay a tile off, or exchange it for an okey."""
    action, target = attempt.action, attempt.target
    turn = _used(attempt, before.turn)
    meld: TableMeld | None = None
    back: tuple[Tile, ...] = ()
    if isinstance(action, Add) and attempt.extension is not None:
        meld, side = attempt.extension
        turn = replace(turn, added=(*turn.added, (action.meld - 1, side)))
    elif isinstance(action, Swap) and target is not None:
        meld, back = swapped(target, action.tile, before.rules, before.okey), (OKEY,)
    if meld is None or not isinstance(action, Add | Swap):
        raise ValueError(f"not a legal move: {action}")
    table = (*before.table[: action.meld - 1], meld, *before.table[action.meld :])
    player = _without(attempt.player, attempt.laid, back)
    seats = before.replaced(attempt.seat, player)
    return replace(before, seats=seats, table=table, turn=turn)


# How a turn and a round end


def _finish(attempt: Attempt) -> tuple[Finish | None, Tile | None]:
    """How the move finishes the round, if it does, and the tile that goes to the middle."""
    action, round_, player = attempt.action, attempt.round, attempt.player
    others = (seat.opened for at, seat in enumerate(round_.seats) if at != attempt.seat)
    first = round_.rules.opening is not None and not any(others)
    if isinstance(action, Discard) and attempt.left == 0 and player.opened is not None:
        same = round_.turn.opened
        finish = Finish(attempt.seat, action.tile == OKEY, player.opened, same, first)
        return finish, action.tile
    if isinstance(action, ShowHand):
        shown = tuple(laid_tiles(action.melds))
        by: By = "pairs" if _shows_pairs(round_, shown, attempt) else "melds"
        return Finish(attempt.seat, action.tile == OKEY, by, False, first), action.tile
    if isinstance(action, DeclarePairs):
        turn = round_.turn
        using = turn.taken if turn.owes else None
        declared = None if player.hand is None else declare(round_, player.hand, using)
        closing = None if declared is None else declared.closing
        declaring = round_.rules.declaring
        okey = closing == OKEY and declaring is not None and declaring.okey_left_doubles
        return Finish(attempt.seat, okey, "pairs", False, first), closing
    return None, None


def _shows_pairs(round_: Round, shown: tuple[Tile, ...], attempt: Attempt) -> bool:
    """Whether a hand shown counts as pairs, also where it is melds as well (decision HD-20)."""
    showing, scoring = round_.rules.showing, round_.rules.scoring
    if showing is None or showing.pairs is None:
        return False
    pairs = _pairs_laid(attempt) == showing.pairs
    if not isinstance(scoring, Countdown) or scoring.both_ways == "pairs":
        return pairs or attempt.search.pairs(round_, shown) >= showing.pairs
    return pairs and not attempt.search.melds(round_, shown)


def _closed(attempt: Attempt, after: Round, closing: Tile | None) -> Round:
    """The last tile goes to the middle."""
    tiles = () if closing is None else (closing,)
    player = replace(_without(attempt.player, tiles), turns=attempt.player.turns + 1)
    return replace(after, seats=after.replaced(attempt.seat, player), closing=closing)


def _next_turn(attempt: Attempt, after: Round, tile: Tile) -> Round:
    """The tile thrown lies to the right, and the right neighbour is on turn."""
    player = replace(
        _without(attempt.player, (tile,)),
        discards=(*attempt.player.discards, tile),
        turns=attempt.player.turns + 1,
    )
    seats = after.replaced(attempt.seat, player)
    turn = Turn((attempt.seat + 1) % len(seats), Phase.DRAW)
    return replace(after, seats=seats, turn=turn)
