"""Pages of lessons: the list, one step at a time, and what a step posts."""

from __future__ import annotations

import uuid
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from okey import RULE_SETS, Hand, InputError, RuleSet
from tutor.board.tables import judge_lanes
from tutor.board.words import language
from tutor.lessons import beliefs, listing, pages, services
from tutor.lessons.forms import (
    HintForm,
    LanesForm,
    PlaceForm,
    RulesForm,
    WriteForm,
    answer_of,
    fresh_seed,
)
from tutor.lessons.loading import lesson as find_lesson
from tutor.lessons.model import Lesson, Station
from tutor.review.services import bring_forward
from tutor.texts import error_message


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """All tracks, with the learner's stars."""
    rules = _rules(request, RulesForm(request.GET))
    player = player_of(request)
    context = {
        "rules": rules,
        "rule_sets": listing.rules_choices(request.path, rules),
        "tracks": listing.tracks(player, rules),
        "onward": listing.onward(player, rules),
    }
    return render(request, "tutor/lessons/learn.html", context)


@require_safe
def lesson(request: HttpRequest, track: str, key: str) -> HttpResponse:
    """The place reached in a lesson, or an earlier one; at the end the stars."""
    found = _lesson(track, key)
    form = PlaceForm(request.GET)
    rules = _rules(request, form)
    stations = found.stations(rules)
    if not stations:
        return _left_out(request, found, rules)
    player = player_of(request)
    progress = services.progress_of(player, found, rules)
    reached = services.reached(progress, stations)
    asked = next((at for at, one in enumerate(stations) if one.name == form.cleaned_data["at"]), -1)
    may_see_all = progress is not None and progress.finished_at is not None
    if asked >= 0 and (asked <= reached or may_see_all):
        reached = asked
    if reached == len(stations):
        assert progress is not None
        page = pages.end_page(found, rules, progress)
        return render(request, "tutor/lessons/end.html", {"page": page})
    page = pages.page_of(
        found,
        rules,
        player,
        station=stations[reached],
        seed=form.cleaned_data["seed"] or fresh_seed(),
        again=form.cleaned_data["again"] or 1,
    )
    return render(request, "tutor/lessons/lesson.html", {"page": page})


@require_POST
@limited("answer")
def answer(request: HttpRequest, track: str, key: str) -> HttpResponse:
    """Take an answer. What cannot be read uses nothing up."""
    found, rules, station, form = _place(request, track, key, WriteForm(request.POST))
    if not station.step.task:
        raise Http404
    seed = form.cleaned_data["seed"] or fresh_seed()
    given = answer_of(request.POST, station.step.kind.form)
    player = player_of(request)
    page = pages.page_of(
        found,
        rules,
        player,
        station=station,
        seed=seed,
        again=form.cleaned_data["again"] or 1,
    )
    exercise = services.exercise_of(station, rules, seed)
    try:
        if not given.strip():
            return not_taken(request, page, given, _("Choose an answer first."))
        station.step.kind.check(exercise, given, rules)
        player = player_for_write(request)
        taken = services.take_answer(
            player=player,
            lesson=found,
            station=station,
            rules=rules,
            seed=seed,
            answer=given,
            key=form.cleaned_data["key"],
            misconceptions=beliefs.kept_with(exercise, given),
        )
    except InputError as error:
        at = error.at.partition(": ")[2] or error.at
        return not_taken(request, page, given, error_message(error.code, at, language()))
    if taken.again and (taken.row.seed, taken.row.answer) != (seed, given):
        return not_taken(
            request, page, given, _("This was sent before, with something else in it."), status=409
        )
    belief = None
    if not taken.outcome.correct:
        belief = beliefs.named_belief(player, exercise, lesson=found.id)
        if belief is not None:
            bring_forward(player=player, rules=rules.key, rule=belief.text.rule)
    page = pages.answered_page(page, exercise, given, taken.outcome, belief)
    return answered(request, page)


@require_POST
@limited("answer")
def hint(request: HttpRequest, track: str, key: str) -> HttpResponse:
    """Give a hint: it is recorded, then shown."""
    found, rules, station, form = _place(request, track, key, HintForm(request.POST))
    seed = form.cleaned_data["seed"]
    if not station.step.task or not seed:
        raise Http404
    player = player_for_write(request)
    services.take_hint(
        player=player,
        lesson=found,
        station=station,
        rules=rules,
        seed=seed,
        level=form.cleaned_data["level"],
        key=form.cleaned_data["key"],
    )
    again = form.cleaned_data["again"] or 1
    if request.htmx:  # type: ignore[attr-defined]
        page = pages.page_of(found, rules, player, station=station, seed=seed, again=again)
        return render(request, "tutor/tasks/_hints.html", {"page": page})
    return SeeOther(listing.lesson_url(found, rules, at=station.name, seed=seed, again=again))


