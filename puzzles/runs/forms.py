"""What is sent about runs, read strictly."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from puzzles.kinds.registry import rule_sets
from puzzles.runs.models import NAME_LENGTH
from tutor.practice.nicknames import NicknameField


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

    agreed = forms.BooleanField(
        label=gettext_lazy("Everybody may see this name with my best results.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = NicknameField(
            longest=NAME_LENGTH,
            label=_("Nickname"),
            help_text=_("Not your real name. At most 24 letters."),
        )
        self.order_fields(["name", "agreed"])
