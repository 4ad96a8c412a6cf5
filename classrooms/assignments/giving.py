"""Puzzles that a teacher gives one by one: by links, by numbers of a set, from own history."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from typing import Final

from django.utils.formats import date_format

from accounts.models import Player
from classrooms.assignments.making import Pick
from puzzles.board import rules_name
from puzzles.history import told
from puzzles.models import Puzzle
from puzzles.words import kind_name

FROM_HISTORY: Final = 40  # the latest of one's own to choose from
LONGEST: Final = 20_000  # characters of a list of links
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_SPAN: Final = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?")


class Unreadable(ValueError):  # noqa: N818 - a fact about a line, said beside its field
    """A line that names no puzzle, or a number that a set does not have."""


def read_ids(text: str) -> list[uuid.UUID]:
    """The ids of a list with a link or an id a line, each once. Raise `Unreadable`."""
    found: dict[uuid.UUID, None] = {}
    for line in text.splitlines():
        if not line.strip():
            continue
        ids = _UUID.findall(line)
        if len(ids) != 1:
            raise Unreadable(line.strip()[:60])
        found[uuid.UUID(ids[0])] = None
    return list(found)


def read_numbers(text: str, count: int) -> list[int]:
    """Numbers of a set from 1 on, as "1-3, 8"; empty is all of them. Raise `Unreadable`.

    >>> read_numbers("8, 1-3", 10)
    [8, 1, 2, 3]
    """
    found: dict[int, None] = {}
    for part in filter(None, (one.strip() for one in re.split("[,;]", text))):
        span = _SPAN.fullmatch(part)
        first, last = (int(span[1]), int(span[2] or span[1])) if span else (0, 0)
        if not 1 <= first <= last <= count:
            raise Unreadable(part[:20])
        found |= dict.fromkeys(range(first, last + 1))
    return list(found) or list(range(1, count + 1))


def chosen(picks: Sequence[Pick], numbers: Sequence[int]) -> list[Pick]:
    """The picks of a set at these numbers, in their order."""
    return [picks[number - 1] for number in numbers]


def from_history(player: Player | None) -> list[tuple[str, str]]:
    """Puzzles that somebody answered last, as choices: id and what it was. Two queries."""
    rows = told(player).order_by("-answered_at").values_list("puzzle", "answered_at")
    seen: dict[uuid.UUID, str] = {}
    for puzzle, at in rows[: 3 * FROM_HISTORY]:
        seen.setdefault(puzzle, date_format(at, "SHORT_DATE_FORMAT"))
    there = Puzzle.objects.public().filter(reserved=False).in_bulk(list(seen)[:FROM_HISTORY])
    return [
        (str(pk), f"{kind_name(one.kind)} · {rules_name(one.rules)} · {one.difficulty} · {day}")
        for pk, day in seen.items()
        if (one := there.get(pk)) is not None
    ]
