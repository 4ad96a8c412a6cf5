"""Checks of an opening in a round: who opens when, and what may be done beside it."""

from __future__ import annotations

from okey.melds import MeldKind
from okey.moves import Add, Lay, Open, Swap
from okey.rules.attempt import Attempt, about, broken
from okey.rules.model import RuleSet, Violation
from okey.table import Source


@about(Open)
def already_open(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """A player opens once in a round."""
    if attempt.player.opened:
        return broken("opening.already-open", opened=attempt.player.opened)
    return None


@about(Open)
def rising(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Each opening beats the highest before it, in points or in pairs (decision HD-32)."""
    if attempt.verdict is None or attempt.player.opened:
        return None
    melds = attempt.verdict.melds
    pairs = sum(meld.kind is MeldKind.PAIR and meld.legal for meld in melds)
    by = "pairs" if pairs else "melds"
    have = pairs or attempt.verdict.points
    before = [
        seat.opening_pairs if by == "pairs" else seat.opening_points
        for seat in attempt.round.seats
        if seat.opened == by
    ]
    most = max((worth for worth in before if worth is not None), default=None)
    if most is not None and have <= most:
        return broken("opening.rising", by=by, have=have, needed=most + 1)
    return None


@about(Open)
def first_turn(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """The starter does not open in the first turn."""
    if attempt.on_turn and attempt.round.turn.source is Source.DEALT:
        return broken("opening.first-turn")
    return None


@about(Lay, Add, Swap)
def alone(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Nothing else is laid in the turn of an opening."""
    if attempt.on_turn and attempt.round.turn.opened:
        return broken("opening.alone", move=type(attempt.action).__name__.lower())
    return None


@about(Open)
def keep_discard(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """A tile stays in the hand to throw, also in a hand that nobody knows."""
    seen = len(attempt.laid) >= rules.hand.starter or attempt.player.hand is not None
    if attempt.left <= 0 and not seen:  # by the judge
        return broken("opening.keep-discard", tiles=len(attempt.laid))
    return None
