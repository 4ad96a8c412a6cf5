"""A puzzle of a work on the board that every puzzle has: to be answered, or as it was answered."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from classrooms.assignments.models import Work, WorkAnswer
from classrooms.assignments.variants import colours_of
from okey.errors import InputError
from okey.notation import parse_melds
from puzzles import pages
from puzzles.asking import lanes_table
from puzzles.attempts import Place
from puzzles.board import Board, Hints
from puzzles.grading import exercise_shown, hand_shown
from puzzles.kinds.registry import kind_of
from puzzles.models import Attempt, SetItem
from puzzles.results import laid_out
from tutor.board.words import language
from tutor.tasks.base import Form
from tutor.tasks.words import option_label


def board_of(
    request: HttpRequest,
    work: Work,
    item: SetItem,
    *,
    kept: WorkAnswer | None = None,
    told: bool = False,
    error: str = "",
    typed: str = "",
) -> Board:
    """The board of a place of a work. What was kept lies on it; what became of it once `told`.

    There are no hints, nothing that tells the difficulty, and no id under which the puzzle could
    be found elsewhere before its result is told.
    """
    player = work.member.player
    attempt = kept.attempt if told and kept is not None else None
    place = Place(
        Attempt.Context.ASSIGNMENT, work.assignment_id, work.try_no, colours_of(work, item)
    )
    if attempt is not None:
        place = replace(place, colours=attempt.colours)
    melds = kind_of(item.puzzle.kind).form is Form.MELDS
    shown = typed
    if not typed and kept is not None and attempt is None:
        shown = (kept.answer or {}).get("melds", "") if melds else said(kept.answer)
    board = pages.board_of(
        request, item.puzzle, player, place=place, attempt=attempt, error=error, typed=shown
    )
    args = [work.assignment.classroom_id, work.assignment_id, work.pk, item.index + 1]
    board = replace(
        board,
        hints=Hints(next=0),
        themes=(),
        difficulty=None,
        urls={
            "answer": reverse("work-item", args=args),
            "lanes": reverse("work-lanes", args=args),
            "hint": "",
        },
    )
    if attempt is not None:
        return board
    board = replace(board, puzzle_id=uuid.uuid5(work.pk, str(item.index)))
    return _with_kept(board, work, item, kept)


def said(answer: Any) -> str:
    """A kept answer as it is typed."""
    if not answer or answer.get("cannot"):
        return "cannot" if answer else ""
    return str(next(iter(answer.values()), ""))


def _with_kept(board: Board, work: Work, item: SetItem, kept: WorkAnswer | None) -> Board:
    """The melds of a kept answer in the lanes."""
    kind = kind_of(item.puzzle.kind)
    if kept is None or kind.form is not Form.MELDS or board.on is None:
        return board
    text = (kept.answer or {}).get("melds", "")
    if not text:
        return board
    hand = hand_shown(item.puzzle, colours_of(work, item))
    try:
        melds = parse_melds(text, hand.indicator)
        table = lanes_table(kind, text, hand, item.puzzle.rules)
        if len(table.lanes) != len(melds):  # of kinds whose lanes are not judged before the answer
            return board
        slots, lanes = laid_out(board.on.slots, melds, table, hand)
    except InputError:
        return board
    return replace(board, on=replace(board.on, slots=slots, lanes=lanes, table=table))


def in_words(kept: WorkAnswer, work: Work, item: SetItem) -> str:
    """A kept answer as one reads it."""
    kind = kind_of(item.puzzle.kind)
    exercise = exercise_shown(item.puzzle, colours_of(work, item))
    text = said(kept.answer)
    if text in exercise.options:
        return option_label(exercise, text, language(), kind)
    return text
