"""What a player has answered, one attempt as it was laid, and the puzzles that were missed."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_of
from accounts.redirects import SeeOther
from puzzles import attempts, history, names, pages
from puzzles.board import rules_name
from puzzles.history import Wanted
from puzzles.history_forms import TOOK, HistoryForm
from puzzles.models import Attempt
from puzzles.querysets import AttemptQuerySet
from puzzles.ratings import services as ratings

PAGE = 25
CONTEXTS: dict[str, Promise] = {
    Attempt.Context.DAILY: _("Puzzle of the day"),
    Attempt.Context.PRACTICE: _("Practice"),
    Attempt.Context.SET: _("Set"),
    Attempt.Context.RUN: _("Run"),
    Attempt.Context.LESSON: _("Lesson"),
    Attempt.Context.ASSIGNMENT: _("Assignment"),
}


@require_safe
def history_page(request: HttpRequest) -> HttpResponse:
    """The player's answers, the latest first, those that a filter means."""
    form = HistoryForm(request.GET)
    if not form.is_valid():
        raise Http404
    wanted = form.wanted()
    player = player_of(request)
    silent = history.silent_of(player)
    found = history.matching(player, wanted, silent).order_by("-answered_at", "pk")
    page = Paginator(_light(found), PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "rows": rows_of(page.object_list),
        "narrowed": _narrowed(wanted),
        "filtered": bool(wanted.query),
        "query": wanted.query,
    }
    return render(request, "puzzles/history.html", context)


@require_safe
def attempt_page(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """One attempt as it was laid, with what became of it; also of a puzzle that is withdrawn."""
    player = player_of(request)
    found: Attempt | None = (
        history.told(player).filter(pk=attempt_id).select_related("puzzle").first()
    )
    if found is None:
        raise Http404
    place = attempts.place_of_row(found)
    board = pages.board_of(request, found.puzzle, player, place=place, attempt=found)
    context = {"board": board, "result": board.answered, "puzzle": found.puzzle, "set_url": ""}
    if place.context == Attempt.Context.SET:
        context["set_url"] = reverse("set", args=[place.context_id])
    return render(request, "puzzles/puzzle.html", context)


@require_safe
def misses_page(request: HttpRequest) -> HttpResponse:
    """The puzzles that were missed and not answered rightly since."""
    player = player_of(request)
    found = history.misses(player, history.silent_of(player)).order_by("answered_at", "pk")
    page = Paginator(_light(found), PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "rows": rows_of(page.object_list)}
    return render(request, "puzzles/misses.html", context)


@require_POST
@limited("form")
def next_miss(request: HttpRequest) -> HttpResponse:
    """Go to the miss that has waited longest, as a further try in practice. It never rates."""
    player = player_of(request)
    missed: Attempt | None = (
        history.misses(player).select_related("puzzle").order_by("answered_at", "pk").first()
    )
    if missed is None:
        return SeeOther(reverse("misses"))
    return SeeOther(replay_url(missed))


def replay_url(missed: Attempt) -> str:
    """The page of a fresh try at a puzzle that was missed."""
    place = attempts.Place(Attempt.Context.PRACTICE)
    number = attempts.next_try(missed.player, missed.puzzle, place)
    # With its number even where it is 1: without one the page would show the answer of before.
    query = urlencode({"context": place.context, "try_no": number})
    return f"{reverse('puzzle', args=[missed.puzzle_id])}?{query}"


def rows_of(found: Iterable[Attempt]) -> list[dict[str, object]]:
    """Attempts as the lists show them."""
    return [
        {
            "url": reverse("history-attempt", args=[one.pk]),
            "at": one.answered_at,
            "kind": names.kind(one.puzzle.kind),
            "rules": rules_name(one.puzzle.rules),
            "context": CONTEXTS.get(one.context, ""),
            "try_no": one.try_no,
            "correct": one.correct,
            "hinted": one.hint_level > 0,
            "took": names.duration(history.seconds_of(one)),
            "rating": ratings.shown_change(one.rating_change)
            if hasattr(one, "rating_change")
            else None,
        }
        for one in found
    ]


def _light(found: AttemptQuerySet) -> AttemptQuerySet:
    """Without what lists do not show: positions, answers and verdicts are long."""
    return found.select_related("puzzle", "rating_change").defer(
        "answer", "verdict", "puzzle__position", "puzzle__features", "puzzle__themes"
    )


def _narrowed(wanted: Wanted) -> list[str]:
    """What a link asked for beyond the fields of the form, in words."""
    said = []
    if wanted.theme:
        said.append(names.theme(wanted.theme, wanted.kind))
    if wanted.rule:
        said.append(names.rule(wanted.rule))
    if wanted.took:
        said.append(str(TOOK[wanted.took]))
    if wanted.day:
        said.append(names.day(wanted.day))
    if wanted.tries:
        said.append(str(_("first answers without a hint")))
    return said
