"""Who calls the API: a bearer token, or the page's own session with CSRF protection."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from accounts import tokens
from accounts.models import ApiToken, User
from accounts.players import SESSION_KEY


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer TOKEN`. `request.auth` is the token, `request.user` its account."""

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, ApiToken] | None:
        words = request.headers.get("Authorization", "").split()
        if not words or words[0].lower() != "bearer":
            return None
        token = tokens.find(words[1]) if len(words) == 2 else None
        if token is None:
            raise exceptions.AuthenticationFailed(code="token.invalid")
        return token.player.user or AnonymousUser(), token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of an account or a visitor; both are protected by the CSRF token."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        http = request._request
        user = getattr(http, "user", None)
        if user is not None and user.is_authenticated:
            self.enforce_csrf(request)
            return user, None
        if SESSION_KEY in http.session:
            self.enforce_csrf(request)
        return None

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:  # the library says why in English alone
            message = _("The CSRF token is missing or has expired.")
            raise exceptions.PermissionDenied(message, code="csrf") from None


class TokenScheme(OpenApiAuthenticationExtension):
    """How the OpenAPI document names the token."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):
    """How the OpenAPI document names the session."""

    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
