"""What the shapes of all endpoints of the engine share.

The serializers describe, they do not validate: the engine reads the input, so that command line
and API accept and refuse the same.
"""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    PolymorphicProxySerializer,
    extend_schema_field,
)
from rest_framework import serializers

_TEXT_OR_LIST: Final = {
    "oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]
}
_HAND_OR_SIZE: Final = {
    "oneOf": [
        *_TEXT_OR_LIST["oneOf"],
        {"type": "integer", "minimum": 0, "maximum": 22},
    ],
    "nullable": True,
}
_ANY_ID: Final = {"description": "Anything; it comes back with the answer."}


@extend_schema_field(_TEXT_OR_LIST)
class Notation(serializers.JSONField):
    """Tiles or melds as one text, or as a list of texts."""


@extend_schema_field(_HAND_OR_SIZE)
class HandOrSize(serializers.JSONField):
    """A hand, or how many tiles it has where nobody shows them."""


@extend_schema_field(_ANY_ID)
class AnyId(serializers.JSONField):
    """What the client calls the element."""


class Line(serializers.Serializer[Any]):
    """What every element has."""

    id = AnyId(required=False)
    rules = serializers.ChoiceField(["101-guide", "classic", "101-club", "101-siler"])
    indicator = serializers.CharField(help_text="The open tile, as in B10.")

    def get_fields(self) -> dict[str, Any]:
        """To the engine `null` is the same as what is left out."""
        found: dict[str, Any] = super().get_fields()
        for one in found.values():
            one.allow_null = one.allow_null or not one.required
        return found


class ErrorDetail(serializers.Serializer[Any]):
    """`code` is stable, `at` names the place, `message` is in the language asked for."""

    code = serializers.CharField()
    at = serializers.CharField(allow_null=True)
    message = serializers.CharField()


class EngineError(serializers.Serializer[Any]):
    """Input that cannot be read."""

    id = AnyId(required=False)
    error = ErrorDetail()


class ViolationAnswer(serializers.Serializer[Any]):
    """A broken rule, with the smallest set of tiles that breaks it."""

    rule = serializers.CharField()
    tiles = serializers.CharField()
    params = serializers.DictField()
    meld = serializers.IntegerField(allow_null=True)
    positions = serializers.ListField(child=serializers.IntegerField())


class MeldAnswer(serializers.Serializer[Any]):
    """One meld as it was judged."""

    kind = serializers.ChoiceField(["run", "group", "pair"], allow_null=True)
    points = serializers.IntegerField()
    tiles = serializers.CharField(help_text="In normal order, with every okey's face.")
    legal = serializers.BooleanField()
    faces = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="In the order laid."
    )


class VerdictAnswer(serializers.Serializer[Any]):
    """A verdict."""

    legal = serializers.BooleanField()
    points = serializers.IntegerField()
    melds = MeldAnswer(many=True)
    violations = ViolationAnswer(many=True)


LANGUAGE: Final = OpenApiParameter(
    "Accept-Language",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The language of messages and texts: en, de or tr.",
)


def _one_or_list(name: str, *kinds: type[serializers.Serializer[Any]]) -> Any:
    """One object or a list of them."""
    return PolymorphicProxySerializer(
        component_name=name,
        serializers=[one for kind in kinds for one in (kind, kind(many=True))],
        resource_type_field_name=None,
        many=False,
    )


def verb(
    name: str,
    line: type[serializers.Serializer[Any]],
    *answers: type[serializers.Serializer[Any]],
    example: dict[str, Any],
) -> dict[str, Any]:
    """The schema of a verb: element or list in, answers or a list of them out."""
    return {
        "tags": ["engine"],
        "parameters": [LANGUAGE],
        "request": _one_or_list(f"{name}Body", line),
        "responses": {
            200: PolymorphicProxySerializer(
                component_name=f"{name}Response",
                serializers=[
                    *answers,
                    PolymorphicProxySerializer(
                        component_name=f"{name}Element",
                        serializers=[*answers, EngineError],
                        resource_type_field_name=None,
                        many=True,
                    ),
                ],
                resource_type_field_name=None,
                many=False,
            ),
            400: EngineError,
        },
        "examples": [OpenApiExample("one", value=example, request_only=True)],
    }
