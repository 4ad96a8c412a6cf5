"""What addresses and forms of lessons may carry, read strictly."""

from __future__ import annotations

import re
import secrets
from typing import Any

from django import forms

from okey import RULE_SETS
from okey.mistaken import MISTAKEN
from tutor.lessons.services import HINTS
from tutor.tasks.base import LONGEST, Form

SEED = r"^[\w-]{1,40}\Z"
MOST_TRIES = 99
KEYS = [(key, key) for key in RULE_SETS]


def fresh_seed() -> str:
    """The seed of another exercise."""
    return secrets.token_hex(6)


class RulesForm(forms.Form):
    """`?rules=KEY`."""

    rules = forms.ChoiceField(
        required=False, choices=[("", ""), *((key, key) for key in RULE_SETS)]
    )


class PlaceForm(RulesForm):
    """Where in a lesson, which exercise there, and for the how manyth time it is tried."""

    at = forms.RegexField(regex=r"^[a-z0-9-]{1,50}\.[1-9]\Z", required=False)
    seed = forms.RegexField(regex=SEED, required=False)
    again = forms.IntegerField(required=False, min_value=1, max_value=MOST_TRIES)


class WriteForm(PlaceForm):
    """What every POST of a lesson says."""

    key = forms.UUIDField()


class HintForm(WriteForm):
    """Which hint is wanted."""

    level = forms.IntegerField(min_value=1, max_value=HINTS)


class BeliefForm(RulesForm):
    """Which belief is asked about, with which exercise, and the lesson to go back to."""

    belief = forms.ChoiceField(choices=[(key, key) for key in MISTAKEN])
    lesson = forms.CharField(required=False, max_length=80)
    seed = forms.RegexField(regex=SEED, required=False)
    again = forms.IntegerField(required=False, min_value=1, max_value=MOST_TRIES)


class BeliefAnswerForm(BeliefForm):
    """An answer to it."""

    key = forms.UUIDField()


class LanesForm(forms.Form):
    """What lies in the lanes, and the hand that it comes from."""

    rules = forms.ChoiceField(choices=KEYS)
    indicator = forms.CharField(max_length=3)
    hand = forms.CharField(max_length=120)
    melds = forms.CharField(required=False, max_length=LONGEST)
    counted = forms.BooleanField(required=False)


def answer_of(data: Any, form: Form) -> str:
    """The answer in a POST, as text in notation.

    Melds come from the board or from the field for notation; a button says whether they are meant
    or one of the options. Several tiles come as several fields.
    """
    chosen = [one[:LONGEST] for one in data.getlist("answer")][:30]
    if form is Form.MELDS:
        if chosen and chosen[0] != "melds":
            return chosen[0]
        lanes = re.split(r"[|\n]", data.get("melds", "")[: LONGEST + 1])
        return " | ".join(lane.strip() for lane in lanes if lane.strip())
    if form is Form.TILES:
        return " ".join(chosen)
    return chosen[0] if chosen else ""
