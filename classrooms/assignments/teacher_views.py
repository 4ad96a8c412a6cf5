"""Pages of assignments for teachers: list, new, one with its puzzles' progress, and each deed."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from classrooms.assignments import errors, giving, making, services, shown, words
from classrooms.assignments.forms import (
    DETAILS,
    DetailsForm,
    ExtensionForm,
    NewForm,
    RecipientsForm,
)
from classrooms.assignments.models import Assignment
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from classrooms.people.models import Member
from classrooms.people.shown import name_order
from jobs import services as jobs
from jobs.errors import JobError, NotFinished
from okey.errors import InputError
from puzzles.errors import Refused
from puzzles.models import PuzzleSet
from puzzles.words import input_error

MOST_SETS = 100  # of one's own to choose from


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def new(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """The form of a new assignment; a POST makes it."""
    entered = access_class(player_of(request), class_id, need="teacher")
    room, sets = entered.classroom, _own_sets(request)
    offered: Any = {
        "sets": sets,
        "pupils": _pupils(entered),
        "history": giving.from_history(player_of(request)),
    }
    if request.method != "POST":
        return _new(request, entered, NewForm(room, **offered))
    form = NewForm(room, request.POST, **offered)
    if not form.is_valid():
        return _new(request, entered, form, status=422)
    try:
        made, _is_new = making.create(
            room.pk,
            actor=player_for_write(request),
            key=form.cleaned_data["key"],
            details=form.all_details(),
            source=form.source(sets),
        )
    except giving.Unreadable as wrong:
        form.add_error("numbers", _("The set has no number %(part)s.") % {"part": wrong})
        return _new(request, entered, form, status=422)
    except InputError as error:
        form.add_error(None, input_error(error))
        return _new(request, entered, form, status=422)
    except (JobError, Refused) as error:
        form.add_error(None, words.refusal(error.code))
        return _new(request, entered, form, status=409)
    return _to(made)


def teacher_page(
    request: HttpRequest, entered: Entered, row: Assignment, *, error: str = "", status: int = 200
) -> HttpResponse:
    """An assignment as its teachers see it."""
    context = _context(entered, row) | {
        "making": shown.making_of(row),
        "counting": words.COUNTING[Assignment.Counting(row.counting)],
        "feedback": words.FEEDBACK[Assignment.Feedback(row.feedback)],
        "pupils": shown.pupils_of(row),
        "everybody": _pupils(entered),
        "chosen": set(row.recipients.values_list("member", flat=True)),
        "live": room_live(entered),
        "error": error,
    }
    return render(request, "classrooms/assignments/teacher.html", context, status=status)


def room_live(entered: Entered) -> Any:
    """The live round that runs in the class, if one does."""
    return entered.classroom.live_rounds.filter(ended_at=None).first()


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def edit(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """Title, words, times and what counts; before and after it is frozen."""
    entered, row = teachers_own(request, class_id, assignment_id)
    if request.method != "POST":
        form = DetailsForm(
            entered.classroom, initial={name: getattr(row, name) for name in DETAILS}
        )
        return _edit(request, entered, row, form)
    form = DetailsForm(entered.classroom, request.POST)
    if not form.is_valid():
        return _edit(request, entered, row, form, status=422)
    try:
        services.change(row, form.details(), actor=player_for_write(request))
    except Refused as refused:
        form.add_error(None, words.refusal(refused.code))
        return _edit(request, entered, row, form, status=refused.status)
    return _to(row)


def _deed(
    deed: Callable[[HttpRequest, Assignment], Any],
) -> Callable[..., HttpResponse]:
    """A view that does one thing with an assignment and goes back to its page."""

    @require_POST
    @members_only
    @limited("form")
    def view(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
        entered, row = teachers_own(request, class_id, assignment_id)
        try:
            deed(request, row)
        except (JobError, Refused) as refused:
            status = getattr(refused, "status", 409)
            return teacher_page(
                request, entered, row, error=words.refusal(refused.code), status=status
            )
        return _to(row)

    view.__doc__ = deed.__doc__
    return view


@_deed
def freeze(request: HttpRequest, row: Assignment) -> None:
    """Settle the puzzles; from then on pupils may see it."""
    services.freeze(row, actor=player_for_write(request))


@_deed
def fewer(request: HttpRequest, row: Assignment) -> None:
    """Go on with the puzzles that are there."""
    services.settle_for_fewer(row, actor=player_for_write(request))


@_deed
def withdraw(request: HttpRequest, row: Assignment) -> None:
    """Take it back, or have it stand again."""
    deed = services.put_back if "back" in request.POST else services.withdraw
    deed(row, actor=player_for_write(request))


@_deed
def cancel(request: HttpRequest, row: Assignment) -> None:
    """Stop making puzzles; what is there is kept."""
    if row.puzzle_set.job is not None and row.frozen_at is None:
        jobs.cancel(row.puzzle_set.job)


@_deed
def retry(request: HttpRequest, row: Assignment) -> None:
    """Make the puzzles that lack."""
    if row.puzzle_set.job is not None and row.frozen_at is None:
        with suppress(NotFinished):  # a second press: it is under way
            jobs.retry(row.puzzle_set.job)


@_deed
def recipients(request: HttpRequest, row: Assignment) -> None:
    """For whom it is."""
    pupils = list(Member.objects.active().pupils().filter(classroom=row.classroom_id))
    form = RecipientsForm(pupils, request.POST)
    if not form.is_valid():
        raise errors.NotAPupil
    services.set_recipients(row, form.members(), actor=player_for_write(request))


@require_POST
@members_only
@limited("form")
def delete(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """Delete a draft."""
    entered, row = teachers_own(request, class_id, assignment_id)
    try:
        services.delete(row, actor=player_for_write(request))
    except Refused as refused:
        return teacher_page(
            request, entered, row, error=words.refusal(refused.code), status=refused.status
        )
    messages.success(request, _("The draft is deleted."))
    return SeeOther(reverse("assignments", args=[class_id]))


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def extension(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID, member_id: uuid.UUID
) -> HttpResponse:
    """Times and tries of one pupil's own."""
    entered, row = teachers_own(request, class_id, assignment_id)
    member = get_object_or_404(
        Member.objects.pupils().filter(classroom=entered.classroom), pk=member_id
    )
    known = row.extensions.filter(member=member).first()
    names = ("due_at", "late_until", "tries", "excused")
    status = 200
    if request.method == "POST":
        form = ExtensionForm(entered.classroom, request.POST)
        if form.is_valid():
            try:
                services.extend(row, member.pk, form.cleaned_data, actor=player_for_write(request))
            except Refused as refused:
                form.add_error(None, words.refusal(refused.code))
                status = refused.status
            else:
                return _to(row)
        else:
            status = 422
    else:
        initial = {name: getattr(known, name) for name in names} if known is not None else {}
        form = ExtensionForm(entered.classroom, initial=initial)
    context = _context(entered, row) | {"form": form, "member": member, "known": known}
    return render(request, "classrooms/assignments/extension.html", context, status=status)


