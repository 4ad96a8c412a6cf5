"""What teachers do with the links of their course: choose what one opens, see what was sent."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_of
from classrooms.assignments.models import Assignment
from classrooms.lti import choosing, scores
from classrooms.lti.errors import LtiRefused
from classrooms.lti.models import LtiContext, LtiLink, LtiScore
from classrooms.lti.own_keys import NoKey
from classrooms.lti.switch import where_on
from classrooms.lti.views import launch_url, refused
from classrooms.lti.words import not_sent
from classrooms.people.access import access_class
from classrooms.people.entrance import members_only
from classrooms.people.models import Classroom, Member
from classrooms.people.trail import note

_SHOWN = 200  # scores that did not arrive


@where_on
@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def choose(request: HttpRequest, key: str) -> HttpResponse:
    """Choose what a new link in the course opens; the answer goes back to the platform, signed."""
    player = player_of(request)
    try:
        asked = choosing.kept(request, key)
        context = _context(asked["context"])
        entered = access_class(player, context.classroom_id, need="teacher")
        if request.method == "POST":
            return _answer(request, context, asked)
    except LtiRefused as error:
        return refused(request, error)
    return render(
        request,
        "classrooms/lti/choose.html",
        {"classroom": entered.classroom, "assignments": _open_to_choice(entered.classroom)},
    )


@where_on
@require_safe
@members_only
def links(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """The courses that are this class, their links, and how the sending of grades goes."""
    entered = access_class(player_of(request), class_id, need="teacher")
    rows = (
        LtiLink.objects.filter(context__classroom=entered.classroom)
        .select_related("assignment", "context__platform")
        .annotate(
            **{
                state: Count("scores", filter=Q(scores__state=state))
                for state in LtiScore.State.values
            }
        )
        .order_by("pk")
    )
    stuck = (
        LtiScore.objects.filter(link__context__classroom=entered.classroom)
        .exclude(reason="")
        .select_related("user", "link__assignment")
        .order_by("-changed_at")[:_SHOWN]
    )
    names = dict(
        Member.objects.filter(
            classroom=entered.classroom, player__in=[one.user.player_id for one in stuck]
        ).values_list("player", "nickname")
    )
    context = {
        "classroom": entered.classroom,
        "links": rows,
        "stuck": [
            {
                "score": row,
                "name": names.get(row.user.player_id, "–"),
                "why": not_sent(row.reason),
            }
            for row in stuck
        ],
    }
    return render(request, "classrooms/lti/links.html", context)


@where_on
@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def link(request: HttpRequest, class_id: uuid.UUID, link_id: int) -> HttpResponse:
    """Choose what a link opens that the platform made without asking."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    row = get_object_or_404(
        LtiLink.objects.select_related("context"),
        pk=link_id,
        context__classroom=entered.classroom,
    )
    if request.method == "POST":
        row.assignment = _chosen(request, entered.classroom)
        row.save(update_fields=["assignment"])
        note(entered.classroom, "lti.linked", actor=player, assignment=str(row.assignment.pk))
        scores.send_for(row)
        messages.success(request, _("The link in the course opens this assignment now."))
        return redirect("lti-links", class_id=class_id)
    context = {
        "classroom": entered.classroom,
        "link": row,
        "assignments": _open_to_choice(entered.classroom),
    }
    return render(request, "classrooms/lti/choose.html", context)


@where_on
@require_POST
@members_only
@limited("form")
def send_again(request: HttpRequest, class_id: uuid.UUID, link_id: int) -> HttpResponse:
    """Send the scores of a link that did not arrive."""
    entered = access_class(player_of(request), class_id, need="teacher")
    row = get_object_or_404(LtiLink, pk=link_id, context__classroom=entered.classroom)
    count = scores.send_again(row)
    text = ngettext("%(count)d grade is sent again.", "%(count)d grades are sent again.", count)
    messages.success(request, text % {"count": count})
    return redirect("lti-links", class_id=class_id)


def _answer(request: HttpRequest, context: LtiContext, asked: dict[str, Any]) -> HttpResponse:
    assignment = _chosen(request, context.classroom)
    try:
        signed = choosing.answer(context, asked, assignment, launch_url(request))
    except NoKey:
        raise LtiRefused("choice.key", 502) from None
    values = {"url": asked["return_url"], "signed": signed, "assignment": assignment}
    response = render(request, "classrooms/lti/answer.html", values)
    # The form goes to the platform: its address was checked to be one of the platform's.
    response._csp_update = {"form-action": [asked["return_url"].split("?")[0]]}  # type: ignore[attr-defined]
    return response


def _context(pk: int) -> LtiContext:
    return get_object_or_404(LtiContext.objects.select_related("classroom", "platform"), pk=pk)


def _chosen(request: HttpRequest, classroom: Classroom) -> Assignment:
    try:
        wanted = uuid.UUID(request.POST.get("assignment", ""))
    except ValueError:
        raise Http404 from None
    return get_object_or_404(_open_to_choice(classroom), pk=wanted)


def _open_to_choice(classroom: Classroom) -> Any:
    return (
        Assignment.objects.filter(classroom=classroom)
        .frozen()
        .annotate(puzzles=Count("puzzle_set__items"))
        .order_by("-created_at", "pk")
    )
