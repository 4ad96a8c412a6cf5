"""Which part of the gradebook a page shows, and in which order."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from urllib.parse import urlencode

from classrooms.gradebook.scores import percent
from classrooms.gradebook.table import Gradebook, Row
from classrooms.people.shown import name_order

COLUMNS: Final = 10  # assignments on a page
ROWS: Final = 50  # pupils
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
    """The rows and the places of the columns that are shown, and how many pages there are."""

    view: View
    rows: tuple[Row, ...]
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


def part_of(book: Gradebook, view: View) -> Part:
    """Cut the gradebook to a page."""
    rows = ordered(book, view.sort)
    row_pages = max(1, -(-len(rows) // ROWS))
    column_pages = max(1, -(-len(book.columns) // COLUMNS))
    row_page = min(max(view.rows, 1), row_pages)
    column_page = min(view.columns, column_pages) or column_pages
    # From the end, so that the newest page is a full one.
    end = len(book.columns) - (column_pages - column_page) * COLUMNS
    return Part(
        view=View(view.sort, column_page, row_page),
        rows=tuple(rows[(row_page - 1) * ROWS : row_page * ROWS]),
        places=tuple(range(max(0, end - COLUMNS), end)),
        column_pages=column_pages,
        row_pages=row_pages,
    )


def ordered(book: Gradebook, sort: str) -> list[Row]:
    """All rows in an order; equal ones by name."""
    key = sort.removeprefix("-")
    rows = sorted(book.rows, key=lambda row: (name_order(row.name), str(row.member.pk)))
    if key == "name":
        return rows[::-1] if sort.startswith("-") else rows
    place = _place(book, key)
    if key == "share":
        values = {row.member.pk: _share(row.total.points, row.total.out_of) for row in rows}
    elif place is not None:
        values = {
            row.member.pk: _share(row.scores[place].points, row.scores[place].out_of)
            for row in rows
        }
    else:
        return rows
    return sorted(rows, key=lambda row: values[row.member.pk], reverse=not sort.startswith("-"))


def _share(points: int | None, out_of: int) -> Decimal:
    found = percent(points, out_of) if points is not None else None
    return LEAST if found is None else found


def _place(book: Gradebook, key: str) -> int | None:
    try:
        return book.place(uuid.UUID(key))
    except ValueError:
        return None


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else otherwise
