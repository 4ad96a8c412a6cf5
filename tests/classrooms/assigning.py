"""What the tests of assignments' pages share: addresses, answers, a form filled in."""

from __future__ import annotations

import uuid
from typing import Any

from django.test import Client
from django.urls import reverse

from classrooms.assignments.models import Assignment, Work
from puzzles.models import SetItem
from tests.puzzles.conftest import best_melds, opens


def url(name: str, row: Assignment, *more: Any) -> str:
    return reverse(name, args=[row.classroom_id, row.pk, *more])


def answer_of(item: SetItem, *, right: bool) -> dict[str, str]:
    """What a form sends for a hand that opens or does not."""
    if opens(item.puzzle) == right:
        return (
            {"answer": "melds", "melds": best_melds(item.puzzle)}
            if right
            else {
                "answer": "melds",
                "melds": "R1 R2 R3",
            }
        )
    return {"answer": "cannot"}


def begin(client: Client, row: Assignment) -> Work:
    assert client.post(url("work-begin", row)).status_code == 303
    return Work.objects.get(assignment=row, submitted_at=None)


def new_fields(**more: Any) -> dict[str, Any]:
    return {"title": "Friday", "key": str(uuid.uuid4()), "count": 3, "rules": "101-club", **more}
