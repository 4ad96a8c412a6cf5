"""An identity for a client without an account."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers, status
from rest_framework.decorators import api_view, authentication_classes
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import limits, tokens
from accounts.models import Player


@extend_schema(
    request=None,
    responses={
        201: inline_serializer("Visitor", {"token": serializers.CharField()}),
    },
)
@api_view(["POST"])
@authentication_classes([])
def visitor(request: Request) -> Response:
    """Make a player without an account and return the token that stands for them.

    Send it as `Authorization: Bearer TOKEN`. It is shown this once.
    """
    verdict = limits.hit_named("visitor", limits.client_address(request._request))
    if not verdict.allowed:
        raise Throttled(wait=verdict.retry_after)
    _row, plain = tokens.issue(Player.objects.create(), "visitor")
    return Response({"token": plain}, status=status.HTTP_201_CREATED)
