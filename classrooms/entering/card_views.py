"""Entering by card, and the sheet of cards that a teacher prints."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.limited import limited
from accounts.limits import Limited
from accounts.models import Player
from accounts.players import player_of
from classrooms.entering import cards, codes
from classrooms.entering.forms import CardForm
from classrooms.entering.holders import hand_out, in_order
from classrooms.entering.sheet import Card, sheet
from classrooms.entering.words import refused, told_to_wait
from classrooms.people.access import access_class
from classrooms.people.models import Classroom, Member
from puzzles.errors import Refused


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    """Type the code of a card, or come with it behind the # of a link; then one is in."""
    if request.method != "POST":
        return render(request, "classrooms/entering/enter.html", {"form": CardForm()})
    form = CardForm(request.POST)
    if form.is_valid():
        try:
            if cards.enter(request, form.cleaned_data["code"]):
                return redirect("classes")
        except Limited as limit:
            told_to_wait(request, form, limit)
        else:
            form.add_error(
                "code",
                _("This code opens nothing. Compare it with your card, or ask for a new card."),
            )
    return render(request, "classrooms/entering/enter.html", {"form": form}, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("set")
def class_cards(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """Choose pupils and print new cards for them; their old cards end with that."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    assert player is not None  # a teacher of the class
    pupils = in_order(entered.classroom)
    wanted = _ticked(request, pupils)
    error, status = "", 200
    if request.method == "POST":
        chosen = [one for one in pupils if str(one.pk) in wanted]
        try:
            if chosen:
                return _printed(request, entered.classroom, chosen, player)
            error, status = _("Choose at least one pupil."), 422
        except Refused as refusal:
            error, status = refused(refusal), refusal.status
    context = {
        "entered": entered,
        "classroom": entered.classroom,
        "pupils": pupils,
        "wanted": wanted,
        "error": error,
    }
    return render(request, "classrooms/entering/cards.html", context, status=status)


def _ticked(request: HttpRequest, pupils: list[Member]) -> set[str]:
    """Who is ticked: as it was sent, else all or those who have no card yet."""
    if request.method == "POST":
        return set(request.POST.getlist("member"))
    everybody = request.GET.get("for") == "all"
    return {str(one.pk) for one in pupils if everybody or not hasattr(one.player, "card")}


def _printed(
    request: HttpRequest, classroom: Classroom, pupils: list[Member], actor: Player
) -> HttpResponse:
    """The sheet. It is made before the cards count, so that none ends without a new one."""
    made = {one: codes.make(codes.CARD) for one in pupils}
    printed = sheet(
        classroom.name,
        [Card(one.nickname, code) for one, code in made.items()],
        link=request.build_absolute_uri(reverse("enter")),
    )
    hand_out(classroom, made, actor=actor)
    response = HttpResponse(printed, content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="istaka-cards-{classroom.pk}.pdf"'
    return response
