"""Who is asking: the player of a request, made at a visitor's first write and never on a read.

A visitor's session holds the UUID that their player has or will have. Every writer of one session
therefore makes the same player, however many requests come at once.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.utils.module_loading import import_string
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts.limits import Limited, client_address, hit_named
from accounts.models import ApiToken, Player
from accounts.preferences import chosen_language, chosen_theme
from accounts.registry import entries

SESSION_KEY = "visitor"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


def player_of(request: HttpRequest | Request) -> Player | None:
    """The player of this request: of its token, its account or its visitor's session; or None."""
    http = _http(request)
    if isinstance(request, Request) and isinstance(request.auth, ApiToken):
        return request.auth.player
    cached: Player | None = getattr(http, "_player", None)
    if cached is None:
        # A page asks several times; that nobody is there holds until somebody logs in.
        who = (http.user.pk, http.session.get(SESSION_KEY)) if http.method in SAFE_METHODS else None
        if who is not None and getattr(http, "_nobody", None) == who:
            return None
        cached = _find(http)
        http._player = cached  # type: ignore[attr-defined]
        http._nobody = who if cached is None else None  # type: ignore[attr-defined]
    return cached


def player_for_write(request: HttpRequest | Request) -> Player:
    """The player of this request, made now where there is none yet.

    For requests that write; raises RuntimeError for a GET. A call of the API that brings neither a
    token nor a session raises NotAuthenticated (401): an API client asks for a token first. Where
    one address has made more visitors than a school would, raises `accounts.limits.Limited` (429).
    """
    http = _http(request)
    if http.method in SAFE_METHODS:
        raise RuntimeError("a player is never made by a request that only reads")
    player = player_of(request)
    if player is not None:
        return player
    if http.user.is_authenticated:
        player, _ = Player.objects.get_or_create(user=http.user, defaults=_preferences(http))
    else:
        if isinstance(request, Request) and SESSION_KEY not in http.session:
            raise NotAuthenticated
        # Generous: a school has one address. Without it a program could fill the table.
        verdict = hit_named("visitor", client_address(http))
        if not verdict.allowed:
            raise Limited(verdict.retry_after)
        player, _ = Player.objects.get_or_create(
            pk=visitor_id(http), user=None, defaults=_preferences(http)
        )
    http._player = player  # type: ignore[attr-defined]
    return player


def visitor_id(request: HttpRequest) -> uuid.UUID:
    """The id that this session's visitor has, or will have once they write; kept in the session."""
    known = _visitor_id(request)
    if known is None:
        known = uuid.uuid4()
        request.session[SESSION_KEY] = str(known)
    return known


def asker(request: HttpRequest) -> str:
    """Whom a limit of the pages counts: the player, else the session's visitor, else the address.

    A class behind one address is so many visitors, each with a session from the first page on.
    """
    player = player_of(request)
    known = player.pk if player is not None else _visitor_id(request)
    return str(known or client_address(request))


def caller(request: Request) -> str:
    """Whom a limit of the API counts: the player, else the address, as a session is easily had."""
    player = player_of(request)
    return str(player.pk) if player is not None else client_address(request._request)


def adopt_visitor(request: HttpRequest) -> None:
    """Give the account that has just logged in what this session's visitor did before."""
    known = _visitor_id(request)
    request.session.pop(SESSION_KEY, None)
    if not request.user.is_authenticated:
        raise RuntimeError("nobody is logged in")
    account, _ = Player.objects.get_or_create(user=request.user, defaults=_preferences(request))
    request._player = account  # type: ignore[attr-defined]
    if known is None:
        return
    visitor = Player.objects.filter(pk=known, user=None).first()
    if visitor is not None:
        merge_players(visitor, account)


@transaction.atomic
def merge_players(visitor: Player, account: Player) -> None:
    """Give all that belongs to `visitor` to `account` and delete `visitor`.

    Rows move room by room as the privacy registry says; where both answered the same thing, the
    room's own merge keeps the earlier one.
    """
    if visitor.pk == account.pk:
        return
    locked = Player.objects.select_for_update().filter(pk__in=[visitor.pk, account.pk])
    present = {player.pk for player in locked.order_by("pk")}  # one order: no deadlock
    if present != {visitor.pk, account.pk}:
        return  # another request has merged the visitor already
    for entry in entries():
        if entry.merge is not None:
            merge = import_string(entry.merge) if isinstance(entry.merge, str) else entry.merge
            merge(visitor, account)
        elif entry.owner and "__" not in entry.owner and entry.owner != "pk":
            entry.rows_of(visitor).update(**{entry.owner: account})
    changed = []
    for field in ("language", "theme"):
        if not getattr(account, field) and getattr(visitor, field):
            setattr(account, field, getattr(visitor, field))
            changed.append(field)
    if changed:
        account.save(update_fields=changed)
    visitor.delete()


def _http(request: HttpRequest | Request) -> HttpRequest:
    return request._request if isinstance(request, Request) else request


def _find(request: HttpRequest) -> Player | None:
    if request.user.is_authenticated:
        return Player.objects.filter(user_id=request.user.pk).first()
    known = _visitor_id(request)
    return Player.objects.filter(pk=known, user=None).first() if known else None


def _visitor_id(request: HttpRequest) -> uuid.UUID | None:
    stored = request.session.get(SESSION_KEY)
    return uuid.UUID(stored) if stored else None


def _preferences(request: HttpRequest) -> dict[str, Any]:
    """What the visitor chose in the header, to be kept with the new player."""
    return {"language": chosen_language(request), "theme": chosen_theme(request)}
