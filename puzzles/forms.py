"""What addresses and forms of this room may carry, read strictly."""

from __future__ import annotations

import re
import secrets
import uuid
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from okey.position_text import MOST_LETTERS
from okey.rules.rulesets import RULE_SETS
from puzzles import sets, words
from puzzles.attempts import MOST_TRIES, SPOKEN
from puzzles.board import rules_name
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.base import ANSWER_LENGTH, EASIEST, HARDEST
from puzzles.kinds.registry import KINDS, kinds_of, rule_sets
from puzzles.models import Attempt
from tutor.tasks.base import Form

MOST_FIELDS = 30  # of one answer


class RulesForm(forms.Form):
    """`?rules=KEY`, one that has puzzles."""

    rules = forms.CharField(required=False, max_length=40)

    def clean_rules(self) -> str:
        rules: str = self.cleaned_data["rules"]
        if rules and rules not in rule_sets():
            raise forms.ValidationError(_("There is no such rule set."))
        return rules


class PlaceForm(forms.Form):
    """Where a puzzle is tried: context, its id, the number of the try."""

    context = forms.ChoiceField(required=False, choices=[("", ""), *Attempt.Context.choices])
    context_id = forms.UUIDField(required=False)
    try_no = forms.IntegerField(required=False, min_value=1, max_value=MOST_TRIES)


class LanesForm(forms.Form):
    """What lies in the lanes now, in notation."""

    melds = forms.CharField(required=False, max_length=ANSWER_LENGTH)


class AnswerForm(PlaceForm):
    """What every answer says beside itself."""

    key = forms.UUIDField()


class HintForm(AnswerForm):
    """Which hint is wanted; the last level gives up."""

    level = forms.IntegerField(min_value=1, max_value=SPOKEN + 1)


def raw_answer(kind: AskedKind, data: QueryDict) -> dict[str, Any]:
    """The answer in a POST, as the kind reads it.

    Melds come from the lanes or from the field for notation; a button says whether they are meant
    or an option beside them. Several tiles, and a number for each player, come as several fields.
    """
    said = [one[: ANSWER_LENGTH + 1] for one in data.getlist("answer")][:MOST_FIELDS]
    first = said[0] if said else ""
    if kind.form is Form.MELDS:
        if first == "melds":
            lanes = re.split(r"[|\n]", data.get("melds", "")[: ANSWER_LENGTH + 1])
            return {"melds": " | ".join(lane.strip() for lane in lanes if lane.strip())}
        return {"cannot": True} if first == "cannot" else {"choice": first}
    if kind.form in (Form.TILES, Form.NUMBERS):
        return {kind.form.value: " ".join(said)}
    return {kind.form.value: first}


class PositionForm(forms.Form):
    """A position of which a puzzle shall be made."""

    rules = forms.ChoiceField(choices=[(key, key) for key in RULE_SETS])
    position = forms.CharField(max_length=MOST_LETTERS, strip=False)


class NextForm(forms.Form):
    """Which puzzle comes next."""

    rules = forms.ChoiceField(label=_("Rules"))
    kind = forms.ChoiceField(required=False)
    theme = forms.ChoiceField(required=False, label=_("Theme"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rules"] = forms.ChoiceField(
            label=_("Rules"), choices=[(key, rules_name(key)) for key in rule_sets()]
        )
        self.fields["kind"] = forms.ChoiceField(
            label=_("Kind"),
            required=False,
            choices=[("", _("Mixed")), *((key, words.kind_name(key)) for key in KINDS)],
        )
        themes = {
            theme.key: words.theme_name(key, theme.key)
            for key, kind in KINDS.items()
            for theme in kind.themes.values()
            if not theme.tells
        }
        self.fields["theme"] = forms.ChoiceField(
            required=False, label=_("Theme"), choices=[("", _("Any")), *themes.items()]
        )


class SetForm(forms.Form):
    """The specification of a set."""

    rules = forms.ChoiceField(label=_("Rules"))
    count = forms.IntegerField(label=_("Number of puzzles"), min_value=1, initial=20)
    difficulty_from = forms.IntegerField(
        label=_("Difficulty from"),
        required=False,
        min_value=EASIEST,
        max_value=HARDEST,
        help_text=_("From 600 (easy) to 2400; most puzzles lie between 1000 and 2000."),
    )
    difficulty_to = forms.IntegerField(
        label=_("Difficulty to"), required=False, min_value=EASIEST, max_value=HARDEST
    )
    seed = forms.RegexField(
        regex=r"^[\w.:+-]{1,64}\Z",
        label=_("Seed"),
        required=False,
        help_text=_("The same seed gives the same puzzles. Leave it empty for new ones."),
    )
    kinds = forms.MultipleChoiceField(required=False)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, most: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rules"] = forms.ChoiceField(
            label=_("Rules"), choices=[(key, rules_name(key)) for key in rule_sets()]
        )
        self.fields["count"] = forms.IntegerField(
            label=_("Number of puzzles"),
            min_value=1,
            max_value=most,
            initial=20,
            help_text=_("At most %(most)s.") % {"most": most},
        )
        self.fields["kinds"] = forms.MultipleChoiceField(
            required=False,
            label=_("Kinds"),
            choices=[(key, words.kind_name(key)) for key in KINDS],
            help_text=_("Those that the rules do not know are left out."),
        )
        self.order_fields(
            ["rules", "kinds", "count", "difficulty_from", "difficulty_to", "seed", "key"]
        )
        if not self.is_bound:
            self.initial.setdefault("key", uuid.UUID(bytes=secrets.token_bytes(16), version=4))

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        low, high = cleaned.get("difficulty_from"), cleaned.get("difficulty_to")
        if low is not None and high is not None and low > high:
            self.add_error("difficulty_to", _("This is below where it starts."))
        return cleaned

    def specification(self) -> sets.Specification:
        """What was asked for."""
        data = self.cleaned_data
        low, high = data.get("difficulty_from"), data.get("difficulty_to")
        wanted = None
        if low is not None or high is not None:
            wanted = (low or EASIEST, high or HARDEST)
        return sets.Specification(
            rules=data["rules"],
            count=data["count"],
            kinds=self._kinds(data["rules"], data["kinds"]),
            difficulty=wanted,
            seed=data["seed"],
        )

    @staticmethod
    def _kinds(rules: str, chosen: list[str]) -> tuple[str, ...]:
        """The chosen kinds that the rule set knows; none chosen, the first that it knows."""
        known = kinds_of(rules)
        return tuple(key for key in known if key in chosen) or known[:1]
