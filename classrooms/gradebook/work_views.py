"""A work puzzle by puzzle, and each answer as it was laid."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.players import player_of
from classrooms.assignments.models import Work
from classrooms.gradebook import works
from classrooms.grading.states import Shown, state_of
from classrooms.lookups.shown import looked_up
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from puzzles.words import kind_name


@require_safe
@members_only
def work(request: HttpRequest, class_id: uuid.UUID, work_id: uuid.UUID) -> HttpResponse:
    """What a pupil handed in, by the puzzles' numbers in the set."""
    entered = access_class(player_of(request), class_id, need="teacher")
    found = _work(entered, work_id)
    state = state_of(found)
    others = works.works_of(entered.classroom).filter(
        assignment=found.assignment_id, member=found.member_id
    )
    seen = looked_up(found)
    context: dict[str, Any] = _context(entered, found) | {
        "state": state,
        "is_looked_up": bool(seen),
        "is_moving": state in (Shown.QUEUED, Shown.RUNNING),
        "has_failed": state == Shown.FAILED,
        "rows": [
            {
                "number": one.number,
                "kind": kind_name(one.item.puzzle.kind),
                "correct": one.correct,
                "is_variant": one.is_variant,
                "answered": one.answer is not None,
                "looked_up": seen.get(one.item.index),
                "url": reverse("gradebook-answer", args=[class_id, found.pk, one.number])
                if one.was_laid
                else "",
            }
            for one in works.answered(found)
        ],
        "tries": others.order_by("try_no"),
    }
    return render(request, "classrooms/gradebook/work.html", context)


@require_safe
@members_only
def answer(
    request: HttpRequest, class_id: uuid.UUID, work_id: uuid.UUID, number: int
) -> HttpResponse:
    """One answer as it was laid, in the colours in which the pupil saw the puzzle."""
    entered = access_class(player_of(request), class_id, need="teacher")
    found = _work(entered, work_id)
    one = works.answered_at(found, number)
    if one is None or not one.was_laid:
        raise Http404
    laid = sorted(found.answers.filter(answer__isnull=False).values_list("index", flat=True))
    context = _context(entered, found) | {
        "one": one,
        "looked_up": looked_up(found).get(one.item.index),
        "board": works.board_as_laid(one),
        "before": _beside(found, class_id, [index for index in laid[::-1] if index < number - 1]),
        "after": _beside(found, class_id, [index for index in laid if index >= number]),
    }
    return render(request, "classrooms/gradebook/answer.html", context)


def _work(entered: Entered, work_id: uuid.UUID) -> Work:
    found: Work = get_object_or_404(works.works_of(entered.classroom), pk=work_id)
    return found


def _context(entered: Entered, found: Work) -> dict[str, Any]:
    return {
        "classroom": entered.classroom,
        "work": found,
        "assignment": found.assignment,
        "member": found.member,
        "name": found.member.real_name or found.member.nickname,
    }


def _beside(found: Work, class_id: uuid.UUID, indices: list[int]) -> str:
    """The next answer in a direction; empty where there is none."""
    if not indices:
        return ""
    return reverse("gradebook-answer", args=[class_id, found.pk, indices[0] + 1])
