"""Cards in the API: new codes for pupils without e-mail, told once."""

from __future__ import annotations

import uuid
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import api_view
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import limits
from accounts.api_reading import ERROR, IdField, read_as
from accounts.players import player_of
from classrooms.entering import codes
from classrooms.entering.holders import hand_out, holders
from classrooms.people.access import access_class
from classrooms.people.errors import MemberGone
from classrooms.people.pupils import MOST_PUPILS
from classrooms.people.refusing import refusal
from classrooms.people.shown import by_nickname
from puzzles.errors import Refused


class RenewCardsSerializer(serializers.Serializer[Any]):
    """Whose cards are to be made anew."""

    members = serializers.ListField(child=IdField(), min_length=1, max_length=MOST_PUPILS)


class CardSerializer(serializers.Serializer[Any]):
    """A new card. Its code is kept nowhere: it is told this once."""

    member = IdField()
    nickname = serializers.CharField()
    code = serializers.CharField()
    link = serializers.URLField(help_text="leads in; the code stands behind the #")


@extend_schema(
    request=RenewCardsSerializer,
    responses={200: CardSerializer(many=True), 400: ERROR, 404: ERROR, 409: ERROR, 429: ERROR},
    tags=["classes"],
)
@api_view(["POST"])
def renew(request: Request, class_id: uuid.UUID) -> Response:
    """Make new cards, all or none. The old ones end, and whoever is in with one is logged out."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    data = read_as(RenewCardsSerializer, request.data)
    assert player is not None  # a teacher of the class
    verdict = limits.hit_named("set", str(player.pk))
    if not verdict.allowed:
        raise Throttled(wait=verdict.retry_after)
    wanted = set(data["members"])
    found = by_nickname(holders(entered.classroom).filter(pk__in=wanted))
    made = {one: codes.make(codes.CARD) for one in found}
    try:
        if len(found) != len(wanted):
            raise MemberGone
        hand_out(entered.classroom, made, actor=player)
    except Refused as refused:
        raise refusal(refused) from None
    page = request.build_absolute_uri(reverse("enter"))
    cards = [
        {
            "member": one.pk,
            "nickname": one.nickname,
            "code": codes.grouped(code),
            "link": f"{page}#{code}",
        }
        for one, code in made.items()
    ]
    return Response(CardSerializer(cards, many=True).data)
