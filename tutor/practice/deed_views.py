"""What is done at a table: moves, taking one back, asking for advice, the next round."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.limited import limited
from accounts.players import player_of
from okey import InputError
from okey.bots import seen_by
from tutor.practice import services
from tutor.practice.deeds import Done, NotThere, Refused, Stale
from tutor.practice.forms import DeedForm
from tutor.practice.lanes import judged_lanes
from tutor.practice.pages import (
    Said,
    SeeOther,
    game_page,
    game_url,
    not_allowed,
    refusal,
    stale,
    table_of,
)
from tutor.practice.replays import Broken
from tutor.practice.tables import Table
from tutor.referee.forms import tidy_melds
from tutor.referee.table_form import tidy_move
from tutor.referee.wording import input_error

BAD, TAKEN = 400, 409


@require_POST
@limited("lanes")
def moves(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Make moves; the bots make theirs in the same answer."""

    def deed(form: DeedForm, known: dict[str, Any]) -> Done:
        text = ";".join(tidy_move(one) for one in re.split(r"[;\r\n]", form.text) if one.strip())
        return services.make_moves(**known, text=text)

    return _done(request, game_id, deed)


@require_POST
@limited("lanes")
def undo(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Take the last move of this turn back."""
    return _done(request, game_id, lambda _form, known: services.undo(**known))


@require_POST
@limited("lanes")
def advice(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Show what the engine would do; that it was asked is written down first."""
    return _done(request, game_id, lambda _form, known: services.ask_advice(**known))


@require_POST
@limited("form")
def deal(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Deal the next round of a match."""
    return _done(request, game_id, lambda _form, known: services.deal_next(**known))


@require_POST
@limited("lanes")
def lanes(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """What lies in the lanes, judged, as a fragment. Nothing is written."""
    table = table_of(request, game_id)
    if table.waiting:
        raise Http404
    context: dict[str, Any] = {"error": "", "lanes": None}
    try:
        text = tidy_melds(request.POST.get("melds", "")[: services.LONGEST])
        if text:
            context["lanes"] = judged_lanes(text, seen_by(table.round, table.mine), table.mine)
    except InputError as error:
        context["error"] = input_error(error, table.rules)
    except Broken:
        raise Http404 from None
    return render(request, "tutor/practice/_lanes_verdict.html", context)


def _done(
    request: HttpRequest, game_id: uuid.UUID, deed: Callable[[DeedForm, dict[str, Any]], Done]
) -> HttpResponse:
    """Do it, and show the table as it is then; or why it was not done, with what was sent."""
    table = table_of(request, game_id)
    form = DeedForm(request.POST)
    if not form.is_valid():
        text = _("Something of this form was lost on the way. Nothing was done; try again.")
        return _not_done(request, table, Said(text, typed=request.POST.get("moves", "")), BAD)
    known = {
        "player": player_of(request),
        "game_id": game_id,
        "version": form.cleaned_data["version"],
        "key": form.cleaned_data["key"],
    }
    try:
        done = deed(form, known)
    except (NotThere, Broken):
        raise Http404 from None
    except InputError as error:
        text = input_error(error, table.rules)
        return _not_done(request, table, Said(text, typed=form.text), BAD)
    except (Stale, Refused) as error:
        return not_done(request, error, table, typed=form.text)
    if done.illegal is not None:
        return game_page(request, done.table, said=not_allowed(done.illegal, form.text))
    if "HX-Request" not in request.headers:
        return SeeOther(game_url(done.table.game))
    return game_page(request, done.table, since=done.since)


def not_done(
    request: HttpRequest, error: Stale | Refused, table: Table, *, typed: str = ""
) -> HttpResponse:
    """Show the table as it stands, and why nothing was done."""
    text = stale() if isinstance(error, Stale) else refusal(error)
    return _not_done(request, error.table or table, Said(text, typed=typed), TAKEN)


def _not_done(request: HttpRequest, table: Table, said: Said, status: int) -> HttpResponse:
    return game_page(request, table, said=said, status=status)
