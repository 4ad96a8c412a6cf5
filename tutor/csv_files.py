"""Tables as CSV files that a spreadsheet opens as they are meant: no cell becomes a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from django.http import HttpResponse

# A spreadsheet takes these, also in full width, for the beginning of a formula.
_FORMULA: Final = tuple("=+-@\t\r\n\0＝＋－＠")
BOM: Final = "\ufeff"


def cell(value: str | int) -> str | int:
    """A number as it is; a text that a spreadsheet would calculate with an apostrophe before it.

    >>> cell("=1+1"), cell("Ayşe"), cell(-101)
    ("'=1+1", 'Ayşe', -101)
    """
    if isinstance(value, str) and (value[:1].isspace() or value.startswith(_FORMULA)):
        return f"'{value}"
    return value


def csv_text(rows: Iterable[Sequence[str | int]]) -> str:
    """The rows as CSV: UTF-8 with a mark of it, texts quoted."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerows([cell(value) for value in row] for row in rows)
    return BOM + file.getvalue()


def csv_response(rows: Iterable[Sequence[str | int]], filename: str) -> HttpResponse:
    """The file to be downloaded. `filename` is of plain letters."""
    response = HttpResponse(csv_text(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
