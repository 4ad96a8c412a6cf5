"""What is typed at the doors of a class."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import SignupForm
from classrooms.entering import codes
from classrooms.people.names import LONGEST_NICKNAME, LONGEST_REAL_NAME
from tutor.practice.nicknames import NicknameField

_TYPED = {
    "autocomplete": "off",
    "autocapitalize": "characters",
    "spellcheck": "false",
    "class": "code-field",
    "maxlength": str(codes.LONGEST_TYPED),
}


class CodeField(forms.CharField):
    """A code as people type it; what it opens, the view asks."""

    def __init__(self, **kwargs: Any) -> None:
        example = kwargs.pop("example")
        super().__init__(
            max_length=codes.LONGEST_TYPED,
            widget=forms.TextInput(attrs={**_TYPED, "placeholder": example}),
            **kwargs,
        )


class CardForm(forms.Form):
    """The code of a card."""

    code = CodeField(label=_("Code of your card"), example="XXXX-XXXX-XXXX")


class JoinForm(forms.Form):
    """A join code, and under which name its holder wants to be in the class."""

    code = CodeField(label=_("Join code"), example="XXXX-XXXX")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["nickname"] = NicknameField(
            label=gettext("Nickname"),
            longest=LONGEST_NICKNAME,
            help_text=gettext("The whole class sees it."),
        )
        self.fields["real_name"] = NicknameField(
            label=gettext("Your real name (may stay empty)"),
            longest=LONGEST_REAL_NAME,
            required=False,
            help_text=gettext("Only the teachers of the class see it."),
        )


class HandoverCodeForm(forms.Form):
    """The one-time code of a teacher."""

    code = CodeField(label=_("One-time code"), example="XXXX-XXXX-XXXX")


class HandoverForm(SignupForm):
    """The one-time code, and what an account needs: checked as at sign-up, the e-mail required.

    Whether an address is taken is not said here, as it is not at sign-up.
    """

    code = CodeField(label=_("One-time code"), example="XXXX-XXXX-XXXX")
    field_order = ["code", "username", "email", "password1"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, email_required=True, **kwargs)
        self.fields["email"].label = _("E-mail")
        self.fields["email"].help_text = _("We send a mail to confirm it.")


class JoinCodeForm(forms.Form):
    """What a new join code allows."""

    places = forms.IntegerField(label=_("Places"), min_value=1, max_value=200, initial=30)
    approval = forms.BooleanField(
        label=_("A teacher lets in whoever asks"), required=False, initial=True
    )
