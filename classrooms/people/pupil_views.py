"""Pages on which teachers add, rename, move, take out and bring back pupils."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limited import limited
from accounts.players import player_of
from accounts.redirects import SeeOther
from classrooms.people import members, pupils, services, words
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from classrooms.people.errors import ChangedMeanwhile, MemberGone, NicknamesTaken
from classrooms.people.forms import ChosenForm, ListForm, MemberForm
from classrooms.people.models import Classroom, Member
from classrooms.people.pupils import ListRefused, NewPupil, Problem
from classrooms.people.views import refuse, teacher_page
from puzzles.errors import Refused


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def add(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """Paste a list, look at what it says, make the pupils."""
    entered = access_class(player_of(request), class_id, need="teacher")
    if request.method != "POST":
        return _list(request, entered, ListForm())
    form = ListForm(request.POST)
    if not form.is_valid():
        if form.has_error("key"):
            form = ListForm({"text": request.POST.get("text", ""), "key": str(uuid.uuid4())})
        return _list(request, entered, form, status=422)
    listed = pupils.read_lines(form.cleaned_data["text"])
    if not listed:
        form.add_error("text", _("Write or paste at least one nickname."))
        return _list(request, entered, form, status=422)
    if "make" not in request.POST:
        read, problems = pupils.problems_of(entered.classroom, listed)
        return _list(request, entered, form, read, problems)
    try:
        made = pupils.create_pupils(
            entered.classroom, listed, entered.member.player, form.cleaned_data["key"]
        )
    except ListRefused as refused:
        read, _problems = pupils.problems_of(entered.classroom, listed)
        return _list(request, entered, form, read, list(refused.problems), status=422)
    except Refused as refused:
        form.add_error(None, words.refusal(refused))
        return _list(request, entered, form, status=refused.status)
    text = ngettext("%(count)s pupil added.", "%(count)s pupils added.", len(made))
    messages.success(request, text % {"count": len(made)})
    return SeeOther(reverse("class", args=[class_id]))


@require_POST
@members_only
@limited("form")
def remove(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """Take the chosen pupils out of the class."""
    entered = access_class(player_of(request), class_id, need="teacher")
    chosen = _chosen(request, entered.classroom)
    if isinstance(chosen, str):
        return teacher_page(request, entered, error=chosen, status=422)
    try:
        members.remove_pupils(
            classroom=entered.classroom, member_ids=chosen, actor=entered.member.player
        )
    except Refused as refused:
        return refuse(request, entered, refused)
    text = ngettext(
        "%(count)s pupil taken out. Below the list you can bring them back.",
        "%(count)s pupils taken out. Below the list you can bring them back.",
        len(chosen),
    )
    messages.success(request, text % {"count": len(chosen)})
    return SeeOther(reverse("class", args=[class_id]))


@require_POST
@members_only
@limited("form")
def move(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """Move the chosen pupils to another class of the same teacher."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    chosen = _chosen(request, entered.classroom)
    if isinstance(chosen, str):
        return teacher_page(request, entered, error=chosen, status=422)
    try:
        target = access_class(player, uuid.UUID(request.POST.get("target", "")), need="teacher")
    except (ValueError, Http404):
        return teacher_page(
            request, entered, error=_("Choose the class to which they go."), status=422
        )
    try:
        moved = members.move_pupils(
            source=entered.classroom,
            target=target.classroom,
            member_ids=chosen,
            actor=entered.member.player,
        )
    except Refused as refused:
        return refuse(request, entered, refused)
    text = ngettext(
        "%(count)s pupil moved to %(name)s.", "%(count)s pupils moved to %(name)s.", len(moved)
    )
    messages.success(request, text % {"count": len(moved), "name": target.classroom.name})
    return SeeOther(reverse("class", args=[class_id]))


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def member(request: HttpRequest, class_id: uuid.UUID, member_id: uuid.UUID) -> HttpResponse:
    """One member: names to change, and what else can be done with them."""
    entered = access_class(player_of(request), class_id, need="teacher")
    row = _member(entered.classroom, member_id)
    if request.method != "POST":
        return _member_page(request, entered, row, MemberForm(row))
    form = MemberForm(row, request.POST)
    if not form.is_valid():
        return _member_page(request, entered, row, form, status=422)
    try:
        members.change_names(
            classroom=entered.classroom,
            member_id=member_id,
            actor=entered.member.player,
            changes=form.changes(),
            shown=form.shown(),
        )
    except ChangedMeanwhile as refused:
        row.refresh_from_db()
        mine, now = form.changed_data, {name: getattr(row, name) for name in form.fields}
        form = MemberForm(row, form.after(now))
        form.add_error(None, words.refusal(refused))
        for name in mine:
            form.add_error(name, _("Now: %(value)s") % {"value": now[name] or "–"})
        return _member_page(request, entered, row, form, status=409)
    except NicknamesTaken as refused:
        form.add_error("nickname", words.refusal(refused))
        return _member_page(request, entered, row, form, status=422)
    except Refused as refused:
        form.add_error(None, words.refusal(refused))
        return _member_page(request, entered, row, form, status=refused.status)
    messages.success(request, _("Saved."))
    return SeeOther(_back_of(row))


