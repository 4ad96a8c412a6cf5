"""Tasks in which one of several moves is chosen, and the referee says which may be made."""

from __future__ import annotations

from okey.moves import parse_move
from okey.referee import legal
from okey.rules.model import RuleSet
from tutor.tasks import tables
from tutor.tasks.base import Exercise, Form, Outcome, TaskKind, named, read_move


class ChooseMove(TaskKind):
    """Choose a move that is allowed: every one that the referee allows is right."""

    form = Form.MOVE

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Those of the moves that the referee allows."""
        round_ = tables.round_of(exercise, rules)
        moves = [parse_move(one, exercise.indicator) for one in exercise.options]
        return tuple(str(move) for move in moves if not legal(round_, move))

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Ask the referee about the move."""
        broken = legal(tables.round_of(exercise, rules), read_move(exercise, answer))
        return Outcome(
            not broken,
            self.right(exercise, rules),
            violations=broken,
            rules=named(broken) or self.about(exercise),
        )
