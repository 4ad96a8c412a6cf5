"""An exercise on one wrong belief: on it just this belief and the truth differ."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_for_write, player_of
from okey import InputError
from tutor.board.words import language
from tutor.lessons import beliefs, listing, pages, services
from tutor.lessons.forms import BeliefAnswerForm, BeliefForm, answer_of, fresh_seed
from tutor.lessons.loading import lessons
from tutor.lessons.views import answered, not_taken
from tutor.misconceptions import belief_text, next_exercise
from tutor.names import rule_set_name
from tutor.tasks.base import Exercise
from tutor.tasks.registry import task
from tutor.texts import error_message


@require_safe
def belief(request: HttpRequest) -> HttpResponse:
    """An exercise on a belief."""
    page, _exercise = _page(request, BeliefForm(request.GET))
    return render(request, "tutor/lessons/lesson.html", {"page": page})


@require_POST
@limited("answer")
def belief_answer(request: HttpRequest) -> HttpResponse:
    """Take an answer to it. What cannot be read uses nothing up."""
    form = BeliefAnswerForm(request.POST)
    page, exercise = _page(request, form)
    given = answer_of(request.POST, task(exercise.task).form)
    try:
        if not given.strip():
            return not_taken(request, page, given, _("Choose an answer first."))
        task(exercise.task).check(exercise, given, exercise.rules)
        outcome = services.take_loose_answer(
            player=player_for_write(request),
            exercise=exercise,
            answer=given,
            key=form.cleaned_data["key"],
            misconceptions=beliefs.kept_with(exercise, given),
        )
    except InputError as error:
        at = error.at.partition(": ")[2] or error.at
        return not_taken(request, page, given, error_message(error.code, at, language()))
    return answered(request, pages.answered_page(page, exercise, given, outcome, None))


def _page(request: HttpRequest, form: BeliefForm) -> tuple[pages.LessonPage, Exercise]:
    """The page that an address or a form means. 404 for a belief that is no mistake there."""
    if not form.is_valid():
        raise Http404
    sent: dict[str, Any] = form.cleaned_data
    rules = listing.rules_of(request, sent["rules"])
    seed, again = sent["seed"] or fresh_seed(), sent["again"] or 1
    exercise = next_exercise(sent["belief"], rules, seed)
    if exercise is None:
        raise Http404
    lesson = lessons().get(sent["lesson"])
    asked = {"rules": rules.key, "belief": sent["belief"], "lesson": sent["lesson"]}
    here = f"{reverse('lesson-belief')}?{urlencode(asked)}"
    back = listing.lesson_url(lesson, rules) if lesson else listing.learn_url(rules)
    page = pages.LessonPage(
        rules,
        belief_text(sent["belief"], rules, language()).title,
        rule_set_name(rules.key, language()),
        fields={**asked, "seed": seed, "again": str(again)},
        again=again,
        urls={
            "learn": listing.learn_url(rules),
            "here": back,
            "answer": reverse("lesson-belief-answer"),
        },
    )
    same = f"{here}&{urlencode({'seed': seed, 'again': again + 1})}"
    return (
        pages.with_exercise(page, exercise, player_of(request), same=same, other=here),
        exercise,
    )
