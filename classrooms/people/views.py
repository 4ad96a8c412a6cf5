"""Pages of classes: one's own, one class, its settings, archiving, deleting and leaving it."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limited import limited
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from classrooms.models import Assignment, Work
from classrooms.people import members, services, shown, words
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from classrooms.people.errors import ChangedMeanwhile, ClassGone
from classrooms.people.forms import ClassForm, SettingsForm
from classrooms.people.invitations import open_invitations
from classrooms.people.models import Member
from okey.errors import InputError
from puzzles.board import rules_name
from puzzles.errors import KeyReused, Refused
from puzzles.words import input_error


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def classes(request: HttpRequest) -> HttpResponse:
    """One's classes, as teacher and as pupil; a POST makes one."""
    if request.method != "POST":
        return _classes(request, _new_form(request))
    return _create(request)


@members_only
def _create(request: HttpRequest) -> HttpResponse:
    form = ClassForm(request.POST)
    if not form.is_valid():
        if form.has_error("key"):
            form = _with_new_key(request)
        return _classes(request, form, status=422)
    read = form.cleaned_data
    try:
        made = services.create_class(actor=player_for_write(request), **read)
    except KeyReused as refused:
        form = _with_new_key(request)
        form.add_error(None, words.refusal(refused))
        return _classes(request, form, status=409)
    except Refused as refused:
        form.add_error(None, words.refusal(refused))
        return _classes(request, form, status=refused.status)
    except InputError as error:
        form.add_error(None, input_error(error))
        return _classes(request, form, status=422)
    return SeeOther(reverse("class", args=[made.pk]))


