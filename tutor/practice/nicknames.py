"""What somebody is called at a table with friends, and the form that asks for it."""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

LONGEST_NAME: Final = 30
_JOINERS: Final = "\u200c\u200d"  # they stand between letters of some scripts, and are not seen


class NicknameField(forms.CharField):
    """A name in any script."""

    def __init__(
        self,
        *,
        required: bool = True,
        longest: int = LONGEST_NAME,
        label: str = "",
        help_text: str = "",
    ) -> None:
        super().__init__(
            label=label or _("What do the others call you?"),
            help_text=help_text,
            required=required,
            max_length=longest,
            widget=forms.TextInput(
                attrs={
                    "autocomplete": "nickname",
                    "autocapitalize": "words",
                    "spellcheck": "false",
                    "dir": "auto",
                }
            ),
            error_messages={"required": _("Say what the others call you.")},
        )

    def to_python(self, value: object) -> str:
        """The name in one spelling, without spaces around it."""
        text = super().to_python(value) or ""
        return " ".join(unicodedata.normalize("NFC", text).split())

    def validate(self, value: str) -> None:
        """Refuse what cannot be seen, or would turn other names round."""
        super().validate(value)
        unseen = (unicodedata.category(one)[0] == "C" and one not in _JOINERS for one in value)
        if value and (any(unseen) or not any(one.isalnum() for one in value)):
            raise forms.ValidationError(_("A name is made of letters that can be seen."))


class JoinForm(forms.Form):
    """Sitting down at a table."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, str] | None, *, name: str = "") -> None:
        super().__init__(
            None if data is None else dict(data),
            initial={"key": uuid.uuid4(), "name": name},
        )
        self.fields["name"] = NicknameField()

    def heal(self) -> None:
        """Make the unseen part right for the next time."""
        if self.errors.pop("key", None):
            self.data: dict[str, Any] = {**self.data, "key": str(uuid.uuid4())}
