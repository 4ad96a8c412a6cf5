"""Links for further teachers in the API. Roles and taking out: `member_api.py`."""

from __future__ import annotations

import uuid

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api_reading import ERROR
from accounts.players import player_of
from classrooms.people import invitations as links
from classrooms.people.access import access_class
from classrooms.people.models import TeacherInvitation
from classrooms.people.refusing import refusal
from classrooms.people.serializers import InvitationSerializer, MadeInvitationSerializer
from puzzles.errors import Refused


@extend_schema(
    methods=["GET"],
    operation_id="class_invitations_list",
    responses={200: InvitationSerializer(many=True), 404: ERROR},
    tags=["classes"],
)
@extend_schema(
    methods=["POST"],
    request=None,
    responses={201: MadeInvitationSerializer, 404: ERROR, 409: ERROR},
    tags=["classes"],
)
@api_view(["GET", "POST"])
def invitations(request: Request, class_id: uuid.UUID) -> Response:
    """The links that can be followed now; or make one, for one account and a week."""
    entered = access_class(player_of(request), class_id, need="teacher")
    if request.method == "GET":
        rows = links.open_invitations(entered.classroom)
        return Response(InvitationSerializer(rows, many=True).data)
    try:
        token = links.invite(classroom=entered.classroom, actor=entered.member.player)
    except Refused as refused:
        raise refusal(refused) from None
    made = links.find(token, entered.member.player)
    if made is None:  # another teacher has withdrawn it this moment
        raise Http404
    link = request.build_absolute_uri(reverse("class-invited", args=[token]))
    data = {"id": made.pk, "expires_at": made.expires_at, "link": link}
    return Response(MadeInvitationSerializer(data).data, status=status.HTTP_201_CREATED)


@extend_schema(responses={204: None, 404: ERROR, 409: ERROR}, tags=["classes"])
@api_view(["DELETE"])
def invitation(request: Request, class_id: uuid.UUID, invitation_id: uuid.UUID) -> Response:
    """Have a link lead nowhere. One that was used stays used."""
    entered = access_class(player_of(request), class_id, need="teacher")
    rows = TeacherInvitation.objects.filter(classroom=entered.classroom, pk=invitation_id)
    if not rows.exists():
        raise Http404
    try:
        links.withdraw(
            classroom=entered.classroom,
            invitation_id=invitation_id,
            actor=entered.member.player,
        )
    except Refused as refused:
        raise refusal(refused) from None
    return Response(status=status.HTTP_204_NO_CONTENT)