@require_POST
@members_only
@limited("form")
def restore(request: HttpRequest, class_id: uuid.UUID, member_id: uuid.UUID) -> HttpResponse:
    """Bring back a pupil who was taken out; where the nickname is in use, ask for another."""
    entered = access_class(player_of(request), class_id, need="teacher")
    row = _member(entered.classroom, member_id)
    form = MemberForm(row, {"nickname": request.POST.get("nickname", row.nickname)})
    if form.has_error("nickname"):
        return _member_page(request, entered, row, form, restoring=True, status=422)
    try:
        members.restore_pupil(
            classroom=entered.classroom,
            member_id=member_id,
            actor=entered.member.player,
            nickname=form.cleaned_data["nickname"],
        )
    except NicknamesTaken as refused:
        form.add_error("nickname", words.refusal(refused))
        return _member_page(request, entered, row, form, restoring=True, status=409)
    except Refused as refused:
        return refuse(request, entered, refused)
    messages.success(request, _("%(name)s is back in the class.") % {"name": row.nickname})
    return SeeOther(reverse("class", args=[class_id]))


@require_POST
@members_only
@limited("form")
def role(request: HttpRequest, class_id: uuid.UUID, member_id: uuid.UUID) -> HttpResponse:
    """Make a pupil a teacher, or a teacher a pupil; or take a teacher out (`role` is `out`)."""
    entered = access_class(player_of(request), class_id, need="teacher")
    row = _member(entered.classroom, member_id)
    wanted = request.POST.get("role", "")
    room, actor = entered.classroom, entered.member.player
    try:
        if wanted == "out":
            members.remove_member(classroom=room, member_id=member_id, actor=actor)
        elif wanted in Member.Role.values:
            members.change_role(classroom=room, member_id=member_id, actor=actor, role=wanted)
        else:
            return _member_page(
                request, entered, row, MemberForm(row), error=_("Choose a role."), status=422
            )
    except Refused as refused:
        return _member_page(
            request, entered, row, MemberForm(row), error=words.refusal(refused), status=409
        )
    still = Member.objects.active().teachers().filter(pk=entered.member.pk).exists()
    return SeeOther(reverse("class", args=[class_id]) if still else reverse("classes"))


def _chosen(request: HttpRequest, room: Classroom) -> list[uuid.UUID] | str:
    """The pupils whose boxes are ticked, or what to say where the choice cannot be read."""
    form = ChosenForm(request.POST, list(Member.objects.pupils().filter(classroom=room)))
    if form.is_valid():
        return list(form.cleaned_data["member"])
    if request.POST.getlist("member"):
        return words.refusal(MemberGone())
    return str(form.errors["member"][0])


def _member(room: Classroom, member_id: uuid.UUID) -> Member:
    found = Member.objects.select_related("player__user").exclude(state=Member.State.PENDING)
    row: Member = get_object_or_404(found, classroom=room, pk=member_id)
    return row


def _back_of(row: Member) -> str:
    name = "class-teachers" if row.role == Member.Role.TEACHER else "class"
    return reverse(name, args=[row.classroom_id])


def _member_page(
    request: HttpRequest,
    entered: Entered,
    row: Member,
    form: MemberForm,
    *,
    error: str = "",
    restoring: bool = False,
    status: int = 200,
) -> HttpResponse:
    context = {
        "classroom": entered.classroom,
        "member": row,
        "form": form,
        "error": error,
        "restoring": restoring,
        "is_pupil": row.role == Member.Role.PUPIL,
        "is_in": row.state == Member.State.ACTIVE,
        "is_me": row.pk == entered.member.pk,
        "may_teach": services.may_teach(row.player),
        "back_url": _back_of(row),
    }
    return render(request, "classrooms/people/member.html", context, status=status)


def _list(
    request: HttpRequest,
    entered: Entered,
    form: ListForm,
    read: list[NewPupil] | None = None,
    problems: list[Problem] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    said: dict[int, list[str]] = {}
    for one in problems or ():
        said.setdefault(one.line, []).append(words.problem(one))
    context = {
        "classroom": entered.classroom,
        "form": form,
        "read": [(one, said.get(one.line, [])) for one in read or ()],
        "wrong": len(said),
        "most": pupils.MOST_PUPILS,
    }
    return render(request, "classrooms/people/pupils_add.html", context, status=status)
