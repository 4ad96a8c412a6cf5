"""Pages about the teachers of a class: who they are, links for further ones, and the trail."""

from __future__ import annotations

import uuid

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limited import limited
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from classrooms.people import invitations, services, shown, words
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from classrooms.people.forms import AcceptForm
from classrooms.people.models import Member, TeacherInvitation
from puzzles.errors import Refused

NEW_LINK = "class_link"  # the plain link waits in the session for the one page that shows it
TRAIL_PAGE = 50


@require_http_methods(["GET", "HEAD"])
@members_only
def teachers(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """The teachers, and the links for further ones that are open."""
    entered = access_class(player_of(request), class_id, need="teacher")
    waiting = request.session.get(NEW_LINK, {})
    link = ""
    if waiting.get("class") == str(class_id):
        link = request.session.pop(NEW_LINK)["link"]
    return _teachers(request, entered, link=link)


@require_POST
@members_only
@limited("form")
def invite(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """Make a link, and show it once on the page that follows."""
    entered = access_class(player_of(request), class_id, need="teacher")
    try:
        token = invitations.invite(classroom=entered.classroom, actor=entered.member.player)
    except Refused as refused:
        return _teachers(request, entered, error=words.refusal(refused), status=refused.status)
    url = request.build_absolute_uri(reverse("class-invited", args=[token]))
    request.session[NEW_LINK] = {"class": str(class_id), "link": url}
    return SeeOther(reverse("class-teachers", args=[class_id]))


@require_POST
@members_only
@limited("form")
def withdraw(request: HttpRequest, class_id: uuid.UUID, invitation_id: uuid.UUID) -> HttpResponse:
    """Have a link lead nowhere."""
    entered = access_class(player_of(request), class_id, need="teacher")
    row = get_object_or_404(TeacherInvitation, classroom=entered.classroom, pk=invitation_id)
    try:
        invitations.withdraw(
            classroom=entered.classroom, invitation_id=row.pk, actor=entered.member.player
        )
    except Refused as refused:
        return _teachers(request, entered, error=words.refusal(refused), status=refused.status)
    return SeeOther(reverse("class-teachers", args=[class_id]))


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """Where a link leads: which class it is; a POST makes one its teacher."""
    player = player_of(request)
    found = invitations.find(token, player)
    if found is None:
        return render(request, "classrooms/people/invitation_gone.html", status=404)
    room = found.classroom
    member = Member.objects.active().filter(classroom=room, player=player).first()
    if member is not None and member.role == Member.Role.TEACHER:
        return SeeOther(reverse("class", args=[room.pk]))
    name = member.nickname if member is not None else request.user.get_username()[:40]
    may_teach = services.may_teach(player)
    form = AcceptForm(request.POST if request.method == "POST" else None, nickname=name)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            invitations.accept(
                token=token,
                player=player_for_write(request),
                nickname=form.cleaned_data["nickname"],
            )
        except Refused as refused:
            form.add_error(None, words.refusal(refused))
            status = refused.status
        else:
            return SeeOther(reverse("class", args=[room.pk]))
    elif request.method == "POST":
        status = 422
    context = {"classroom": room, "form": form, "may_teach": may_teach}
    return render(request, "classrooms/people/invited.html", context, status=status)


@require_http_methods(["GET", "HEAD"])
@members_only
def trail(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """What was done in the class, the latest first."""
    entered = access_class(player_of(request), class_id, need="teacher")
    rows = entered.classroom.trail.order_by("-at", "-pk")
    page = Paginator(rows, TRAIL_PAGE).get_page(request.GET.get("page"))
    context = {
        "classroom": entered.classroom,
        "page": page,
        "deeds": shown.deeds(entered.classroom, page.object_list),
    }
    return render(request, "classrooms/people/trail.html", context)


def _teachers(
    request: HttpRequest, entered: Entered, *, link: str = "", error: str = "", status: int = 200
) -> HttpResponse:
    room = entered.classroom
    found = Member.objects.active().teachers().filter(classroom=room)
    open_links = invitations.open_invitations(room)
    names = {row.player_id: row.nickname for row in found}
    context = {
        "classroom": room,
        "me": entered.member,
        "teachers": shown.by_nickname(found),
        "invitations": [(one, names.get(one.made_by_id, "")) for one in open_links],
        "link": link,
        "error": error,
        "days": invitations.VALID.days,
    }
    return render(request, "classrooms/people/teachers.html", context, status=status)
