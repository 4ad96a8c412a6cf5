"""What is done about the seats of a table with friends: its link, leaving, coming back."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from accounts.limited import limited
from accounts.models import Player
from accounts.players import player_of
from tutor.practice import company
from tutor.practice.deed_views import not_done
from tutor.practice.deeds import Done, NotThere, Refused, Stale
from tutor.practice.pages import SeeOther, game_page, game_url, table_of
from tutor.practice.replays import Broken


@require_POST
@limited("form")
def start(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Begin the first round."""
    key = _key(request)
    return _done(request, game_id, lambda who: company.start(who, game_id=game_id, key=key))


@require_POST
@limited("lanes")
def go_on(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Let a bot play on where somebody's time has run out."""
    return _done(request, game_id, lambda who: company.go_on(who, game_id=game_id))


@require_POST
@limited("form")
def leave(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Let a bot play until one comes back."""
    return _done(request, game_id, lambda who: company.leave(who, game_id=game_id))


@require_POST
@limited("form")
def back(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Play on oneself, or say that one is still there."""
    return _done(request, game_id, lambda who: company.come_back(who, game_id=game_id))


@require_POST
@limited("form")
def link(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Make another link, or close the table."""
    key = _key(request)
    if request.POST.get("do") == "close":
        return _done(request, game_id, lambda who: company.close_link(who, game_id=game_id))
    return _done(request, game_id, lambda who: company.renew_link(who, game_id=game_id, key=key))


@require_POST
@limited("form")
def take_back(request: HttpRequest, game_id: uuid.UUID, number: int) -> HttpResponse:
    """Give a friend's seat to a bot."""
    name = request.POST.get("name", "")
    return _done(
        request,
        game_id,
        lambda who: company.take_back(who, game_id=game_id, number=number, name=name),
    )


def _key(request: HttpRequest) -> uuid.UUID:
    """The key of the POST; one that cannot be read is a POST of its own."""
    try:
        return uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return uuid.uuid4()


def _done(
    request: HttpRequest, game_id: uuid.UUID, deed: Callable[[Player | None], Done]
) -> HttpResponse:
    """Do it, and show the table as it is then, or why it was not done."""
    table = table_of(request, game_id)
    try:
        done = deed(player_of(request))
    except (NotThere, Broken):
        raise Http404 from None
    except (Stale, Refused) as error:
        return not_done(request, error, table)
    if "HX-Request" not in request.headers:
        return SeeOther(game_url(done.table.game))
    return game_page(request, done.table)
