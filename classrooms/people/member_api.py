"""One member in the API: names, role, taking out, bringing back; and moving pupils."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import transaction
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api_reading import ERROR, read_as
from accounts.players import player_of
from classrooms.people import members
from classrooms.people.access import Entered, access_class
from classrooms.people.models import Member
from classrooms.people.names import LONGEST_NICKNAME, LONGEST_REAL_NAME, read_name
from classrooms.people.refusing import refusal
from classrooms.people.serializers import (
    MemberChangeSerializer,
    MemberSerializer,
    MoveSerializer,
)
from okey.errors import InputError
from puzzles.errors import Refused


@extend_schema(methods=["GET"], responses={200: MemberSerializer, 404: ERROR}, tags=["classes"])
@extend_schema(
    methods=["PATCH"],
    request=MemberChangeSerializer,
    responses={200: MemberSerializer, 400: ERROR, 404: ERROR, 409: ERROR},
    tags=["classes"],
)
@api_view(["GET", "PATCH"])
def member(request: Request, class_id: uuid.UUID, member_id: uuid.UUID) -> Response:
    """A member of a class, for its teachers, who change it field by field; all of it or nothing."""
    entered = access_class(player_of(request), class_id, need="teacher")
    row = _of(entered, member_id)
    if request.method == "PATCH":
        changes = _named(read_as(MemberChangeSerializer, request.data))
        try:
            with transaction.atomic():
                _change(entered, row, changes)
        except Refused as refused:
            raise refusal(refused) from None
        row = _of(entered, member_id)
    return Response(MemberSerializer(row).data)


@extend_schema(
    request=MoveSerializer,
    responses={200: MemberSerializer(many=True), 400: ERROR, 404: ERROR, 409: ERROR},
    tags=["classes"],
)
@api_view(["POST"])
def move(request: Request, class_id: uuid.UUID) -> Response:
    """Move pupils into another class that one teaches; their places there. Work stays here."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    data = read_as(MoveSerializer, request.data)
    there = access_class(player, data["to"], need="teacher")
    try:
        moved = members.move_pupils(
            source=entered.classroom,
            target=there.classroom,
            member_ids=data["members"],
            actor=entered.member.player,
        )
    except Refused as refused:
        raise refusal(refused) from None
    return Response(MemberSerializer(moved, many=True).data)


def _of(entered: Entered, member_id: uuid.UUID) -> Member:
    """Somebody who is in the class, or was; who only asks to be in it is answered on its page."""
    rows = Member.objects.filter(classroom=entered.classroom, pk=member_id)
    found: Member | None = rows.exclude(state=Member.State.PENDING).first()
    if found is None:
        raise Http404
    return found


def _named(changes: dict[str, Any]) -> dict[str, Any]:
    """The changes with their names in one spelling. Raise `InputError` for what is no name."""
    for field, longest in (("nickname", LONGEST_NICKNAME), ("real_name", LONGEST_REAL_NAME)):
        if field in changes:
            name, wrong = read_name(changes[field], longest=longest, required=field == "nickname")
            if wrong:
                raise InputError("input.field", field)
            changes[field] = name
    return changes


def _change(entered: Entered, row: Member, changes: dict[str, Any]) -> None:
    """Each by the service that the pages call: first back into the class, last out of it."""
    who: dict[str, Any] = {
        "classroom": entered.classroom,
        "member_id": row.pk,
        "actor": entered.member.player,
    }
    fields: tuple[str, ...] = ("nickname", "real_name")
    names = {name: changes[name] for name in fields if name in changes}
    if changes.get("state") == Member.State.ACTIVE:
        members.restore_pupil(**who, nickname=names.get("nickname", ""))
    if names:
        members.change_names(**who, changes=names)
    if "role" in changes:
        members.change_role(**who, role=changes["role"])
    if changes.get("state") == Member.State.LEFT:
        members.remove_member(**who)
