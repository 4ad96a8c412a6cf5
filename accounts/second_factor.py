"""The second factor at log-in: codes of an authenticator app (TOTP), and recovery codes.

The flows are allauth's. Here is what differs: secrets are encrypted in the database, wrong codes
count in the database, a code is good once, and staff come into the admin by it alone.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from typing import Any, Final

from allauth.core import context
from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm as LibraryForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import views as totp_views
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal import auth as totp
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import limits
from accounts.forms import TOO_MANY
from accounts.models import Session
from accounts.qr import qr_svg

_COUNTER: Final = "last_counter"  # of the last code that was used, in an authenticator's data


class Adapter(DefaultMFAAdapter):
    """Hooks of allauth, each a documented method."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": gettext_lazy("Switch the second factor on first."),
        "incorrect_code": gettext_lazy("This code is not right, or it was used already."),
    }

    def build_totp_svg(self, url: str) -> str:
        """The code for the app's camera."""
        return qr_svg(url)

    def encrypt(self, text: str) -> str:
        """What is stored of a secret: it needs the site's key, not the database alone."""
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret; one under which no code is right where the site's key is another one."""
        try:
            return _fernet().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return totp.generate_totp_secret()


def _fernet() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [hashlib.sha256(b"second factor:" + key.encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


class AuthenticateForm(LibraryForm):
    """The code at log-in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["code"])

    def clean_code(self) -> str:
        """Check the code. Wrong ones count; beyond the limit none is looked at (429)."""
        code: str = self.cleaned_data["code"].replace(" ", "")
        named = [("second-factor", str(self.user.pk))]
        try:
            found = limits.guess(named, lambda: _matching(self.user, code))
        except limits.Limited as limit:
            context.request.limited = limits.Verdict(False, limit.retry_after)
            raise forms.ValidationError(TOO_MANY, code="limited") from None
        if found is None:
            raise Adapter().validation_error("incorrect_code")
        self.authenticator = found
        return code


class ActivateForm(ActivateTOTPForm):
    """The first code, which shows that the app has the secret."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["code"])


def _plain(field: forms.Field) -> None:
    field.label = _("Code")
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs |= {"inputmode": "numeric", "spellcheck": "false", "maxlength": "20"}


def _matching(user: Any, code: str) -> Authenticator | None:
    """The authenticator whose code this is; it is good no second time, nor an older one.

    The caller holds the user's count, so that two of one code come one after the other.
    """
    for row in Authenticator.objects.select_for_update().filter(user=user).order_by("-type"):
        if row.type == Authenticator.Type.TOTP:
            counter = _counter_of(row, code)
            if counter is not None and counter > row.data.get(_COUNTER, -1):
                row.data[_COUNTER] = counter
                row.save(update_fields=["data"])
                return row
        elif row.wrap().validate_code(code):
            return row
    return None


def _counter_of(row: Authenticator, code: str) -> int | None:
    secret = Adapter().decrypt(row.data["secret"])
    for counter in totp.yield_hotp_counters_from_time():
        expected = totp.format_hotp_value(totp.hotp_value(secret, counter))
        if compare_user_code(actual=code, expected=expected):
            return counter
    return None


class ActivateView(totp_views.ActivateTOTPView):
    """Switching it on ends every other session: they were begun without it."""

    def form_valid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        others = Session.objects.filter(user_id=self.request.user.pk)
        others.exclude(session_key=self.request.session.session_key).delete()
        return response


class StaffNeedIt:
    """Let staff into the admin only with a second factor; API tokens have nothing to do with it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (
            request.path.startswith(reverse("admin:index"))
            and request.user.is_authenticated
            and request.user.is_staff
            and not is_mfa_enabled(request.user, [Authenticator.Type.TOTP])
        ):
            messages.warning(
                request, _("The admin is for staff with a second factor. Switch it on here first.")
            )
            return redirect("mfa_activate_totp")
        return self.get_response(request)
