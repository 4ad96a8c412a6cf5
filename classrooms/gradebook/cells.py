"""What stands in a cell, in words and shapes: nothing is told by colour alone."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from accounts.remembering import remembered
from classrooms.gradebook.scores import Has, Score, percent
from classrooms.people.models import Classroom

HIGH, HALF = 80, 50  # percent: from here a full, a half mark

WORDS: Final[dict[Has, Promise]] = {
    Has.DONE: pgettext_lazy("gradebook", "graded"),
    Has.WAITING: pgettext_lazy("gradebook", "being graded"),
    Has.FAILED: pgettext_lazy("gradebook", "grading failed"),
    Has.MISSING: pgettext_lazy("gradebook", "missing"),
    Has.OPEN: pgettext_lazy("gradebook", "open"),
    Has.NOT_YET: pgettext_lazy("gradebook", "not yet"),
    Has.EXCUSED: pgettext_lazy("gradebook", "excused"),
    Has.NOT_MEANT: pgettext_lazy("gradebook", "not for them"),
}
LATE: Final = pgettext_lazy("gradebook", "late")
_URL: Final = "@work@"
_ANY: Final = uuid.UUID(int=0)
PENDING: Final = pgettext_lazy("gradebook", "a further try is being graded")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell to be drawn. `mark` names a shape, `said` is all of it for a reader's ear."""

    mark: str
    points: str
    word: str
    late: bool
    pending: bool
    said: str
    url: str = ""


def cell_of(score: Score, url: str = "") -> Cell:
    """What a score looks like."""
    word = str(WORDS[score.has])
    points = "" if score.points is None or score.has == Has.MISSING else str(score.points)
    said = [word]
    if points:
        said = [_("%(points)s of %(most)s") % {"points": points, "most": score.out_of}]
    if score.late:
        said.append(str(LATE))
    if score.pending and points:
        said.append(str(PENDING))
    return Cell(
        mark=mark_of(score),
        points=points,
        word="" if points else word,
        late=score.late,
        pending=score.pending and bool(points),
        said=", ".join(said),
        url=url,
    )


def mark_of(score: Score) -> str:
    """The shape: full, half, low, or what is there instead of points."""
    if score.points is None or score.has == Has.MISSING:
        return str(score.has)
    share = percent(score.points, score.out_of) or Decimal(0)
    return "full" if share >= HIGH else "half" if share >= HALF else "low"


def percent_text(value: Decimal | None) -> str:
    """A share as this language writes it; a dash where nothing counts."""
    if value is None:
        return "–"
    return _("%(number)s%%") % {"number": number_format(value, 1)}


def sum_text(points: int, out_of: int) -> str:
    """Points of how many."""
    return f"{points}/{out_of}" if out_of else "–"


def cells_of(classroom: Classroom, scores: Iterable[Score]) -> SafeString:
    """A pupil's cells as they are drawn, each leading to the work that counts.

    Cells that look alike are drawn once: there are hundreds on a page, and few looks.
    """
    address = reverse("gradebook-work", args=[classroom.pk, _ANY])
    before, after = address.split(str(_ANY))
    return SafeString(
        "".join(_drawn(one).replace(_URL, f"{before}{one.work}{after}") for one in scores)
    )


def _drawn(score: Score) -> SafeString:
    """A cell with `_URL` where the address of its work belongs."""
    leads = score.work is not None
    look = (score.has, score.points, score.out_of, score.late, score.pending, leads)
    return remembered(
        ("gradebook cell", *look),
        lambda: render_to_string(
            "classrooms/gradebook/_cell.html", {"cell": cell_of(score, _URL if leads else "")}
        ),
    )
