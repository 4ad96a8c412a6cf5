"""Pages of live rounds. They ask again every few seconds; nothing new is 204, without a body."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.limited import limited
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from classrooms.assignments import words
from classrooms.assignments.models import Assignment, Work
from classrooms.assignments.timing import Standing, standing, times_of
from classrooms.live import services, shown
from classrooms.live.models import LiveRound
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from jobs.errors import JobError
from puzzles.errors import Refused


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def live(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """The class's live round: what runs, and for teachers the start of one."""
    entered = access_class(player_of(request), class_id)
    running = services.running_in(entered.classroom)
    if request.method == "POST":
        return _start(request, entered)
    if running is not None:
        return SeeOther(reverse("live-round", args=[class_id, running.pk]))
    return _choose(request, entered)


def _start(request: HttpRequest, entered: Entered) -> HttpResponse:
    if not entered.teaches:
        raise Http404
    try:
        chosen = uuid.UUID(request.POST.get("assignment", ""))
    except ValueError:
        raise Http404 from None
    try:
        made = services.start(entered.classroom.pk, chosen, actor=player_for_write(request))
    except (JobError, Refused) as refused:
        status = getattr(refused, "status", 409)
        return _choose(request, entered, error=words.refusal(refused.code), status=status)
    return SeeOther(reverse("live-round", args=[entered.classroom.pk, made.pk]))


def _choose(
    request: HttpRequest, entered: Entered, *, error: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "classroom": entered.classroom,
        "me": entered.member,
        "teaches": entered.teaches,
        "error": error,
    }
    if entered.teaches:
        context["choices"] = _choices(entered)
        context["past"] = list(
            LiveRound.objects.filter(classroom=entered.classroom, ended_at__isnull=False)
            .select_related("assignment")
            .order_by("-started_at")[:10]
        )
    return render(request, "classrooms/live/choose.html", context, status=status)


def _choices(entered: Entered) -> list[Assignment]:
    """What can be started: not over, not live before, and all puzzles there or on their way."""
    rows = entered.classroom.assignments.filter(withdrawn_at=None, live_round=None)
    now = clock.now()
    return [
        row
        for row in rows.order_by("-created_at")[:50]
        if standing(times_of(row), now, row.grace_minutes) is not Standing.CLOSED
    ]


@never_cache
@require_safe
@members_only
def live_round(request: HttpRequest, class_id: uuid.UUID, round_id: uuid.UUID) -> HttpResponse:
    """A round: for teachers how everybody stands; a pupil is moved in, or told that it is over."""
    entered, row = _round(request, class_id, round_id)
    context: dict[str, Any] = {
        "classroom": entered.classroom,
        "me": entered.member,
        "live": row,
        "assignment": row.assignment,
    }
    if not entered.teaches:
        if not _is_meant(entered, row):
            raise Http404
        context["work"] = (
            Work.objects.filter(assignment=row.assignment, member=entered.member)
            .order_by("-try_no")
            .first()
        )
        return render(request, "classrooms/live/pupil.html", context)
    context |= {"version": shown.version(row), "state": shown.standings(row)}
    return render(request, "classrooms/live/teacher.html", context)


@never_cache
@require_safe
@members_only
def state(request: HttpRequest, class_id: uuid.UUID, round_id: uuid.UUID) -> HttpResponse:
    """How everybody stands, as a fragment; 204 as long as `v` names how it stands."""
    entered, row = _round(request, class_id, round_id)
    if not entered.teaches:
        raise Http404
    now = shown.version(row)
    if request.GET.get("v") == now:
        return HttpResponse(status=204)
    context = {
        "classroom": entered.classroom,
        "live": row,
        "assignment": row.assignment,
        "version": now,
        "state": shown.standings(row),
    }
    return render(request, "classrooms/live/_state.html", context)


@require_POST
@members_only
@limited("form")
def end(request: HttpRequest, class_id: uuid.UUID, round_id: uuid.UUID) -> HttpResponse:
    """End a round."""
    entered, row = _round(request, class_id, round_id)
    if not entered.teaches:
        raise Http404
    try:
        services.end(row, actor=player_for_write(request))
    except Refused as refused:
        return _choose(request, entered, error=words.refusal(refused.code), status=refused.status)
    return SeeOther(reverse("live-round", args=[class_id, row.pk]))


@never_cache
@require_safe
@members_only
def now(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """Whether a round runs: 204 as long as `v` says so; a pupil is moved in when one begins."""
    entered = access_class(player_of(request), class_id)
    row = services.running_for(entered.member)
    known = request.GET.get("v", "")
    if known == (str(row.pk) if row is not None else ""):
        return HttpResponse(status=204)
    if row is not None and not entered.teaches:
        response = HttpResponse(status=204)
        response["HX-Redirect"] = reverse("live-round", args=[class_id, row.pk])
        return response
    context = {"classroom": entered.classroom, "live": row, "ended": bool(known)}
    return render(request, "classrooms/live/_now.html", context)


@never_cache
@require_safe
@members_only
def over(request: HttpRequest, class_id: uuid.UUID, round_id: uuid.UUID) -> HttpResponse:
    """204 while a round runs; then a pupil is taken to what became of their work."""
    entered, row = _round(request, class_id, round_id)
    response = HttpResponse(status=204)
    if row.ended_at is not None and not entered.teaches:
        response["HX-Redirect"] = reverse("live-round", args=[class_id, row.pk])
    return response


def _round(
    request: HttpRequest, class_id: uuid.UUID, round_id: uuid.UUID
) -> tuple[Entered, LiveRound]:
    entered = access_class(player_of(request), class_id)
    rows = LiveRound.objects.select_related("assignment__puzzle_set")
    row = rows.filter(pk=round_id, classroom=entered.classroom).first()
    if row is None:
        raise Http404
    row.classroom = row.assignment.classroom = entered.classroom
    return entered, row


def _is_meant(entered: Entered, row: LiveRound) -> bool:
    """Whether the round is for this member: for its teachers always."""
    return (
        entered.teaches
        or row.assignment.everyone
        or row.assignment.recipients.filter(member=entered.member).exists()
    )
