"""From a request to a board: which try is meant, and what the page shows of it."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import replace
from typing import Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, QueryDict
from django.urls import reverse

from accounts.models import Player
from okey.errors import InputError
from puzzles import attempts, opened
from puzzles.asking import exercise_of_try, hints_of, lanes_of
from puzzles.attempts import Place
from puzzles.board import Board, Hints, Result, rules_name
from puzzles.day_done import day_done
from puzzles.forms import PlaceForm, RulesForm
from puzzles.grading import exercise_shown
from puzzles.kinds.registry import kind_of, rule_sets
from puzzles.models import NO_CONTEXT, Attempt, Daily, Puzzle, SetItem
from puzzles.ratings.stakes import Stake, stake
from puzzles.reports.services import report_state
from puzzles.results import result_of
from puzzles.words import kind_name, theme_name
from tutor.tasks.base import Form

DEFAULT_RULES: Final = "101-guide"


def rules_of(request: HttpRequest) -> str:
    """The rule set that the address asks for, else the one chosen last. 404 for any other."""
    form = RulesForm(request.GET)
    if not form.is_valid():
        raise Http404
    chosen: str = form.cleaned_data["rules"]
    last = request.session.get("rules")
    if chosen and chosen != last:
        request.session["rules"] = chosen
    return chosen or (last if last in rule_sets() else DEFAULT_RULES)


def rules_choices(path: str, here: str) -> list[dict[str, object]]:
    """The rule sets that have puzzles, as links of a switch: key, name, url, current."""
    return [
        {
            "key": key,
            "name": rules_name(key),
            "url": f"{path}?{urlencode({'rules': key})}",
            "current": key == here,
        }
        for key in rule_sets()
    ]


def visible_puzzle(player: Player | None, puzzle_id: uuid.UUID) -> Puzzle:
    """The puzzle with this id, if this player may see it now; else 404, as for no puzzle at all."""
    puzzle: Puzzle | None = Puzzle.objects.visible_to(player).filter(pk=puzzle_id).first()
    if puzzle is None:
        raise Http404
    return puzzle


def place_url(puzzle: Puzzle, place: Place) -> str:
    """The page of a puzzle in a place."""
    return f"{reverse('puzzle', args=[puzzle.pk])}?{_query(place)}"


def _query(place: Place) -> str:
    query = {"context": place.context}
    if place.context_id != NO_CONTEXT:
        query["context_id"] = str(place.context_id)
    if place.try_no != 1:
        query["try_no"] = str(place.try_no)
    return urlencode(query)


def asked_place(
    request: HttpRequest, puzzle: Puzzle, player: Player | None, *, daily: Daily | None = None
) -> tuple[Place, Attempt | None]:
    """The try that an address means, and its row where there is one.

    Without a context: what was answered last, else where a first try would belong. 404 for a place
    that is not there, and for a try beyond the next one. `daily`: that of the puzzle, where known.
    """
    form = PlaceForm(request.GET)
    if not form.is_valid():
        raise Http404
    data = form.cleaned_data
    if data["context"] == Attempt.Context.ASSIGNMENT:
        raise Http404  # its class shows it, when it may
    rows = list(
        Attempt.objects.visible_to(player).filter(puzzle=puzzle).order_by("answered_at", "try_no")
    )
    if not data["context"] and not data["try_no"]:
        answered = [
            row
            for row in rows
            if row.answered_at and row.context in {Attempt.Context.DAILY, Attempt.Context.PRACTICE}
        ]
        if answered:
            return attempts.place_of_row(answered[-1]), answered[-1]
    wanted = (data["context"], data["context_id"] or NO_CONTEXT, data["try_no"] or 1)
    for row in rows:
        if (row.context, row.context_id, row.try_no) == wanted:
            return attempts.place_of_row(row), row
    try:
        place = attempts.place_of(
            puzzle,
            player=player,
            context=data["context"],
            context_id=data["context_id"],
            try_no=data["try_no"] or 1,
            opened_at=opened.moment(request, puzzle),
            daily=daily,
        )
    except InputError:
        raise Http404 from None
    there = (place.context, place.context_id)
    here = [row for row in rows if (row.context, row.context_id) == there]
    if place.try_no > attempts.try_after(sum(row.answered_at is not None for row in here)):
        raise Http404
    return place, next((row for row in here if row.try_no == place.try_no), None)


def sent_place(
    request: HttpRequest, puzzle: Puzzle, player: Player | None, sent: QueryDict
) -> Place:
    """The try that a form or an address means. Raise `InputError` for one that is not there."""
    form = PlaceForm(sent)
    if not form.is_valid():
        raise InputError("input.field", next(iter(form.errors)))
    data = form.cleaned_data
    return attempts.place_of(
        puzzle,
        player=player,
        context=data["context"],
        context_id=data["context_id"],
        try_no=data["try_no"] or 1,
        opened_at=opened.moment(request, puzzle),
    )


def board_of(
    request: HttpRequest,
    puzzle: Puzzle,
    player: Player | None,
    *,
    place: Place,
    attempt: Attempt | None,
    error: str = "",
    typed: str = "",
) -> Board:
    """The board of a try. Showing an unanswered one notes the moment, once."""
    kind = kind_of(puzzle.kind)
    exercise = exercise_shown(puzzle, place.colours)
    answered: Result | None = None
    moment: dt.datetime | None = None
    if attempt is not None and attempt.answered_at is not None:
        attempt.puzzle = puzzle
        answered = replace(
            _result(attempt, player, place),
            day=day_done(request, attempt),
            reported=report_state(player, puzzle),
        )
        moment = attempt.opened_at
    elif attempt is not None:
        moment = attempt.opened_at
    elif request.method == "GET":
        moment = opened.note(request, puzzle, place, player)
    shown = exercise_of_try(kind, exercise, attempt if answered is not None else None, typed)
    on = lanes_of(kind, exercise, answered) if kind.form is Form.MELDS else None
    return Board(
        puzzle_id=puzzle.pk,
        kind=puzzle.kind,
        kind_name=kind_name(puzzle.kind),
        question=shown.question,
        rules_key=puzzle.rules,
        rules_name=rules_name(puzzle.rules),
        indicator=str(exercise.indicator),
        okey=str(exercise.okey),
        told_okey=shown.told_okey,
        exercise=shown,
        on=on,
        answered=answered,
        hints=Hints(next=0)
        if place.context == Attempt.Context.RUN
        else hints_of(kind, exercise, attempt),
        key=uuid.uuid4(),
        urls={
            "lanes": f"{reverse('lanes', args=[puzzle.pk])}?{_query(place)}",
            "answer": reverse("answer", args=[puzzle.pk]),
            "hint": reverse("puzzle-hint", args=[puzzle.pk]),
        },
        context=place.context,
        context_id=place.context_id,
        try_no=place.try_no,
        opened=moment,
        difficulty=puzzle.difficulty if kind.difficulty_shown else None,
        themes=tuple(theme_name(puzzle.kind, key) for key in puzzle.themes),
        stake=_stake(attempt, puzzle, player),
        practising=_practising(request, puzzle),
        error=error,
        typed=typed,
    )


def _stake(attempt: Attempt | None, puzzle: Puzzle, player: Player | None) -> Stake | None:
    if attempt is not None and player is not None:
        attempt.puzzle, attempt.player = puzzle, player
    return stake(attempt)


def _practising(request: HttpRequest, puzzle: Puzzle) -> dict[str, str]:
    """The kind and the theme that were chosen for practice, as long as the puzzle is of them."""
    chosen = request.session.get("practising") or {}
    if chosen.get("rules") != puzzle.rules or chosen.get("kind") not in ("", puzzle.kind):
        return {}
    return {name: chosen[name] for name in ("kind", "theme") if chosen.get(name)}


def _result(attempt: Attempt, player: Player | None, place: Place) -> Result:
    puzzle = attempt.puzzle
    elsewhere = Place(Attempt.Context.PRACTICE, colours=place.colours)
    again = elsewhere if place.context == Attempt.Context.ASSIGNMENT else place
    again = replace(again, try_no=attempts.next_try(player, puzzle, again))
    return result_of(
        attempt,
        try_again_url=place_url(puzzle, again),
        next_url=_next_in_set(puzzle, player, place)
        if place.context == Attempt.Context.SET
        else reverse("next-puzzle"),
    )


def _next_in_set(puzzle: Puzzle, player: Player | None, place: Place) -> str:
    """The set's next puzzle that is still open, from here on round; empty where none is."""
    tried = Attempt.objects.visible_to(player).answered()
    tried = tried.filter(context=place.context, context_id=place.context_id)
    items = list(SetItem.objects.filter(set_id=place.context_id))
    here = next((at for at, item in enumerate(items) if item.puzzle_id == puzzle.pk), -1)
    done = set(tried.values_list("puzzle_id", flat=True))
    for item in items[here + 1 :] + items[: here + 1]:
        if item.puzzle_id not in done:
            return place_url(item.puzzle, Place(place.context, place.context_id))
    return ""
