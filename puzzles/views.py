"""Pages with a board: home, the daily, any puzzle; and what a board posts."""

from __future__ import annotations

import datetime as dt
import uuid

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts import clock
from accounts.limited import limited
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from okey.errors import InputError
from puzzles import attempts, dailies, pages, words
from puzzles.asking import lanes_table
from puzzles.day_streaks import day_streak
from puzzles.errors import Refused
from puzzles.forms import AnswerForm, HintForm, LanesForm, raw_answer
from puzzles.grading import hand_shown
from puzzles.kinds.base import ANSWER_LENGTH
from puzzles.kinds.registry import kind_of
from puzzles.models import Daily, Puzzle
from puzzles.opened import moment
from puzzles.runs.places import NotNow, RunOver
from tutor.tasks.base import Form


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Today's hand, playable at once."""
    return _daily_page(request, clock.today(), "puzzles/home.html")


@require_safe
def daily(request: HttpRequest, date: str = "") -> HttpResponse:
    """The hand of a day. A day that has not come looks like one that never was: 404."""
    return _daily_page(request, _day(date) if date else clock.today(), "puzzles/daily.html")


@require_safe
def puzzle(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """A puzzle, or what became of it."""
    player = player_of(request)
    found = pages.visible_puzzle(player, puzzle_id)
    place, attempt = pages.asked_place(request, found, player)
    board = pages.board_of(request, found, player, place=place, attempt=attempt)
    return render(request, "puzzles/puzzle.html", _puzzle_context(found, board, place))


@require_POST
@limited("lanes")
def lanes(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Judge what lies in the lanes, as a fragment. Nothing is stored, nothing is used up."""
    player = player_of(request)
    found = pages.visible_puzzle(player, puzzle_id)
    form = LanesForm(request.POST)
    context: dict[str, object] = {"table": None, "error": ""}
    try:
        place = pages.sent_place(request, found, player, request.GET)
        if not form.is_valid():
            raise InputError("notation.meld", f"melds: {request.POST.get('melds', '')[:40]}")
        kind = kind_of(found.kind)
        if kind.form is not Form.MELDS:
            raise Http404
        hand = hand_shown(found, place.colours)
        context["table"] = lanes_table(kind, form.cleaned_data["melds"], hand, found.rules)
    except InputError as error:
        context["error"] = words.input_error(error)
    return render(request, "tutor/board/_lanes_verdict.html", context)


@require_POST
@limited("answer")
def answer(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Take an answer. The first one counts; what cannot be read uses nothing up."""
    player = player_of(request)
    found = pages.visible_puzzle(player, puzzle_id)
    form = AnswerForm(request.POST)
    raw = raw_answer(kind_of(found.kind), request.POST)
    try:
        place = pages.sent_place(request, found, player, request.POST)
        if not form.is_valid():
            return _not_taken(request, found, words.no_key_error(), status=400)
        outcome = attempts.answer(
            player=player_for_write(request),
            puzzle=found,
            place=place,
            raw=raw,
            key=form.cleaned_data["key"],
            opened_at=moment(request, found, place),
        )
    except InputError as error:
        return _not_taken(request, found, words.input_error(error), status=400)
    except (RunOver, NotNow):
        return _on_with_run(request, place)
    except Refused as refused:
        return _not_taken(request, found, words.refusal(refused.code), status=refused.status)
    place = attempts.place_of_row(outcome.attempt)
    if place.context == attempts.Context.RUN:
        return _on_with_run(request, place)
    if request.htmx:  # type: ignore[attr-defined]
        board = pages.board_of(
            request, found, outcome.attempt.player, place=place, attempt=outcome.attempt
        )
        context = {"board": board, "result": board.answered}
        template = "_answered.html" if board.on is not None else "_exercise.html"
        return render(request, f"puzzles/{template}", context)
    return SeeOther(pages.place_url(found, place))


@require_POST
@limited("answer")
def hint(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """The next hint, noted before it is shown; the last one gives up and shows the solution."""
    player = player_of(request)
    found = pages.visible_puzzle(player, puzzle_id)
    form = HintForm(request.POST)
    try:
        place = pages.sent_place(request, found, player, request.POST)
        if not form.is_valid():
            return _not_taken(request, found, words.no_key_error(), status=400)
        player = player_for_write(request)
        level, opened_at = form.cleaned_data["level"], moment(request, found, place)
        if level > attempts.SPOKEN:
            key = form.cleaned_data["key"]
            attempts.give_up(player=player, puzzle=found, place=place, key=key, opened_at=opened_at)
            return SeeOther(pages.place_url(found, place))
        attempt = attempts.take_hint(
            player=player, puzzle=found, place=place, level=level, opened_at=opened_at
        )
    except InputError as error:
        return _not_taken(request, found, words.input_error(error), status=400)
    except Refused as refused:
        return _not_taken(request, found, words.refusal(refused.code), status=refused.status)
    if request.htmx:  # type: ignore[attr-defined]
        board = pages.board_of(request, found, player, place=place, attempt=attempt)
        rated = bool(attempt.choice)
        return render(request, "puzzles/_hints.html", {"board": board, "out_of_band": rated})
    return SeeOther(pages.place_url(found, place))


def _on_with_run(request: HttpRequest, place: attempts.Place) -> HttpResponse:
    """A run goes on at once: its page has the next puzzle, or what became of it."""
    url = reverse("run", args=[place.context_id])
    if request.htmx:  # type: ignore[attr-defined]
        response = HttpResponse(status=204)
        response["HX-Redirect"] = url
        return response
    return SeeOther(url)


def _daily_page(request: HttpRequest, day: dt.date, template: str) -> HttpResponse:
    rules = pages.rules_of(request)
    player = player_of(request)
    found = dailies.find(day, rules)
    if found is None and day != clock.today():
        raise Http404
    context: dict[str, object] = {
        "day": day,
        "is_today": day == clock.today(),
        "rules": rules,
        "rule_sets": pages.rules_choices(request.path, rules),
        "board": None,
        "result": None,
        "pending": found is None,  # the first hands of a new site are still being made
    }
    if found is not None:
        place, attempt = pages.asked_place(request, found.puzzle, player, daily=found)
        board = pages.board_of(request, found.puzzle, player, place=place, attempt=attempt)
        context |= {"board": board, "result": board.answered}
        if board.answered is None:  # afterwards it stands with the result
            context["streak"] = day_streak(player, rules)
        context |= _neighbours(found)
    return render(request, template, context)


def _puzzle_context(found: Puzzle, board: pages.Board, place: attempts.Place) -> dict[str, object]:
    set_url = ""
    if place.context == attempts.Context.SET:
        set_url = reverse("set", args=[place.context_id])
    return {"board": board, "result": board.answered, "puzzle": found, "set_url": set_url}


def _neighbours(daily: Daily) -> dict[str, str]:
    """The addresses of the days before and after, where there are any to see."""
    days = Daily.objects.public().filter(rules=daily.rules)
    before = days.filter(date__lt=daily.date).order_by("-date").first()
    after = None
    if daily.date < clock.today():
        after = days.filter(date__gt=daily.date).order_by("date").first()
    return {
        name: f"{reverse('daily-date', args=[one.date.isoformat()])}?rules={daily.rules}"
        for name, one in (("earlier_url", before), ("later_url", after))
        if one is not None
    }


def _day(text: str) -> dt.date:
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
    # Written otherwise (20260101, 2026-W01-1) it would be a second address of the same page.
    if day.isoformat() != text or day > clock.today():
        raise Http404
    return day


def _not_taken(request: HttpRequest, found: Puzzle, error: str, *, status: int) -> HttpResponse:
    """The board again, with what was typed, and why the answer was not taken."""
    # base.html tells htmx to show these statuses like any other answer.
    htmx = request.htmx  # type: ignore[attr-defined]
    if htmx and kind_of(found.kind).form is Form.MELDS:
        return render(request, "tutor/board/_not_taken.html", {"error": error}, status=status)
    player = player_of(request)
    try:
        place = pages.sent_place(request, found, player, request.POST)
    except InputError:
        place = attempts.place_of(found, player=player)
    board = pages.board_of(
        request,
        found,
        player,
        place=place,
        attempt=attempts.find(player, found, place),
        error=error,
        typed=_typed(found, request.POST),
    )
    context = _puzzle_context(found, board, place)
    if not htmx:
        return render(request, "puzzles/puzzle.html", context, status=status)
    response = render(request, "puzzles/_exercise.html", context, status=status)
    response["HX-Retarget"] = "#exercise"  # also where a hint was asked for
    response["HX-Reswap"] = "outerHTML"
    return response


def _typed(found: Puzzle, sent: QueryDict) -> str:
    """What was typed, to be put back."""
    if "melds" in sent:
        return str(sent["melds"])[:ANSWER_LENGTH]
    raw = raw_answer(kind_of(found.kind), sent)
    return str(next(iter(raw.values()), ""))[:ANSWER_LENGTH]
