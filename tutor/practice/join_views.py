"""The page behind the link of a table: who sits there, under which rules, and sitting down."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.limited import limited
from accounts.models import Player
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from tutor.models import Game, GameSeat
from tutor.names import rule_set_name
from tutor.practice.company import may_sit, sit_down
from tutor.practice.deeds import Refused, Stale
from tutor.practice.links import game_of
from tutor.practice.nicknames import JoinForm
from tutor.practice.pages import game_length, game_url, refusal, stale
from tutor.practice.tables import TURN_TIME
from tutor.referee.wording import language

LONGEST_TOKEN = 64


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table that a link opens, and sit down there.

    A link that is unknown, closed, of a full table or of a finished game has one answer.
    """
    game = game_of(token) if len(token) <= LONGEST_TOKEN else None
    player = player_of(request)
    seats = () if game is None else tuple(game.seat_rows.order_by("number"))
    if game is None or not may_sit(game, seats, player):
        return _closed(request)
    own = next((one for one in seats if player is not None and one.player_id == player.pk), None)
    if request.method != "POST":
        form = JoinForm(None, name="" if own is not None else _last_name(player))
        return _page(request, game, seats, form, own)
    form = JoinForm(request.POST.dict())
    if own is None and not form.is_valid():
        form.heal()
        return _page(request, game, seats, form, own, status=400)
    name, key = ("", form["key"].initial) if own is not None else _cleaned(form)
    try:
        table = sit_down(player_for_write(request), token=token, name=name, key=key)
    except Stale:
        form.add_error(None, stale())
    except Refused as refused:
        if refused.code == "closed":
            return _closed(request)
        form.add_error("name" if refused.code == "name" else None, refusal(refused))
    else:
        return SeeOther(game_url(table.game))
    return _page(request, game, seats, form, own, status=409)


def _cleaned(form: JoinForm) -> tuple[str, Any]:
    return form.cleaned_data["name"], form.cleaned_data["key"]


def _last_name(player: Player | None) -> str:
    """What the others called this player the last time."""
    if player is None:
        return ""
    seats = GameSeat.objects.filter(player=player).exclude(name="")
    name = seats.order_by("-game__updated_at").values_list("name", flat=True).first()
    return name or ""


def _closed(request: HttpRequest) -> HttpResponse:
    return render(request, "tutor/practice/join_closed.html", status=404)


def _page(
    request: HttpRequest,
    game: Game,
    seats: tuple[GameSeat, ...],
    form: JoinForm,
    own: GameSeat | None,
    *,
    status: int = 200,
) -> HttpResponse:
    sitting = [seat for seat in seats if seat.player_id]
    context = {
        "form": form,
        "own": own,
        "rules_name": rule_set_name(game.rules, language()),
        "rules_key": game.rules,
        "length": game_length(game),
        "begun": bool(game.rounds),
        "advice": game.advice,
        "minutes": int(TURN_TIME.total_seconds()) // 60,
        "sitting": [seat.name or _("a player") for seat in sitting],
        "free": len(seats) - len(sitting),
        "host": sitting[0].name if sitting else "",
    }
    return render(request, "tutor/practice/join.html", context, status=status)
