"""Classes and their members in the API. The pages call the same services."""

from __future__ import annotations

import uuid
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api_reading import ERROR, read_as
from accounts.pagination import Pages
from accounts.players import player_for_write, player_of
from classrooms.people import pupils, services, shown, words
from classrooms.people.access import Entered, access_class
from classrooms.people.models import Member
from classrooms.people.pupils import ListRefused, NewPupil
from classrooms.people.refusing import Refusal, refusal
from classrooms.people.serializers import (
    ClassChangeSerializer,
    ClassPageSerializer,
    ClassSerializer,
    MemberPageSerializer,
    MemberQuerySerializer,
    MemberSerializer,
    NewClassSerializer,
    NewPupilsSerializer,
    class_data,
)
from puzzles.errors import Refused

_PAGES = [OpenApiParameter("page", int), OpenApiParameter("page_size", int)]


@extend_schema(
    methods=["GET"],
    operation_id="classes_list",
    parameters=_PAGES,
    responses={200: ClassPageSerializer},
    tags=["classes"],
)
@extend_schema(
    methods=["POST"],
    request=NewClassSerializer,
    responses={201: ClassSerializer, 400: ERROR, 401: ERROR, 409: ERROR},
    tags=["classes"],
)
@api_view(["GET", "POST"])
def class_list(request: Request) -> Response:
    """The classes in which one is, archived ones too; or make one."""
    if request.method == "GET":
        return _classes(request)
    data = read_as(NewClassSerializer, request.data)
    try:
        made = services.create_class(actor=player_for_write(request), **data)
    except Refused as refused:
        raise Refusal(refused) from None
    entered = access_class(player_of(request), made.pk)
    return Response(_class(entered), status=status.HTTP_201_CREATED)


@extend_schema(methods=["GET"], responses={200: ClassSerializer, 404: ERROR}, tags=["classes"])
@extend_schema(
    methods=["PATCH"],
    request=ClassChangeSerializer,
    responses={200: ClassSerializer, 400: ERROR, 404: ERROR, 409: ERROR},
    tags=["classes"],
)
@api_view(["GET", "PATCH"])
def class_detail(request: Request, class_id: uuid.UUID) -> Response:
    """A class in which one is; its teachers change it, field by field."""
    player = player_of(request)
    if request.method == "GET":
        return Response(_class(access_class(player, class_id)))
    entered = access_class(player, class_id, need="teacher")
    changes = read_as(ClassChangeSerializer, request.data)
    archived = changes.pop("archived", None)
    who: dict[str, Any] = {"classroom": entered.classroom, "actor": entered.member.player}
    try:
        if archived is False:
            services.unarchive_class(**who)
        if changes:
            services.change_settings(**who, changes=changes)
        if archived:
            services.archive_class(**who)
    except Refused as refused:
        raise refusal(refused) from None
    return Response(_class(access_class(player, class_id, need="teacher")))


@extend_schema(
    methods=["GET"],
    operation_id="classes_members_list",
    parameters=[
        OpenApiParameter("role", str, enum=Member.Role.values, description="any if left out"),
        OpenApiParameter("state", str, enum=Member.State.values, description="active if left out"),
        *_PAGES,
    ],
    responses={200: MemberPageSerializer, 400: ERROR, 404: ERROR},
    tags=["classes"],
)
@extend_schema(
    methods=["POST"],
    request=NewPupilsSerializer,
    responses={201: MemberSerializer(many=True), 400: ERROR, 404: ERROR, 409: ERROR},
    tags=["classes"],
)
@api_view(["GET", "POST"])
def member_list(request: Request, class_id: uuid.UUID) -> Response:
    """The members of a class, for its teachers; or make pupils without e-mail."""
    entered = access_class(player_of(request), class_id, need="teacher")
    if request.method == "POST":
        return _add(request, entered)
    query = read_as(MemberQuerySerializer, request.query_params)
    found = Member.objects.filter(
        classroom=entered.classroom, state=query.get("state", Member.State.ACTIVE)
    )
    if "role" in query:
        found = found.filter(role=query["role"])
    paginator = Pages()
    rows: list[Any] = (
        paginator.paginate_queryset(found.order_by("role", "nickname", "pk"), request) or []
    )
    return paginator.get_paginated_response(MemberSerializer(rows, many=True).data)


def _add(request: Request, entered: Entered) -> Response:
    data = read_as(NewPupilsSerializer, request.data)
    names = [
        NewPupil(one["nickname"], one.get("real_name", ""), number)
        for number, one in enumerate(data["pupils"], start=1)
    ]
    try:
        made = pupils.create_pupils(entered.classroom, names, entered.member.player, data["key"])
    except ListRefused as refused:
        said = " ".join(f"{one.line}: {words.problem(one)}" for one in refused.problems)
        raise Refusal(refused, said, f"pupils[{refused.problems[0].line - 1}]") from None
    except Refused as refused:
        raise refusal(refused) from None
    return Response(MemberSerializer(made, many=True).data, status=status.HTTP_201_CREATED)


def _classes(request: Request) -> Response:
    player = player_of(request)
    if player is None:
        raise NotAuthenticated
    found = shown.counted(Member.objects.active().filter(player=player))
    paginator = Pages()
    rows: list[Any] = (
        paginator.paginate_queryset(found.order_by("classroom__name", "pk"), request) or []
    )
    return paginator.get_paginated_response(
        ClassSerializer([_data(one) for one in rows], many=True).data
    )


def _class(entered: Entered) -> Any:
    row = shown.counted(Member.objects.filter(pk=entered.member.pk)).get()
    return ClassSerializer(_data(row)).data


def _data(member: Any) -> dict[str, Any]:
    teaches = member.role == Member.Role.TEACHER
    return class_data(
        member,
        pupils=member.pupils if teaches else None,
        pending=member.pending if teaches else None,
    )
