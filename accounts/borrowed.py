"""Texts of Django, allauth and the REST framework that people read here, for our catalogues.

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
VALUES = (  # of the fields of forms
    gettext_noop("Enter a valid value."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Enter a valid UUID."),
    gettext_noop("Null characters are not allowed."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
)
REQUESTS = (  # of the API
    gettext_noop("Authentication credentials were not provided."),
    gettext_noop("Incorrect authentication credentials."),
    gettext_noop("You do not have permission to perform this action."),
    gettext_noop('Method "{method}" not allowed.'),
    gettext_noop("Could not satisfy the request Accept header."),
    gettext_noop('Unsupported media type "{media_type}" in request.'),
    gettext_noop("Malformed request."),
    gettext_noop("Invalid page."),
    gettext_noop("Invalid data. Expected a dictionary, but got {datatype}."),
    gettext_noop("This field may not be null."),
    gettext_noop("This field may not be blank."),
    gettext_noop("Not a valid string."),
    gettext_noop("Must be a valid boolean."),
    gettext_noop("Must be a valid UUID."),
    gettext_noop("A valid integer is required."),
    gettext_noop("String value too large."),
    gettext_noop('"{input}" is not a valid choice.'),
    gettext_noop("Ensure this field has no more than {max_length} characters."),
    gettext_noop("Ensure this value is greater than or equal to {min_value}."),
    gettext_noop("Ensure this value is less than or equal to {max_value}."),
    gettext_noop("Date has wrong format. Use one of these formats instead: {format}."),
    gettext_noop("Surrogate characters are not allowed: U+{code_point:X}."),
)
