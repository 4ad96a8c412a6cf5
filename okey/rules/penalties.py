"""Flat penalties: what a move costs its player or another, written when it happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from okey.endings import Event
from okey.fits import fits_somewhere, layable
from okey.moves import Action, Add, DeclarePairs, Discard, End, Finish, Lay, Open, Swap
from okey.rules.attempt import Attempt
from okey.rules.model import RuleSet
from okey.table import Round
from okey.tiles import OKEY, Tile


@dataclass(frozen=True, slots=True)
class Deed:
    """A move that is made: the round before it, and whether it finishes the round."""

    attempt: Attempt
    finishes: bool

    @property
    def before(self) -> Round:
        """The round before the move."""
        return self.attempt.round

    @property
    def action(self) -> Action:
        """The move."""
        return self.attempt.action

    @property
    def seat(self) -> int:
        """Who makes it."""
        return self.attempt.seat

    def event(self, rule: str, seat: int, points: int) -> Event:
        """What is written for this move."""
        return Event(rule, seat, points, self.before.moves)


def giver(deed: Deed, rules: RuleSet) -> Event | None:
    """Whoever threw the tile that another opens or finishes with pays for it (decision HD-6)."""
    turn = deed.before.turn
    penalties = rules.penalties
    if turn.giver is None or turn.paid or not penalties.giver:
        return None
    if not penalties.giver_and_thrown and _paid_for_throwing(deed):
        return None
    laid = turn.taken in deed.attempt.laid
    due = isinstance(deed.action, Open) and laid
    if penalties.giver_when != "opening":
        due = due or deed.finishes
    if penalties.giver_when == "any use":
        due = due or (laid and isinstance(deed.action, Lay | Add | Swap))
    return deed.event("penalty.giver", turn.giver, penalties.giver) if due else None


def _paid_for_throwing(deed: Deed) -> bool:
    """Whether the giver has paid for throwing this okey."""
    turn = deed.before.turn
    return turn.taken == OKEY and any(
        event.rule == "penalty.okey-thrown" and event.seat == turn.giver
        for event in deed.before.events[-1:]
    )


def okey_thrown(deed: Deed, rules: RuleSet) -> Event | None:
    """Throwing an okey without ending the round costs its player (decisions HD-8, HD-27)."""
    penalties = rules.penalties
    if not penalties.okey_thrown or _thrown(deed, rules) != OKEY:
        return None
    if penalties.okey_thrown_needs_melds and not deed.before.table:
        return None
    return deed.event("penalty.okey-thrown", deed.seat, penalties.okey_thrown)


def layable_discard(deed: Deed, rules: RuleSet) -> Event | None:
    """Throwing a tile that fits a meld on the table costs its player (decisions HD-9, HD-26)."""
    penalties, table = rules.penalties, deed.before.table
    if not penalties.layable_discard or not table:
        return None
    tile = _thrown(deed, rules)
    if tile is None or (tile == OKEY and not penalties.layable_and_thrown and _costs(deed, rules)):
        return None
    if deed.attempt.player.opened is None and not penalties.layable_when_unopened:
        return None
    okey = deed.before.okey
    if penalties.layable_within_cap:
        places = layable(tile, table, rules, okey)
        fits = any(end is None or _room(deed, rules, index, end) for index, end in places)
    else:
        fits = fits_somewhere(tile, table, rules, okey)
    if not fits:
        return None
    return deed.event("penalty.layable-discard", deed.seat, penalties.layable_discard)


def _costs(deed: Deed, rules: RuleSet) -> bool:
    """Whether the okey thrown costs its player as an okey."""
    return okey_thrown(deed, rules) is not None


def _thrown(deed: Deed, rules: RuleSet) -> Tile | None:
    """The tile thrown, if throwing it can cost anything."""
    if not isinstance(deed.action, Discard):
        return None
    return None if deed.finishes and not rules.penalties.last_discard else deed.action.tile


def _room(deed: Deed, rules: RuleSet, index: int, end: End) -> bool:
    """Whether the cap of laying off leaves room on this run."""
    table = rules.table
    if table is None or table.run_cap is None:
        return True
    added = [side for at, side in deed.before.turn.added if at == index]
    return (added.count(end) if table.cap_each_end else len(added)) < table.run_cap


def okey_retrieved(deed: Deed, rules: RuleSet) -> Event | None:
    """An okey taken back off another's meld is paid for (decision HD-22)."""
    penalties, target = rules.penalties, deed.attempt.target
    if not penalties.okey_retrieved or target is None or target.owner == deed.seat:
        return None
    payer = target.owner if penalties.retrieved_payer == "owner" else deed.seat
    return deed.event("penalty.okey-retrieved", payer, penalties.okey_retrieved)


_Penalty = Callable[[Deed, RuleSet], Event | None]

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
