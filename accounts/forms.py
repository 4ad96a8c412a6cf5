"""Forms of allauth with our limits, and the forms of the settings page."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.core import context
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import limits

TOO_MANY = _("Too many tries. Wait a few minutes, then try again.")


def _refuse_beyond(name: str, subject: str) -> None:
    verdict = limits.hit_named(name, subject)
    if not verdict.allowed:
        context.request.limited = verdict
        raise forms.ValidationError(TOO_MANY, code="limited")


class LoginForm(allauth_forms.LoginForm):
    """Log in by user name or e-mail; the adapter counts the tries."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("User name or e-mail")


class SignupForm(allauth_forms.SignupForm):
    """A user name and a password; the e-mail is optional and serves to reset the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail (optional)")
        self.fields["email"].help_text = _("Only to set a new password when you have forgotten it.")

    def clean(self) -> dict[str, Any]:
        _refuse_beyond("signup-address", limits.client_address(context.request))
        cleaned: dict[str, Any] = super().clean()
        return cleaned


class ResetPasswordForm(allauth_forms.ResetPasswordForm):
    """Ask for a mail that sets a new password; answers the same whether the address is known."""

    def clean(self) -> dict[str, Any]:
        _refuse_beyond("reset-address", limits.client_address(context.request))
        cleaned: dict[str, Any] = super().clean()
        email = str(cleaned.get("email", "")).casefold()
        if email:
            _refuse_beyond("reset-account", email)
        return cleaned


class TokenForm(forms.Form):
    """The name of a new API token."""

    name = forms.CharField(label=_("Name"), max_length=60, strip=True)
