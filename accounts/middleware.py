"""What is done with every request: language and theme, limits of a session, HTMX, caching."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from accounts import clock, shared_device
from accounts.limited import too_many
from accounts.limits import Limited
from accounts.players import visitor_id
from accounts.preferences import chosen_theme, keep_language, keep_theme

Responder = Callable[[HttpRequest], HttpResponse]
SEEN_EVERY = 600  # seconds: how exactly the idle time is kept, without a write at every request


class Preferences:
    """Put the theme on the request, and keep what an account brings along at log-in."""

    def __init__(self, get_response: Responder) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.theme = chosen_theme(request)  # type: ignore[attr-defined]
        response = self.get_response(request)
        player = getattr(request, "preferences_of", None)  # set by the adapter at log-in
        if player is not None:
            if player.language:
                keep_language(response, player.language)
            if player.theme:
                keep_theme(response, player.theme)
        return response


class HtmxRedirect:
    """Send an HTMX request to the log-in page as a whole, never that page into a fragment."""

    def __init__(self, get_response: Responder) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.headers.get("HX-Request") != "true" or response.status_code not in (302, 303):
            return response
        target = response.headers.get("Location", "")
        if target.startswith(reverse("account_login")):
            answer = HttpResponse(status=204)
            answer["HX-Redirect"] = target
            answer.cookies = response.cookies
            return answer
        return response


class SessionLimits:
    """End the session of somebody logged in after too long idle, or too long altogether."""

    def __init__(self, get_response: Responder) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            self._check(request)
        response = self.get_response(request)
        session = request.session
        if session.modified and not session.is_empty() and not request.user.is_authenticated:
            visitor_id(request)  # whoever writes first finds the same id: see players.py
        return response

    def _check(self, request: HttpRequest) -> None:
        now = int(clock.now().timestamp())
        session = request.session
        card = shared_device.card_name(request)
        kind = "card" if card else "staff" if request.user.is_staff else "user"
        idle, absolute = settings.SESSION_LIMITS[kind]
        begun = session.get("begun_at")
        seen = session.get("seen_at")
        if begun is None or seen is None:
            session["begun_at"] = session["seen_at"] = now
        elif now - seen > idle or now - begun > absolute:
            shared_device.end(request)
            return
        elif now - seen > SEEN_EVERY:
            session["seen_at"] = now
        request.card = card  # type: ignore[attr-defined]


class PrivateResponses:
    """Keep what was made for one person out of every cache, and say 429 where a limit was met."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer 429 where a page met a limit in the middle of its work."""
        if isinstance(exception, Limited):
            return too_many(request, exception.retry_after)
        return None

    def __init__(self, get_response: Responder) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        verdict = getattr(request, "limited", None)  # set where a form was refused by a limit
        if verdict is not None and response.status_code in {200, 422}:
            response.status_code = 429
            response["Retry-After"] = str(verdict.retry_after)
        patch_vary_headers(response, ["HX-Request", "Cookie"])
        personal = request.session.accessed or "Authorization" in request.headers
        if not response.has_header("Cache-Control"):
            # every page holds a form token of its reader, so none is for a shared cache
            response["Cache-Control"] = "no-store, private" if personal else "no-cache, private"
        return response
