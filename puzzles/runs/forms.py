"""What is sent about runs, read strictly."""

from __future__ import annotations

import unicodedata

from django import forms
from django.utils.translation import gettext_lazy as _

from puzzles.kinds.registry import rule_sets
from puzzles.runs.models import NAME_LENGTH

_SEEN = frozenset("LNPSMZ")  # Unicode's letters, digits, marks, signs and blanks; nothing unseen


class BeginForm(forms.Form):
    """A run to begin."""

    rules = forms.CharField(max_length=40)
    key = forms.UUIDField()

    def clean_rules(self) -> str:
        rules: str = self.cleaned_data["rules"]
        if rules not in rule_sets():
            raise forms.ValidationError(_("There is no such rule set."))
        return rules


class SkipForm(forms.Form):
    """The puzzle to leave out."""

    puzzle = forms.UUIDField()


class NameForm(forms.Form):
    """The name to stand in the lists under, and that one wants to."""

    name = forms.CharField(
        label=_("Nickname"),
        min_length=2,
        max_length=NAME_LENGTH,
        help_text=_("Not your real name. At most 24 letters."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    agreed = forms.BooleanField(label=_("Everybody may see this name with my best results."))

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if len(name) < 2 or any(unicodedata.category(one)[0] not in _SEEN for one in name):
            raise forms.ValidationError(_("Use letters, digits and signs that can be seen."))
        return name
