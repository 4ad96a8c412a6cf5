"""A pupil's data for the class's teachers: to be downloaded, and to be erased."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.json_files import json_file
from accounts.limited import limited
from accounts.players import player_of
from accounts.redirects import SeeOther
from classrooms.keeping import pupil_data
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from classrooms.people.models import Member


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def data(request: HttpRequest, class_id: uuid.UUID, member_id: uuid.UUID) -> HttpResponse:
    """What is kept of a pupil; on POST, with the nickname typed, it is erased."""
    entered, member = _asked(request, class_id, member_id)
    error = ""
    if request.method == "POST":
        typed = " ".join(request.POST.get("nickname", "").split())
        if typed == " ".join(member.nickname.split()):
            whole = pupil_data.erase(entered.classroom, member, actor=entered.member.player)
            text = _("Everything kept of this pupil is erased.")
            if not whole:
                text = _("Everything that this class kept of this pupil is erased.")
            messages.success(request, text)
            return SeeOther(reverse("class", args=[class_id]))
        error = _("This is not the nickname. Nothing was erased.")
    context = {
        "classroom": entered.classroom,
        "member": member,
        "whole": pupil_data.is_whole(member, entered.member.player),
        "error": error,
    }
    page = "classrooms/keeping/pupil_data.html"
    return render(request, page, context, status=422 if error else 200)


@require_safe
@members_only
def export(request: HttpRequest, class_id: uuid.UUID, member_id: uuid.UUID) -> HttpResponse:
    """All of it as a JSON file."""
    entered, member = _asked(request, class_id, member_id)
    values = pupil_data.export(member, entered.member.player)
    return json_file(values, f"istaka-{member.pk}.json")


def _asked(
    request: HttpRequest, class_id: uuid.UUID, member_id: uuid.UUID
) -> tuple[Entered, Member]:
    entered = access_class(player_of(request), class_id, need="teacher")
    rows = Member.objects.pupils().select_related("player__user")
    return entered, get_object_or_404(rows, pk=member_id, classroom=entered.classroom)
