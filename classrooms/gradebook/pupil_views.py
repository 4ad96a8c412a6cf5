"""A pupil's results, and what teachers note on them."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_of
from accounts.redirects import SeeOther
from classrooms.assignments.models import Assignment
from classrooms.gradebook import cells, notes
from classrooms.gradebook.forms import NoteForm
from classrooms.gradebook.pupil import Line, Results, results_of
from classrooms.gradebook.report import report
from classrooms.grading.states import state_of
from classrooms.people import words
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from classrooms.people.models import Member
from puzzles.errors import Refused
from tutor import plots


@require_safe
@members_only
def pupil(request: HttpRequest, class_id: uuid.UUID, member_id: uuid.UUID) -> HttpResponse:
    """All of a pupil's assignments, how it went over time, and the notes."""
    entered = access_class(player_of(request), class_id, need="teacher")
    return _page(request, entered, pupil_of(entered, member_id), NoteForm.new())


@require_safe
@members_only
def report_pdf(request: HttpRequest, class_id: uuid.UUID, member_id: uuid.UUID) -> HttpResponse:
    """The same as a PDF, under the nickname or (`?names=real`) the real name."""
    entered = access_class(player_of(request), class_id, need="teacher")
    member = pupil_of(entered, member_id)
    made = report(
        results_of(entered.classroom, member), real_name=request.GET.get("names") == "real"
    )
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="istaka-report-{member.pk}.pdf"'
    return response


@require_POST
@members_only
@limited("form")
def add_note(request: HttpRequest, class_id: uuid.UUID, member_id: uuid.UUID) -> HttpResponse:
    """Write a note on the pupil, or on one of the pupil's assignments."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    member = pupil_of(entered, member_id)
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _page(request, entered, member, form, status=422)
    read = form.cleaned_data
    about = None
    if read["assignment"]:
        about = get_object_or_404(Assignment, pk=read["assignment"], classroom=entered.classroom)
    assert player is not None
    try:
        notes.add(member, read["text"], actor=player, key=read["key"], assignment=about)
    except Refused as refused:
        error = words.refusal(refused)
        return _page(request, entered, member, form, error=error, status=refused.status)
    return SeeOther(reverse("gradebook-pupil", args=[class_id, member_id]) + "#notes")


@require_POST
@members_only
@limited("form")
def delete_note(request: HttpRequest, class_id: uuid.UUID, note_id: uuid.UUID) -> HttpResponse:
    """Delete a note."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    found = notes.note_of(entered.classroom, note_id)
    if found is None:
        raise Http404
    assert player is not None
    try:
        notes.delete(found, actor=player)
    except Refused as refused:
        form = NoteForm.new()
        error = words.refusal(refused)
        return _page(request, entered, found.member, form, error=error, status=refused.status)
    return SeeOther(reverse("gradebook-pupil", args=[class_id, found.member_id]) + "#notes")


def pupil_of(entered: Entered, member_id: uuid.UUID) -> Member:
    """A pupil who is in the class now; else 404."""
    rows = Member.objects.active().pupils().filter(classroom=entered.classroom)
    found: Member = get_object_or_404(rows, pk=member_id)
    return found


def _page(
    request: HttpRequest,
    entered: Entered,
    member: Member,
    form: NoteForm,
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    found = results_of(entered.classroom, member)
    form.offer(line.column.assignment for line in found.lines)
    labels, values = found.course()
    authors = {
        one.player_id: one.nickname
        for one in Member.objects.teachers().filter(classroom=entered.classroom)
    }
    context: dict[str, Any] = {
        "classroom": entered.classroom,
        "member": member,
        "error": error,
        "lines": [_line(found, line) for line in found.lines],
        "share": cells.percent_text(found.total.share),
        "points": found.total.points,
        "out_of": found.total.out_of,
        "plot": plots.course(labels, values) if len(values) > 1 else "",
        "notes": [
            {"note": one, "author": authors.get(one.author_id, "")}
            for one in notes.notes_on(member)
        ],
        "form": form,
    }
    return render(request, "classrooms/gradebook/pupil.html", context, status=status)


def _line(found: Results, line: Line) -> dict[str, Any]:
    classroom, one = found.book.classroom, line.column.assignment
    return {
        "title": one.title,
        "url": reverse("assignment-results", args=[classroom.pk, one.pk]),
        "day": line.day,
        "out_of": line.column.out_of,
        "cell": cells.cell_of(line.score),
        "share": cells.percent_text(line.score.share),
        "tries": [
            {
                "number": work.try_no,
                "url": reverse("gradebook-work", args=[classroom.pk, work.pk]),
                "points": work.points,
                "state": state_of(work).label,
                "counts": work.pk == line.score.work,
                "late": work.late,
            }
            for work in line.works
        ],
    }
