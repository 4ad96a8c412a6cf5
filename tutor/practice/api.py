"""Games at the practice table in the API. The pages call the same services.

Whoever sits at a game sees what that seat sees; for everybody else there is none (404). A move that
the rules do not allow is a result, what cannot be done now is a 409 with its code.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any, Final

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import api_view
from rest_framework.exceptions import APIException, Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import limits
from accounts.api_reading import ERROR, read_as
from accounts.pagination import Pages
from accounts.players import caller, player_for_write, player_of
from okey.record import format_record, record_line
from okey.rules.rulesets import rule_set
from tutor.models import Game
from tutor.practice import services
from tutor.practice.api_data import advice_data, game_data, game_line, illegal_data
from tutor.practice.api_serializers import (
    AdviceAnswer,
    DeedRequest,
    GameAnswer,
    GameLine,
    GamePage,
    GameRequest,
    MovesAnswer,
    MovesRequest,
    RecordAnswer,
    RecordQuery,
)
from tutor.practice.deeds import Done, NotThere, Refused, Stale, table_for
from tutor.practice.pages import refusal, stale
from tutor.practice.replays import Broken
from tutor.practice.services import Plan
from tutor.practice.tables import ONE_ROUND

_ERRORS: Final = {400: ERROR, 401: ERROR, 404: ERROR, 409: ERROR, 429: ERROR}


class NotNow(APIException):
    """It cannot be done now: 409 with the reason as a code."""

    status_code = status.HTTP_409_CONFLICT


@extend_schema(
    methods=["GET"],
    parameters=[OpenApiParameter("page", int), OpenApiParameter("page_size", int)],
    operation_id="games_list",
    responses={200: GamePage},
    tags=["games"],
)
@extend_schema(
    methods=["POST"], request=GameRequest, responses={201: GameAnswer, **_ERRORS}, tags=["games"]
)
@api_view(["GET", "POST"])
def games(request: Request) -> Response:
    """List one's games, the latest first, or begin one against bots."""
    if request.method == "POST":
        return _begin(request)
    rows = Game.objects.visible_to(player_of(request)).order_by("-updated_at", "id")
    pages = Pages()
    some = pages.paginate_queryset(rows, request) or []
    return pages.get_paginated_response(GameLine([game_line(one) for one in some], many=True).data)


@extend_schema(responses={200: GameAnswer, 404: ERROR}, tags=["games"])
@api_view(["GET"])
def game(request: Request, game_id: uuid.UUID) -> Response:
    """A game as this seat sees it."""
    return _answer(lambda: GameAnswer(game_data(table_for(player_of(request), game_id))))


@extend_schema(request=MovesRequest, responses={200: MovesAnswer, **_ERRORS}, tags=["games"])
@api_view(["POST"])
def moves(request: Request, game_id: uuid.UUID) -> Response:
    """Make moves; the bots make theirs in the same answer."""
    data, known = _deed(request, game_id, MovesRequest)
    text = ";".join(data["moves"])
    return _answer(lambda: MovesAnswer(_done(services.make_moves(**known, text=text))))


@extend_schema(request=DeedRequest, responses={200: MovesAnswer, **_ERRORS}, tags=["games"])
@api_view(["POST"])
def undo(request: Request, game_id: uuid.UUID) -> Response:
    """Take the last move of this turn back, unless it has shown a tile."""
    known = _deed(request, game_id, DeedRequest)[1]
    return _answer(lambda: MovesAnswer(_done(services.undo(**known))))


@extend_schema(request=DeedRequest, responses={200: AdviceAnswer, **_ERRORS}, tags=["games"])
@api_view(["POST"])
def advice(request: Request, game_id: uuid.UUID) -> Response:
    """What the engine would do now, and why; that it was asked is written down first."""
    known = _deed(request, game_id, DeedRequest)[1]

    def advised() -> AdviceAnswer:
        table = services.ask_advice(**known).table
        if not table.asked:  # the key is old: the game has gone on
            raise Stale(table)
        return AdviceAnswer(advice_data(table) | {"game": game_data(table)})

    return _answer(advised)


@extend_schema(request=DeedRequest, responses={200: MovesAnswer, **_ERRORS}, tags=["games"])
@api_view(["POST"])
def deal(request: Request, game_id: uuid.UUID) -> Response:
    """Deal the next round of a match."""
    known = _deed(request, game_id, DeedRequest)[1]
    return _answer(lambda: MovesAnswer(_done(services.deal_next(**known))))


@extend_schema(
    parameters=[OpenApiParameter("round", int, description="from 0; the last one if left out")],
    responses={200: RecordAnswer, 400: ERROR, 404: ERROR, 409: ERROR},
    tags=["games"],
)
@api_view(["GET"])
def record(request: Request, game_id: uuid.UUID) -> Response:
    """The record of a round that is over. 409 (`going`) while it is played."""
    query = read_as(RecordQuery, request.query_params)

    def found() -> RecordAnswer:
        table = table_for(player_of(request), game_id)
        number = query.get("round", table.number)
        if table.waiting or number > table.number:
            raise NotThere
        if number == table.number and not table.round.over:
            raise NotNow(_("The record is there once the round is over."), code="going")
        kept = table.record(number)
        return RecordAnswer({"record": record_line(kept), "text": format_record(kept)})

    return _answer(found)


def _begin(request: Request) -> Response:
    data = read_as(GameRequest, request.data)
    player = player_for_write(request)
    _count(request, "form")
    rules = rule_set(data["rules"])
    seats = data.get("seats", max(rules.seating.counts))
    length = ONE_ROUND if data["length"] == "round" else None
    plan = Plan(rules.key, seats, (data["level"],) * (seats - 1), length)

    def begun() -> GameAnswer:
        made = services.create_game(player=player, plan=plan, key=data["key"])
        return GameAnswer(game_data(table_for(player, made.pk)))

    return _answer(begun, status.HTTP_201_CREATED)


def _deed(
    request: Request, game_id: uuid.UUID, shape: type[DeedRequest]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What was sent, and what every service is told. 404 where there is no such game."""
    player = player_of(request)
    _answer(lambda: GameLine(game_line(table_for(player, game_id).game)))
    data = read_as(shape, request.data)
    _count(request, "lanes")
    known = {"player": player, "game_id": game_id, "version": data["version"], "key": data["key"]}
    return data, known


def _done(done: Done) -> dict[str, Any]:
    return {
        "illegal": illegal_data(done.illegal),
        "since": done.since,
        "game": game_data(done.table),
    }


def _answer(
    found: Callable[[], serializers.Serializer[Any]], code: int = status.HTTP_200_OK
) -> Response:
    """The answer, or why there is none."""
    try:
        return Response(found().data, status=code)
    except (NotThere, Broken):
        raise Http404 from None
    except Stale:
        raise NotNow(stale(), code="stale") from None
    except Refused as refused:
        raise NotNow(refusal(refused), code=refused.code) from None


def _count(request: Request, name: str) -> None:
    """Count it under the limit of the page that does the same."""
    verdict = limits.hit_named(name, caller(request))
    if not verdict.allowed:
        raise Throttled(wait=verdict.retry_after)
