"""The referee: whether a move is legal in a round, and the round after it.

It knows no rule itself: it asks the checks of the rules in force, in the rulebook's order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, get_args

from okey.declared import all_melds, can_declare, most_pairs
from okey.effects import carry_out
from okey.endings import Event
from okey.errors import InputError
from okey.judge import judge_laid
from okey.moves import Action, Finish, Lay, Move, Open
from okey.rules.attempt import Attempt, Found, MoveCheck, Search
from okey.rules.catalogue import RULES
from okey.rules.model import As, Chapter, RuleSet, Verdict, Violation
from okey.search.turn import can_finish_with, can_use
from okey.table import Round

Check = Callable[[Any, RuleSet], Found]
ACTIONS: Final[tuple[type[Action], ...]] = get_args(Action)
_JUDGED: Final = frozenset({Open, Lay, Finish})  # actions with melds
_SEARCH: Final = Search(can_use, can_finish_with, can_declare, most_pairs, all_melds)


@dataclass(frozen=True, slots=True)
class Applied:
    """A move that was made: the round after it, and what was written for it."""

    round: Round
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A move that was refused: everything that is wrong with it. The round stays as it was."""

    violations: tuple[Violation, ...]


def legal(round_: Round, move: Move) -> tuple[Violation, ...]:
    """Everything that is wrong with a move, in the rulebook's order; nothing for a legal one.

    Raise `InputError`: `notation.move` for a seat outside the table, `notation.tile` for a number
    alone in a meld that is no group.
    """
    return _violations(_attempt(round_, move))


def apply(round_: Round, move: Move) -> Applied | Refusal:
    """Make a move, or refuse it.

    Raise `InputError` as `legal` does, and `input.field` for drawing a tile that nobody knows.
    """
    after = made(round_, move)
    if isinstance(after, Refusal):
        return after
    return Applied(after, after.events[len(round_.events) :])


def made(round_: Round, move: Move) -> Round | Refusal:
    """The round after a move, or its refusal. Raise as `apply` does."""
    attempt = _attempt(round_, move)
    violations = _violations(attempt)
    if violations:
        return _failed_opening(attempt, violations) or Refusal(violations)
    return carry_out(attempt)


def _attempt(round_: Round, move: Move) -> Attempt:
    seat = move.seat
    if seat is None:
        seat = round_.turn.seat
    elif not 0 <= seat < len(round_.seats):
        raise InputError("notation.move", f"seat: {seat}")
    attempt = Attempt(round_, seat, move.action, _SEARCH)
    if type(attempt.action) in _JUDGED:
        attempt.verdict = _verdict(attempt)
    return attempt


def _verdict(attempt: Attempt) -> Verdict | None:
    """The verdict on the melds that a move lays or shows, None where it has none."""
    action, round_, player = attempt.action, attempt.round, attempt.player
    rules = round_.rules
    if round_.over:
        return None
    if isinstance(action, (Open, Lay)):
        opens = isinstance(action, Open) and rules.opening is not None and not player.opened
        as_: As = "opening" if opens else "melds"
        hand, left = player.hand, None if player.hand is None else attempt.rest
        return judge_laid(
            action.melds, rules=rules, okey=round_.okey, as_=as_, hand=hand, left=left
        )
    if isinstance(action, Finish) and rules.showing is not None:
        return judge_laid(action.melds, rules=rules, okey=round_.okey, as_="finish")
    return None


def _violations(attempt: Attempt) -> tuple[Violation, ...]:
    rules, verdict = attempt.round.rules, attempt.verdict
    found = [] if verdict is None else list(verdict.violations)
    checks = _KEPT.get(id(rules.rules))
    if checks is None or checks.in_force is not rules.rules:
        checks = _checks_of(rules)
    for check in checks.of[type(attempt.action)]:
        broken = check(attempt, rules)
        if broken is not None:
            found += (broken,) if isinstance(broken, Violation) else broken
    if not found:
        return ()
    if attempt.round.over:
        found = [violation for violation in found if violation.rule == "turn.order"]
    if len(found) > 1:
        found.sort(key=lambda violation: checks.places[violation.rule])
    return tuple(found)


class _Checks(NamedTuple):
    """The rules in force with their places in the rulebook, and the checks of each action."""

    in_force: tuple[str, ...]
    places: dict[str, int]
    of: dict[type[Action], tuple[Check, ...]]


_KEPT: Final[dict[int, _Checks]] = {}  # by the identity of the rules in force
_MOST_KEPT: Final = 256


def _checks_of(rules: RuleSet) -> _Checks:
    """The checks of moves of a rule set, in the rulebook's order."""
    places = {rule_id: place for place, rule_id in enumerate(rules.rules)}
    moves = [move for rule_id in rules.rules if (move := RULES[rule_id].move) is not None]
    of = {
        action: tuple(_plain(move) for move in moves if _asks(move, action)) for action in ACTIONS
    }
    if len(_KEPT) >= _MOST_KEPT:
        _KEPT.clear()
    checks = _KEPT[id(rules.rules)] = _Checks(rules.rules, places, of)
    return checks


def _plain(move: Check) -> Check:
    return move.check if isinstance(move, MoveCheck) else move


def _asks(move: Check, action: type[Action]) -> bool:
    return not isinstance(move, MoveCheck) or action in move.actions


# What a failed attempt to open may cost instead of being refused (decision HD-31).
_NOT_AN_ATTEMPT: Final = frozenset({"opening.already-open", "opening.first-turn"})


def _failed_opening(attempt: Attempt, violations: tuple[Violation, ...]) -> Round | None:
    """The round after an opening that was not legal: it costs its player, the tiles go back."""
    points = attempt.round.rules.penalties.failed_opening
    fails = isinstance(attempt.action, Open) and all(
        RULES[violation.rule].chapter in (Chapter.MELDS, Chapter.OPENING)
        and violation.rule not in _NOT_AN_ATTEMPT
        for violation in violations
    )
    if not points or not fails:
        return None
    round_ = attempt.round
    event = Event("penalty.failed-opening", attempt.seat, points, round_.moves)
    return replace(round_, events=(*round_.events, event), moves=round_.moves + 1)
