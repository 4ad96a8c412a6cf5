"""What the addresses of the history may carry, read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from puzzles import words
from puzzles.board import rules_name
from puzzles.history import STEPS, Wanted
from puzzles.kinds.registry import KINDS, rule_sets

MOST_DAYS: Final = 90
DAYS: Final[dict[int, Promise]] = {
    1: _("Today"),
    7: _("7 days"),
    30: _("30 days"),
    90: _("90 days"),
}
TOOK: Final[dict[str, Promise]] = {
    "15": _("under 15 seconds"),
    "30": _("15 to 30 seconds"),
    "60": _("30 to 60 seconds"),
    "120": _("1 to 2 minutes"),
    "300": _("2 to 5 minutes"),
    "more": _("over 5 minutes"),
}
assert TOOK.keys() == STEPS.keys()


def _days(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The spans to choose from, with the one that the address asks for."""
    asked = str(data.get("days", ""))
    spans = {str(days): str(name) for days, name in DAYS.items()}
    if asked.isascii() and asked.isdigit() and asked not in spans and len(asked) < 3:
        spans[asked] = ngettext("%(days)s day", "%(days)s days", int(asked)) % {"days": int(asked)}
    return sorted(spans.items(), key=lambda span: int(span[0]))


class HistoryForm(forms.Form):
    """Which attempts are wanted. What is hidden here (a theme, a rule, a day) comes by links."""

    rules = forms.ChoiceField(required=False, label=_("Rules"))
    kind = forms.ChoiceField(required=False, label=_("Kind"))
    result = forms.ChoiceField(
        required=False,
        label=_("Result"),
        choices=[("", _("Any")), ("right", _("Right")), ("wrong", _("Missed"))],
    )
    days = forms.IntegerField(required=False, label=_("Time"), min_value=1, max_value=MOST_DAYS)
    theme = forms.SlugField(required=False, max_length=60, widget=forms.HiddenInput)
    rule = forms.RegexField(
        r"^[a-z0-9.-]{1,60}\Z", required=False, label=_("Rule"), widget=forms.HiddenInput
    )
    tries = forms.ChoiceField(
        required=False, choices=[("", ""), ("first", "first")], widget=forms.HiddenInput
    )
    took = forms.ChoiceField(
        required=False, choices=[("", ""), *TOOK.items()], widget=forms.HiddenInput
    )
    day = forms.DateField(required=False, input_formats=["%Y-%m-%d"], widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rules"] = forms.ChoiceField(
            label=_("Rules"),
            required=False,
            choices=[("", _("All")), *((key, rules_name(key)) for key in rule_sets())],
        )
        self.fields["kind"] = forms.ChoiceField(
            label=_("Kind"),
            required=False,
            choices=[("", _("All")), *((key, words.kind_name(key)) for key in KINDS)],
        )
        self.fields["days"].widget = forms.Select(choices=[("", _("All")), *_days(self.data)])
        self.order_fields(["rules", "kind", "result", "days"])

    def wanted(self) -> Wanted:
        """The filter that was asked for."""
        return Wanted(**self.cleaned_data)
