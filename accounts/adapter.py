"""What allauth does differently here: our limits, our players, mail that cannot break a page."""

from __future__ import annotations

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts import limits
from accounts.players import adopt_visitor, player_of

log = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Hooks of allauth, each a documented method."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "too_many_login_attempts": _("Too many tries. Wait a few minutes, then try again."),
    }

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the try before any password is hashed: by name first, by address generously."""
        name = str(credentials.get("email") or credentials.get("username") or "")
        for verdict in (
            limits.hit_named("login-address", limits.client_address(request)),
            limits.hit_named("login-account", name.casefold()),
        ):
            if not verdict.allowed:
                request.limited = verdict  # type: ignore[attr-defined]
                log.warning("log-in refused: too many tries")
                raise self.validation_error("too_many_login_attempts")

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, **kwargs: Any
    ) -> HttpResponse:
        """Bring along what the visitor did, and the account's language and theme."""
        adopt_visitor(request)
        request.preferences_of = player_of(request)  # type: ignore[attr-defined]
        response: HttpResponse = super().post_login(request, user, **kwargs)
        return response

    def get_client_ip(self, request: HttpRequest) -> str:
        """Ask the one function that knows which proxies are trusted."""
        return limits.client_address(request)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send, at most ten an hour to one address; a mail server that is down breaks no page."""
        if not limits.hit_named("mail-account", email.casefold()).allowed:
            log.warning("mail not sent: too many to one address")
            return
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:  # smtplib's errors are of this kind
            log.exception("mail not sent")
