"""Which rules can be reviewed, and the exercise with which a card is asked."""

from __future__ import annotations

from functools import cache

from okey import rule_set
from tutor.tasks.base import Exercise, TaskKind, random_of
from tutor.tasks.registry import TASKS

_TRIES = 24  # seeds looked at for an exercise that turns on the rule


@cache
def tasks_of(rules: str, rule: str) -> tuple[TaskKind, ...]:
    """The tasks that train a rule, in the order of their table."""
    own = rule_set(rules)
    if rule not in own.rules:
        return ()
    return tuple(kind for kind in TASKS.values() if rule in kind.trains and kind.applies(own))


@cache
def reviewable(rules: str) -> tuple[str, ...]:
    """The rules that can be asked about, in the rulebook's order."""
    return tuple(rule for rule in rule_set(rules).rules if tasks_of(rules, rule))


def exercise(rules: str, rule: str, seed: str) -> tuple[TaskKind, Exercise]:
    """An exercise about a rule; the same three give the same one.

    It turns on that rule before all others where a few seeds have such a one. Raise `KeyError`
    where nothing trains the rule.
    """
    kinds = tasks_of(rules, rule)
    if not kinds:
        raise KeyError(rule)
    own = rule_set(rules)
    chance = random_of(f"review {rule}", own, seed)
    kind = chance.choice(kinds)
    second: Exercise | None = None
    for number in range(_TRIES):
        made = kind.generate(own, f"{seed} {number}", {})
        about = kind.about(made)
        if about[:1] == (rule,):
            return kind, made
        if second is None and rule in about:
            second = made
    return kind, second or kind.generate(own, f"{seed} 0", {})


def tiles_to_look_at(made: Exercise) -> int:
    """How many tiles an exercise shows: what the time for an answer is measured by."""
    count = len(made.options)
    if made.hand is not None:
        count += len(made.hand.tiles)
    count += sum(len(meld.tiles) for meld in made.laid)
    if made.round is not None:
        count += sum(len(meld.tiles) for meld in made.round.table)
        seat = made.round.seats[made.round.turn.seat]
        count += len(seat.hand or ())
    if made.ended is not None:
        count += made.rules.hand.others  # about a rack full of figures
    return count
