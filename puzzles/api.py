"""Puzzles, attempts and sets in the API. The pages call the same services."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import Count
from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound, Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import clock, limits
from accounts.api_reading import ERROR, read_as
from accounts.models import Player
from accounts.pagination import Pages
from accounts.players import player_for_write, player_of
from jobs.api import Busy
from jobs.errors import JobError, QueueFull, TooManyJobs
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from puzzles import attempts, dailies, pages, practice, sets, words
from puzzles.asking import hints_of
from puzzles.conflict import Conflict
from puzzles.errors import Refused
from puzzles.grading import exercise_shown, explained
from puzzles.kind_serializers import (
    GiveUpSerializer,
    HintRequestSerializer,
    HintSerializer,
    KindSerializer,
    hint_data,
    kind_data,
)
from puzzles.kinds.registry import KINDS, kind_of, kinds_of
from puzzles.models import NO_CONTEXT, SAME_COLOURS, Attempt, Puzzle, PuzzleSet
from puzzles.ratings import services as ratings
from puzzles.ratings.stakes import stake
from puzzles.serializers import (
    AttemptRequestSerializer,
    AttemptSerializer,
    PuzzleSerializer,
    SetPageSerializer,
    SetRequestSerializer,
    SetSerializer,
    SetSummarySerializer,
    item_data,
    puzzle_data,
    set_data,
)
from tutor.board.words import language


class DailyQuery(serializers.Serializer[Any]):
    """What the address of a daily may carry."""

    rules = serializers.CharField(required=False, max_length=40, default=pages.DEFAULT_RULES)
    date = serializers.DateField(required=False, input_formats=["%Y-%m-%d"])


class NextQuery(serializers.Serializer[Any]):
    """Which puzzle is wanted."""

    rules = serializers.CharField(required=False, max_length=40, default=pages.DEFAULT_RULES)
    kind = serializers.CharField(required=False, max_length=40, default="", allow_blank=True)
    theme = serializers.CharField(required=False, max_length=40, default="", allow_blank=True)


@extend_schema(
    parameters=[
        OpenApiParameter("rules", str, description="key of a rule set"),
        OpenApiParameter("date", OpenApiTypes.DATE, description="today if left out"),
    ],
    responses={200: PuzzleSerializer, 400: ERROR, 404: ERROR},
    tags=["puzzles"],
)
@api_view(["GET"])
def daily(request: Request) -> Response:
    """The hand of a day. A day that has not come is 404, like one that never was."""
    query = read_as(DailyQuery, request.query_params)
    rule_set(query["rules"])
    if query["rules"] not in dailies.rule_sets():
        raise InputError("kind.rules", f"rules: {query['rules'][:40]}")
    day = query.get("date") or clock.today()
    found = None if day > clock.today() else dailies.find(day, query["rules"])
    if found is None:
        raise Http404
    player = player_of(request)
    _note(player, found.puzzle)
    return _puzzle(found.puzzle, player)


@extend_schema(
    parameters=[
        OpenApiParameter("rules", str, description="key of a rule set"),
        OpenApiParameter("kind", str, description="any if left out"),
        OpenApiParameter("theme", str, description="one that does not tell the answer"),
    ],
    responses={200: PuzzleSerializer, 400: ERROR, 404: ERROR},
    tags=["puzzles"],
)
@api_view(["GET"])
def next_puzzle(request: Request) -> Response:
    """A practice puzzle near this player's strength that they never opened.

    404 (`puzzles.none`) where there is none. Without a kind and a theme the first answer rates
    fully, else by half.
    """
    query = read_as(NextQuery, request.query_params)
    player = player_of(request)
    chosen = practice.choose_next(player, **query)
    if chosen is None:
        raise NotFound(words.refusal("puzzles.none"), code="puzzles.none")
    if player is not None:
        choice = practice.choice_of(kind=query["kind"], theme=query["theme"])
        practice.chosen_by_server(player, chosen, choice)
    return _puzzle(chosen, player)


@extend_schema(responses={200: PuzzleSerializer, 404: ERROR}, tags=["puzzles"])
@api_view(["GET"])
def puzzle(request: Request, puzzle_id: uuid.UUID) -> Response:
    """A puzzle that is public."""
    player = player_of(request)
    found = pages.visible_puzzle(player, puzzle_id)
    _note(player, found)
    return _puzzle(found, player)


@extend_schema(
    request=AttemptRequestSerializer,
    responses={
        201: AttemptSerializer,
        200: OpenApiResponse(AttemptSerializer, description="answered before: the first result"),
        400: ERROR,
        404: ERROR,
        409: ERROR,
    },
    tags=["puzzles"],
)
@api_view(["POST"])
def attempt(request: Request, puzzle_id: uuid.UUID) -> Response:
    """Answer a puzzle. The first answer of a try counts; an illegal one is a result, not an error.

    Melds that cannot be read are 400 and use nothing up. The same key with the same answer gives
    the same body; with another answer it is 409.
    """
    player = player_for_write(request)
    found = pages.visible_puzzle(player, puzzle_id)
    data = read_as(AttemptRequestSerializer, request.data)
    place = _place(found, player, data)
    try:
        outcome = attempts.answer(
            player=player, puzzle=found, place=place, raw=data["answer"], key=data["key"]
        )
    except Refused as refused:
        raise Conflict(words.refusal(refused.code), code=refused.code) from None
    if outcome.made and outcome.attempt.server_chosen:
        practice.keep_ahead(player, rules=found.rules, kind=found.kind)
    return Response(
        AttemptSerializer(_attempt_data(outcome.attempt)).data,
        status=status.HTTP_201_CREATED if outcome.made else status.HTTP_200_OK,
    )


@extend_schema(
    request=HintRequestSerializer,
    responses={200: HintSerializer, 400: ERROR, 404: ERROR, 409: ERROR},
    tags=["puzzles"],
)
@api_view(["POST"])
def hint(request: Request, puzzle_id: uuid.UUID) -> Response:
    """A hint, noted before it is sent. A try with a hint is not rated."""
    player = player_for_write(request)
    found = pages.visible_puzzle(player, puzzle_id)
    data = read_as(HintRequestSerializer, request.data)
    place = _place(found, player, data)
    try:
        attempt = attempts.take_hint(player=player, puzzle=found, place=place, level=data["level"])
    except Refused as refused:
        raise Conflict(words.refusal(refused.code), code=refused.code) from None
    exercise = exercise_shown(found, attempt.colours)
    hints = hints_of(kind_of(found.kind), exercise, attempt)
    return Response(HintSerializer(hint_data(hints)).data)


@extend_schema(
    request=GiveUpSerializer,
    responses={
        201: AttemptSerializer,
        200: OpenApiResponse(AttemptSerializer, description="answered before: that result"),
        400: ERROR,
        404: ERROR,
        409: ERROR,
    },
    tags=["puzzles"],
)
@api_view(["POST"])
def give_up(request: Request, puzzle_id: uuid.UUID) -> Response:
    """Give a try up: it is noted as not right, and the solution is sent."""
    player = player_for_write(request)
    found = pages.visible_puzzle(player, puzzle_id)
    data = read_as(GiveUpSerializer, request.data)
    place = _place(found, player, data)
    try:
        outcome = attempts.give_up(player=player, puzzle=found, place=place, key=data["key"])
    except Refused as refused:
        raise Conflict(words.refusal(refused.code), code=refused.code) from None
    return Response(
        AttemptSerializer(_attempt_data(outcome.attempt)).data,
        status=status.HTTP_201_CREATED if outcome.made else status.HTTP_200_OK,
    )


@extend_schema(responses={200: KindSerializer(many=True)}, tags=["puzzles"])
@api_view(["GET"])
def kinds(request: Request) -> Response:
    """All kinds of puzzles: how each is answered, under which rule sets, with which themes."""
    return Response(KindSerializer([kind_data(kind) for kind in KINDS.values()], many=True).data)


@extend_schema(
    methods=["GET"],
    operation_id="sets_list",
    parameters=[OpenApiParameter("page", int), OpenApiParameter("page_size", int)],
    responses={200: SetPageSerializer},
    tags=["sets"],
)
@extend_schema(
    methods=["POST"],
    request=SetRequestSerializer,
    responses={202: SetSerializer, 400: ERROR, 409: ERROR, 429: ERROR, 503: ERROR},
    tags=["sets"],
)
@api_view(["GET", "POST"])
def set_list(request: Request) -> Response:
    """The player's sets; or have a new one made, by a job that may be watched."""
    if request.method == "GET":
        return _sets(request)
    player = player_for_write(request)
    verdict = limits.hit_named("set", str(player.pk))
    if not verdict.allowed:
        raise Throttled(wait=verdict.retry_after)
    data = read_as(SetRequestSerializer, request.data)
    difficulty = data.get("difficulty")
    spec = sets.Specification(
        rules=data["rules"],
        count=data["count"],
        kinds=tuple(data.get("kinds") or kinds_of(data["rules"])[:1]),
        difficulty=(difficulty[0], difficulty[1]) if difficulty else None,
        seed=data.get("seed", ""),
    )
    try:
        made, _new = sets.create_set(owner=player, spec=spec, key=data["key"])
    except Refused as refused:
        raise Conflict(words.refusal(refused.code), code=refused.code) from None
    except TooManyJobs:
        raise Throttled(wait=30) from None
    except QueueFull:
        raise Busy from None
    except JobError as error:
        raise Conflict(words.refusal(error.code), code=error.code) from None
    return Response(_set_body(made), status=status.HTTP_202_ACCEPTED)


