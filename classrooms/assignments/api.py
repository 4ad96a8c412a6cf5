"""Assignments and works in the API. The pages call the same services."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import F
from django.http import Http404
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api_reading import ERROR, read_as
from accounts.pagination import Pages
from accounts.players import player_for_write, player_of
from classrooms.assignments import errors, making, services, words, working
from classrooms.assignments.details import Details
from classrooms.assignments.models import Assignment, Work
from classrooms.assignments.serializers import (
    AssignmentPageSerializer,
    AssignmentSerializer,
    KeepSerializer,
    KeptSerializer,
    MineSerializer,
    NewAssignmentSerializer,
    TaughtSerializer,
    WorkSerializer,
    assignment_data,
    mine_data,
    taught_data,
    work_data,
)
from classrooms.people.access import Entered, access_class
from jobs.api import Busy
from jobs.errors import JobError, QueueFull, TooManyJobs
from puzzles.conflict import Conflict
from puzzles.errors import Refused
from puzzles.kinds.registry import kinds_of
from puzzles.models import PuzzleSet


@extend_schema(
    methods=["GET"],
    operation_id="class_assignments_list",
    parameters=[OpenApiParameter("page", int), OpenApiParameter("page_size", int)],
    responses={200: AssignmentPageSerializer, 404: ERROR},
    tags=["classes"],
)
@extend_schema(
    methods=["POST"],
    request=NewAssignmentSerializer,
    responses={
        201: TaughtSerializer,
        200: OpenApiResponse(TaughtSerializer, description="made before by the same key"),
        400: ERROR,
        404: ERROR,
        409: ERROR,
        429: ERROR,
        503: ERROR,
    },
    tags=["classes"],
)
@api_view(["GET", "POST"])
def assignments(request: Request, class_id: uuid.UUID) -> Response:
    """The assignments of a class, as far as they are this member's; teachers make a draft."""
    if request.method == "POST":
        return _create(request, access_class(player_of(request), class_id, need="teacher"))
    entered = access_class(player_of(request), class_id)
    paginator = Pages()
    rows: Any = Assignment.objects.select_related("puzzle_set__job").prefetch_related("extensions")
    if entered.teaches:
        rows = rows.filter(classroom=entered.classroom).counted()
        page: list[Any] = (
            paginator.paginate_queryset(rows.order_by("-created_at", "pk"), request) or []
        )
        data = TaughtSerializer(
            [taught_data(row, handed_in=row.handed_in, made=row.made) for row in page], many=True
        ).data
    else:
        rows = rows.opened().meant_for(entered.member)
        order = (F("due_at").asc(nulls_last=True), "-created_at", "pk")
        page = paginator.paginate_queryset(rows.order_by(*order), request) or []
        data = AssignmentSerializer(
            [assignment_data(row, entered.member) for row in page], many=True
        ).data
    return paginator.get_paginated_response(data)


@extend_schema(
    responses={
        200: PolymorphicProxySerializer(
            component_name="OneAssignment",
            serializers=[MineSerializer, TaughtSerializer],
            resource_type_field_name=None,
        ),
        404: ERROR,
    },
    tags=["classes"],
)
@api_view(["GET"])
def assignment(request: Request, class_id: uuid.UUID, assignment_id: uuid.UUID) -> Response:
    """One assignment: for a pupil with their try and its puzzles, for a teacher its state."""
    entered = access_class(player_of(request), class_id)
    if entered.teaches:
        return _taught(_teachers_own(entered, assignment_id))
    row = _pupils_own(entered, assignment_id)
    return Response(MineSerializer(mine_data(row, entered.member)).data)


@extend_schema(
    request=None, responses={200: TaughtSerializer, 404: ERROR, 409: ERROR}, tags=["classes"]
)
@api_view(["POST"])
def freeze(request: Request, class_id: uuid.UUID, assignment_id: uuid.UUID) -> Response:
    """Settle the puzzles of a draft, so that pupils see it. Again changes nothing."""
    entered = access_class(player_of(request), class_id, need="teacher")
    row = _teachers_own(entered, assignment_id)
    try:
        row = services.freeze(row, actor=player_for_write(request))
    except Refused as refused:
        raise _conflict(refused) from None
    return _taught(row)


@extend_schema(
    request=None,
    responses={
        200: WorkSerializer,
        404: ERROR,
        409: ERROR,
    },
    tags=["classes"],
)
@api_view(["POST"])
def begin(request: Request, class_id: uuid.UUID, assignment_id: uuid.UUID) -> Response:
    """Begin a try, or get the one under way: its puzzles, in the colours of this pupil."""
    entered = access_class(player_of(request), class_id, need="pupil")
    row = _pupils_own(entered, assignment_id)
    _check_in_use(entered)
    try:
        work = working.begin(row, entered.member)
    except Refused as refused:
        raise _conflict(refused) from None
    work.assignment, work.member = row, entered.member
    return Response(WorkSerializer(work_data(work)).data)


