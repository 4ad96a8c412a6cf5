"""Checks of a finish: by the last tile thrown, by a hand shown, by pairs declared."""

from __future__ import annotations

from collections.abc import Iterator

from okey.melds import MeldKind
from okey.moves import DeclarePairs, Discard, Finish, TakeIndicator
from okey.rules.attempt import Attempt, about, broken, text
from okey.rules.model import RuleSet, Violation
from okey.rules.opening import Submission
from okey.table import Phase, Source


def finish_incomplete(facts: Submission, rules: RuleSet) -> Iterator[Violation]:
    """A finish uses the whole hand but for the one tile that is thrown.

    Laid out: exactly one tile is left. Shown: as many tiles as a hand has stand in runs and
    groups, or all of them in pairs.
    """
    if rules.showing is None:
        left = facts.left or ()
        if len(left) != 1:
            yield Violation(
                "finish.incomplete",
                " ".join(map(str, left)),
                {"tiles": facts.tiles, "left": len(left)},
            )
        return
    needed = rules.hand.others
    by_pairs = rules.showing.pairs is not None and not facts.has_runs_or_groups
    kinds = (MeldKind.PAIR,) if by_pairs else (MeldKind.RUN, MeldKind.GROUP)
    covered, uncovered = 0, []
    for meld, verdict in zip(facts.melds, facts.verdicts, strict=True):
        if verdict.legal and verdict.kind in kinds:
            covered += len(meld)
        else:
            uncovered.append(meld.text)
    if facts.tiles != needed or uncovered:
        yield Violation(
            "finish.incomplete", " ".join(uncovered), {"tiles": covered, "needed": needed}
        )


@about(Finish)
def finish_unavailable(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Where melds are laid during the round, no hand is shown at its end."""
    return broken("finish.unavailable")


@about(Discard)
def finish_last_turn(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """A turn after the stock is used up finishes the round (decision HD-30)."""
    turn = attempt.round.turn
    last = attempt.on_turn and turn.last and turn.source is Source.DISCARD
    if last and attempt.left > 0:
        return broken("finish.incomplete", text(attempt.rest), left=attempt.left, last=1)
    return None


# Declaring pairs


@about(DeclarePairs)
def declare_unavailable(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """In some rule sets no number of pairs ends the round."""
    return broken("declare.unavailable")


@about(DeclarePairs)
def declare_pairs(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Declared are so many pairs, each tile in one of them."""
    hand = attempt.player.hand
    if hand is not None and rules.declaring is not None:
        needed = rules.declaring.pairs
        pairs = attempt.search.pairs(attempt.round, hand)
        if pairs < needed:
            return broken("declare.pairs", pairs=pairs, needed=needed, missing=needed - pairs)
    return None


# The indicator at the end


@about(TakeIndicator)
def indicator_unavailable(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """In some rule sets the indicator lies where it is."""
    return broken("indicator.unavailable")


@about(TakeIndicator)
def indicator_stock_left(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """The indicator is taken once the stock is used up."""
    if attempt.round.stock:
        return broken("indicator.stock-left", stock=len(attempt.round.stock))
    return None


@about(TakeIndicator, Discard, DeclarePairs)
def indicator_only_to_finish(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """The indicator is taken to finish with it, and goes to the table."""
    round_, turn, indicator = attempt.round, attempt.round.turn, attempt.round.indicator
    if not attempt.on_turn:
        return None
    when, left = None, 0
    if isinstance(attempt.action, TakeIndicator):
        if turn.phase is Phase.DRAW and not round_.stock and not _finishes(attempt):
            when = "take"
    elif turn.source is Source.INDICATOR:
        if isinstance(attempt.action, Discard) and (attempt.left > 0 or turn.owes):
            when, left = "discard", attempt.left
        elif isinstance(attempt.action, DeclarePairs) and rules.declaring is not None:
            without_it = attempt.search.can_declare(round_, None)
            if turn.owes and without_it and not attempt.search.can_declare(round_, indicator):
                when = "declare"
    if when is not None:
        return broken("indicator.only-to-finish", indicator, when=when, left=left)
    return None


def _finishes(attempt: Attempt) -> bool:
    return attempt.search.can_finish(attempt.round, attempt.round.indicator)
