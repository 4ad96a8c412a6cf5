"""Texts of Django and allauth that people read here, listed so that our catalogues hold them.

The libraries bring translations of their own, but say "Sie" and "siz" where this site says "du" and
"sen". A catalogue in locale/ wins over theirs.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop, ngettext_lazy

LABELS = (
    gettext_noop("Email"),
    gettext_noop("Email address"),
    gettext_noop("Username"),
    gettext_noop("Username or email"),
    gettext_noop("Password"),
    gettext_noop("Password (again)"),
    gettext_noop("Current Password"),
    gettext_noop("New Password"),
    gettext_noop("New Password (again)"),
    gettext_noop("Forgot your password?"),
)
ERRORS = (
    gettext_noop("This field is required."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("A user with that username already exists."),
    gettext_noop(
        "Enter a valid username. This value may contain only letters, numbers, "
        "and @/./+/-/_ characters."
    ),
    gettext_noop("You must type the same password each time."),
)
PASSWORDS = (
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("This password is too common."),
    gettext_noop("Your password can’t be a commonly used password."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
        "length",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
)
