"""What the addresses and forms of the dashboard may carry."""

from __future__ import annotations

from typing import Any

from django import forms

from puzzles.history_forms import MOST_DAYS
from puzzles.kinds.registry import KINDS, rule_sets

MOST_KINDS = 5  # of one training set


class DashboardForm(forms.Form):
    """Of how many days the dashboard tells. The rule set is read as on every page."""

    days = forms.IntegerField(required=False, min_value=1, max_value=MOST_DAYS)


class TrainingForm(DashboardForm):
    """What shall be trained."""

    rules = forms.ChoiceField()
    kind = forms.MultipleChoiceField()
    theme = forms.SlugField(required=False, max_length=60)
    key = forms.UUIDField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rules"] = forms.ChoiceField(choices=[(key, key) for key in rule_sets()])
        self.fields["kind"] = forms.MultipleChoiceField(choices=[(key, key) for key in KINDS])

    def clean_kind(self) -> list[str]:
        kinds: list[str] = self.cleaned_data["kind"]
        return kinds[:MOST_KINDS]
