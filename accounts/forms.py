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


class ChangePasswordForm(allauth_forms.ChangePasswordForm):
    """A new password for whoever knows the present one; a try counts as a log-in."""

    def clean_oldpassword(self) -> str:
        _refuse_beyond("login-account", self.user.username.casefold())
        present: str = super().clean_oldpassword()
        return present


class AddEmailForm(allauth_forms.AddEmailForm):
    """Another address. Each gets a mail, so an account may not try out many."""

    def clean_email(self) -> str:
        _refuse_beyond("mail-sender", str(self.user.pk))
        email: str = super().clean_email()
        return email


class TokenForm(forms.Form):
    """The name of a new API token."""

    name = forms.CharField(label=_("Name"), max_length=60, strip=True)
