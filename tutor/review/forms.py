"""What the forms of the review may carry, read strictly."""

from __future__ import annotations

from django import forms

from okey import RULE_SETS

KEYS = [(key, key) for key in RULE_SETS]
MOST_TIMES = 999  # that a card is answered on one day


class CardForm(forms.Form):
    """Which exercise of the day is meant, counted from 1, and the key of this POST."""

    again = forms.IntegerField(min_value=1, max_value=MOST_TIMES)
    key = forms.UUIDField()


class StartForm(forms.Form):
    """With which rule set to begin."""

    rules = forms.ChoiceField(choices=KEYS)
