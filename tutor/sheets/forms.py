"""What the forms of a score sheet carry, read strictly; what is asked follows from the rule set."""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from okey import RULE_SETS, RuleSet
from okey.match import MOST_CHIPS
from okey.table import PARTNERS
from tutor.names import join, rule_set_name, team_name
from tutor.referee.forms import DEFAULT_RULES
from tutor.referee.score_form import ScoreForm
from tutor.referee.wording import language
from tutor.sheets.book import default_name, shown_names
from tutor.sheets.services import Plan

LONGEST_NAME: Final = 24
# Letters that turn round what stands beside them, and such that are no letters at all.
_UNSEEN: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


class NameField(forms.CharField):
    """A player's name in any script; empty is the number of the player."""

    def __init__(self, seat: int) -> None:
        super().__init__(
            label=default_name(seat),
            required=False,
            max_length=LONGEST_NAME,
            widget=forms.TextInput(
                attrs={
                    "autocomplete": "off",
                    "autocapitalize": "words",
                    "spellcheck": "false",
                    "dir": "auto",
                    "placeholder": default_name(seat),
                }
            ),
        )

    def to_python(self, value: object) -> str:
        """The name in one spelling, without spaces around it."""
        text = super().to_python(value) or ""
        return " ".join(unicodedata.normalize("NFC", text).split())

    def validate(self, value: str) -> None:
        """Refuse what cannot be seen, or would turn other names round."""
        super().validate(value)
        if any(letter in _UNSEEN or unicodedata.category(letter) == "Cc" for letter in value):
            raise forms.ValidationError(_("A name is made of letters that can be seen."))


class NamedForm(forms.Form):
    """A form with a name for each seat."""

    seats: int

    def add_names(self) -> None:
        """The fields of the names, in the order of the seats."""
        for seat in range(self.seats):
            self.fields[f"name{seat}"] = NameField(seat)

    @property
    def name_fields(self) -> list[forms.BoundField]:
        """The fields of the names."""
        return [self[f"name{seat}"] for seat in range(self.seats)]

    @property
    def agreed(self) -> list[forms.BoundField]:
        """What the rule set has to be agreed on."""
        return [self[name] for name in ("rounds", "pot") if name in self.fields]

    @property
    def names(self) -> tuple[str, ...]:
        """The names that were given."""
        return tuple(self.cleaned_data.get(f"name{seat}") or "" for seat in range(self.seats))

    def heal(self, name: str, value: object) -> None:
        """Say that an unseen field was not right, and make it so for the next time."""
        if self.errors.pop(name, None):
            self.data = {**self.data, name: str(value)}
            self.add_error(None, not_whole())

    def check_names(self) -> None:
        """Two players with one name could not be told apart."""
        told = [name.casefold() for name in shown_names(self.names)]
        for seat in range(self.seats):
            if told[seat] in told[:seat] and not self.errors.get(f"name{seat}"):
                self.add_error(f"name{seat}", _("Somebody else at the table has this name."))


