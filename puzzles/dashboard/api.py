"""Ratings, history, dashboard and training in the API. The pages call the same functions."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import api_view
from rest_framework.exceptions import Throttled, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import limits
from accounts.api_reading import ERROR, read_as
from accounts.pagination import Pages
from accounts.players import player_for_write, player_of
from okey.errors import InputError
from puzzles import history, pages, words
from puzzles.conflict import Conflict
from puzzles.dashboard import training
from puzzles.dashboard.figures import Figures, Tally, figures
from puzzles.dashboard.serializers import (
    DashboardSerializer,
    HistoryPageSerializer,
    HistoryRowSerializer,
    TrainingRequestSerializer,
    TrainingSerializer,
    history_data,
)
from puzzles.errors import Refused
from puzzles.history_forms import MOST_DAYS, HistoryForm
from puzzles.kinds.registry import rule_sets
from puzzles.models import PlayerRating
from puzzles.ratings import services as ratings
from puzzles.ratings.serializers import RatingSerializer

_RULES = OpenApiParameter("rules", str, description="key of a rule set")
_DAYS = OpenApiParameter("days", int, description=f"1 to {MOST_DAYS}, today included")


class DashboardQuery(serializers.Serializer[Any]):
    """What the address of the dashboard may carry."""

    rules = serializers.CharField(required=False, max_length=40, default=pages.DEFAULT_RULES)
    days = serializers.IntegerField(required=False, min_value=1, max_value=MOST_DAYS, default=30)


@extend_schema(responses={200: RatingSerializer(many=True)}, tags=["ratings"])
@api_view(["GET"])
def rating_list(request: Request) -> Response:
    """The player's own ratings, one for each rule set in which an answer was rated."""
    rows = [
        {
            "rules": row.rules,
            "rating": round(row.rating),
            "deviation": round(strength.deviation),
            "provisional": ratings.is_provisional(strength.deviation),
            "attempts": row.attempts,
            "rated_at": row.rated_at,
        }
        for row in PlayerRating.objects.visible_to(player_of(request)).order_by("rules")
        for strength in [ratings.strength_of(row)]
    ]
    return Response(RatingSerializer(rows, many=True).data)


@extend_schema(
    parameters=[
        _RULES,
        OpenApiParameter("kind", str),
        OpenApiParameter("theme", str),
        OpenApiParameter("rule", str, description="id of a rule that the answer broke"),
        OpenApiParameter("result", str, enum=["right", "wrong"]),
        OpenApiParameter("tries", str, enum=["first"], description="first answers without a hint"),
        OpenApiParameter(
            "took", str, enum=list(history.STEPS), description="up to so many seconds"
        ),
        _DAYS,
        OpenApiParameter("day", OpenApiTypes.DATE),
        OpenApiParameter("page", int),
        OpenApiParameter("page_size", int),
    ],
    responses={200: HistoryPageSerializer, 400: ERROR},
    tags=["ratings"],
)
@api_view(["GET"])
def history_list(request: Request) -> Response:
    """What the player answered, the latest first, narrowed as the history's page does it."""
    form = HistoryForm(request.query_params)
    if not form.is_valid():
        raise ValidationError(
            {name: [str(one) for one in errors] for name, errors in form.errors.items()}
        )
    found = history.matching(player_of(request), form.wanted()).order_by("-answered_at", "pk")
    found = found.select_related("puzzle", "rating_change").defer(
        "verdict", "puzzle__position", "puzzle__features"
    )
    paginator = Pages()
    page: list[Any] = paginator.paginate_queryset(found, request) or []
    rows = [history_data(one) for one in page]
    return paginator.get_paginated_response(HistoryRowSerializer(rows, many=True).data)


@extend_schema(
    parameters=[_RULES, _DAYS], responses={200: DashboardSerializer, 400: ERROR}, tags=["ratings"]
)
@api_view(["GET"])
def dashboard(request: Request) -> Response:
    """How the player is doing under one rule set, in first answers without a hint."""
    query = read_as(DashboardQuery, request.query_params)
    rules, days = query["rules"], query["days"]
    if rules not in rule_sets():
        raise InputError("rules.unknown", f"rules: {rules}")
    return Response(DashboardSerializer(_data(figures(player_of(request), rules, days))).data)


@extend_schema(
    request=TrainingRequestSerializer,
    responses={
        201: TrainingSerializer,
        200: OpenApiResponse(TrainingSerializer, description="the same key again: the same set"),
        400: ERROR,
        409: ERROR,
        429: ERROR,
    },
    tags=["ratings"],
)
@api_view(["POST"])
def train(request: Request) -> Response:
    """Make a set of unseen puzzles of some kinds, or of a theme of one, near one's strength."""
    player = player_for_write(request)
    verdict = limits.hit_named("set", str(player.pk))
    if not verdict.allowed:
        raise Throttled(wait=verdict.retry_after)
    data = read_as(TrainingRequestSerializer, request.data)
    try:
        made, new = training.make(player, **data)
    except Refused as refused:
        raise Conflict(words.refusal(refused.code), code=refused.code) from None
    answer = TrainingSerializer({"set": made.pk, "rules": made.rules, "count": made.count})
    return Response(answer.data, status=201 if new else 200)


def _data(found: Figures) -> dict[str, Any]:
    return {
        "rules": found.rules,
        "days": found.days,
        "total": _tally(found.total),
        "rule_sets": [{"rules": key} | _tally(one) for key, one in found.rule_sets.items()],
        "kinds": [{"kind": key} | _tally(one) for key, one in found.kinds.items()],
        "themes": [
            {"kind": kind, "theme": theme} | _tally(one)
            for (kind, theme), one in found.themes.items()
        ],
        "rules_missed": [
            {"rule": rule, "answers": sum(by_kind.values()), "kinds": sorted(by_kind)}
            for rule, by_kind in found.broken.items()
        ],
        "by_day": [{"day": day} | _tally(one) for day, one in sorted(found.by_day.items())],
        "times": [{"took": step} | _tally(one) for step, one in found.times.items()],
        "course": [{"day": day, "rating": round(rating)} for day, rating in found.course],
    }


def _tally(one: Tally) -> dict[str, Any]:
    return {"answers": one.answers, "right": one.right, "expected": round(one.expected, 2)}
