"""Why results from paper were not taken."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from puzzles.errors import Refused

FILE: Final = _("Sheets for each pupil")
_SAID: Final[dict[str, Promise]] = {
    "paper.draft": _("The puzzles of this assignment are not settled yet: settle it first."),
    "paper.unreadable": _(
        "Some marks cannot be read. Each pupil has at most one mark a puzzle: + right, - wrong, "
        ". left blank. Nothing was saved; what you typed is still here."
    ),
    "paper.meanwhile": _(
        "Somebody else entered something else for one of these pupils meanwhile. Nothing was "
        "saved: open the page again, compare, and enter it once more."
    ),
    "paper.nobody": _("There are no pupils yet for whom sheets could be made."),
    "key.reused": _("This page is out of date. Load it again."),
    "class.archived": _("This class is archived: everything can be read, nothing changed."),
    "class.gone": _("One of these pupils is no longer in the class. Open the page again."),
}


def said(refusal: Refused) -> str:
    """The sentence for a refusal."""
    return str(_SAID.get(refusal.code, refusal.code))