@extend_schema(responses={200: SetSerializer, 404: ERROR}, tags=["sets"])
@api_view(["GET"])
def set_detail(request: Request, set_id: uuid.UUID) -> Response:
    """A set of this player: how far it is, and the puzzles that are made."""
    found = (
        PuzzleSet.objects.visible_to(player_of(request))
        .select_related("job")
        .filter(pk=set_id)
        .first()
    )
    if found is None:
        raise Http404
    return Response(_set_body(found))


def _sets(request: Request) -> Response:
    found = (
        PuzzleSet.objects.visible_to(player_of(request))
        .select_related("job")
        .annotate(made=Count("items"))
        .order_by("-created_at", "pk")
    )
    paginator = Pages()
    page: list[Any] = paginator.paginate_queryset(found, request) or []
    rows = [set_data(one, one.made) for one in page]
    return paginator.get_paginated_response(SetSummarySerializer(rows, many=True).data)


def _set_body(found: PuzzleSet) -> Any:
    items = [item_data(item) for item in found.items.select_related("puzzle").order_by("index")]
    return SetSerializer(set_data(found, len(items)) | {"puzzles": items}).data


def _puzzle(found: Puzzle, player: Player | None) -> Response:
    # The API shows a puzzle outside a set in the colours in which it was made.
    daily = getattr(found, "daily", None)
    opened = attempts.find(player, found, attempts.Place(attempts.Context.PRACTICE))
    if opened is not None and player is not None:
        opened.puzzle, opened.player = found, player
    data = puzzle_data(found, colours=SAME_COLOURS, daily=daily, at_stake=stake(opened))
    return Response(PuzzleSerializer(data).data)


