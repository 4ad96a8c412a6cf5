"""An answer of a puzzle as a teacher reads it: a chosen option by its name, tiles as tiles."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.grading import exercise_shown
from puzzles.kinds.registry import kind_of
from puzzles.models import SetItem
from tutor.board.words import language
from tutor.tasks.base import Form
from tutor.tasks.words import option_label


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """`melds` is notation to be drawn, with the okey it is read with; `text` is words."""

    text: str = ""
    melds: str = ""
    okey: str = ""


def shown_answer(item: SetItem, text: str) -> ShownAnswer:
    """What an answer in the set's colours says."""
    kind = kind_of(item.puzzle.kind)
    exercise = exercise_shown(item.puzzle, item.colours)
    if text in exercise.options or text == "cannot":
        return ShownAnswer(text=option_label(exercise, text, language(), kind))
    if kind.form in (Form.MELDS, Form.TILE, Form.TILES):
        return ShownAnswer(melds=text, okey=str(exercise.okey))
    return ShownAnswer(text=text)
