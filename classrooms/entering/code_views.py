"""The teacher's page of the join code, and letting in who asks."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limited import limited
from accounts.models import Player
from accounts.players import player_of
from classrooms.entering import codes, joining, requests
from classrooms.entering.forms import JoinCodeForm
from classrooms.entering.words import refused
from classrooms.people.access import access_class
from classrooms.people.models import Classroom
from puzzles.errors import Refused
from puzzles.printing.qr import qr_svg


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def class_code(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """The code in force with its link; make a new one, or close it."""
    player = player_of(request)
    classroom = access_class(player, class_id, need="teacher").classroom
    assert player is not None  # a teacher of the class
    form = JoinCodeForm(request.POST if request.method == "POST" else None)
    error, status = "", 200
    if request.method == "POST":
        try:
            if "close" in request.POST:
                joining.close_code(classroom, actor=player)
                return redirect("class-code", class_id)
            if form.is_valid():
                joining.make_code(classroom, actor=player, **form.cleaned_data)
                return redirect("class-code", class_id)
            status = 422
        except Refused as refusal:
            error, status = refused(refusal), refusal.status
    context = _shown(request, classroom) | {"form": form, "error": error}
    return render(request, "classrooms/entering/code.html", context, status=status)


@require_POST
@limited("form")
def class_requests(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """Let in or decline those who are ticked."""
    player = player_of(request)
    classroom = access_class(player, class_id, need="teacher").classroom
    assert player is not None  # a teacher of the class
    ids = _ids(request.POST.getlist("member"))
    try:
        _answer(request, classroom, ids, player)
    except Refused as refusal:
        messages.error(request, refused(refusal))
    return redirect("class-code", class_id)


def _answer(
    request: HttpRequest, classroom: Classroom, ids: list[uuid.UUID], player: Player
) -> None:
    if not ids:
        messages.error(request, _("Choose at least one pupil."))
    elif request.POST.get("answer") == "decline":
        count = requests.decline(classroom, ids, actor=player)
        said = ngettext("%(count)d request declined.", "%(count)d requests declined.", count)
        messages.success(request, said % {"count": count})
    else:
        count = requests.approve(classroom, ids, actor=player)
        said = ngettext("%(count)d pupil is in.", "%(count)d pupils are in.", count)
        messages.success(request, said % {"count": count})


def _shown(request: HttpRequest, classroom: Classroom) -> dict[str, Any]:
    row = joining.in_force(classroom)
    shown: dict[str, Any] = {
        "classroom": classroom,
        "row": row,
        "requests": requests.pending_of(classroom),
    }
    if row is not None:
        page = request.build_absolute_uri(reverse("join"))
        link = f"{page}#{row.code}"
        shown |= {
            "code": codes.grouped(row.code),
            "page": page,
            "link": link,
            "qr": qr_svg(link),
            "left": row.places - row.used,
        }
    return shown


def _ids(texts: list[str]) -> list[uuid.UUID]:
    """The ids among what was sent; anything else is nobody's."""
    found = []
    for text in texts:
        try:
            found.append(uuid.UUID(text))
        except ValueError:
            continue
    return found
