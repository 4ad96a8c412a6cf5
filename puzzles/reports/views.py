"""The one click that reports a puzzle."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from accounts.limited import limited
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from okey.errors import InputError
from puzzles import attempts, pages
from puzzles.reports import services
from puzzles.reports.forms import ReportForm


@require_POST
@limited("form")
def report(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Note that something is wrong with a puzzle."""
    player = player_of(request)
    found = pages.visible_puzzle(player, puzzle_id)
    form = ReportForm(request.POST)
    note = form.cleaned_data.get("note", "") if form.is_valid() else ""
    try:
        place = pages.sent_place(request, found, player, request.POST)
    except InputError:
        place = attempts.place_of(found, player=player)
    made = services.report(player=player_for_write(request), puzzle=found, place=place, note=note)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "puzzles/_report.html", {"reported": made.state})
    return SeeOther(pages.place_url(found, place))
