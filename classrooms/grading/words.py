"""Sentences of grading, in the reader's language."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from classrooms.people.words import refusal as refusal_of_people
from puzzles.errors import Refused

UNREADABLE = gettext_lazy(
    "An answer that was taken then cannot be read any more. Nothing of this work was lost; "
    "report it, and have it graded again after the next update."
)
_REFUSED: Final[dict[str, Promise]] = {
    "grades.not-looked-at": gettext_lazy("What would change is not known yet. Wait for the look."),
    "grades.engine-changed": gettext_lazy(
        "The engine has been updated since this look. Look again, then apply."
    ),
}


def refusal(refused: Refused) -> str:
    """Say why something cannot be done now."""
    own = _REFUSED.get(refused.code)
    return str(own) if own is not None else refusal_of_people(refused)
