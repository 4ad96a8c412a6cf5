"""What is sent with a report."""

from __future__ import annotations

from django import forms

from puzzles.forms import PlaceForm
from puzzles.reports.models import NOTE_LENGTH


class ReportForm(PlaceForm):
    """Where the puzzle was seen, and perhaps what is wrong."""

    note = forms.CharField(required=False, max_length=NOTE_LENGTH)
