"""The list of games, new ones, a game's page, and what is done with a game as a whole."""

from __future__ import annotations

import uuid
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limited import limited, too_many
from accounts.limits import hit_named
from accounts.models import Player
from accounts.players import asker, player_for_write, player_of
from accounts.redirects import SeeOther
from okey import RULE_SETS, InputError
from okey.record import format_record
from tutor.models import Game
from tutor.names import rule_set_name
from tutor.practice import company, services
from tutor.practice.deeds import NotThere, Refused, Stale
from tutor.practice.forms import NewGameForm
from tutor.practice.mistaken import told_mistakes
from tutor.practice.pages import game_page, game_url, refusal, stale, table_of
from tutor.practice.replays import Broken
from tutor.practice.services import MOST_GAMES
from tutor.practice.tables import Table
from tutor.referee.wording import input_error, language

COST_OF_MISTAKES: Final = 30  # every turn is played again


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def games(request: HttpRequest) -> HttpResponse:
    """The player's games, and the form that begins a new one."""
    player = player_of(request)
    if request.method != "POST":
        wanted = request.GET.get("rules", "")
        initial = {"rules": wanted} if wanted in RULE_SETS else {}
        return _list(request, NewGameForm(None, initial=initial), player)
    form = NewGameForm(request.POST.dict(), initial={})
    if request.POST.get("do") == "choose":
        return _list(request, form.again(), player)
    if not form.is_valid():
        return _list(request, form, player, status=400)
    player = player_for_write(request)
    try:
        game = services.create_game(player=player, plan=form.plan(), key=form.cleaned_data["key"])
    except InputError as error:
        form.add_error(None, input_error(error, form.rules))
        return _list(request, form, player, status=400)
    except Refused as refused:
        form.add_error(None, refusal(refused))
        return _list(request, form, player, status=409)
    return SeeOther(game_url(game))


@require_safe
def game(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """The table as it stands. A script that has seen this version already gets nothing."""
    table = table_of(request, game_id)
    if "HX-Request" in request.headers and request.GET.get("version") == str(table.game.version):
        response = HttpResponse(status=204)
        patch_vary_headers(response, ["HX-Request"])
        return response
    return game_page(request, table)


@require_POST
@limited("form")
def delete(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Put a game away. The list that follows offers to bring it back.

    At a table where others sit it goes on: a bot takes the seat.
    """
    try:
        if company.give_up(player_of(request), game_id=game_id):
            return SeeOther(f"{reverse('play')}?left=1")
        away = services.put_away(player=player_of(request), game_id=game_id)
    except NotThere:
        raise Http404 from None
    except Stale as error:
        return _stale(request, error)
    return SeeOther(f"{reverse('play')}?deleted={away.pk}")


@require_POST
@limited("form")
def restore(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Bring a game back."""
    player = player_of(request)
    try:
        back = services.bring_back(player=player, game_id=game_id)
    except NotThere:
        raise Http404 from None
    except Refused as refused:
        form = NewGameForm(None, initial={})
        return _list(request, form, player, status=409, problem=refusal(refused))
    except Stale as error:
        return _stale(request, error)
    return SeeOther(game_url(back))


@require_safe
def record(request: HttpRequest, game_id: uuid.UUID, number: int) -> HttpResponse:
    """The record of a round that is over, in the engine's notation."""
    table = _with_round_over(request, game_id, number)
    try:
        text = format_record(table.record(number - 1))
    except Broken:
        raise Http404 from None
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    day = table.game.created_at.date().isoformat()
    response["Content-Disposition"] = f'attachment; filename="istaka-{day}-{number}.txt"'
    return response


@require_safe
def mistakes(request: HttpRequest, game_id: uuid.UUID, number: int) -> HttpResponse:
    """The costliest mistakes of a round that is over. A search, so it is counted as one."""
    table = _with_round_over(request, game_id, number)
    verdict = hit_named("referee", asker(request), COST_OF_MISTAKES)
    if not verdict.allowed:
        return too_many(request, verdict.retry_after)
    try:
        context = {"game": table.game, "mistakes": told_mistakes(table, number - 1)}
    except Broken:
        raise Http404 from None
    part = "HX-Request" in request.headers
    name = "_mistake_list" if part else "mistakes"
    response = render(request, f"tutor/practice/{name}.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _with_round_over(request: HttpRequest, game_id: uuid.UUID, number: int) -> Table:
    """The game, where its round `number` (from 1) is over. One that runs would tell what others
    hold.
    """
    table = table_of(request, game_id)
    rounds = table.game.rounds
    if not 1 <= number <= len(rounds) or rounds[number - 1]["scores"] is None:
        raise Http404
    return table


def _stale(request: HttpRequest, error: Stale) -> HttpResponse:
    form = NewGameForm(None, initial={})
    return _list(request, form, player_of(request), status=409, problem=stale())


def _list(
    request: HttpRequest,
    form: NewGameForm,
    player: Player | None,
    *,
    status: int = 200,
    problem: str = "",
) -> HttpResponse:
    found = Game.objects.visible_to(player).order_by("-updated_at")
    context = {
        "form": form,
        "games": [_line(game) for game in found[:MOST_GAMES]],
        "deleted": _deleted(request, player),
        "left": "left" in request.GET,
        "problem": problem,
    }
    return render(request, "tutor/practice/list.html", context, status=status)


def _line(game: Game) -> dict[str, Any]:
    number, running = len(game.rounds), game.state == Game.State.ACTIVE
    state = _("over")
    if game.state == Game.State.WAITING:
        state = _("waits for friends")
    elif running and game.length == 1:
        state = _("running")
    elif running:
        state = _("round %(number)s") % {"number": number}
    return {
        "url": game_url(game),
        "delete_url": reverse("game-delete", args=[game.pk]),
        "name": rule_set_name(game.rules, language()),
        "state": state,
        "running": running,
        "at": game.updated_at,
    }


def _deleted(request: HttpRequest, player: Player | None) -> dict[str, str] | None:
    """The game that was put away just now, which can be brought back."""
    try:
        game_id = uuid.UUID(request.GET.get("deleted", ""))
    except ValueError:
        return None
    game = Game.objects.of(player).filter(pk=game_id, state=Game.State.LEFT).first()
    if game is None:
        return None
    return {
        "name": rule_set_name(game.rules, language()),
        "url": reverse("game-restore", args=[game.pk]),
    }
