"""Flat penalties: what a move costs its player or another, written when it happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from okey.endings import Event
from okey.fits import fits_somewhere, layable
from okey.moves import Action, Add, DeclarePairs, Discard, End, Finish, Lay, Open, Swap
from okey.rules.attempt import Attempt
from okey.rules.model import RuleSet
from okey.tiles import OKEY
from okey.values import quick

_new_event = quick(Event)


def _event(attempt: Attempt, rule: str, seat: int, points: int) -> Event:
    """What is written for this move."""
    return _new_event(rule, seat, points, attempt.round.moves)


def giver(attempt: Attempt, rules: RuleSet) -> Event | None:
    """Whoever threw the tile that another opens or finishes with pays for it (decision HD-6)."""
    turn = attempt.round.turn
    penalties = rules.penalties
    if turn.giver is None or turn.paid or not penalties.giver:
        return None
    if not penalties.giver_and_thrown and _paid_for_throwing(attempt):
        return None
    laid = turn.taken in attempt.laid
    due = laid and isinstance(attempt.action, Open)
    if penalties.giver_when != "opening":
        due = due or attempt.finishes
    if penalties.giver_when == "any use":
        due = due or (laid and isinstance(attempt.action, (Lay, Add, Swap)))
    return _event(attempt, "penalty.giver", turn.giver, penalties.giver) if due else None


def _paid_for_throwing(attempt: Attempt) -> bool:
    """Whether the giver has paid for throwing this okey."""
    turn = attempt.round.turn
    return turn.taken == OKEY and any(
        event.rule == "penalty.okey-thrown" and event.seat == turn.giver
        for event in attempt.round.events[-1:]
    )


def okey_thrown(attempt: Attempt, rules: RuleSet) -> Event | None:
    """Throwing an okey without ending the round costs its player (decisions HD-8, HD-27)."""
    penalties, action = rules.penalties, attempt.action
    if not isinstance(action, Discard) or action.tile is not OKEY:
        return None
    if not penalties.okey_thrown or not _counts(attempt, rules):
        return None
    if penalties.okey_thrown_needs_melds and not attempt.round.table:
        return None
    return _event(attempt, "penalty.okey-thrown", attempt.seat, penalties.okey_thrown)


def layable_discard(attempt: Attempt, rules: RuleSet) -> Event | None:
    """Throwing a tile that fits a meld on the table costs its player (decisions HD-9, HD-26)."""
    penalties, action, round_ = rules.penalties, attempt.action, attempt.round
    table = round_.table
    if not penalties.layable_discard or not table or not isinstance(action, Discard):
        return None
    if attempt.player.opened is None and not penalties.layable_when_unopened:
        return None
    tile, okey = action.tile, round_.okey
    if not fits_somewhere(tile, table, rules, okey) or not _counts(attempt, rules):
        return None
    thrown_too = tile.index == OKEY.index and okey_thrown(attempt, rules) is not None
    if thrown_too and not penalties.layable_and_thrown:
        return None
    if penalties.layable_within_cap:
        places = layable(tile, table, rules, okey)
        if not any(end is None or _room(attempt, rules, index, end) for index, end in places):
            return None
    return _event(attempt, "penalty.layable-discard", attempt.seat, penalties.layable_discard)


def _counts(attempt: Attempt, rules: RuleSet) -> bool:
    """Whether throwing a tile can cost anything."""
    return rules.penalties.last_discard or not attempt.finishes


def _room(attempt: Attempt, rules: RuleSet, index: int, end: End) -> bool:
    """Whether the cap of laying off leaves room on this run."""
    table = rules.table
    if table is None or table.run_cap is None:
        return True
    added = [side for at, side in attempt.round.turn.added if at == index]
    return (added.count(end) if table.cap_each_end else len(added)) < table.run_cap


def okey_retrieved(attempt: Attempt, rules: RuleSet) -> Event | None:
    """An okey taken back off another's meld is paid for (decision HD-22)."""
    penalties, target = rules.penalties, attempt.target
    if not penalties.okey_retrieved or target is None or target.owner == attempt.seat:
        return None
    payer = target.owner if penalties.retrieved_payer == "owner" else attempt.seat
    return _event(attempt, "penalty.okey-retrieved", payer, penalties.okey_retrieved)


_Penalty = Callable[[Attempt, RuleSet], Event | None]

# What each move can cost. The other moves cost nothing.
PENALTIES: Final[dict[type[Action], tuple[_Penalty, ...]]] = {
    Open: (giver,),
    Lay: (giver,),
    Add: (giver,),
    Swap: (giver, okey_retrieved),
    Discard: (giver, okey_thrown, layable_discard),
    DeclarePairs: (giver,),
    Finish: (giver,),
}
