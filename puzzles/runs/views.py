"""Pages of streaks and storms."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.limited import limited
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from okey.errors import InputError
from puzzles import attempts, pages, words
from puzzles.attempts import Place
from puzzles.errors import Refused
from puzzles.history_views import rows_of
from puzzles.models import Attempt
from puzzles.runs import places, records, services
from puzzles.runs.forms import BeginForm, NameForm, SkipForm
from puzzles.runs.models import Run

_PAGES = {Run.Mode.STREAK.value: "streak", Run.Mode.STORM.value: "storm"}


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def start(request: HttpRequest, mode: str) -> HttpResponse:
    """Where a run begins: what it is, one's records, those of others; a POST begins it."""
    if request.method != "POST":
        return _start(request, mode)
    form = BeginForm(request.POST)
    if not form.is_valid():
        return _start(request, mode, error=words.no_key_error(), status=400)
    try:
        run = services.begin(player=player_for_write(request), mode=mode, **form.cleaned_data)
    except InputError as error:
        return _start(request, mode, error=words.input_error(error), status=400)
    except Refused as refused:
        return _start(request, mode, error=words.refusal(refused.code), status=refused.status)
    return SeeOther(reverse("run", args=[run.pk]))


@require_safe
def run_page(request: HttpRequest, run_id: uuid.UUID) -> HttpResponse:
    """The puzzle that is to be answered now; when the run is over, what became of it."""
    run = _mine(request, run_id)
    return _run(request, run)


@require_POST
@limited("answer")
def skip(request: HttpRequest, run_id: uuid.UUID) -> HttpResponse:
    """Leave out the puzzle that is there now."""
    run, form = _mine(request, run_id), SkipForm(request.POST)
    if not form.is_valid():
        return _run(request, run, error=words.no_key_error(), status=400)
    try:
        player = player_for_write(request)
        services.skip(player=player, run=run, puzzle=form.cleaned_data["puzzle"])
    except Refused as refused:
        run.refresh_from_db()
        return _run(request, run, error=words.refusal(refused.code), status=refused.status)
    return SeeOther(reverse("run", args=[run.pk]))


@require_POST
@limited("form")
def stop(request: HttpRequest, run_id: uuid.UUID) -> HttpResponse:
    """End a run before its time."""
    run = _mine(request, run_id)
    try:
        services.stop(player=player_for_write(request), run=run)
    except Refused as refused:
        return _run(request, run, error=words.refusal(refused.code), status=refused.status)
    return SeeOther(reverse("run", args=[run.pk]))


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def public_name(request: HttpRequest) -> HttpResponse:
    """Choose the name for the lists of records, or leave them."""
    player = player_of(request)
    known = records.name_of(player)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": known})
    status = 200
    if request.method == "POST":
        if "hide" in request.POST:
            if player is not None:
                records.hide(player)
            return SeeOther(reverse("public-name"))
        status = 400
        if form.is_valid():
            try:
                records.show_as(player_for_write(request), form.cleaned_data["name"])
            except Refused as refused:
                form.add_error("name", words.refusal(refused.code))
                status = refused.status
            else:
                return SeeOther(reverse("public-name"))
    context = {"form": form, "known": known}
    return render(request, "puzzles/runs/name.html", context, status=status)


def _mine(request: HttpRequest, run_id: uuid.UUID) -> Run:
    run = places.run_of(player_of(request), run_id)
    if run is None:
        raise Http404
    return run


def _start(request: HttpRequest, mode: str, *, error: str = "", status: int = 200) -> HttpResponse:
    rules, player = pages.rules_of(request), player_of(request)
    going = Run.objects.visible_to(player).filter(mode=mode, rules=rules).under_way().first()
    context = {
        "mode": mode,
        "rules": rules,
        "rule_sets": pages.rules_choices(request.path, rules),
        "going": going,
        "key": uuid.uuid4(),
        "error": error,
        "best": records.own(player, mode=mode, rules=rules),
        "lists": _lists(mode, rules),
        "storm_minutes": services.STORM.seconds // 60,
        "miss_seconds": services.MISS.seconds,
    }
    return render(request, "puzzles/runs/start.html", context, status=status)


def _lists(mode: str, rules: str) -> dict[str, Any]:
    return {
        "today": records.public(mode=mode, rules=rules, today=True),
        "ever": records.public(mode=mode, rules=rules, today=False),
    }


def _run(request: HttpRequest, run: Run, *, error: str = "", status: int = 200) -> HttpResponse:
    player = player_of(request)
    assert player is not None
    made = list(places.answers(run).select_related("puzzle"))
    item = None if run.is_over else places.current(run)
    context: dict[str, Any] = {
        "run": run,
        "mode": run.mode,
        "rules": run.rules,
        "rules_name": pages.rules_name(run.rules),
        "start_url": f"{reverse(_PAGES[run.mode])}?rules={run.rules}",
        "last": made[-1] if made else None,
        "number": len(made) + 1,
        "error": error,
        "board": None,
        "result": None,
        "may_skip": run.mode == Run.Mode.STREAK and not run.items.filter(skipped=True).exists(),
    }
    if item is None:
        best = records.own(player, mode=run.mode, rules=run.rules)
        context |= {
            "rows": rows_of(made),
            "best": best,
            "is_best": bool(run.score) and run.score == best.ever,
            "missed": sum(1 for one in made if not one.correct),
            "name": records.name_of(player),
        }
        return render(request, "puzzles/runs/over.html", context, status=status)
    place = Place(Attempt.Context.RUN, run.pk, 1, item.colours)
    attempt = attempts.find(player, item.puzzle, place)
    board = pages.board_of(request, item.puzzle, player, place=place, attempt=attempt)
    context["board"] = board
    if run.ends_at is not None:
        context["left"] = max(0, round((run.ends_at - clock.now()).total_seconds()))
    return render(request, "puzzles/runs/run.html", context, status=status)
