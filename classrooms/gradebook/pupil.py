"""One pupil's results, as the page and the report show them: from the same table as the grid."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from decimal import ROUND_HALF_UP
from typing import Any

from django.utils.formats import date_format

from classrooms.assignments.models import Work
from classrooms.assignments.timing import local_of
from classrooms.gradebook.book import Gradebook, read
from classrooms.gradebook.scores import Has, Score, Sum, percent
from classrooms.gradebook.table import Column
from classrooms.people.models import Classroom, Member


@dataclass(frozen=True, slots=True)
class Line:
    """An assignment of the pupil on its day, with the tries that were handed in, in order."""

    column: Column
    day: str
    score: Score
    works: tuple[Work, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """All of a pupil's assignments in a class, in the order in which they began."""

    book: Gradebook
    member: Member
    lines: tuple[Line, ...]
    total: Sum

    def course(self) -> tuple[list[str], list[int]]:
        """The shares of what counts over time: days and whole percents, for a plot."""
        labels, values = [], []
        for line in self.lines:
            share = percent(line.score.points or 0, line.score.out_of)
            if line.score.counts and share is not None:
                labels.append(line.day)
                values.append(int(share.to_integral_value(ROUND_HALF_UP)))
        return labels, values


def results_of(classroom: Classroom, member: Member) -> Results:
    """Read them. Seven queries."""
    book = read(classroom, members=Member.objects.filter(pk=member.pk, classroom=classroom))
    works: dict[Any, list[Work]] = defaultdict(list)
    for work in Work.objects.handed_in().filter(member=member).select_related("job"):
        works[work.assignment_id].append(work)
    row = book.rows[0]
    lines = tuple(
        Line(
            column,
            day_of(book, column),
            score,
            tuple(sorted(works[column.assignment.pk], key=lambda one: one.try_no)),
        )
        for column, score in zip(book.columns, row.scores, strict=True)
        if score.has != Has.NOT_MEANT
    )
    return Results(book, member, lines, row.total)


def day_of(book: Gradebook, column: Column) -> str:
    """The day on which an assignment is due, else that on which it began, in the class's zone."""
    one = column.assignment
    moment = one.due_at or one.opens_at or one.frozen_at or one.created_at
    return date_format(local_of(moment, book.classroom.zone), "SHORT_DATE_FORMAT")
