"""What the tests of a class's pages share."""

from __future__ import annotations

from typing import Any

from classrooms.models import Classroom


def base(room: Classroom) -> str:
    return f"/classes/{room.pk}/"


def said(answer: Any) -> str:
    text: str = answer.content.decode()
    return text
