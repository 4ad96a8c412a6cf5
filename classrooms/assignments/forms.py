"""What teachers send about assignments, read strictly. Times are typed in the class's zone."""

from __future__ import annotations

import datetime as dt
import secrets
import uuid
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from classrooms.assignments import giving, making, words
from classrooms.assignments.details import Details
from classrooms.assignments.models import Assignment
from classrooms.assignments.timing import MOST_GRACE, NoSuchTime, local_of, moment_of
from classrooms.people.models import Classroom, Member
from puzzles.board import rules_name
from puzzles.forms import SetForm
from puzzles.kinds.base import EASIEST, HARDEST
from puzzles.kinds.registry import KINDS, rule_sets
from puzzles.models import PuzzleSet
from puzzles.set_names import set_name
from puzzles.words import kind_name, theme_name

MOST_TRIES: Final = 20
DETAILS: Final = (
    "title",
    "words",
    "opens_at",
    "due_at",
    "late_until",
    "grace_minutes",
    "tries",
    "counting",
    "feedback",
)


class ZonedField(forms.Field):
    """A day and a time as written in a zone; the value is a moment. `later`: an end."""

    def __init__(self, *, zone: str, later: bool = False, **more: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **more)
        self.zone, self.later = zone, later

    def to_python(self, value: Any) -> dt.datetime | None:
        if not value:
            return None
        if isinstance(value, dt.datetime):
            return value
        try:
            local = dt.datetime.fromisoformat(str(value))
        except ValueError:
            raise forms.ValidationError(_("Write a day and a time, as 2026-12-24 18:00.")) from None
        if local.tzinfo is not None or not 2000 <= local.year <= 2100:
            raise forms.ValidationError(_("Write a day and a time, as 2026-12-24 18:00."))
        try:
            return moment_of(local, self.zone, later=self.later)
        except NoSuchTime:
            raise forms.ValidationError(
                _("There is no such time on this day: clocks are set forward then.")
            ) from None

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, dt.datetime) and value.tzinfo is not None:
            return local_of(value, self.zone).replace(tzinfo=None)
        return value


