"""The first half of a launch: a state and a nonce that count once, in one browser, for minutes."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts import clock
from classrooms.lti.errors import LtiRefused
from classrooms.lti.models import LtiLogin, LtiPlatform

LASTS: Final = dt.timedelta(minutes=10)  # a platform may ask its user to log in meanwhile
KEEP: Final = dt.timedelta(days=1)


def platform_of(issuer: str, client_id: str) -> LtiPlatform:
    """The platform that begins a log-in. Raise `LtiRefused` for one that was not set up.

    `client_id` may be missing where the issuer has one alone.
    """
    found = LtiPlatform.objects.filter(issuer=issuer, active=True)
    if client_id:
        found = found.filter(client_id=client_id)
    rows = list(found[:2])
    if not issuer or len(rows) != 1:
        raise LtiRefused("platform.unknown", 403)
    return rows[0]


def begin(platform: LtiPlatform, *, browser: str, target: str) -> tuple[str, str]:
    """Keep a log-in of this browser; its state and its nonce."""
    state, nonce = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    LtiLogin.objects.create(
        state=_digest(state),
        nonce=_digest(nonce),
        browser=_digest(browser),
        platform=platform,
        target=target,
        expires_at=clock.now() + LASTS,
    )
    return state, nonce


def use(state: str, *, browser: str) -> LtiLogin:
    """The log-in with this state, used up by this call. Raise `LtiRefused` for any other."""
    row = LtiLogin.objects.select_related("platform").filter(state=_digest(state)).first()
    if row is None:
        raise LtiRefused("state.unknown")
    if not browser or row.browser != _digest(browser):
        raise LtiRefused("browser.other", 403)
    # One statement decides: of two launches with one state the second finds it used.
    if LtiLogin.objects.filter(pk=row.pk, used_at=None).update(used_at=clock.now()) != 1:
        raise LtiRefused("state.used")
    if row.expires_at <= clock.now():
        raise LtiRefused("state.expired")
    if not row.platform.active:
        raise LtiRefused("platform.unknown", 403)
    return row


def has_nonce(login: LtiLogin, nonce: str) -> bool:
    """Whether a message brings the nonce of this log-in."""
    return login.nonce == _digest(nonce)


def asking(
    platform: LtiPlatform, *, launch_url: str, state: str, nonce: str, hints: dict[str, str]
) -> str:
    """The address at which the platform is asked who its user is."""
    parameters = {
        "scope": "openid",
        "response_type": "id_token",
        "response_mode": "form_post",
        "prompt": "none",
        "client_id": platform.client_id,
        "redirect_uri": launch_url,
        "state": state,
        "nonce": nonce,
        **hints,
    }
    joint = "&" if "?" in platform.auth_url else "?"
    return f"{platform.auth_url}{joint}{urlencode(parameters)}"


def browser_of(request: HttpRequest) -> str:
    """The secret by which this browser is known during launches; empty where it has none."""
    return request.COOKIES.get(_cookie_name(), "")[:100]


def mark_browser(response: HttpResponse, browser: str) -> None:
    """Give the browser its secret. It must come along with a form that another site sends here."""
    response.set_cookie(
        _cookie_name(),
        browser,
        max_age=int(LASTS.total_seconds()),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        # "None" is taken over https alone; in development platform and site share a machine.
        samesite="None" if settings.SESSION_COOKIE_SECURE else "Lax",
    )


def _cookie_name() -> str:
    return "__Host-lti" if settings.SESSION_COOKIE_SECURE else "lti"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
