"""What a teacher writes into the gradebook."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.assignments.models import Assignment
from classrooms.gradebook.notes import LONGEST
from classrooms.people.long_select import LongSelect
from puzzles.kinds.registry import KINDS


class NoteForm(forms.Form):
    """A note. `assignment` is empty for one on the pupil."""

    text = forms.CharField(
        label=_("Note"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 3})
    )
    assignment = forms.UUIDField(label=_("About"), required=False, widget=LongSelect())
    key = forms.UUIDField(widget=forms.HiddenInput)

    @classmethod
    def new(cls) -> NoteForm:
        """An empty one, with its key."""
        return cls(initial={"key": uuid.uuid4()})

    def offer(self, assignments: Iterable[Assignment]) -> None:
        """Fill the choice of what it is about."""
        choices = [("", _("The pupil")), *((str(one.pk), one.title) for one in assignments)]
        widget = self.fields["assignment"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = choices


class ReviewForm(forms.Form):
    """A review assignment of what was missed: of all kinds, or of those that are ticked."""

    key = forms.UUIDField()
    kinds = forms.MultipleChoiceField(required=False, choices=[(key, key) for key in KINDS])


class KeyForm(forms.Form):
    """A button: the key of its request."""

    key = forms.UUIDField()