class DetailsForm(forms.Form):
    """Words, times, and what counts."""

    def __init__(self, classroom: Classroom, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.classroom = classroom
        zone = classroom.zone
        self.fields |= {
            "title": forms.CharField(label=_("Title"), max_length=80),
            "due_at": ZonedField(
                label=_("Due"),
                required=False,
                zone=zone,
                later=True,
                help_text=gettext("In the class’s zone: %(zone)s. Empty: without an end.")
                % {"zone": zone.replace("_", " ")},
            ),
            "words": forms.CharField(
                label=_("Words to the pupils"),
                required=False,
                max_length=1_000,
                widget=forms.Textarea(attrs={"rows": 3}),
            ),
            "opens_at": ZonedField(
                label=_("Opens"),
                required=False,
                zone=zone,
                help_text=_("Empty: as soon as the puzzles are settled."),
            ),
            "late_until": ZonedField(
                label=_("Taken late until"),
                required=False,
                zone=zone,
                later=True,
                help_text=_("Empty: nothing is taken late."),
            ),
            "grace_minutes": forms.IntegerField(
                label=_("Minutes of grace"),
                min_value=0,
                max_value=MOST_GRACE,
                required=False,
                initial=0,
                help_text=_("So long after the due time, it is still in time."),
            ),
            "tries": forms.IntegerField(
                label=_("Tries"), min_value=1, max_value=MOST_TRIES, initial=1, required=False
            ),
            "counting": forms.ChoiceField(
                label=_("What counts"),
                choices=list(words.COUNTING.items()),
                required=False,
                initial=Assignment.Counting.BEST,
            ),
            "feedback": forms.ChoiceField(
                label=_("Results are shown"),
                choices=list(words.FEEDBACK.items()),
                required=False,
                initial=Assignment.Feedback.AFTER_SUBMIT,
            ),
        }

    def clean_title(self) -> str:
        title = " ".join(self.cleaned_data["title"].split())
        if not title or not title.isprintable():
            raise forms.ValidationError(_("Use letters, digits and signs that can be seen."))
        return title

    def clean_grace_minutes(self) -> int:
        return self.cleaned_data["grace_minutes"] or 0

    def clean_tries(self) -> int:
        return self.cleaned_data["tries"] or 1

    def clean_counting(self) -> str:
        return self.cleaned_data["counting"] or Assignment.Counting.BEST

    def clean_feedback(self) -> str:
        return self.cleaned_data["feedback"] or Assignment.Feedback.AFTER_SUBMIT

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        opens, due, late = (cleaned.get(name) for name in ("opens_at", "due_at", "late_until"))
        if opens and due and opens >= due:
            self.add_error("due_at", _("This is not after it opens."))
        if late and not due and "due_at" not in self.errors:
            self.add_error("late_until", _("Without a due time nothing is late."))
        if late and due and late < due:
            self.add_error("late_until", _("This is before it is due."))
        if (
            cleaned.get("feedback") == Assignment.Feedback.AFTER_DUE
            and not due
            and "due_at" not in self.errors
        ):
            self.add_error("feedback", _("Without a due time this moment never comes."))
        return cleaned

    def details(self) -> dict[str, Any]:
        """The fields as the services take them."""
        return {name: self.cleaned_data[name] for name in DETAILS}


class NewForm(DetailsForm):
    """A new assignment: the details, and where its puzzles come from."""

    def __init__(
        self,
        classroom: Classroom,
        *args: Any,
        sets: list[PuzzleSet],
        pupils: list[Member],
        history: list[tuple[str, str]],
        **more: Any,
    ) -> None:
        super().__init__(classroom, *args, **more)
        self.fields |= {
            "source": forms.ChoiceField(
                label=_("Puzzles"),
                choices=[
                    ("made", _("New ones")),
                    ("set", _("A set of mine")),
                    ("given", _("Single puzzles")),
                ],
                required=False,
                initial="made",
            ),
            "rules": forms.ChoiceField(
                label=_("Rules"),
                choices=[(key, rules_name(key)) for key in rule_sets()],
                initial=classroom.rules,
                required=False,
            ),
            "kinds": forms.MultipleChoiceField(
                label=_("Kinds"),
                required=False,
                choices=[(key, kind_name(key)) for key in KINDS],
                help_text=_("Those that the rules do not know are left out."),
            ),
            "theme": forms.ChoiceField(
                label=_("Theme"), required=False, choices=[("", _("Any")), *_themes()]
            ),
            "count": forms.IntegerField(
                label=pgettext_lazy("in a class", "Number of puzzles"),
                min_value=1,
                max_value=making.MOST,
                initial=10,
                required=False,
            ),
            "difficulty_from": forms.IntegerField(
                label=_("Difficulty from"),
                required=False,
                min_value=EASIEST,
                max_value=HARDEST,
                help_text=_("From 600 (easy) to 2400; most hands lie between 1000 and 2000."),
            ),
            "difficulty_to": forms.IntegerField(
                label=_("Difficulty to"), required=False, min_value=EASIEST, max_value=HARDEST
            ),
            "set": forms.ChoiceField(
                label=_("Set"),
                required=False,
                choices=[("", _("Choose a set")), *((str(one.pk), set_name(one)) for one in sets)],
            ),
            "numbers": forms.CharField(
                label=_("Of the set, these numbers"),
                required=False,
                max_length=400,
                help_text=_("As 1-5, 8. Empty: all of them."),
            ),
            "links": forms.CharField(
                label=_("Links of puzzles"),
                required=False,
                max_length=giving.LONGEST,
                widget=forms.Textarea(attrs={"rows": 3}),
                help_text=_("A link or an id a line, in the order of the assignment."),
            ),
            "history": forms.MultipleChoiceField(
                label=_("From your history"), required=False, choices=history
            ),
            "variants": forms.BooleanField(
                label=_("Each pupil sees colours of their own"), required=False
            ),
            "whom": forms.ChoiceField(
                label=_("For"),
                choices=[("all", _("the whole class")), ("some", _("some pupils"))],
                required=False,
                initial="all",
            ),
            "pupils": forms.MultipleChoiceField(
                label=_("Pupils"),
                required=False,
                choices=[(str(one.pk), one.nickname) for one in pupils],
            ),
            "key": forms.UUIDField(widget=forms.HiddenInput),
        }
        if not self.is_bound:
            self.initial.setdefault("key", uuid.UUID(bytes=secrets.token_bytes(16), version=4))

    def clean_count(self) -> int:
        return self.cleaned_data["count"] or 10

    def clean_rules(self) -> str:
        return self.cleaned_data["rules"] or self.classroom.rules

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        low, high = cleaned.get("difficulty_from"), cleaned.get("difficulty_to")
        if low is not None and high is not None and low > high:
            self.add_error("difficulty_to", _("This is below where it starts."))
        given = cleaned.get("links") or cleaned.get("history")
        unread = {"links", "history"} & set(self.errors)
        if cleaned.get("source") == "given" and not given and not unread:
            self.add_error("links", _("Give at least one puzzle."))
        if cleaned.get("source") == "set" and not cleaned.get("set") and "set" not in self.errors:
            self.add_error("set", _("Choose a set."))
        if (
            cleaned.get("whom") == "some"
            and not cleaned.get("pupils")
            and "pupils" not in self.errors
        ):
            self.add_error("pupils", _("Choose at least one pupil."))
        return cleaned

    def clean_links(self) -> list[uuid.UUID]:
        try:
            return giving.read_ids(self.cleaned_data["links"])
        except giving.Unreadable as line:
            raise forms.ValidationError(
                _("This names no puzzle: %(line)s"), params={"line": line}
            ) from None

    def source(self, sets: list[PuzzleSet]) -> making.Specification | list[making.Pick]:
        """What is to be made or taken. Raise `InputError` for a puzzle that cannot be given,
        `NotComplete` for a set that is still being made, `giving.Unreadable` for its numbers."""
        data = self.cleaned_data
        if data["source"] == "given":
            return making.picks_by_id([*data["links"], *map(uuid.UUID, data["history"])])
        if data["source"] != "set":
            return self.specification()
        picks = making.picks_of(next(one for one in sets if str(one.pk) == data["set"]))
        return giving.chosen(picks, giving.read_numbers(data["numbers"], len(picks)))

    def all_details(self) -> Details:
        """The details of the new assignment."""
        chosen = self.cleaned_data["pupils"] if self.cleaned_data["whom"] == "some" else None
        return Details(
            **self.details(),
            variants=self.cleaned_data["variants"],
            recipients=None if chosen is None else tuple(uuid.UUID(one) for one in chosen),
        )

    def specification(self) -> making.Specification:
        """What puzzles shall be made."""
        data = self.cleaned_data
        low, high = data.get("difficulty_from"), data.get("difficulty_to")
        theme = data.get("theme") or ""
        kinds = data["kinds"]
        if theme and not kinds:
            kinds = [
                key
                for key, kind in KINDS.items()
                if theme in kind.themes and data["rules"] in kind.rule_sets
            ]
        return making.Specification(
            rules=data["rules"],
            count=data["count"],
            kinds=SetForm._kinds(data["rules"], kinds),
            difficulty=None if low is None and high is None else (low or EASIEST, high or HARDEST),
            theme=theme,
        )


class ExtensionForm(forms.Form):
    """What is different for one pupil; all empty takes it back."""

    def __init__(self, classroom: Classroom, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = classroom.zone
        self.fields |= {
            "due_at": ZonedField(label=_("Due"), required=False, zone=zone, later=True),
            "late_until": ZonedField(
                label=_("Taken late until"), required=False, zone=zone, later=True
            ),
            "tries": forms.IntegerField(
                label=_("Tries"), required=False, min_value=1, max_value=MOST_TRIES
            ),
            "excused": forms.BooleanField(label=_("Excused: counts nowhere"), required=False),
        }


class RecipientsForm(forms.Form):
    """For whom an assignment is."""

    def __init__(self, pupils: list[Member], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= {
            "whom": forms.ChoiceField(choices=[("all", ""), ("some", "")]),
            "pupils": forms.MultipleChoiceField(
                required=False, choices=[(str(one.pk), one.nickname) for one in pupils]
            ),
        }

    def members(self) -> tuple[uuid.UUID, ...] | None:
        """The chosen pupils; None for everyone."""
        if self.cleaned_data["whom"] == "all":
            return None
        return tuple(uuid.UUID(one) for one in self.cleaned_data["pupils"])


def _themes() -> list[tuple[str, str]]:
    return list(
        {
            theme.key: theme_name(key, theme.key)
            for key, kind in KINDS.items()
            for theme in kind.themes.values()
            if not theme.tells
        }.items()
    )
