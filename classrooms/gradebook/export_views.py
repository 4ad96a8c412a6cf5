"""Files of a whole class: asked for, watched, fetched and deleted by the teacher who asked."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_of
from accounts.redirects import SeeOther
from classrooms.gradebook import exporting
from classrooms.gradebook.forms import KeyForm
from classrooms.people import words
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from jobs import services as jobs
from jobs.errors import JobError
from puzzles.errors import Refused
from puzzles.words import refusal


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("set")
def exports(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """One's own files of a class; a POST has one made."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    if request.method != "POST":
        return _page(request, entered)
    form = KeyForm(request.POST)
    if not form.is_valid():
        return _page(request, entered, error=_("This page is out of date."), status=422)
    assert player is not None
    try:
        exporting.ask(
            entered.classroom,
            actor=player,
            key=form.cleaned_data["key"],
            language=get_language() or "en",
        )
    except Refused as refused:
        return _page(request, entered, error=words.refusal(refused), status=refused.status)
    except JobError as error:
        return _page(request, entered, error=refusal(error.code), status=409)
    return SeeOther(reverse("class-exports", args=[class_id]))


@require_safe
@members_only
def export(request: HttpRequest, class_id: uuid.UUID, export_id: uuid.UUID) -> HttpResponse:
    """The file, once it is made."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    found = get_object_or_404(exporting.exports_of(player, entered.classroom), pk=export_id)
    if found.content is None:
        raise Http404
    response = HttpResponse(bytes(found.content), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="istaka-class-{found.pk}.zip"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_POST
@members_only
@limited("form")
def delete(request: HttpRequest, class_id: uuid.UUID, export_id: uuid.UUID) -> HttpResponse:
    """Delete a file, or cancel it while it is made."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    found = get_object_or_404(
        exporting.exports_of(player, entered.classroom).defer("content"), pk=export_id
    )
    if found.job is not None and found.job.is_unfinished:
        jobs.cancel(found.job)
    found.delete()
    return SeeOther(reverse("class-exports", args=[class_id]))


def _page(
    request: HttpRequest, entered: Entered, *, error: str = "", status: int = 200
) -> HttpResponse:
    rows = list(exporting.exports_of(entered.member.player, entered.classroom).defer("content"))
    context: dict[str, Any] = {
        "classroom": entered.classroom,
        "error": error,
        "key": uuid.uuid4(),
        "rows": [
            {
                "row": one,
                "is_moving": exporting.is_moving(one),
                "until": one.created_at + exporting.KEPT,
            }
            for one in rows
        ],
        "is_moving": any(exporting.is_moving(one) for one in rows),
    }
    return render(request, "classrooms/gradebook/exports.html", context, status=status)
