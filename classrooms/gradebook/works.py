"""A work puzzle by puzzle, and one answer of it as it was laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from classrooms.assignments.models import Work, WorkAnswer
from classrooms.grading import marks
from classrooms.people.models import Classroom
from okey.errors import InputError
from puzzles.asking import exercise_of_try, lanes_of
from puzzles.board import Board, Hints, rules_name
from puzzles.grading import exercise_shown
from puzzles.grading import grade as judge
from puzzles.kinds.registry import kind_of
from puzzles.models import Attempt, SetItem
from puzzles.results import result_of
from puzzles.words import kind_name
from tutor.tasks.base import Form


@dataclass(frozen=True, slots=True)
class Answered:
    """A puzzle of a work. `number` is that of the set's item: the same for every pupil."""

    number: int
    item: SetItem
    answer: WorkAnswer | None
    colours: str

    @property
    def is_variant(self) -> bool:
        """Whether this pupil saw it in colours of their own."""
        return self.colours != self.item.colours

    @property
    def correct(self) -> bool | None:
        """Whether it is right; None where it was left out or has no verdict yet."""
        return self.answer.correct if self.answer is not None else None

    @property
    def was_laid(self) -> bool:
        """Whether the answer itself is known: on paper there may be the tick alone."""
        return self.answer is not None and self.answer.answer is not None


def works_of(classroom: Classroom) -> QuerySet[Work]:
    """What was handed in in a class, with what pages need of it."""
    return (
        Work.objects.handed_in()
        .filter(assignment__classroom=classroom, assignment__frozen_at__isnull=False)
        .select_related("assignment__puzzle_set", "member", "job")
    )


def answered(work: Work) -> list[Answered]:
    """Every puzzle of the set in its order, with this work's answer. Two queries."""
    rows = work.answers.select_related("attempt")
    answers = {one.index: one for one in rows}
    items = work.assignment.puzzle_set.items.select_related("puzzle", "set__assignment")
    return [_answered(work, item, answers.get(item.index)) for item in items.order_by("index")]


def answered_at(work: Work, number: int) -> Answered | None:
    """One of them; None for a number that the set does not have."""
    items = work.assignment.puzzle_set.items.select_related("puzzle", "set__assignment")
    item = items.filter(index=number - 1).first()
    if item is None:
        return None
    answer = work.answers.select_related("attempt").filter(index=number - 1).first()
    return _answered(work, item, answer)


def _answered(work: Work, item: SetItem, answer: WorkAnswer | None) -> Answered:
    made = answer.attempt if answer is not None else None
    colours = made.colours if made is not None else marks.shown_in(work, item)
    return Answered(item.index + 1, item, answer, colours)


def board_as_laid(one: Answered) -> Board:
    """The board as the pupil laid it, with verdict and explanation; without an answer, the puzzle.

    What is kept of an answer on paper is judged here and now, as there is no attempt of it.
    """
    puzzle = one.item.puzzle
    kind, exercise = kind_of(puzzle.kind), exercise_shown(puzzle, one.colours)
    attempt = _attempt(one)
    result = result_of(attempt, try_again_url="", next_url="") if attempt is not None else None
    shown = exercise_of_try(kind, exercise, attempt, "")
    return Board(
        puzzle_id=puzzle.pk,
        kind=puzzle.kind,
        kind_name=kind_name(puzzle.kind),
        question=shown.question,
        rules_key=puzzle.rules,
        rules_name=rules_name(puzzle.rules),
        indicator=str(exercise.indicator),
        okey=str(exercise.okey),
        told_okey=shown.told_okey,
        exercise=shown,
        on=lanes_of(kind, exercise, result) if kind.form is Form.MELDS else None,
        answered=result,
        hints=Hints(next=0),
        key=puzzle.pk,
        urls={"lanes": "", "answer": "", "hint": ""},
        context=Attempt.Context.ASSIGNMENT,
        context_id=puzzle.pk,
        try_no=1,
        opened=None,
        difficulty=puzzle.difficulty if kind.difficulty_shown else None,
        themes=(),
    )


def _attempt(one: Answered) -> Attempt | None:
    """The attempt behind an answer; for one without, what it would be, never saved."""
    if one.answer is None or one.answer.answer is None:
        return None
    if one.answer.attempt is not None and one.answer.attempt.verdict is not None:
        one.answer.attempt.puzzle = one.item.puzzle
        made: Attempt = one.answer.attempt
        return made
    puzzle = one.item.puzzle
    try:
        read = kind_of(puzzle.kind).read_answer(one.answer.answer)
        found = judge(puzzle, colours=one.colours, answer=read)
    except InputError:
        return None
    place: dict[str, Any] = {"context": Attempt.Context.ASSIGNMENT, "colours": one.colours}
    correct = one.answer.correct if one.answer.correct is not None else found.correct
    return Attempt(puzzle=puzzle, answer=read, correct=correct, verdict=found.to_row(), **place)
