"""Tasks in which a move is made, and the referee says whether it may be."""

from __future__ import annotations

from okey.moves import parse_move
from okey.referee import legal
from okey.rules.model import RuleSet
from tutor.tasks import tables
from tutor.tasks.base import Exercise, Form, Outcome, TaskKind, named, read_move


class MakeMove(TaskKind):
    """Make a move that is allowed, with the tiles or out of several: whatever the referee allows.

    `makes` are the kinds of moves that can be made with the tiles.
    """

    form = Form.MOVE

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Those of the moves to choose from that the referee allows."""
        round_ = tables.round_of(exercise, rules)
        moves = [parse_move(one, exercise.indicator) for one in exercise.options]
        return tuple(str(move) for move in moves if not legal(round_, move))

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Ask the referee about the move."""
        move = read_move(exercise, answer, self.makes)
        broken = legal(tables.round_of(exercise, rules), move)
        return Outcome(
            not broken,
            self.right(exercise, rules),
            violations=broken,
            rules=named(broken) or self.about(exercise),
        )
