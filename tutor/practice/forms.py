"""What the forms of the practice table carry, read strictly."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from okey import RULE_SETS
from tutor.names import rule_set_name
from tutor.practice.deeds import BOT_NAMES
from tutor.practice.nicknames import NicknameField
from tutor.practice.services import LONGEST, Plan
from tutor.practice.tables import ONE_ROUND
from tutor.referee.forms import DEFAULT_RULES
from tutor.referee.wording import language

BOTS: Final = "bots"
FRIENDS: Final = "friends"
NO: Final = "no"
YES: Final = "yes"
MATCH: Final = "match"
ROUND: Final = "round"


class NewGameForm(forms.Form):
    """A new game. How many may play follows from the rule set."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, str] | None, *, initial: dict[str, Any]) -> None:
        given = data if data is not None else initial
        self.rules = RULE_SETS.get(given.get("rules", ""), RULE_SETS[DEFAULT_RULES])
        super().__init__(
            None if data is None else dict(data),
            initial={
                "key": uuid.uuid4(), "rules": self.rules.key, "level": "middle", "length": ROUND,
                "company": BOTS, "advice": NO, **initial,
            },
        )  # fmt: skip
        self.fields["rules"] = forms.ChoiceField(
            label=_("Rules"), choices=[(key, rule_set_name(key, language())) for key in RULE_SETS]
        )
        counts = sorted(self.rules.seating.counts, reverse=True)
        asked = str(given.get("seats", ""))
        self.seats = next((count for count in counts if str(count) == asked), counts[0])
        if len(counts) > 1:
            self.fields["seats"] = forms.ChoiceField(
                label=_("Players"),
                initial=str(self.seats),
                choices=[(str(count), str(count)) for count in counts],
            )
        self.fields["level"] = forms.ChoiceField(
            label=_("How strong are the bots?"),
            choices=[
                ("random", _("beginner")),
                ("middle", _("steady")),
                ("strong", _("strong")),
            ],
        )
        self.fields["length"] = forms.ChoiceField(
            label=_("How long?"),
            choices=[(ROUND, _("one round")), (MATCH, self._match_name())],
        )
        self.fields["company"] = forms.ChoiceField(
            label=_("With whom?"),
            required=False,
            choices=[(BOTS, _("bots")), (FRIENDS, _("friends, by a link"))],
        )
        self.fields["name"] = NicknameField(required=False)
        self.fields["advice"] = forms.ChoiceField(
            label=_("May everybody ask for advice?"),
            required=False,
            choices=[(NO, _("no")), (YES, _("yes"))],
        )

    def _match_name(self) -> str:
        match = self.rules.match
        if match.usual:
            return _("a match of %(count)s rounds") % {"count": match.usual}
        return _("a match, until somebody has nothing left")

    @property
    def chosen(self) -> list[forms.BoundField]:
        """The fields that are a choice of a few, all in sight."""
        names = ("rules", "seats", "level", "length", "company")
        return [self[name] for name in names if name in self.fields]

    def clean_name(self) -> str:
        """Only friends ask for a name."""
        name: str = self.cleaned_data.get("name", "")
        if self.cleaned_data.get("company") != FRIENDS:
            return ""
        if not name:
            raise forms.ValidationError(self.fields["name"].error_messages["required"])
        if name.casefold() in {one.casefold() for one in BOT_NAMES[1 : self.seats]}:
            raise forms.ValidationError(_("Somebody else at the table has this name."))
        return name

    def again(self) -> NewGameForm:
        """The form once more for a rule set that was chosen just now, without a word of blame."""
        kept = {name: self.data.get(name, "") for name in self.fields}
        return NewGameForm(None, initial={name: value for name, value in kept.items() if value})

    def plan(self) -> Plan:
        """What the game is to be."""
        data = self.cleaned_data
        friends = data["company"] == FRIENDS
        return Plan(
            self.rules.key,
            self.seats,
            (data["level"],) * (self.seats - 1),
            ONE_ROUND if data["length"] == ROUND else None,
            friends=friends,
            name=data["name"],
            advice=not friends or data["advice"] == YES,
        )


class DeedForm(forms.Form):
    """What is sent with everything done at a table: which POST it is, and what it has seen.

    `moves` is typed or comes with a button, `composed` was put together on the rack.
    """

    key = forms.UUIDField()
    version = forms.IntegerField(min_value=1, max_value=10**9)
    moves = forms.CharField(required=False, max_length=LONGEST)
    composed = forms.CharField(required=False, max_length=LONGEST)

    @property
    def text(self) -> str:
        """The moves in notation."""
        data = self.cleaned_data
        return str(data.get("moves") or data.get("composed") or "")
