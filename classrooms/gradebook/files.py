"""The gradebook as tables for a spreadsheet. The figures are those of the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from classrooms.gradebook.book import Gradebook
from classrooms.gradebook.cells import LATE, WORDS
from classrooms.gradebook.paging import ordered
from classrooms.gradebook.scores import Has, Score
from tutor.csv_files import Cell


def grid_rows(book: Gradebook, sort: str = "name") -> Iterator[list[Cell]]:
    """The whole grid: a line a pupil, two columns an assignment (points, and a remark)."""
    yield [
        _("Nickname"),
        _("Real name"),
        *_heads(book),
        _("Points"),
        _("Out of"),
        _("Share in percent"),
    ]
    for row in ordered(book, sort):
        yield [
            row.member.nickname,
            row.member.real_name,
            *_cells(row.scores),
            row.total.points,
            row.total.out_of,
            row.total.share,
        ]
    yield [
        _("Class"),
        "",
        *_class_cells(book),
        book.total.points,
        book.total.out_of,
        book.total.share,
    ]


def _heads(book: Gradebook) -> Iterator[str]:
    for column in book.columns:
        title = str(column.assignment.title)
        yield _("%(title)s (of %(most)s)") % {"title": title, "most": column.out_of}
        yield _("%(title)s: remark") % {"title": title}


def _cells(scores: Iterable[Score]) -> Iterator[Cell]:
    for score in scores:
        yield score.points
        yield remark(score)


def _class_cells(book: Gradebook) -> Iterator[Cell]:
    for column in book.columns:
        yield column.share
        yield _("percent")


def remark(score: Score) -> str:
    """Missing, excused, late and the like; empty where points say all."""
    words = [] if score.has == Has.DONE else [str(WORDS[score.has])]
    if score.late:
        words.append(str(LATE))
    return ", ".join(words)