@require_POST
@limited("answer")
def leave_step(request: HttpRequest, track: str, key: str) -> HttpResponse:
    """Go on after a step that only shows something."""
    found, rules, station, _form = _place(request, track, key, WriteForm(request.POST))
    if station.step.task:
        raise Http404
    services.go_on(player_for_write(request), found, station, rules)
    stations = found.stations(rules)
    after = stations.index(station) + 1
    at = stations[after].name if after < len(stations) else ""
    return SeeOther(listing.lesson_url(found, rules, at=at))


@require_POST
@limited("answer")
def begin_again(request: HttpRequest, track: str, key: str) -> HttpResponse:
    """Take a lesson once more; the stars stay."""
    found = _lesson(track, key)
    form = RulesForm(request.POST)
    rules = _rules(request, form)
    if not found.stands(rules):
        raise Http404
    services.begin_again(player_for_write(request), found, rules)
    return SeeOther(listing.lesson_url(found, rules))


@require_POST
@limited("lanes")
def lanes(request: HttpRequest) -> HttpResponse:
    """Judge what lies in the lanes, as a fragment. Nothing is stored, nothing is used up."""
    data = request.GET.copy()
    data["melds"] = request.POST.get("melds", "")
    form = LanesForm(data)
    context: dict[str, object] = {"table": None, "error": ""}
    try:
        if not form.is_valid():
            raise InputError("notation.meld", f"melds: {data['melds'][:40]}")
        sent = form.cleaned_data
        hand = Hand.parse(sent["hand"], sent["indicator"])
        context["table"] = judge_lanes(sent["melds"], hand, sent["rules"], counted=sent["counted"])
    except InputError as error:
        at = error.at.partition(": ")[2] or error.at
        context["error"] = error_message(error.code, at, language())
    return render(request, "tutor/board/_lanes_verdict.html", context)


# Reading requests


def _lesson(track: str, key: str) -> Lesson:
    found = find_lesson(track, key)
    if found is None:
        raise Http404
    return found


def _rules(request: HttpRequest, form: RulesForm) -> RuleSet:
    if not form.is_valid():
        raise Http404
    return listing.rules_of(request, form.cleaned_data["rules"])


def _place(
    request: HttpRequest, track: str, key: str, form: WriteForm
) -> tuple[Lesson, RuleSet, Station, WriteForm]:
    """What a POST is about. 404 for a place that this lesson does not have."""
    found = _lesson(track, key)
    rules = _rules(request, form)
    station = next(
        (one for one in found.stations(rules) if one.name == form.cleaned_data["at"]), None
    )
    if station is None:
        raise Http404
    return found, rules, station, form


# Answers


def answered(request: HttpRequest, page: pages.LessonPage) -> HttpResponse:
    """What became of an answer: a fragment for the script, else the whole page."""
    if not request.htmx:  # type: ignore[attr-defined]
        return render(request, "tutor/lessons/lesson.html", {"page": page})
    if page.exercise is not None and page.exercise.board is not None:
        table = pages.judged_lanes(page.exercise, page.feedback, page.rules.key)
        return render(request, "tutor/tasks/_melds_answered.html", {"page": page, "table": table})
    return render(request, "tutor/tasks/_exercise.html", {"page": page})


def not_taken(
    request: HttpRequest, page: pages.LessonPage, given: str, error: str, *, status: int = 400
) -> HttpResponse:
    """The exercise again, with what was given, and why the answer was not taken."""
    assert page.exercise is not None
    page = replace(
        page, error=error, key=uuid.uuid4(), exercise=replace(page.exercise, typed=given)
    )
    if not request.htmx:  # type: ignore[attr-defined]
        return render(request, "tutor/lessons/lesson.html", {"page": page}, status=status)
    if page.exercise is not None and page.exercise.board is not None:
        return render(request, "tutor/board/_not_taken.html", {"error": error}, status=status)
    return render(request, "tutor/tasks/_exercise.html", {"page": page}, status=status)


def _left_out(request: HttpRequest, found: Lesson, rules: RuleSet) -> HttpResponse:
    """A lesson that the rule set has no use for: why, and where it stands."""
    card = listing.left_out_card(found, rules)
    others = [
        choice
        for choice in listing.rules_choices(request.path, rules)
        if found.stands(RULE_SETS[str(choice["key"])])
    ]
    context = {"card": card, "others": others, "learn": listing.learn_url(rules)}
    return render(request, "tutor/lessons/left_out.html", context)