@require_http_methods(["GET", "HEAD"])
@members_only
def classroom(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """A class: for its teachers people and ways on, for a pupil what there is to do."""
    entered = access_class(player_of(request), class_id)
    if entered.teaches:
        return teacher_page(request, entered)
    teachers = Member.objects.active().teachers().filter(classroom=entered.classroom)
    context = _context(entered) | {"teachers": shown.by_nickname(teachers)}
    return render(request, "classrooms/people/pupil.html", context)


def teacher_page(
    request: HttpRequest, entered: Entered, *, error: str = "", status: int = 200
) -> HttpResponse:
    """A class as its teachers see it."""
    room = entered.classroom
    everybody = list(Member.objects.filter(classroom=room).select_related("player__user"))
    active = [one for one in everybody if one.state == Member.State.ACTIVE]
    order = request.GET.get("order", "")
    sort = shown.by_real_name if order == "real-name" else shown.by_nickname
    pupils = sort(one for one in active if one.role == Member.Role.PUPIL)
    all_chosen = request.GET.get("chosen") == "all"
    chosen = {str(one.pk) for one in pupils} if all_chosen else set(request.POST.getlist("member"))
    others = [
        line
        for line in shown.class_lines(entered.member.player)
        if line.teaches and not line.archived and line.id != room.pk
    ]
    context = _context(entered) | {
        "pupils": [(one, str(one.pk) in chosen) for one in pupils],
        "any_real_name": any(one.real_name for one in pupils),
        "order": "real-name" if sort is shown.by_real_name else "",
        "all_chosen": all_chosen,
        "teachers": shown.by_nickname(one for one in active if one.role == Member.Role.TEACHER),
        "gone": shown.by_nickname(
            one
            for one in everybody
            if one.state == Member.State.LEFT and one.role == Member.Role.PUPIL
        ),
        "requests": sorted(
            (one for one in everybody if one.state == Member.State.PENDING),
            key=lambda one: (one.joined_at, one.pk),
        ),
        "others": others,
        "invitations": open_invitations(room).count(),
        "error": error,
    }
    return render(request, "classrooms/people/teacher.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def settings(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """Name, rules and time zone; archiving and deleting begin here."""
    entered = access_class(player_of(request), class_id, need="teacher")
    room = entered.classroom
    if request.method != "POST":
        return _settings(request, entered, SettingsForm(room))
    form = SettingsForm(room, request.POST)
    if not form.is_valid():
        return _settings(request, entered, form, status=422)
    try:
        services.change_settings(
            classroom=room,
            actor=entered.member.player,
            changes=form.changes(),
            shown=form.shown(),
        )
    except ChangedMeanwhile as refused:
        room.refresh_from_db()
        now = {name: getattr(room, name) for name in form.fields}
        mine = form.changed_data
        form = SettingsForm(room, form.after(now))
        form.add_error(None, words.refusal(refused))
        for name in mine:
            form.add_error(name, _("Now: %(value)s") % {"value": _said(name, now[name])})
        return _settings(request, entered, form, status=409)
    except Refused as refused:
        form.add_error(None, words.refusal(refused))
        return _settings(request, entered, form, status=refused.status)
    messages.success(request, _("Saved."))
    return SeeOther(reverse("class", args=[room.pk]))


@require_POST
@members_only
@limited("form")
def archive(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """Put a class away, or with `restore` bring it back into use."""
    entered = access_class(player_of(request), class_id, need="teacher")
    deed = services.unarchive_class if "restore" in request.POST else services.archive_class
    try:
        deed(classroom=entered.classroom, actor=entered.member.player)
    except Refused as refused:
        return refuse(request, entered, refused)
    return SeeOther(reverse("class", args=[class_id]))


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def delete(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """Say what goes with a class, ask for its name, delete it."""
    entered = access_class(player_of(request), class_id, need="teacher")
    room, error, status, typed = entered.classroom, "", 200, ""
    if request.method == "POST":
        typed = request.POST.get("name", "")[:200]
        try:
            services.delete_class(classroom=room, actor=entered.member.player, name=typed)
        except Refused as refused:
            error = words.refusal(refused)
            status = 422 if refused.code == "class.wrong-name" else refused.status
        else:
            messages.success(request, _("The class is deleted."))
            return SeeOther(reverse("classes"))
    context = _context(entered) | {
        "pupils": Member.objects.pupils().filter(classroom=room).count(),
        "assignments": Assignment.objects.filter(classroom=room).count(),
        "works": Work.objects.handed_in().filter(assignment__classroom=room).count(),
        "error": error,
        "typed": typed,
    }
    return render(request, "classrooms/people/delete.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def leave(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """Ask, then go oneself."""
    entered = access_class(player_of(request), class_id)
    error, status = "", 200
    if request.method == "POST":
        try:
            members.leave_class(classroom=entered.classroom, player=entered.member.player)
        except Refused as refused:
            error, status = words.refusal(refused), refused.status
        else:
            messages.success(
                request, _("You have left the class %(name)s.") % {"name": entered.classroom.name}
            )
            return SeeOther(reverse("classes"))
    context = _context(entered) | {"error": error}
    return render(request, "classrooms/people/leave.html", context, status=status)


def refuse(request: HttpRequest, entered: Entered, refused: Refused) -> HttpResponse:
    """The page of the class with the reason; for a class that is gone, as for one never there."""
    if isinstance(refused, ClassGone):
        access_class(None, entered.classroom.pk)
    return teacher_page(request, entered, error=words.refusal(refused), status=refused.status)


def _context(entered: Entered) -> dict[str, Any]:
    return {
        "classroom": entered.classroom,
        "me": entered.member,
        "teaches": entered.teaches,
        "rules_name": rules_name(entered.classroom.rules),
    }


def _classes(request: HttpRequest, form: ClassForm, *, status: int = 200) -> HttpResponse:
    player = player_of(request)
    known = player is not None and request.user.is_authenticated
    lines = shown.class_lines(player) if known and player is not None else []
    context = {
        "known": known,
        "may_teach": known and services.may_teach(player),
        "teaching": [one for one in lines if one.teaches and not one.archived],
        "learning": [one for one in lines if not one.teaches and not one.archived],
        "archived": [one for one in lines if one.archived],
        "form": form,
    }
    return render(request, "classrooms/people/classes.html", context, status=status)


def _new_form(request: HttpRequest) -> ClassForm:
    return ClassForm(nickname=request.user.get_username()[:40])


def _with_new_key(request: HttpRequest) -> ClassForm:
    renewed = ClassForm({**request.POST.dict(), "key": str(uuid.uuid4())})
    renewed.is_valid()
    return renewed


def _settings(
    request: HttpRequest, entered: Entered, form: SettingsForm, *, status: int = 200
) -> HttpResponse:
    context = _context(entered) | {"form": form}
    return render(request, "classrooms/people/settings.html", context, status=status)


def _said(name: str, value: str) -> str:
    return rules_name(value) if name == "rules" else value
