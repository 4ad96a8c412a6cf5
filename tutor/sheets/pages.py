"""What the pages of a score sheet have in common."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.players import player_of
from accounts.redirects import SeeOther
from tutor.models import Sheet
from tutor.names import rule_set_name
from tutor.referee.links import version_note
from tutor.referee.wording import language
from tutor.sheets.book import Book, open_book
from tutor.sheets.entry import Entry
from tutor.sheets.services import MOST_ROUNDS, MOST_SHEETS, Refused
from tutor.sheets.shown import shown_book, shown_round


def see(request: HttpRequest, url: str) -> HttpResponse:
    """After a POST: go there; a script is told to, as it would take the page for a part."""
    if "HX-Request" in request.headers:
        response = HttpResponse(status=204)
        response["HX-Redirect"] = url
        return response
    return SeeOther(url)


def sheet_of(request: HttpRequest, sheet_id: uuid.UUID) -> Sheet:
    """The sheet, if it is this visitor's own; otherwise there is none."""
    found: Sheet | None = Sheet.objects.visible_to(player_of(request)).filter(pk=sheet_id).first()
    if found is None:
        raise Http404
    return found


def sheet_url(sheet: Sheet, **query: int) -> str:
    """The address of a sheet; `shown` or `removed` names a round that is spoken of."""
    text = "&".join(f"{name}={value}" for name, value in query.items())
    return reverse("sheet", args=[sheet.pk]) + (f"?{text}" if text else "")


def refusal(refused: Refused) -> str:
    """Say why it cannot be done now."""
    if refused.code == "sheets-many":
        return _("You have %(count)s sheets. Delete one that is no longer needed.") % {
            "count": MOST_SHEETS
        }
    if refused.code == "rounds-many":
        return _("A sheet holds %(count)s rounds. Begin a new one.") % {"count": MOST_ROUNDS}
    return _("The match is over. To play on, agree on more rounds in the settings of the sheet.")


def sheet_page(
    request: HttpRequest, book: Book, entry: Entry | None, *, status: int = 200, problem: str = ""
) -> HttpResponse:
    """The page of a sheet. `entry` is the form of a further round, where there may be one."""
    shown = _named(request, book, "shown")
    gone = _named(request, book, "removed")
    context: dict[str, Any] = base_context(book) | {
        "entry": entry,
        "sheet_shown": shown_book(book),
        "shown": shown_round(book, shown) if shown and shown.removed_at is None else None,
        "gone": gone if gone and gone.removed_at is not None else None,
        "problem": problem,
        "written": " ".join(str(row.key) for row in (*book.rounds, *book.removed)),
    }
    return render(request, "tutor/sheets/sheet.html", context, status=status)


def base_context(book: Book) -> dict[str, Any]:
    """What every page of a sheet knows."""
    return {
        "book": book,
        "sheet": book.sheet,
        "rules": book.rules,
        "rules_name": rule_set_name(book.rules.key, language()),
        "version_note": version_note(str(book.sheet.rules_version), book.rules),
    }


def again(book: Book) -> Book:
    """The sheet as it stands now."""
    return open_book(book.sheet)


def _named(request: HttpRequest, book: Book, name: str) -> Any:
    """The round that the address names, where there is one."""
    query: Mapping[str, str] = request.GET
    text = query.get(name, "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    return book.row(number)
