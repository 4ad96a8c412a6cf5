"""Checks of a turn: whose it is, what comes first, and what is drawn, taken and thrown."""

from __future__ import annotations

from collections.abc import Iterator

from okey.moves import (
    Add,
    DeclarePairs,
    Discard,
    Draw,
    Finish,
    Lay,
    Open,
    Pass,
    ShowIndicator,
    Swap,
    Take,
    TakeIndicator,
)
from okey.rules.attempt import Attempt, about, broken, text
from okey.rules.model import RuleSet, Violation
from okey.rules.opening import Submission
from okey.rules.parameters import Countdown
from okey.table import DEALT, DRAW, Source
from okey.tiles import Tile


def not_in_hand(facts: Submission, rules: RuleSet) -> Iterator[Violation]:
    """Only tiles of one's own hand are laid, each once."""
    if facts.missing:
        yield broken("turn.not-in-hand", text(facts.missing))


@about(Open, Lay, Add, Swap, Discard, Finish)
def not_in_hand_played(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Only tiles of one's own hand are laid off, exchanged, thrown and shown."""
    judged = attempt.verdict is not None and not isinstance(attempt.action, Finish)
    if judged and attempt.player.hand is not None:
        return None  # the judge has compared these
    missing = attempt.missing()
    if missing:
        return broken("turn.not-in-hand", text(missing))
    return None


def order(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Players move in their own turn, and nobody once the round is over."""
    if attempt.on_turn and type(attempt.action) is not Pass:
        return None
    turn = attempt.round.turn
    reason = None
    if attempt.round.over:
        reason = "over"
    elif attempt.seat != turn.seat:
        reason = "seat"
    elif isinstance(attempt.action, Pass) and not (turn.last and turn.phase is DRAW):
        reason = "pass"
    if reason is not None:
        return broken("turn.order", reason=reason, seat=turn.seat, by=attempt.seat)
    return None


# Drawing and taking


@about(Open, Lay, Add, Swap, Discard, Finish)
def draw_first(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """A turn begins with drawing or taking; nothing is laid or thrown before."""
    if attempt.drawing:
        return broken("turn.draw-first")
    return None


@about(Draw, Take, TakeIndicator)
def draw_once(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """One tile is drawn or taken in a turn."""
    source = attempt.round.turn.source
    if attempt.on_turn and source is not None and source is not DEALT:
        return broken("turn.draw-once", source=str(source))
    return None


@about(Draw, Take, TakeIndicator)
def starter_no_draw(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Who begins has a tile more and draws none in the first turn."""
    if attempt.on_turn and attempt.round.turn.source is DEALT:
        return broken("turn.starter-no-draw")
    return None


@about(Draw)
def stock_empty(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """What is not there cannot be drawn."""
    if not attempt.round.stock and attempt.on_turn:
        return broken("draw.stock-empty")
    return None


@about(Take)
def take_last_only(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Only the left neighbour's last discard can be taken."""
    if isinstance(attempt.action, Take) and attempt.drawing:
        named, thrown = attempt.action.tile, attempt.round.thrown
        if thrown is None or named not in (None, thrown):
            lies = "" if thrown is None else str(thrown)
            return broken("take.last-only", named, thrown=lies, seat=attempt.round.left)
    return None


@about(Take)
def take_unavailable(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """In some houses who has opened takes no discard, or nobody does with the stock empty."""
    if isinstance(attempt.action, Take) and attempt.drawing:
        reason = None
        if attempt.player.opened and not rules.take.opened_may_take:
            reason = "opened"
        elif attempt.round.turn.last and not rules.ending.discard:
            reason = "stock"
        if reason is not None:
            return broken("take.unavailable", attempt.round.thrown, reason=reason)
    return None


@about(Take, Discard, DeclarePairs)
def take_must_use(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """A tile that is taken goes to the table in the same turn.

    With the stock empty, the turn must also finish with it.
    """
    turn, taken = attempt.round.turn, attempt.round.turn.taken
    when = None
    if isinstance(attempt.action, Take):
        taken = attempt.round.thrown
        if _takes_the_last(attempt) and taken is not None and not _usable(attempt, taken, rules):
            when = "take"
    elif taken is not None and attempt.on_turn and turn.owes and turn.source is Source.DISCARD:
        if isinstance(attempt.action, Discard):
            when = "discard" if rules.take.must_use or turn.last else None
        elif isinstance(attempt.action, DeclarePairs) and rules.declaring is not None:
            without_it = attempt.search.can_declare(attempt.round, None)
            if without_it and not attempt.search.can_declare(attempt.round, taken):
                when = "declare"
    if when is not None:
        return broken("take.must-use", taken, when=when, finish=int(turn.last))
    return None


def _usable(attempt: Attempt, taken: Tile, rules: RuleSet) -> bool:
    if not (rules.take.must_use or attempt.round.turn.last) or not rules.take.refused_early:
        return True
    return attempt.search.can_use(attempt.round, taken)


@about(Open)
def take_in_opening(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Who opens in the turn of a take lays the tile taken in a meld of the opening."""
    turn = attempt.round.turn
    owes = attempt.on_turn and turn.source is Source.DISCARD and not attempt.player.opened
    if owes and turn.taken not in attempt.laid:
        return broken("take.in-opening", turn.taken)
    return None


def _takes_the_last(attempt: Attempt) -> bool:
    """Whether a take is one of the left neighbour's last discard, in time."""
    named = attempt.action.tile if isinstance(attempt.action, Take) else None
    return attempt.drawing and named in (None, attempt.round.thrown)


# Throwing


@about(Lay, Add)
def must_discard(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """A turn ends with a discard: laying leaves a tile for it."""
    if attempt.left <= 0 and not attempt.missing():
        return broken("turn.must-discard", tiles=len(attempt.laid))
    return None


# Showing the indicator's twin


@about(ShowIndicator)
def show_unavailable(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Where balances are not counted down, nobody shows the indicator's twin."""
    return broken("show.unavailable")


@about(ShowIndicator)
def show_first_turn(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """The indicator's twin is shown in one's own first turn."""
    if attempt.player.turns:
        return broken("show.first-turn", turn=attempt.player.turns + 1)
    return None


@about(ShowIndicator)
def show_twin(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Only the indicator's other copy is shown, and once."""
    twin, player = attempt.round.indicator, attempt.player
    if player.shown or (player.hand is not None and twin not in player.hand):
        return broken("show.twin", twin, reason="shown" if player.shown else "missing")
    return None


def shows_indicator(rules: RuleSet) -> bool:
    """Whether the indicator's twin can be shown."""
    return isinstance(rules.scoring, Countdown) and rules.scoring.shown != 0