@never_cache
@require_safe
@members_only
def progress(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """How far the puzzles are, as a fragment; once they are there, the page loads anew."""
    entered, row = teachers_own(request, class_id, assignment_id)
    state = shown.making_of(row)
    if not state["running"]:
        response = HttpResponse(status=204)
        response["HX-Refresh"] = "true"
        return response
    context = _context(entered, row) | {"making": state}
    return render(request, "classrooms/assignments/_progress.html", context)


def teachers_own(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID
) -> tuple[Entered, Assignment]:
    """The class and an assignment in it, for a teacher of it; 404 for everybody else."""
    entered = access_class(player_of(request), class_id, need="teacher")
    rows = Assignment.objects.select_related("puzzle_set__job")
    row = rows.filter(pk=assignment_id, classroom=entered.classroom).first()
    if row is None:
        raise Http404
    row.classroom = entered.classroom
    return entered, row


def _new(
    request: HttpRequest, entered: Entered, form: NewForm, *, status: int = 200
) -> HttpResponse:
    context = {"classroom": entered.classroom, "me": entered.member, "form": form}
    return render(request, "classrooms/assignments/new.html", context, status=status)


def _edit(
    request: HttpRequest, entered: Entered, row: Assignment, form: DetailsForm, *, status: int = 200
) -> HttpResponse:
    context = _context(entered, row) | {"form": form}
    return render(request, "classrooms/assignments/edit.html", context, status=status)


def _context(entered: Entered, row: Assignment) -> dict[str, Any]:
    return {"classroom": entered.classroom, "me": entered.member, "assignment": row}


def _to(row: Assignment) -> HttpResponse:
    return SeeOther(reverse("class-assignment", args=[row.classroom_id, row.pk]))


def _own_sets(request: HttpRequest) -> list[PuzzleSet]:
    found = PuzzleSet.objects.owned_by(player_of(request)).order_by("-created_at")
    return list(found[:MOST_SETS])


def _pupils(entered: Entered) -> list[Member]:
    found = Member.objects.active().pupils().filter(classroom=entered.classroom)
    return sorted(found, key=lambda one: name_order(one.nickname))
