"""Reporting a puzzle in the API."""

from __future__ import annotations

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api_reading import ERROR, IdField, read_as
from accounts.players import player_for_write
from puzzles import attempts, pages
from puzzles.models import Attempt, Report
from puzzles.reports import services
from puzzles.reports.models import NOTE_LENGTH


class ReportRequestSerializer(serializers.Serializer[Any]):
    """Perhaps what is wrong; and where the answer was given, else the daily or practice."""

    note = serializers.CharField(required=False, allow_blank=True, max_length=NOTE_LENGTH)
    context = serializers.ChoiceField(  # type: ignore[assignment]
        choices=Attempt.Context.values, required=False
    )
    context_id = IdField(required=False)


class ReportSerializer(serializers.Serializer[Any]):
    """A report: open, holds (looked at, and right as it is) or withdrawn."""

    id = IdField()
    puzzle = IdField(source="puzzle_id")
    state = serializers.ChoiceField(choices=Report.State.values)
    created_at = serializers.DateTimeField()


@extend_schema(
    request=ReportRequestSerializer,
    responses={201: ReportSerializer, 400: ERROR, 404: ERROR},
    tags=["puzzles"],
)
@api_view(["POST"])
def report(request: Request, puzzle_id: uuid.UUID) -> Response:
    """Report a problem with a puzzle; position, answer and versions are noted with it."""
    player = player_for_write(request)
    found = pages.visible_puzzle(player, puzzle_id)
    data = read_as(ReportRequestSerializer, request.data)
    place = attempts.place_of(
        found,
        player=player,
        context=data.get("context", ""),
        context_id=data.get("context_id"),
    )
    made = services.report(player=player, puzzle=found, place=place, note=data.get("note", ""))
    return Response(ReportSerializer(made).data, status=status.HTTP_201_CREATED)
