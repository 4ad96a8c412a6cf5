"""Sentences of grading, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

UNREADABLE = gettext_lazy(
    "An answer that was taken then cannot be read any more. Nothing of this work was lost; "
    "report it, and have it graded again after the next update."
)
