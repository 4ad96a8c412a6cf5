"""When an assignment ends, as the database works it out: for a filter over many of them.

What `timing.py` says of one, in the same words; a test compares the two.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db.models import (
    DateTimeField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    Func,
    OuterRef,
    Q,
)

from classrooms.assignments.models import Extension, Work
from classrooms.assignments.querysets import AssignmentQuerySet


class Minutes(Func):
    """So many minutes, as the database keeps a duration."""

    output_field = DurationField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        context["template"] = "(%(expressions)s * 60000000)"
        return self.as_sql(compiler, connection, **context)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        context["template"] = "make_interval(mins => %(expressions)s)"
        return self.as_sql(compiler, connection, **context)


def _in_time_until(due: str, grace: str) -> ExpressionWrapper:
    return ExpressionWrapper(F(due) + Minutes(grace), output_field=DateTimeField())


def _extended(moment: dt.datetime, **whose: OuterRef) -> Exists:
    """Whether an extension of theirs takes answers at that moment."""
    found = Extension.objects.filter(**whose).alias(
        ends=_in_time_until("due_at", "assignment__grace_minutes")
    )
    return Exists(found.filter(Q(ends__gte=moment) | Q(late_until__gte=moment)))


def taking_from_somebody(assignments: AssignmentQuerySet, moment: dt.datetime) -> Any:
    """Those of them that have an end, and that somebody may hand in at that moment still."""
    return assignments.alias(ends=_in_time_until("due_at", "grace_minutes")).filter(
        Q(ends__gte=moment)
        | Q(late_until__gte=moment)
        | _extended(moment, assignment=OuterRef("pk"))
    )


def overdue(moment: dt.datetime) -> Any:
    """Works under way that their pupils may not hand in any more."""
    works = Work.objects.under_way().alias(
        ends=_in_time_until("assignment__due_at", "assignment__grace_minutes")
    )
    return works.filter(
        Q(assignment__late_until=None) | Q(assignment__late_until__lt=moment),
        ~_extended(moment, assignment=OuterRef("assignment"), member=OuterRef("member")),
        ends__lt=moment,
    )
