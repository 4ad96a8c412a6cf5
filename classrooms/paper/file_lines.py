"""The files of an assignment that a teacher has had made, as plain values for the page."""

from __future__ import annotations

from typing import Any

from classrooms.assignments.models import Assignment
from classrooms.gradebook.exporting import KEPT
from classrooms.paper import filing
from classrooms.people.access import Entered
from jobs.words import reason


def shown_files(entered: Entered, assignment: Assignment) -> dict[str, Any]:
    """The teacher's own files: how far each is, and what may be done with it."""
    rows = list(filing.files_of(entered.member.player, assignment).defer("content"))
    lines = [
        {
            "row": row,
            "is_key": row.form == filing.KEYS,
            "is_moving": filing.is_moving(row),
            "may_retry": filing.may_retry(row),
            "failure": reason(row.job) if row.job is not None and row.job.last_error else "",
            "progress": row.job.progress() if row.job is not None else None,
            "until": row.created_at + KEPT,
        }
        for row in rows
    ]
    return {"lines": lines, "is_moving": any(one["is_moving"] for one in lines)}
