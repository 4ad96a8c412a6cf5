"""Files of sheets or keys for each pupil: asked for, watched, fetched, tried again and deleted."""

from __future__ import annotations

import uuid
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.limited import limited
from accounts.models import Player
from accounts.redirects import SeeOther
from classrooms.assignments.models import Assignment
from classrooms.gradebook.forms import KeyForm
from classrooms.gradebook.models import ClassExport
from classrooms.paper import filing
from classrooms.paper.views import asked, paper_page
from classrooms.paper.words import said
from classrooms.people.entrance import members_only
from jobs import services as jobs
from jobs.errors import JobError, NotFinished
from puzzles.errors import Refused
from puzzles.words import refusal


@require_POST
@members_only
@limited("set")
def make(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """Have a file made. The same key makes it once."""
    player, entered, assignment = asked(request, class_id, assignment_id)
    form, what = KeyForm(request.POST), request.POST.get("what", "")
    if not form.is_valid() or what not in filing.FORMS:
        return paper_page(
            request, entered, assignment, file_error=_("This page is out of date."), status=422
        )
    assert player is not None
    path = reverse("class-assignment", args=[class_id, assignment.pk])
    order = filing.Order(what, get_language() or "en", request.build_absolute_uri(path))
    try:
        filing.ask(assignment, order, actor=player, key=form.cleaned_data["key"])
    except Refused as refused:
        return paper_page(
            request, entered, assignment, file_error=said(refused), status=refused.status
        )
    except JobError as error:
        return paper_page(request, entered, assignment, file_error=refusal(error.code), status=409)
    return _back(assignment)


@require_safe
@members_only
def fetch(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID, export_id: uuid.UUID
) -> HttpResponse:
    """The file once it is made: a PDF, of a large class a ZIP of several."""
    player, _entered, assignment = asked(request, class_id, assignment_id)
    row = _own(player, assignment, export_id)
    if row.made_at is None:
        raise Http404
    name = f"istaka-{row.form}-{assignment.pk}"
    if filing.is_one_file(row):
        response = HttpResponse(filing.pdf_of(row), content_type="application/pdf")
        return _sent(response, f"{name}.pdf")
    packed = StreamingHttpResponse(filing.packed(row), content_type="application/zip")
    return _sent(cast("HttpResponse", packed), f"{name}.zip")  # the stubs know no other view


def _sent(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_POST
@members_only
@limited("form")
def retry(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID, export_id: uuid.UUID
) -> HttpResponse:
    """Make what lacks once more; what is there stays."""
    player, entered, assignment = asked(request, class_id, assignment_id)
    row = _own(player, assignment, export_id)
    try:
        if row.job is not None and filing.may_retry(row):
            jobs.retry(row.job)
    except NotFinished:
        pass  # a second press: the page shows that it is under way
    except JobError as error:
        return paper_page(request, entered, assignment, file_error=refusal(error.code), status=409)
    return _back(assignment)


@require_POST
@members_only
@limited("form")
def delete(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID, export_id: uuid.UUID
) -> HttpResponse:
    """Delete a file, or stop making it: what is there of it then may still be made whole."""
    player, _entered, assignment = asked(request, class_id, assignment_id)
    row = _own(player, assignment, export_id)
    if row.job is not None and row.job.is_unfinished:
        jobs.cancel(row.job)
    else:
        row.delete()
    return _back(assignment)


def _own(player: Player | None, assignment: Assignment, export_id: uuid.UUID) -> ClassExport:
    rows = filing.files_of(player, assignment).defer("content")
    found: ClassExport = get_object_or_404(rows, pk=export_id)
    return found


def _back(assignment: Assignment) -> HttpResponse:
    path = reverse("class-paper", args=[assignment.classroom_id, assignment.pk])
    return SeeOther(f"{path}#files")
