"""All puzzles of an assignment as its teachers see them; the key, which is noted before it is seen.

Whoever has seen a key knows the answers: the puzzles count as given up for them, so that practice
brings them others and none of these rates.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

import okey
from accounts.limited import limited
from accounts.models import Player
from accounts.players import player_for_write
from accounts.redirects import SeeOther
from classrooms.assignments import services, words
from classrooms.assignments.models import Assignment
from classrooms.assignments.teacher_views import teachers_own
from classrooms.people.access import Entered
from classrooms.people.entrance import members_only
from classrooms.people.models import AuditEntry
from classrooms.people.trail import note
from puzzles.attempts import SPOKEN
from puzzles.errors import Refused
from puzzles.grading import exercise_shown, stored_solution
from puzzles.kinds.registry import kind_of
from puzzles.models import Attempt, SetItem
from puzzles.results import solution_of
from puzzles.words import kind_name, theme_name
from tutor.board.shown import rack
from tutor.board.words import language
from tutor.tasks.base import Exercise, Form
from tutor.tasks.shown import shown_exercise

KEY_SEEN = "assignment.key-seen"


@require_http_methods(["GET", "HEAD"])
@members_only
def puzzles(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """Every puzzle as it is asked; with `?key=1` the solutions too, once that is noted."""
    entered, row = teachers_own(request, class_id, assignment_id)
    return _page(request, entered, row)


@require_POST
@members_only
@limited("form")
def key(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """Note that a teacher sees the key, then show it."""
    _entered, row = teachers_own(request, class_id, assignment_id)
    note_key_seen(row, player_for_write(request))
    return SeeOther(reverse("assignment-puzzles", args=[class_id, assignment_id]) + "?key=1")


@require_POST
@members_only
@limited("form")
def swap(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID, number: int
) -> HttpResponse:
    """Another puzzle of the same kind and difficulty in this place."""
    entered, row = teachers_own(request, class_id, assignment_id)
    try:
        services.swap(row, number - 1, actor=player_for_write(request))
    except Refused as refused:
        return _page(request, entered, row, refused=refused)
    url = reverse("assignment-puzzles", args=[class_id, assignment_id])
    return SeeOther(f"{url}{'?key=1' if 'key' in request.POST else ''}#puzzle-{number}")


@transaction.atomic
def note_key_seen(row: Assignment, teacher: Player) -> None:
    """Write down that a teacher sees an assignment's solutions. Again changes nothing."""
    items = list(row.puzzle_set.items.select_related("puzzle"))
    Attempt.objects.bulk_create(
        [_given_up(row, teacher, item) for item in items], ignore_conflicts=True
    )
    if not key_was_seen(row, teacher):
        note(row.classroom, KEY_SEEN, actor=teacher, assignment=str(row.pk))


def key_was_seen(row: Assignment, teacher: Player) -> bool:
    """Whether it is noted that this teacher sees every solution of the assignment."""
    noted = AuditEntry.objects.filter(
        classroom=row.classroom_id, actor=teacher, action=KEY_SEEN, values__assignment=str(row.pk)
    )
    return noted.exists()


def _given_up(row: Assignment, teacher: Player, item: SetItem) -> Attempt:
    """An open try with all hints used: it never rates, and is in nobody's history."""
    return Attempt(
        player=teacher,
        puzzle=item.puzzle,
        context=Attempt.Context.ASSIGNMENT,
        context_id=row.pk,
        colours=item.colours,
        hint_level=SPOKEN + 1,
        rules_version=item.puzzle.rules_version,
        engine_version=okey.__version__,
        generator_version=item.puzzle.generator_version,
    )


def _page(
    request: HttpRequest, entered: Entered, row: Assignment, *, refused: Refused | None = None
) -> HttpResponse:
    teacher = entered.member.player
    with_key = ("key" in request.GET or "key" in request.POST) and key_was_seen(row, teacher)
    items = row.puzzle_set.items.select_related("puzzle__solution").order_by("index")
    context = {
        "classroom": entered.classroom,
        "me": entered.member,
        "assignment": row,
        "items": [_shown(item, with_key=with_key) for item in items],
        "with_key": with_key,
        "error": words.refusal(refused.code) if refused is not None else "",
    }
    status = refused.status if refused is not None else 200
    return render(request, "classrooms/assignments/puzzles.html", context, status=status)


def _shown(item: SetItem, *, with_key: bool) -> dict[str, Any]:
    puzzle = item.puzzle
    kind = kind_of(puzzle.kind)
    exercise = exercise_shown(puzzle, item.colours)
    solution = None
    if with_key:
        stored = kind.recolour(stored_solution(puzzle), item.colours)
        solution = solution_of(kind, exercise, stored, kind.prove(exercise, stored, language()))
    return {
        "number": item.index + 1,
        "kind": kind_name(puzzle.kind),
        "difficulty": puzzle.difficulty,
        "themes": [theme_name(puzzle.kind, one) for one in puzzle.themes],
        "exercise": shown_exercise(exercise, language(), kind=kind),
        "okey": str(exercise.okey),
        "indicator": str(exercise.indicator),
        "rack": _rack(exercise) if kind.form is Form.MELDS else [],
        "solution": solution,
    }


def _rack(exercise: Exercise) -> list[str]:
    """The tiles of a hand that is answered in lanes, in order."""
    hand = exercise.hand
    return [] if hand is None else [tile.code for tile in rack(hand) if tile is not None]
