"""Asking to join a class, waiting for a teacher, and coming in."""

from __future__ import annotations

from typing import Any, Final

from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import shared_device
from accounts.limits import Limited
from accounts.models import Player
from accounts.players import player_of
from classrooms.entering import cards, codes
from classrooms.entering.forms import JoinForm
from classrooms.entering.joining import Asker, ask_to_join, waiting
from classrooms.entering.words import refused, told_to_wait
from classrooms.people.errors import NicknamesTaken
from classrooms.people.models import Member
from puzzles.printing.qr import qr_svg

ASKED: Final = "asked_to_join"  # in the session: the request of this browser
_OFFER: Final = "classrooms.entering.offer"
_OFFER_FOR: Final = 7 * 86_400  # seconds that a code on a page may be taken


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Type a join code and a nickname; whoever has no account gets a pupil's."""
    if request.method != "POST":
        return _page(request, JoinForm(initial={"nickname": shared_device.card_name(request)}))
    form = JoinForm(request.POST)
    if not form.is_valid():
        return _page(request, form, 422)
    asker = Asker(
        _account_of(request), form.cleaned_data["nickname"], form.cleaned_data["real_name"]
    )
    try:
        member = ask_to_join(request, form.cleaned_data["code"], asker)
    except Limited as limit:
        return _page(request, told_to_wait(request, form, limit), 429)
    except NicknamesTaken as refusal:
        form.add_error("nickname", refused(refusal))
        return _page(request, form, 409)
    if member is None:
        form.add_error(
            "code", _("This code lets nobody in. Ask your teacher whether it is the newest one.")
        )
        return _page(request, form, 422)
    if asker.player is not None and member.state == Member.State.ACTIVE:
        return redirect("class", member.classroom_id)
    request.session[ASKED] = str(member.pk)
    return redirect("join-waiting")


@require_safe
def wait(request: HttpRequest) -> HttpResponse:
    """How one's request stands; asks again by itself until a teacher has answered."""
    member = _asked(request)
    if member is None and request.user.is_authenticated and ASKED not in request.session:
        return redirect("classes")
    if member is None:
        return render(request, "classrooms/entering/waiting.html", {"state": "none"})
    context: dict[str, Any] = {"member": member, "state": member.state}
    if member.state == Member.State.ACTIVE and _is_new(member):
        code = codes.make(codes.CARD)
        link = request.build_absolute_uri(reverse("enter"))
        context |= {
            "state": "card",
            "code": codes.grouped(code),
            "qr": qr_svg(f"{link}#{code}"),
            "link": link,
            "offer": signing.dumps([str(member.pk), code], salt=_OFFER),
        }
    return render(request, "classrooms/entering/waiting.html", context)


@require_POST
def come_in(request: HttpRequest) -> HttpResponse:
    """Make the code that the page showed one's card, and come in with it.

    The code is on the page before it counts, so that no lost answer loses the card.
    """
    member = _asked(request)
    try:
        offered, code = signing.loads(
            request.POST.get("offer", ""), salt=_OFFER, max_age=_OFFER_FOR
        )
    except (signing.BadSignature, ValueError):
        offered, code = "", ""
    if member is None or offered != str(member.pk) or not _take_card(request, member, code):
        return redirect("join-waiting")
    return redirect("class", member.classroom_id)


@transaction.atomic
def _take_card(request: HttpRequest, member: Member, code: str) -> bool:
    """Give a pupil who was let in their first card; the second of two presses finds it there."""
    Player.objects.select_for_update().filter(pk=member.player_id).first()
    now = Member.objects.active().select_related("player__user").filter(pk=member.pk).first()
    if now is None or not _is_new(now) or now.player.user is None:
        return False
    cards.put({now.player: code})
    shared_device.begin(request, now.player.user, now.nickname)
    return True


def _asked(request: HttpRequest) -> Member | None:
    """The request that this browser made."""
    known = request.session.get(ASKED)
    return waiting(known) if known else None


def _is_new(member: Member) -> bool:
    """Whether this member is a pupil who has never been in, so that a card is theirs to take."""
    user = member.player.user
    return (
        user is not None
        and user.is_active
        and not user.email
        and not user.has_usable_password()
        and user.last_login is None
        and not hasattr(member.player, "card")
    )


def _account_of(request: HttpRequest) -> Player | None:
    """The player of whoever is logged in. A visitor is none: a device may be a school's."""
    return player_of(request) if request.user.is_authenticated else None


def _page(request: HttpRequest, form: JoinForm, status: int = 200) -> HttpResponse:
    return render(request, "classrooms/entering/join.html", {"form": form}, status=status)
