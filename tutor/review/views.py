"""Pages of the review: today's cards one after the other, and the coming days."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import clock
from accounts.limited import limited
from accounts.models import Player
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from okey import InputError
from tutor.board.words import language
from tutor.lessons.forms import answer_of
from tutor.lessons.listing import rules_of
from tutor.lessons.pages import judged_lanes
from tutor.models import ReviewCard
from tutor.names import rule_set_name
from tutor.review import opened, pages, services
from tutor.review.forecast import forecast
from tutor.review.forms import CardForm, StartForm
from tutor.texts import error_message


@require_safe
def review(request: HttpRequest) -> HttpResponse:
    """The card that is asked next, or that today's are done, with the coming days."""
    player = player_of(request)
    found = services.next_card(player)
    if found is not None:
        return _asked(request, player, found)
    chosen = rules_of(request, "")
    context = {
        "forecast": forecast(player),
        "cards": ReviewCard.objects.visible_to(player).count(),
        "rule_sets": [
            {"key": key, "name": rule_set_name(key, language()), "chosen": key == chosen.key}
            for key in services.startable(player)
        ],
    }
    return render(request, "tutor/review/done.html", context)


@require_safe
def card(request: HttpRequest, card_id: uuid.UUID) -> HttpResponse:
    """One card: to try its rule again on the same day, which does not move it."""
    player = player_of(request)
    found = ReviewCard.objects.visible_to(player).filter(pk=card_id).first()
    if found is None or not services.can_be_asked(found):
        raise Http404
    return _asked(request, player, found)


@require_POST
@limited("answer")
def answer(request: HttpRequest, card_id: uuid.UUID) -> HttpResponse:
    """Take an answer. What cannot be read uses nothing up."""
    player, asked, form = _posted(request, card_id)
    page = pages.page_of(asked, _left(player))
    number = form.cleaned_data["again"] - 1
    given = answer_of(request.POST, asked.kind.form)
    if number == asked.number and not given.strip():
        return _not_taken(request, page, given, _("Choose an answer first."))
    try:
        done = services.answer(
            player=player,
            card_id=card_id,
            number=number,
            text=given,
            key=form.cleaned_data["key"],
            opened_at=opened.moment(request, asked),
        )
    except InputError as error:
        at = error.at.partition(": ")[2] or error.at
        return _not_taken(request, page, given, error_message(error.code, at, language()))
    return _page(request, pages.answered_page(pages.page_of(done.asked, _left(player)), done))


@require_POST
@limited("answer")
def hint(request: HttpRequest, card_id: uuid.UUID) -> HttpResponse:
    """Give a step of help: it is noted, then shown."""
    player, asked, _form = _posted(request, card_id)
    helped = services.hint(player=player, card_id=card_id, opened_at=opened.moment(request, asked))
    if request.htmx:  # type: ignore[attr-defined]
        page = pages.page_of(helped, _left(player))
        return render(request, "tutor/tasks/_hints.html", {"page": page})
    return SeeOther(pages.card_url(helped.card))


@require_POST
@limited("form")
def start(request: HttpRequest) -> HttpResponse:
    """Begin with the next rules of a rule set, today."""
    form = StartForm(request.POST)
    if not form.is_valid():
        return HttpResponseBadRequest()
    services.start(player=player_for_write(request), rules=form.cleaned_data["rules"])
    return SeeOther(request.path.removesuffix("start/"))


def _posted(request: HttpRequest, card_id: uuid.UUID) -> tuple[Player, services.Asked, CardForm]:
    player = player_of(request)
    found = ReviewCard.objects.visible_to(player).filter(pk=card_id).first()
    form = CardForm(request.POST)
    if player is None or found is None or not services.can_be_asked(found) or not form.is_valid():
        raise Http404
    return player, services.ask(found), form


def _left(player: Player | None) -> int:
    return ReviewCard.objects.visible_to(player).due(clock.today()).count()


def _asked(request: HttpRequest, player: Player | None, found: ReviewCard) -> HttpResponse:
    asked = services.ask(found)
    opened.note(request, asked)
    return _page(request, pages.page_of(asked, _left(player)))


def _page(request: HttpRequest, page: pages.ReviewPage) -> HttpResponse:
    """The whole page, or for the script what became of an answer."""
    if not request.htmx or not page.answered:  # type: ignore[attr-defined]
        return render(request, "tutor/review/card.html", {"page": page})
    context: dict[str, Any] = {"page": page}
    if page.exercise.board is None:
        return render(request, "tutor/review/_answered.html", context)
    context["table"] = judged_lanes(page.exercise, page.feedback, page.rules.key)
    return render(request, "tutor/review/_board_answered.html", context)


def _not_taken(
    request: HttpRequest, page: pages.ReviewPage, given: str, error: str
) -> HttpResponse:
    page = pages.not_taken(page, given, error)
    if not request.htmx:  # type: ignore[attr-defined]
        return render(request, "tutor/review/card.html", {"page": page}, status=400)
    if page.exercise.board is not None:
        return render(request, "tutor/board/_not_taken.html", {"error": error}, status=400)
    return render(request, "tutor/tasks/_exercise.html", {"page": page}, status=400)
