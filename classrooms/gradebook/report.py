"""A pupil's results as a PDF, made by typst: the figures of the page, and nobody else's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import typst
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.assignments.timing import local_of
from classrooms.gradebook import cells
from classrooms.gradebook.files import remark
from classrooms.gradebook.pupil import Line, Results
from classrooms.gradebook.scores import Has
from tutor.board.words import language

_TEMPLATE: Final = Path(__file__).with_name("report.typ")


def report(found: Results, *, real_name: bool) -> bytes:
    """The PDF, in the reader's language. Without `real_name` the nickname alone stands in it."""
    made: bytes = typst.compile(
        str(_TEMPLATE),
        sys_inputs={"data": json.dumps(data_of(found, real_name=real_name))},
        ignore_system_fonts=True,
    )
    return made


def data_of(found: Results, *, real_name: bool) -> dict[str, Any]:
    """What the template shows: texts alone."""
    book, member = found.book, found.member
    name = (member.real_name if real_name else "") or member.nickname
    moment = date_format(local_of(book.moment, book.classroom.zone), "SHORT_DATETIME_FORMAT")
    missing = sum(line.score.has == Has.MISSING for line in found.lines)
    late = sum(line.score.late for line in found.lines)
    return {
        "title": name,
        "language": language(),
        "class": book.classroom.name,
        "as_of": _("As of %(moment)s") % {"moment": moment},
        "footer": f"Istaka · {book.classroom.name} · {name}",
        "share": cells.percent_text(found.total.share),
        "sum": _("%(points)s of %(most)s points")
        % {"points": found.total.points, "most": found.total.out_of},
        "remarks": [
            *([_missing(missing)] if missing else []),
            *([_late(late)] if late else []),
        ],
        "heads": [_("Assignment"), _("Due"), _("Points"), _("Share"), _("Tries"), _("Remark")],
        "rows": [_row(found, line) for line in found.lines],
        "none": _("No assignment yet."),
        "results": _("Results"),
    }


def _row(found: Results, line: Line) -> list[str]:
    score = line.score
    return [
        line.column.assignment.title,
        line.day if line.column.assignment.due_at else "–",
        f"{score.points}/{score.out_of}" if score.counts else "–",
        cells.percent_text(score.share),
        str(score.tries or "–"),
        remark(score),
    ]


def _missing(count: int) -> str:
    return ngettext("%(count)s missing", "%(count)s missing", count) % {"count": count}


def _late(count: int) -> str:
    return ngettext("%(count)s late", "%(count)s late", count) % {"count": count}
