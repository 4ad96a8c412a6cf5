"""Which part of the gradebook a page shows, and in which order."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from urllib.parse import urlencode

from classrooms.gradebook.book import Gradebook, Row
from classrooms.gradebook.scores import percent
from classrooms.gradebook.sums import Sums
from classrooms.gradebook.table import Column, Ground
from classrooms.people.models import Member

COLUMNS: Final = 8  # assignments on a page
ROWS: Final = 25  # pupils
LEAST: Final = Decimal(-1)  # where nothing counts, below everything


@dataclass(frozen=True, slots=True)
class View:
    """What an address asks for. `sort`: `name`, `share`, or an assignment's id; `-` before it
    turns it round. Pages count from 1; the last columns come first, as a teacher wants them.
    """

    sort: str = "name"
    columns: int = 0  # 0: the last page
    rows: int = 1

    def url(self, **changes: object) -> str:
        """The query for this view with some of it changed."""
        values: dict[str, object] = {"sort": self.sort, "columns": self.columns, "rows": self.rows}
        values |= changes
        plain = {"sort": "name", "columns": 0, "rows": 1}
        return "?" + urlencode({key: one for key, one in values.items() if one != plain[key]})


@dataclass(frozen=True, slots=True)
class Part:
    """The pupils and the places of the columns that are shown, and how many pages there are."""

    view: View
    members: tuple[Member, ...]
    places: tuple[int, ...]
    column_pages: int
    row_pages: int


def view_of(query: Mapping[str, str]) -> View:
    """What an address asks for; what cannot be read is as if it were left out."""
    return View(
        sort=query.get("sort", "name")[:40],
        columns=_number(query.get("columns", ""), 0),
        rows=_number(query.get("rows", ""), 1),
    )


def part_of(ground: Ground, sums: Sums, view: View) -> Part:
    """Cut the gradebook to a page. `sums` have the values of the column that it is sorted by."""
    members = _in_order(ground.pupils, view.sort, _values(ground, sums, view.sort))
    row_pages = max(1, -(-len(members) // ROWS))
    column_pages = max(1, -(-len(ground.columns) // COLUMNS))
    row_page = min(max(view.rows, 1), row_pages)
    column_page = min(view.columns, column_pages) or column_pages
    # From the end, so that the newest page is a full one.
    end = len(ground.columns) - (column_pages - column_page) * COLUMNS
    return Part(
        view=View(view.sort, column_page, row_page),
        members=tuple(members[(row_page - 1) * ROWS : row_page * ROWS]),
        places=tuple(range(max(0, end - COLUMNS), end)),
        column_pages=column_pages,
        row_pages=row_pages,
    )


def sorted_by(columns: Sequence[Column], sort: str) -> int | None:
    """The place of the column that an order names."""
    try:
        wanted = uuid.UUID(sort.removeprefix("-"))
    except ValueError:
        return None
    found = (place for place, one in enumerate(columns) if one.assignment.pk == wanted)
    return next(found, None)


def ordered(book: Gradebook, sort: str) -> list[Row]:
    """All rows in an order; equal ones by name."""
    rows = {row.member.pk: row for row in book.rows}
    place = sorted_by(book.columns, sort)
    values: dict[uuid.UUID, Decimal] | None = None
    if sort.removeprefix("-") == "share":
        values = {pk: _share(row.total.points, row.total.out_of) for pk, row in rows.items()}
    elif place is not None:
        scores = {pk: row.scores[place] for pk, row in rows.items()}
        values = {pk: _share(one.points, one.out_of) for pk, one in scores.items()}
    members = _in_order([row.member for row in book.rows], sort, values)
    return [rows[one.pk] for one in members]


def _values(ground: Ground, sums: Sums, sort: str) -> dict[uuid.UUID, Decimal] | None:
    """What each pupil is sorted by; None for the name."""
    if sort.removeprefix("-") == "share":
        return {pk: _share(one.points, one.out_of) for pk, one in sums.totals.items()}
    if sorted_by(ground.columns, sort) is None:
        return None
    found = {pk: _share(one.points, one.out_of) for pk, one in sums.values.items()}
    return {one.pk: found.get(one.pk, LEAST) for one in ground.pupils}


def _in_order(
    members: Iterable[Member], sort: str, values: Mapping[uuid.UUID, Decimal] | None
) -> list[Member]:
    """Pupils, who come by name, by value from the smallest on, or by name; `-` turns it round."""
    found = list(members)
    if values is not None:
        return sorted(found, key=lambda one: values[one.pk], reverse=not sort.startswith("-"))
    return found[::-1] if sort == "-name" else found


def _share(points: int | None, out_of: int) -> Decimal:
    found = percent(points, out_of) if points is not None else None
    return LEAST if found is None else found


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else otherwise