@extend_schema(
    request=KeepSerializer,
    responses={200: KeptSerializer, 400: ERROR, 404: ERROR, 409: ERROR},
    tags=["classes"],
)
@api_view(["PUT"])
def answer(
    request: Request,
    class_id: uuid.UUID,
    assignment_id: uuid.UUID,
    work_id: uuid.UUID,
    number: int,
) -> Response:
    """Keep an answer to one puzzle of a try; the last one counts. Nothing is judged by it.

    Where the assignment tells results at once, it is judged and stays.
    """
    entered, work = _own_work(request, class_id, assignment_id, work_id)
    _check_in_use(entered)
    item = (
        work.assignment.puzzle_set.items.select_related("puzzle").filter(index=number - 1).first()
    )
    if item is None:
        raise Http404
    item.set = work.assignment.puzzle_set
    item.set.assignment = work.assignment
    data = read_as(KeepSerializer, request.data)
    try:
        kept = working.keep(work, item, data["answer"])
    except Refused as refused:
        raise _conflict(refused) from None
    at_once = work.assignment.feedback == Assignment.Feedback.AT_ONCE
    body = {
        "number": number,
        "answer": kept.answer,
        "saved_at": kept.saved_at,
        "correct": kept.correct if at_once else None,
    }
    return Response(KeptSerializer(body).data)


@extend_schema(
    request=None, responses={200: WorkSerializer, 404: ERROR, 409: ERROR}, tags=["classes"]
)
@api_view(["POST"])
def hand_in(
    request: Request, class_id: uuid.UUID, assignment_id: uuid.UUID, work_id: uuid.UUID
) -> Response:
    """Hand a try in and have it graded. Again changes nothing."""
    entered, work = _own_work(request, class_id, assignment_id, work_id)
    _check_in_use(entered)
    try:
        working.hand_in(work)
    except Refused as refused:
        raise _conflict(refused) from None
    _entered, work = _own_work(request, class_id, assignment_id, work_id)
    return Response(WorkSerializer(work_data(work)).data)


def _create(request: Request, entered: Entered) -> Response:
    player = player_for_write(request)
    data = read_as(NewAssignmentSerializer, request.data)
    recipients = data["recipients"]
    details = Details(
        **{
            name: data[name]
            for name in (
                *services.CHANGEABLE,
                "variants",
            )
        },
        recipients=None if recipients is None else tuple(recipients),
    )
    source: Any
    try:
        if data.get("puzzles"):
            source = making.picks_by_id(data["puzzles"])
        elif data.get("set"):
            found = PuzzleSet.objects.owned_by(player).filter(pk=data["set"]).first()
            if found is None:
                raise Http404
            source = making.picks_of(found)
        else:
            source = _specification(data, entered)
        made, new = making.create(
            entered.classroom.pk, actor=player, key=data["key"], details=details, source=source
        )
    except Refused as refused:
        raise _conflict(refused) from None
    except TooManyJobs:
        raise Throttled(wait=30) from None
    except QueueFull:
        raise Busy from None
    except JobError as error:
        raise Conflict(words.refusal(error.code), code=error.code) from None
    return _taught(made, status.HTTP_201_CREATED if new else status.HTTP_200_OK)


def _specification(data: dict[str, Any], entered: Entered) -> making.Specification:
    rules = data["rules"] or entered.classroom.rules
    difficulty = data.get("difficulty")
    return making.Specification(
        rules=rules,
        count=data["count"],
        kinds=tuple(data.get("kinds") or kinds_of(rules)[:1]),
        difficulty=(difficulty[0], difficulty[1]) if difficulty else None,
        theme=data["theme"],
    )


def _taught(row: Assignment, code: int = status.HTTP_200_OK) -> Response:
    return Response(TaughtSerializer(taught_data(row)).data, status=code)


def _teachers_own(entered: Entered, assignment_id: uuid.UUID) -> Assignment:
    rows = Assignment.objects.select_related("puzzle_set__job")
    row: Assignment | None = rows.filter(pk=assignment_id, classroom=entered.classroom).first()
    if row is None:
        raise Http404
    return row


def _pupils_own(entered: Entered, assignment_id: uuid.UUID) -> Assignment:
    rows = Assignment.objects.opened().meant_for(entered.member)
    row: Assignment | None = (
        rows.select_related("puzzle_set")
        .prefetch_related("extensions")
        .filter(pk=assignment_id)
        .first()
    )
    if row is None:
        raise Http404
    return row


def _own_work(
    request: Request, class_id: uuid.UUID, assignment_id: uuid.UUID, work_id: uuid.UUID
) -> tuple[Entered, Work]:
    entered = access_class(player_of(request), class_id, need="pupil")
    row = _pupils_own(entered, assignment_id)
    works = row.works.select_related("job").prefetch_related("answers")
    work: Work | None = works.filter(pk=work_id, member=entered.member).first()
    if work is None:
        raise Http404
    work.assignment, work.member = row, entered.member
    return entered, work


def _check_in_use(entered: Entered) -> None:
    if entered.classroom.archived_at is not None:
        raise Conflict(words.refusal("class.archived"), code="class.archived")


def _conflict(refused: Refused) -> Exception:
    if isinstance(refused, errors.AssignmentGone):
        return Http404()
    return Conflict(words.refusal(refused.code), code=refused.code)