class SheetForm(NamedForm):
    """A new sheet. What can be agreed on follows from the rule set."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, str] | None, *, initial: dict[str, Any]) -> None:
        chosen = (data if data is not None else initial).get("rules", "")
        rules = RULE_SETS.get(chosen, RULE_SETS[DEFAULT_RULES])
        super().__init__(
            None if data is None else dict(data),
            initial={"key": uuid.uuid4(), "rules": rules.key} | initial,
        )
        self.rules = rules
        self._add_choices(data if data is not None else initial)
        self.add_names()

    def _add_choices(self, given: Mapping[str, Any]) -> None:
        rules = self.rules
        self.fields["rules"] = forms.ChoiceField(
            label=_("Rules"), choices=[(key, rule_set_name(key, language())) for key in RULE_SETS]
        )
        counts = sorted(rules.seating.counts, reverse=True)
        asked = str(given.get("seats", ""))
        self.seats = next((count for count in counts if str(count) == asked), counts[0])
        if len(counts) > 1:
            self.fields["seats"] = forms.ChoiceField(
                label=_("Players"),
                initial=str(self.seats),
                choices=[(str(count), str(count)) for count in counts],
            )
        if rules.seating.teams and self.seats == 4:
            self.fields["teams"] = forms.ChoiceField(
                label=_("Who plays with whom?"),
                required=False,
                choices=[("", _("each alone")), ("on", _("partners, in two teams"))],
            )
        self.fields |= agreed_fields(rules)

    @property
    def chosen(self) -> list[forms.BoundField]:
        """The fields that are a choice of a few, all in sight."""
        return [self[name] for name in ("rules", "seats", "teams") if name in self.fields]

    def again(self) -> SheetForm:
        """The form once more with what is filled in so far, without a word about what is missing.

        For a rule set that was chosen just now: what it does not know is left out.
        """
        kept = {name: self.data.get(name, "") for name in self.fields}
        choices = {"seats", "rounds", "teams"} & set(self.fields)
        for name in choices:
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            if not field.valid_value(kept[name]):
                kept.pop(name)
        return SheetForm(None, initial={name: value for name, value in kept.items() if value})

    def clean(self) -> dict[str, Any]:
        """Check the names against each other."""
        self.check_names()
        return self.cleaned_data

    def plan(self) -> Plan:
        """What the sheet is to be."""
        data = self.cleaned_data
        return Plan(
            rules=self.rules.key,
            names=self.names,
            teams=bool(data.get("teams")),
            rounds=int(data["rounds"]) if data.get("rounds") else None,
            pot=data.get("pot"),
        )


class ChangeForm(NamedForm):
    """Names, the rounds agreed on and the pot of a sheet that is there."""

    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, str] | None, *, rules: RuleSet, seats: int, initial: dict[str, Any]
    ) -> None:
        super().__init__(None if data is None else dict(data), initial=initial)
        self.seats = seats
        self.add_names()
        self.fields |= agreed_fields(rules)

    def clean(self) -> dict[str, Any]:
        """Check the names against each other."""
        self.check_names()
        return self.cleaned_data

    @property
    def rounds(self) -> int | None:
        """The number of rounds agreed on, None where there is none."""
        value = self.cleaned_data.get("rounds")
        return int(value) if value else None


class RoundForm(forms.Form):
    """What is sent with a round: which POST it is, and what whoever sends it has seen.

    `key` and `seen` belong to a further round, `version` to one that is corrected.
    """

    key = forms.UUIDField(required=False)
    seen = forms.IntegerField(required=False, min_value=0, max_value=32_000)
    version = forms.IntegerField(required=False, min_value=1, max_value=10**9)
    put_back = forms.BooleanField(required=False)
    cut = forms.BooleanField(required=False)


class VersionForm(forms.Form):
    """The version that whoever takes a round out has seen."""

    version = forms.IntegerField(min_value=1, max_value=10**9)


def not_whole() -> str:
    """What is said where an unseen field was lost on the way."""
    return _("Something of this form was lost on the way. What you entered stands; send it again.")


def agreed_fields(rules: RuleSet) -> dict[str, forms.Field]:
    """What this rule set has to be agreed on: the number of rounds, the chips."""
    fields: dict[str, forms.Field] = {}
    if rules.match.rounds:
        fields["rounds"] = forms.ChoiceField(
            label=_("Rounds agreed on"),
            initial=str(rules.match.usual),
            choices=[(str(count), str(count)) for count in rules.match.rounds],
        )
    if rules.match.chips is not None:
        fields["pot"] = forms.IntegerField(
            label=_("Chips in the pot"),
            required=False,
            min_value=0,
            max_value=MOST_CHIPS,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            help_text=_("Leave it empty if you do not play for chips."),
        )
    return fields


def score_form(
    data: Mapping[str, str] | None, *, rules: RuleSet, names: Sequence[str], teams: bool
) -> ScoreForm:
    """The referee's form of a finished round, for those who sit at this table.

    Who finished has opened and has nothing left: what stands in those fields is not read, so that
    another winner can be chosen without filling anything in again.
    """
    given = None
    if data is not None:
        winner = data.get("winner", "")
        given = {n: v for n, v in data.items() if n not in (f"opened{winner}", f"left{winner}")}
    return ScoreForm(given, rules=rules, names=names, seats=len(names), teams=teams)


def partners_text(names: Sequence[str]) -> list[str]:
    """Who plays with whom: "Team 1: Ayşe and Can"."""
    return [
        f"{team_name(team, language())}: {join([names[seat] for seat in seats], language())}"
        for team, seats in enumerate(PARTNERS)
    ]
