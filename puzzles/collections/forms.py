"""What is sent about sets, read strictly."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from puzzles.collections.exchange import LONGEST, NAME_LENGTH


class NameForm(forms.Form):
    """A set's name; empty for that of its contents."""

    name = forms.CharField(label=_("Name"), required=False, max_length=NAME_LENGTH)

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not name.isprintable():
            raise forms.ValidationError(_("Use letters, digits and signs that can be seen."))
        return name


class ImportForm(forms.Form):
    """A set as a file holds it: the file, or its text."""

    # the plain input: Django's own for files reads a `file-clear` as well, which is no file
    file = forms.FileField(label=_("File"), required=False, widget=forms.FileInput)
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "class": "notation"}),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, str]:
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        if file is not None:
            try:
                cleaned["text"] = file.read(4 * LONGEST).decode("utf-8-sig")
            except UnicodeDecodeError:
                raise forms.ValidationError(_("This file is not a set.")) from None
        if not cleaned.get("text", "").strip():
            raise forms.ValidationError(_("Choose a file, or paste its text."))
        return cleaned
