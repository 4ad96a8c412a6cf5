"""The dashboard, and the way from a weakness to a set that trains it."""

from __future__ import annotations

import secrets
import uuid
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from okey.errors import InputError
from puzzles import pages, words
from puzzles.board import rules_name
from puzzles.dashboard import pages as parts
from puzzles.dashboard import training
from puzzles.dashboard.figures import figures, weakest
from puzzles.dashboard.forms import DashboardForm, TrainingForm
from puzzles.errors import Refused
from puzzles.history_forms import DAYS

DEFAULT_DAYS = 30


@require_safe
def dashboard(request: HttpRequest) -> HttpResponse:
    """How a player is doing under one rule set, over the last days."""
    form = DashboardForm(request.GET)
    if not form.is_valid():
        raise Http404
    return _dashboard(request, pages.rules_of(request), form.cleaned_data["days"] or DEFAULT_DAYS)


@require_POST
@limited("set")
def train(request: HttpRequest) -> HttpResponse:
    """Make a set of just that weakness and go there."""
    form = TrainingForm(request.POST)
    if not form.is_valid():
        raise Http404
    data = form.cleaned_data
    try:
        made, _new = training.make(
            player_for_write(request),
            rules=data["rules"],
            kinds=data["kind"],
            theme=data["theme"],
            key=data["key"],
        )
    except InputError:
        raise Http404 from None
    except Refused as refused:
        days = data["days"] or DEFAULT_DAYS
        return _dashboard(request, data["rules"], days, words.refusal(refused.code), status=409)
    return SeeOther(reverse("set", args=[made.pk]))


def _dashboard(
    request: HttpRequest, rules: str, days: int, error: str = "", *, status: int = 200
) -> HttpResponse:
    found = figures(player_of(request), rules, days)
    kinds, times = parts.kinds(found), parts.times(found)
    address = reverse("dashboard")
    context: dict[str, object] = {
        "error": error,
        "rules": rules,
        "rules_name": rules_name(rules),
        "days": days,
        "spans": [
            {
                "name": name,
                "url": f"{address}?{urlencode({'rules': rules, 'days': span})}",
                "current": span == days,
            }
            for span, name in DAYS.items()
        ],
        "rule_sets": [
            {**one, "url": f"{one['url']}&days={days}"}
            for one in pages.rules_choices(address, rules)
        ],
        "total": found.total,
        "all_url": parts.history_url(parts.wanted(found)),
        "ratings": [
            {
                "name": rules_name(one.rules),
                "url": f"{address}?{urlencode({'rules': one.rules, 'days': days})}",
                "here": one.rules == rules,
                "rating": round(one.strength.rating),
                "deviation": round(one.strength.deviation),
                "gained": round(one.gained),
                "provisional": one.provisional,
                "attempts": one.attempts,
            }
            for one in found.ratings
        ],
        "course": [(date, round(rating)) for date, rating in found.course],
        "course_plot": parts.course_plot(found),
        "kinds": kinds,
        "kinds_plot": parts.kinds_plot(kinds) if len(kinds) > 1 else None,
        "weakest": weakest(found),
        "themes": parts.themes(found),
        "missed": parts.missed(found),
        "weeks": parts.weeks(found),
        "times": times,
        "times_plot": parts.times_plot(times),
        "side_by_side": parts.rule_sets(found),
        "key": uuid.UUID(bytes=secrets.token_bytes(16), version=4),
        "train_url": reverse("dashboard-train"),
    }
    # What stands in every form alike is drawn once.
    context["sent_too"] = render_to_string("puzzles/dashboard/_sent_too.html", context, request)
    return render(request, "puzzles/dashboard.html", context, status=status)
