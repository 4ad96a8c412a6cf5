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
        "username_password_mismatch": _("The name or the password is not right."),
        "email_password_mismatch": _("The name or the password is not right."),
        "invalid_login": _("The name or the password is not right."),
        "account_inactive": _("This account is switched off."),
        "enter_current_password": _("This is not your current password."),
        "incorrect_password": _("This password is not right."),
        "invalid_password_reset": _("This link is no longer valid: it was used, or it is too old."),
        "duplicate_email": _("This is your address already."),
        "email_taken": _("This address cannot be used."),
        "same_as_current": _("This is the one that you have already."),
        "username_blacklisted": _("This name cannot be used."),
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
