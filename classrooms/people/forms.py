"""What is sent about classes and their people, read strictly.

A form that changes something carries beside each field what stood there when it was shown
(`initial-…`): only a field that was changed is written, and a change by somebody else is seen.
"""

from __future__ import annotations

import uuid
import zoneinfo
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.people.long_select import ZoneSelect
from classrooms.people.models import Classroom, Member
from classrooms.people.names import LONGEST_NICKNAME, LONGEST_REAL_NAME
from classrooms.people.pupils import LONGEST_LIST
from okey import RULE_SETS
from puzzles.board import rules_name
from tutor.practice.nicknames import NicknameField

FIRST_ZONES: Final = ("Europe/Istanbul", "Europe/Berlin", "Europe/Vienna", "Europe/Zurich")
LONGEST_CLASS_NAME: Final = 80


@cache
def zones() -> tuple[str, ...]:
    """The time zones that can be chosen: the likely ones first, then by continent."""
    parts = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
    named = (one for one in zoneinfo.available_timezones() if one.split("/")[0] in parts)
    return (*FIRST_ZONES, *sorted(set(named) - set(FIRST_ZONES)))


def zone_label(zone: str) -> str:
    """A zone as one reads it."""
    return zone.replace("_", " ")


class SeenForm(forms.Form):
    """Knows which fields were changed by whoever sent it."""

    def changes(self) -> dict[str, Any]:
        """The fields that differ from what the page said, with their new values."""
        return {name: self.cleaned_data[name] for name in self.changed_data}

    def shown(self) -> dict[str, Any]:
        """What the page said of those."""
        said = {name: self.data.get(self.add_initial_prefix(name)) for name in self.changed_data}
        return {name: value for name, value in said.items() if value is not None}

    def after(self, now: Mapping[str, str]) -> dict[str, Any]:
        """What was sent, as if the page had said what stands there now."""
        return {
            **{name: self.data.get(name, "") for name in self.fields},
            **{self.add_initial_prefix(name): now[name] for name in self.fields},
        }


class ClassForm(forms.Form):
    """A new class."""

    name = forms.CharField(label=_("Name of the class"), max_length=LONGEST_CLASS_NAME)
    rules = forms.ChoiceField(label=_("Rules"))
    zone = forms.ChoiceField(label=_("Time zone"), widget=ZoneSelect)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None = None, *, nickname: str = "") -> None:
        super().__init__(
            data,
            initial={"key": uuid.uuid4(), "nickname": nickname, "zone": FIRST_ZONES[0]},
        )
        self.fields["nickname"] = NicknameField(
            longest=LONGEST_NICKNAME,
            label=str(_("Your name in the class")),
            help_text=str(_("What the pupils read, as in: Ms Kaya.")),
        )
        _fill_choices(self)
        self.order_fields(["name", "nickname", "rules", "zone", "key"])

    def clean_name(self) -> str:
        return _one_line(self.cleaned_data["name"])


class SettingsForm(SeenForm):
    """What of a class can be changed."""

    name = forms.CharField(
        label=_("Name of the class"), max_length=LONGEST_CLASS_NAME, show_hidden_initial=True
    )
    rules = forms.ChoiceField(label=_("Rules"), show_hidden_initial=True)
    zone = forms.ChoiceField(
        label=_("Time zone"),
        widget=ZoneSelect,
        show_hidden_initial=True,
        help_text=_("Times of assignments are shown in it."),
    )

    def __init__(self, classroom: Classroom, data: Mapping[str, Any] | None = None) -> None:
        shown = {name: getattr(classroom, name) for name in ("name", "rules", "zone")}
        super().__init__(data, initial=shown)
        _fill_choices(self)

    def clean_name(self) -> str:
        return _one_line(self.cleaned_data["name"])


class MemberForm(SeenForm):
    """The names of a pupil, or what a class calls its teacher."""

    def __init__(self, member: Member, data: Mapping[str, Any] | None = None) -> None:
        shown = {"nickname": member.nickname, "real_name": member.real_name}
        super().__init__(data, initial=shown)
        pupil = member.role == Member.Role.PUPIL
        self.fields["nickname"] = NicknameField(
            longest=LONGEST_NICKNAME,
            label=str(_("Nickname")) if pupil else str(_("Name in the class")),
        )
        if pupil:
            self.fields["real_name"] = NicknameField(
                longest=LONGEST_REAL_NAME,
                required=False,
                label=str(_("Real name")),
                help_text=str(_("For the teachers of this class alone.")),
            )
        self.fields["nickname"].error_messages["required"] = str(_("A nickname belongs here."))
        for field in self.fields.values():
            field.show_hidden_initial = True


class ListForm(forms.Form):
    """A pasted list of pupils."""

    text = forms.CharField(
        label=_("A pupil a line"),
        max_length=LONGEST_LIST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "dir": "auto"}),
        help_text=_(
            "A nickname, and if you like a comma, semicolon or tab and the real name. Two columns "
            "of a table can be pasted as they are."
        ),
        error_messages={"required": _("Write or paste at least one nickname.")},
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"key": uuid.uuid4()})


class ChosenForm(forms.Form):
    """Pupils that are chosen by their boxes."""

    member = forms.TypedMultipleChoiceField(
        error_messages={"required": _("Choose somebody first.")}
    )

    def __init__(self, data: Any, members: list[Member]) -> None:
        super().__init__(data)
        field = self.fields["member"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(str(one.pk), one.nickname) for one in members]
        field.coerce = uuid.UUID


class AcceptForm(forms.Form):
    """Becoming a teacher of a class."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, nickname: str = "") -> None:
        super().__init__(data, initial={"nickname": nickname})
        self.fields["nickname"] = NicknameField(
            longest=LONGEST_NICKNAME, label=str(_("Your name in the class"))
        )


def _fill_choices(form: forms.Form) -> None:
    rules, zone = form.fields["rules"], form.fields["zone"]
    assert isinstance(rules, forms.ChoiceField)
    assert isinstance(zone, forms.ChoiceField)
    rules.choices = [(key, rules_name(key)) for key in RULE_SETS]
    listed = zones()
    kept = form.initial.get("zone", "")
    zone.choices = [
        (one, zone_label(one))
        for one in (*(() if kept in listed or not kept else (kept,)), *listed)
    ]


def _one_line(text: str) -> str:
    name = " ".join(text.split())
    if not name.isprintable():
        raise forms.ValidationError(_("Use letters, digits and signs that can be seen."))
    return name
