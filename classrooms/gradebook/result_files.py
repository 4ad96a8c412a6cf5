"""One assignment as a table: each pupil's puzzles, right or not, by the set's numbers."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator

from django.utils.translation import gettext as _

from classrooms.assignments.models import Assignment, WorkAnswer
from classrooms.gradebook.book import Gradebook, read
from classrooms.gradebook.files import remark
from tutor.csv_files import Cell


def result_rows(assignment: Assignment) -> Iterator[list[Cell]]:
    """A line a pupil with the work that counts: 1 right, 0 missed, empty where left out."""
    book = read(assignment.classroom, assignments=Assignment.objects.filter(pk=assignment.pk))
    numbers = range(1, book.columns[0].out_of + 1)
    given = answers_of(book)
    yield [
        _("Nickname"),
        _("Real name"),
        _("Points"),
        _("Out of"),
        _("Share in percent"),
        _("Tries"),
        _("Remark"),
        *(_("Puzzle %(number)s") % {"number": number} for number in numbers),
    ]
    for row in book.rows:
        score = row.scores[0]
        own = given.get(score.work, {}) if score.work is not None else {}
        yield [
            row.member.nickname,
            row.member.real_name,
            score.points,
            score.out_of,
            score.share,
            score.tries,
            remark(score),
            *(_digit(own.get(number - 1)) for number in numbers),
        ]


def answers_of(book: Gradebook) -> dict[uuid.UUID, dict[int, bool | None]]:
    """Right or not by work and index, for the works that count in the first column."""
    works = [row.scores[0].work for row in book.rows if row.scores[0].work is not None]
    found: dict[uuid.UUID, dict[int, bool | None]] = defaultdict(dict)
    rows = WorkAnswer.objects.filter(work__in=works)
    for work, index, correct in rows.values_list("work", "index", "correct"):
        found[work][index] = correct
    return found


def _digit(correct: bool | None) -> int | None:
    return None if correct is None else int(correct)
