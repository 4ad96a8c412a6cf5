"""Streaks and storms in the API. Answers go to `puzzles/ID/attempts/` with the context `run`."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api_reading import ERROR, IdField, read_as
from accounts.players import player_for_write, player_of
from okey.rules.rulesets import rule_set
from puzzles import attempts, words
from puzzles.attempts import Place
from puzzles.conflict import Conflict
from puzzles.errors import Refused
from puzzles.models import Attempt
from puzzles.pages import DEFAULT_RULES
from puzzles.runs import places, records, services
from puzzles.runs.models import Run
from puzzles.serializers import PuzzleSerializer, puzzle_data


class RunRequestSerializer(serializers.Serializer[Any]):
    """A run to begin."""

    mode = serializers.ChoiceField(choices=Run.Mode.values)
    rules = serializers.CharField(max_length=40)
    key = IdField(help_text="made by the client; the same key is the same run")


class RunSerializer(serializers.Serializer[Any]):
    """A run: how it stands, and the puzzle to be answered now, null when it is over."""

    id = IdField()
    mode = serializers.CharField()
    rules = serializers.CharField()
    score = serializers.IntegerField(help_text="right answers")
    over = serializers.BooleanField()
    ends_at = serializers.DateTimeField(allow_null=True, help_text="of a storm")
    may_skip = serializers.BooleanField()
    puzzle = PuzzleSerializer(allow_null=True)


class SkipRequestSerializer(serializers.Serializer[Any]):
    """The puzzle to leave out: the one that is to be answered now."""

    puzzle = IdField()


class RecordSerializer(serializers.Serializer[Any]):
    """A line of a list of records."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    score = serializers.IntegerField()


class RecordsSerializer(serializers.Serializer[Any]):
    """One's own best, and the lists of those who want to be named."""

    mode = serializers.CharField()
    rules = serializers.CharField()
    best_today = serializers.IntegerField(allow_null=True)
    best_ever = serializers.IntegerField(allow_null=True)
    today = RecordSerializer(many=True)
    ever = RecordSerializer(many=True)


class RecordsQuery(serializers.Serializer[Any]):
    """Which lists are wanted."""

    mode = serializers.ChoiceField(choices=Run.Mode.values, default=Run.Mode.STREAK.value)
    rules = serializers.CharField(required=False, max_length=40, default=DEFAULT_RULES)


@extend_schema(
    request=RunRequestSerializer,
    responses={201: RunSerializer, 400: ERROR, 409: ERROR},
    tags=["runs"],
)
@api_view(["POST"])
def begin(request: Request) -> Response:
    """Begin a streak or a storm, or go on with the one that is under way."""
    player = player_for_write(request)
    data = read_as(RunRequestSerializer, request.data)
    try:
        run = services.begin(player=player, **data)
    except Refused as refused:
        raise Conflict(words.refusal(refused.code), code=refused.code) from None
    return Response(_body(run), status=status.HTTP_201_CREATED)


@extend_schema(responses={200: RunSerializer, 404: ERROR}, tags=["runs"])
@api_view(["GET"])
def run(request: Request, run_id: uuid.UUID) -> Response:
    """A run of this player."""
    return Response(_body(_mine(request, run_id)))


@extend_schema(
    request=SkipRequestSerializer,
    responses={200: RunSerializer, 400: ERROR, 404: ERROR, 409: ERROR},
    tags=["runs"],
)
@api_view(["POST"])
def skip(request: Request, run_id: uuid.UUID) -> Response:
    """Leave out one puzzle of a streak."""
    found = _mine(request, run_id)
    player = player_for_write(request)
    data = read_as(SkipRequestSerializer, request.data)
    try:
        services.skip(player=player, run=found, puzzle=data["puzzle"])
    except Refused as refused:
        raise Conflict(words.refusal(refused.code), code=refused.code) from None
    return Response(_body(found))


@extend_schema(request=None, responses={200: RunSerializer, 404: ERROR, 409: ERROR}, tags=["runs"])
@api_view(["POST"])
def stop(request: Request, run_id: uuid.UUID) -> Response:
    """End a run before its time."""
    found = _mine(request, run_id)
    player = player_for_write(request)
    try:
        services.stop(player=player, run=found)
    except Refused as refused:
        raise Conflict(words.refusal(refused.code), code=refused.code) from None
    return Response(_body(found))


@extend_schema(
    parameters=[
        OpenApiParameter("mode", str, enum=Run.Mode.values),
        OpenApiParameter("rules", str, description="key of a rule set"),
    ],
    responses={200: RecordsSerializer, 400: ERROR},
    tags=["runs"],
)
@api_view(["GET"])
def record_lists(request: Request) -> Response:
    """Records of today and of all time."""
    query = read_as(RecordsQuery, request.query_params)
    rule_set(query["rules"])
    best = records.own(player_of(request), **query)
    body = query | {
        "best_today": best.today,
        "best_ever": best.ever,
        "today": records.public(**query, today=True),
        "ever": records.public(**query, today=False),
    }
    return Response(RecordsSerializer(body).data)


def _mine(request: Request, run_id: uuid.UUID) -> Run:
    found = places.run_of(player_of(request), run_id)
    if found is None:
        raise Http404
    return found


def _body(found: Run) -> Any:
    found.refresh_from_db()
    item = None if found.is_over else places.current(found)
    if item is not None:
        place = Place(Attempt.Context.RUN, found.pk, 1, item.colours)
        attempts.open_attempt(player=found.player, puzzle=item.puzzle, place=place)
    return RunSerializer(
        {
            "id": found.pk,
            "mode": found.mode,
            "rules": found.rules,
            "score": found.score,
            "over": item is None,
            "ends_at": found.ends_at,
            "may_skip": item is not None
            and found.mode == Run.Mode.STREAK
            and not found.items.filter(skipped=True).exists(),
            "puzzle": puzzle_data(item.puzzle, colours=item.colours) if item is not None else None,
        }
    ).data
