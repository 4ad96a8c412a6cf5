"""The gradebook in the API, for the teachers of the class."""

from __future__ import annotations

import uuid
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.pagination import Pages
from accounts.players import player_of
from classrooms.gradebook import paging
from classrooms.gradebook.book import read
from classrooms.gradebook.items import analyse
from classrooms.gradebook.result_views import assignment_of
from classrooms.gradebook.serializers import (
    GradebookSerializer,
    ResultsSerializer,
    column_data,
    results_data,
    row_data,
)
from classrooms.people.access import access_class


@extend_schema(
    parameters=[
        OpenApiParameter("sort", str, description="`name`, `share` or an assignment's id; `-`"),
        OpenApiParameter("page", int),
        OpenApiParameter("page_size", int),
    ],
    responses={200: GradebookSerializer},
    tags=["classes"],
)
@api_view(["GET"])
def gradebook(request: Request, class_id: uuid.UUID) -> Response:
    """Who has what in each assignment, with sums and shares, as the page shows it."""
    entered = access_class(player_of(request), class_id, need="teacher")
    book = read(entered.classroom)
    rows: Any = paging.ordered(book, paging.view_of(request.query_params).sort)
    paginator = Pages()
    page: list[Any] = paginator.paginate_queryset(rows, request) or []
    data = {
        "as_of": book.moment,
        "share": None if book.total.share is None else float(book.total.share),
        "assignments": [column_data(column) for column in book.columns],
        "count": len(rows),
        "next": paginator.get_next_link(),
        "previous": paginator.get_previous_link(),
        "results": [row_data(book, row) for row in page],
    }
    return Response(GradebookSerializer(data).data)


@extend_schema(responses={200: ResultsSerializer}, tags=["classes"])
@api_view(["GET"])
def results(request: Request, class_id: uuid.UUID, assignment_id: uuid.UUID) -> Response:
    """How an assignment went, puzzle by puzzle, and which rules were missed by how many."""
    entered = access_class(player_of(request), class_id, need="teacher")
    found = analyse(assignment_of(entered, assignment_id))
    return Response(ResultsSerializer(results_data(found)).data)
