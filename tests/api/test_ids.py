"""An id is text: neither a number nor false is made one."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from rest_framework.exceptions import ValidationError

from accounts.api_reading import IdField
from tests.site.test_code import ROOT


@pytest.mark.parametrize("odd", [False, True, 0, 1, -1, 10**40, 1.5, None, [], {}, "", "x", b"x"])
def test_only_text_is_read_as_an_id(odd: Any) -> None:
    with pytest.raises(ValidationError):
        IdField().run_validation(odd)


def test_an_id_is_read() -> None:
    known = uuid.uuid4()
    assert IdField().run_validation(str(known)) == known


@pytest.mark.parametrize("room", ["accounts", "jobs", "tutor", "puzzles", "classrooms", "okeysite"])
def test_no_serializer_has_the_librarys_own_field(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        assert path.name == "api_reading.py" or "serializers.UUIDField" not in path.read_text()
