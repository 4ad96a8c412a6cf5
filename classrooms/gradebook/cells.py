"""What stands in a cell, in words and shapes: nothing is told by colour alone."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from classrooms.gradebook.scores import Has, Score, percent
from classrooms.gradebook.table import Gradebook, Row

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


def cells_of(book: Gradebook, row: Row, places: range | list[int]) -> list[Cell]:
    """A pupil's cells in some columns, each leading to the work that counts."""
    return [
        cell_of(
            row.scores[place],
            reverse("gradebook-work", args=[book.classroom.pk, row.scores[place].work])
            if row.scores[place].work
            else "",
        )
        for place in places
    ]


def tries_text(score: Score) -> str:
    """How many tries were handed in."""
    return ngettext("%(count)s try", "%(count)s tries", score.tries) % {"count": score.tries}