def _place(found: Puzzle, player: Player, data: dict[str, Any]) -> attempts.Place:
    return attempts.place_of(
        found,
        player=player,
        context=data.get("context", ""),
        context_id=data.get("context_id"),
        try_no=data.get("try_no", 1),
    )


def _note(player: Player | None, found: Puzzle) -> None:
    """A player that gets the position has opened it; the clock and later hints go by that row."""
    if player is not None:
        place = attempts.place_of(found, player=player)
        attempts.open_attempt(player=player, puzzle=found, place=place)


def _attempt_data(found: Attempt) -> dict[str, Any]:
    assert found.answer is not None
    row, kind = found.result, kind_of(found.puzzle.kind)
    exercise = exercise_shown(found.puzzle, found.colours)
    told = explained(found, language())
    right = list(kind.best(row["solution"]))
    proof = kind.prove(exercise, row["solution"], language())
    return {
        "id": found.pk,
        "puzzle": found.puzzle_id,
        "context": found.context,
        "context_id": None if found.context_id == NO_CONTEXT else found.context_id,
        "try_no": found.try_no,
        "answered_at": found.answered_at,
        "correct": found.correct,
        "better": row["better"],
        "points": row["points"],
        "verdict": row["verdict"],
        "explanation": told,
        "solution": row["solution"] | {"certificate": proof, "right": right},
        "rating": ratings.shown(found),
    }
