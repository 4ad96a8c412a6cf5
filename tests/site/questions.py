"""What one request asks the database: how often, and whether it asks the same again and again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection
from django.test.utils import CaptureQueriesContext

MOST_ALIKE: Final = 3  # of one shape in one request: more is one a row
_VALUE: Final = re.compile(r"'(?:[^']|'')*'|\b[0-9a-f]{32}\b|\b\d+(?:\.\d+)?\b|%s|\?")
_LIST: Final = re.compile(r"\((?:\s*\*\s*,?)+\)")


@dataclass(frozen=True)
class Questions:
    """The statements of one request, in order."""

    statements: list[str]

    def __len__(self) -> int:
        return len(self.statements)

    @property
    def alike(self) -> dict[str, int]:
        """Questions of one shape that are asked more often than `MOST_ALIKE` times."""
        shapes = Counter(
            shape(one) for one in self.statements if one.lstrip().upper().startswith("SELECT")
        )
        return {name: times for name, times in shapes.items() if times > MOST_ALIKE}


def shape(statement: str) -> str:
    """A statement without its values."""
    return _LIST.sub("(*)", _VALUE.sub("*", statement))


def asked(ask: Callable[[], Any]) -> tuple[Any, Questions]:
    """What a request answers, and what it asks; savepoints are no questions."""
    with CaptureQueriesContext(connection) as captured:
        answer = ask()
        if getattr(answer, "streaming", False):
            b"".join(answer)
    quiet = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT", "ROLLBACK")
    found = [one["sql"] for one in captured if not one["sql"].startswith(quiet)]
    return answer, Questions(found)
