"""Tables as CSV files that a spreadsheet opens as they are meant: no cell becomes a formula.

Separator and decimal mark are those of the reader's language, as its spreadsheets expect them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from django.http import HttpResponse
from django.utils.translation import get_language

# A spreadsheet takes these, also in full width, for the beginning of a formula.
_FORMULA: Final = tuple("=+-@\t\r\n\0＝＋－＠")
BOM: Final = "\ufeff"
_WITH_COMMAS: Final = ("de", "tr")  # they write 1,5 and so part cells with semicolons

Cell = str | int | Decimal | None


def cell(value: Cell) -> str | int:
    """A number as it is written here; a text that would be calculated with an apostrophe before it.

    >>> cell("=1+1"), cell("Ayşe"), cell(-101), cell(None)
    ("'=1+1", 'Ayşe', -101, '')
    """
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return str(value).replace(".", ",") if _commas() else str(value)
    if isinstance(value, str) and (value[:1].isspace() or value.startswith(_FORMULA)):
        return f"'{value}"
    return value


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """The rows as CSV: UTF-8 with a mark of it, texts quoted."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=separator(), quoting=csv.QUOTE_NONNUMERIC)
    writer.writerows([cell(value) for value in row] for row in rows)
    return BOM + file.getvalue()


def separator() -> str:
    """What parts two cells in the reader's language."""
    return ";" if _commas() else ","


def csv_response(rows: Iterable[Sequence[Cell]], filename: str) -> HttpResponse:
    """The file to be downloaded. `filename` is of plain letters."""
    response = HttpResponse(csv_text(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _commas() -> bool:
    return (get_language() or "").partition("-")[0] in _WITH_COMMAS
