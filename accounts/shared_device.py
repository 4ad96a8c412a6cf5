"""Sessions begun with a pupil's card, on a device that others use too.

Such a session belongs to the pupil alone. The visitor who used the device before is set aside and
is there again when the session ends: nothing of the visitor becomes the pupil's, nothing of the
pupil the visitor's, and whoever logs in next finds neither.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import clock
from accounts.models import Session, User
from accounts.players import SESSION_KEY as VISITOR

CARD: Final = "card"  # in the session: the name that the header shows
_ASIDE: Final = "visitor_aside"

_P = ParamSpec("_P")
View = Callable[Concatenate[HttpRequest, _P], HttpResponse]


def card_name(request: HttpRequest) -> str:
    """Under which name a card's session runs; empty where it is none."""
    return str(request.session.get(CARD, "")) if request.user.is_authenticated else ""


def begin(request: HttpRequest, user: User, name: str) -> None:
    """Log a pupil in by card, whoever was in before; the session is stored at once.

    Call it in the transaction that holds the card's row: what ends the sessions of an old card then
    finds this one.
    """
    aside = request.session.get(_ASIDE) or (
        None if request.user.is_authenticated else request.session.get(VISITOR)
    )
    request.session.flush()
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    now = int(clock.now().timestamp())
    request.session.update({CARD: name, "begun_at": now, "seen_at": now})
    if aside:
        request.session[_ASIDE] = aside
    idle, _absolute = settings.SESSION_LIMITS["card"]
    request.session.set_expiry(idle)
    request.session.save()
    request._player = None  # type: ignore[attr-defined]


def begin_account(request: HttpRequest, user: User) -> None:
    """Log in to an account that was a pupil's until now; the device's visitor stays aside."""
    aside = request.session.get(_ASIDE) or request.session.get(VISITOR)
    request.session.flush()
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    if aside:
        request.session[_ASIDE] = aside
    request._player = None  # type: ignore[attr-defined]


def set_aside(request: HttpRequest) -> str:
    """The visitor who used the device before; empty where there was none."""
    return str(request.session.get(_ASIDE, ""))


def bring_back(request: HttpRequest, aside: str) -> None:
    """Let that visitor be there again, after the session has ended."""
    if aside:
        request.session[VISITOR] = aside


def end(request: HttpRequest) -> None:
    """End the session; on a card's, the visitor who was there before is there again."""
    aside = set_aside(request)
    logout(request)
    request._player = None  # type: ignore[attr-defined]
    bring_back(request, aside)


def end_all(user: User) -> None:
    """End every session of a user."""
    Session.objects.filter(user=user).delete()


@require_POST
def end_here(request: HttpRequest) -> HttpResponse:
    """ "That was me": one tap ends the session, and the browser forgets the pages."""
    end(request)
    response = HttpResponseRedirect("/")
    response["Clear-Site-Data"] = '"cache", "storage"'
    return response


def for_accounts(view: View[_P]) -> View[_P]:
    """Keep a card's session from a page that gives the account another way in.

    Whoever found a card would otherwise keep the account when the card is renewed.
    """

    @wraps(view)
    def kept(request: HttpRequest, *args: _P.args, **kwargs: _P.kwargs) -> HttpResponse:
        if not card_name(request):
            return view(request, *args, **kwargs)
        messages.error(
            request,
            _("You are here by a card. This needs an account of your own: ask your teacher."),
        )
        return redirect("account")

    return kept
