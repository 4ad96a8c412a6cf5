"""An assignment's grading: where each work is, putting lost ones back, and grading again."""

from __future__ import annotations

import uuid
from collections import Counter
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_of
from accounts.redirects import SeeOther
from classrooms.assignments.models import Assignment
from classrooms.grading import regrading, services, words
from classrooms.grading.models import Regrading
from classrooms.grading.states import Shown, is_lost, state_of
from classrooms.grading.summary import summary
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from classrooms.people.locking import lock_class
from classrooms.people.trail import note
from jobs.models import UNFINISHED
from puzzles.errors import Refused


@require_safe
@members_only
def grading(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """Where the grading of each work is, and what was graded again."""
    entered = access_class(player_of(request), class_id, need="teacher")
    return _page(request, entered, assignment_of(entered, assignment_id))


@require_POST
@members_only
@limited("form")
def put_back(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """Have every work graded that waits and that nothing grades."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    found = assignment_of(entered, assignment_id)
    try:
        with transaction.atomic():
            classroom = lock_class(class_id, actor=player)
            count = services.put_back_all(found)
            if count:
                note(
                    classroom,
                    "grades.put-back",
                    actor=player,
                    assignment=str(found.pk),
                    count=count,
                )
    except Refused as refused:
        return _page(request, entered, found, error=words.refusal(refused), status=refused.status)
    text = ngettext(
        "%(count)s work is being graded again.", "%(count)s works are being graded again.", count
    )
    messages.success(
        request, text % {"count": count} if count else _("Nothing waits without being graded.")
    )
    return SeeOther(reverse("assignment-grading", args=[class_id, assignment_id]))


@require_POST
@members_only
@limited("form")
def look(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """Begin to look what the engine as it is would change."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    found = assignment_of(entered, assignment_id)
    assert player is not None
    try:
        row = regrading.look(found, actor=player)
    except Refused as refused:
        return _page(request, entered, found, error=words.refusal(refused), status=refused.status)
    return SeeOther(reverse("assignment-regrading", args=[class_id, assignment_id, row.pk]))


@require_safe
@members_only
def again(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID, regrading_id: uuid.UUID
) -> HttpResponse:
    """What a look found: progress, then whose grades rise and fall, then what was applied."""
    entered = access_class(player_of(request), class_id, need="teacher")
    return _again(request, entered, _regrading(entered, assignment_id, regrading_id))


@require_POST
@members_only
@limited("form")
def apply(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID, regrading_id: uuid.UUID
) -> HttpResponse:
    """Write what a look found."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    row = _regrading(entered, assignment_id, regrading_id)
    assert player is not None
    try:
        regrading.apply(row, actor=player, never_lower="never_lower" in request.POST)
    except Refused as refused:
        return _again(request, entered, row, error=words.refusal(refused), status=refused.status)
    return SeeOther(reverse("assignment-regrading", args=[class_id, assignment_id, regrading_id]))


def assignment_of(entered: Entered, assignment_id: uuid.UUID) -> Assignment:
    """An assignment of the class whose puzzles are settled; else 404."""
    rows = Assignment.objects.filter(classroom=entered.classroom, frozen_at__isnull=False)
    found: Assignment = get_object_or_404(rows.select_related("classroom"), pk=assignment_id)
    return found


def _regrading(entered: Entered, assignment_id: uuid.UUID, regrading_id: uuid.UUID) -> Regrading:
    rows = Regrading.objects.filter(
        assignment=assignment_id, assignment__classroom=entered.classroom
    )
    found: Regrading = get_object_or_404(
        rows.select_related("assignment__classroom", "job"), pk=regrading_id
    )
    return found


def _page(
    request: HttpRequest,
    entered: Entered,
    found: Assignment,
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    works = list(found.works.handed_in().select_related("member", "job").order_by("submitted_at"))
    states = [(work, state_of(work)) for work in works]
    counts = Counter(state for _work, state in states)
    context: dict[str, Any] = {
        "classroom": entered.classroom,
        "assignment": found,
        "error": error,
        "total": len(works),
        "graded": counts[Shown.DONE],
        "counts": [(state, counts[state]) for state in Shown if counts[state]],
        "open": [
            {
                "name": work.member.real_name or work.member.nickname,
                "url": reverse("gradebook-work", args=[entered.classroom.pk, work.pk]),
                "state": state,
                "try_no": work.try_no,
            }
            for work, state in states
            if state != Shown.DONE
        ],
        "is_moving": any(state in (Shown.QUEUED, Shown.RUNNING) for state in counts),
        "is_lost": any(is_lost(work) for work in works),
        "looks": regrading.of_assignment(found),
    }
    return render(request, "classrooms/grading/grading.html", context, status=status)


def _again(
    request: HttpRequest,
    entered: Entered,
    row: Regrading,
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "classroom": entered.classroom,
        "assignment": row.assignment,
        "row": row,
        "error": error,
        "is_moving": row.looked_at is None
        and (row.job is None or row.job.state in UNFINISHED or row.job.state == "done"),
    }
    if row.looked_at is not None:
        found = summary(row, never_lower=row.never_lower)
        context |= {"found": found}
        if row.applied_at is None:
            context["kept"] = summary(row, never_lower=True)
    return render(request, "classrooms/grading/again.html", context, status=status)
