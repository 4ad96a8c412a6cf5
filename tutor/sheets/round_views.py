"""A sheet's page, and what is done with its rounds: write, correct, take out, put back."""

from __future__ import annotations

import uuid
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limited import limited
from accounts.players import player_of
from tutor.sheets import services
from tutor.sheets.book import Book, open_book
from tutor.sheets.entry import (
    Entry,
    conflict_entry,
    correcting_entry,
    ends_text,
    new_entry,
)
from tutor.sheets.forms import RoundForm, VersionForm, not_whole
from tutor.sheets.pages import base_context, refusal, see, sheet_of, sheet_page, sheet_url
from tutor.sheets.services import Conflict, NotThere, Refused
from tutor.sheets.shown import shown_round

BAD, TAKEN = 400, 409
ASKED: Final = "indicator"  # in error only where tiles are named


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def sheet(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The sheet; a POST writes a further round, or shows what it would bring (`do=score`)."""
    book = open_book(sheet_of(request, sheet_id))
    if request.method != "POST":
        return sheet_page(request, book, None if book.match.over else new_entry(book))
    entry = new_entry(book, request.POST.dict())
    if request.POST.get("do") == "score":
        return sheet_page(request, book, entry)
    sent = RoundForm(request.POST)
    if not sent.is_valid() or sent.cleaned_data["key"] is None:
        return _again(request, entry.saying(not_whole()), BAD)
    entered = entry.entered
    if entered is None:
        return _again(request, _incomplete(entry), BAD)
    try:
        row = services.write_round(
            player_of(request),
            sheet_id,
            entered,
            key=sent.cleaned_data["key"],
            seen=sent.cleaned_data["seen"] or 0,
        )
    except NotThere:
        raise Http404 from None
    except Conflict as conflict:
        return _again(request, conflict_entry(entry, conflict), TAKEN)
    except Refused as refused:
        return _again(request, entry.saying(refusal(refused)), TAKEN)
    return see(request, sheet_url(book.sheet, shown=row.number))


@require_POST
@limited("referee")
def score(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """What a round that is being filled in would bring, as a fragment. Nothing is written."""
    book = open_book(sheet_of(request, sheet_id))
    entry = new_entry(book, request.POST.dict())
    # What is still empty is no fault while somebody is typing, unless other fields ask for it.
    wrong = {one.name for one in entry.form if one.errors and (one.value() or one.name == ASKED)}
    context = base_context(book) | {"entry": entry, "wrong": wrong}
    return render(request, "tutor/sheets/_score_part.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def round_(request: HttpRequest, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """A round in every item, with the form that corrects it."""
    book = open_book(sheet_of(request, sheet_id))
    row = book.row(number)
    if row is None:
        raise Http404
    if request.method != "POST":
        return _round_page(request, book, correcting_entry(book, row), number)
    entry = correcting_entry(book, row, request.POST.dict())
    if request.POST.get("do") == "score":
        return _round_page(request, book, entry, number)
    sent = RoundForm(request.POST)
    if not sent.is_valid() or sent.cleaned_data["version"] is None:
        return _again(request, entry.saying(not_whole()), BAD, number)
    entered = entry.entered
    if entered is None:
        return _again(request, _incomplete(entry), BAD, number)
    try:
        services.correct_round(
            player_of(request),
            sheet_id,
            number,
            entered,
            version=sent.cleaned_data["version"],
            put_back=sent.cleaned_data["put_back"],
            cut=sent.cleaned_data["cut"],
        )
    except NotThere:
        raise Http404 from None
    except Conflict as conflict:
        mine = conflict_entry(entry, conflict, conflict.book.row(number))
        return _again(request, mine, TAKEN, number)
    except Refused as refused:
        return _again(request, entry.saying(refusal(refused)), TAKEN, number)
    return see(request, sheet_url(book.sheet, shown=number))


@require_POST
@limited("form")
def remove(request: HttpRequest, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """Take a round out. The page that follows offers to put it back."""
    book = open_book(sheet_of(request, sheet_id))
    row = book.row(number)
    form = VersionForm(request.POST)
    if row is None:
        raise Http404
    if not form.is_valid():
        entry = correcting_entry(book, row).saying(not_whole())
        return _round_page(request, book, entry, number, status=BAD)
    try:
        services.remove_round(
            player_of(request), sheet_id, number, version=form.cleaned_data["version"]
        )
    except NotThere:
        raise Http404 from None
    except Conflict as conflict:
        now = conflict.book.row(number)
        assert now is not None
        entry = correcting_entry(conflict.book, now).saying(
            _("This round was changed meanwhile, perhaps on another phone. It was not taken out.")
        )
        return _round_page(request, conflict.book, entry, number, status=TAKEN)
    return see(request, sheet_url(book.sheet, removed=number))


@require_POST
@limited("form")
def restore(request: HttpRequest, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """Put a round back in its place."""
    book = open_book(sheet_of(request, sheet_id))
    try:
        services.restore_round(player_of(request), sheet_id, number)
    except NotThere:
        raise Http404 from None
    except (Conflict, Refused) as error:
        text = refusal(error) if isinstance(error, Refused) else ends_text(error)
        entry = None if book.match.over else new_entry(book)
        return sheet_page(request, book, entry, status=TAKEN, problem=text)
    return see(request, sheet_url(book.sheet, shown=number))


def _incomplete(entry: Entry) -> Entry:
    if entry.form.errors:
        text = _("Something is missing or cannot be read. What it is stands at its field.")
    else:
        text = _("Who finished the round? Or did nobody?")
    return entry.saying(text)


def _again(request: HttpRequest, entry: Entry, status: int, number: int = 0) -> HttpResponse:
    """The form once more, with everything that was entered and why it was not written."""
    if "HX-Request" in request.headers:
        context = base_context(entry.book) | {"entry": entry}
        return render(request, "tutor/sheets/_entry.html", context, status=status)
    if number:
        return _round_page(request, entry.book, entry, number, status=status)
    return sheet_page(request, entry.book, entry, status=status)


def _round_page(
    request: HttpRequest, book: Book, entry: Entry, number: int, *, status: int = 200
) -> HttpResponse:
    row = book.row(number)
    assert row is not None
    context = base_context(book) | {
        "entry": entry,
        "row": row,
        "shown": shown_round(book, row),
        "removed": row.removed_at is not None,
    }
    return render(request, "tutor/sheets/round.html", context, status=status)
