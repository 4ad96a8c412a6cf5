"""The one-time code of a teacher, and the page on which a pupil uses it."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import clock
from accounts.limited import limited
from accounts.limits import Limited
from accounts.players import player_for_write, player_of
from accounts.shared_device import card_name
from classrooms.entering import codes, handover
from classrooms.entering.forms import HandoverCodeForm, HandoverForm
from classrooms.entering.holders import holders
from classrooms.entering.words import refused, told_to_wait
from classrooms.people.access import access_class
from puzzles.errors import Refused
from puzzles.printing.qr import qr_svg

_PAGE = "classrooms/entering/take_over.html"


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def hand_over(request: HttpRequest, class_id: uuid.UUID, member_id: uuid.UUID) -> HttpResponse:
    """Say what a one-time code does, then make one; it is shown this once."""
    player = player_of(request)
    classroom = access_class(player, class_id, need="teacher").classroom
    assert player is not None  # a teacher of the class
    member = get_object_or_404(holders(classroom), pk=member_id)
    context: dict[str, Any] = {"classroom": classroom, "member": member}
    status = 200
    if request.method == "POST":
        try:
            code = handover.make_code(classroom, member_id, actor=player)
        except Refused as refusal:
            context["error"], status = refused(refusal), refusal.status
        else:
            page = request.build_absolute_uri(reverse("enter-handover"))
            context |= {
                "code": codes.grouped(code),
                "page": page,
                "qr": qr_svg(f"{page}#{code}"),
                "until": clock.now() + handover.VALID_FOR,
            }
    return render(request, "classrooms/entering/hand_over.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def take_over(request: HttpRequest) -> HttpResponse:
    """Use a one-time code: become an account with e-mail, or take it into the one logged in."""
    if request.user.is_authenticated and not card_name(request):
        return _into_account(request)
    form = HandoverForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, form)
    try:
        found = handover.find(request, form.cleaned_data["code"])
        done = found is not None and handover.become_account(
            request,
            found,
            username=form.cleaned_data["username"],
            email=form.cleaned_data["email"],
            password=form.cleaned_data["password1"],
        )
    except Limited as limit:
        return _page(request, told_to_wait(request, form, limit))
    except IntegrityError:
        form.add_error("username", _("This name is taken. Choose another one."))
        return _page(request, form)
    if not done:
        return _page(request, _opens_nothing(form))
    messages.success(
        request,
        _("This is your own account now. The card has ended: log in with your password."),
    )
    return redirect("classes")


def _into_account(request: HttpRequest) -> HttpResponse:
    form = HandoverCodeForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, form)
    account = player_for_write(request)
    if account.user is None or not account.user.has_usable_password():
        form.add_error(None, _("Log in to an account with a password first."))
        return _page(request, form)
    try:
        found = handover.find(request, form.cleaned_data["code"])
        done = found is not None and handover.merge_into(found, account)
    except Limited as limit:
        return _page(request, told_to_wait(request, form, limit))
    except Refused as refusal:
        form.add_error("code", refused(refusal))
        return _page(request, form)
    if not done:
        return _page(request, _opens_nothing(form))
    messages.success(request, _("The pupil’s classes and work are in your account now."))
    return redirect("classes")


def _opens_nothing(form: Any) -> Any:
    form.add_error(
        "code",
        _("This code opens nothing: it was used, or it is older than a day. Ask for a new one."),
    )
    return form


def _page(request: HttpRequest, form: Any) -> HttpResponse:
    status = 422 if form.is_bound else 200
    return render(request, _PAGE, {"form": form}, status=status)
