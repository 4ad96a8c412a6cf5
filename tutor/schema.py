"""The shapes of the engine's endpoints for the OpenAPI document, with examples that are true.

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
_ANY_ID: Final = {"description": "Anything; it comes back with the answer."}


@extend_schema_field(_TEXT_OR_LIST)
class Notation(serializers.JSONField):
    """Tiles or melds as one text, or as a list of texts."""


@extend_schema_field(_ANY_ID)
class AnyId(serializers.JSONField):
    """What the client calls the element."""


class Line(serializers.Serializer[Any]):
    """What every element has."""

    id = AnyId(required=False)
    rules = serializers.ChoiceField(["101-guide", "classic", "101-club", "101-siler"])
    indicator = serializers.CharField(help_text="The open tile, as in B10.")


class SolveLine(Line):
    """A hand to solve."""

    hand = Notation(help_text="1 to 22 tiles (classic: 1 to 15).")


class JudgeLine(Line):
    """Melds to judge."""

    melds = Notation(help_text="As laid: R10 R11 * R13 | R7 Y7 B7.")
    # The name is a word of Python.
    locals()["as"] = serializers.ChoiceField(["melds", "opening", "finish"], default="melds")
    hand = Notation(required=False, help_text="The melds must be made of its tiles.")


class OutsLine(Line):
    """A hand that waits for a tile."""

    hand = Notation(help_text="21 tiles (classic: 14).")
    seen = Notation(required=False, help_text="Tiles visible elsewhere.")


class AdviseLine(Line):
    """A hand with a tile to discard."""

    hand = Notation(help_text="22 tiles (classic: 15).")
    seen = Notation(required=False, help_text="Tiles visible elsewhere.")


class ErrorDetail(serializers.Serializer[Any]):
    """`code` is stable, `at` names the place, `message` is in the language asked for."""

    code = serializers.CharField()
    at = serializers.CharField(allow_null=True)
    message = serializers.CharField()


class EngineError(serializers.Serializer[Any]):
    """Input that cannot be read."""

    id = AnyId(required=False)
    error = ErrorDetail()


class OpeningSolutionAnswer(serializers.Serializer[Any]):
    """What a hand of 101 can do."""

    id = AnyId()
    best_points = serializers.IntegerField(help_text="points")
    best_melds = serializers.CharField()
    most_tiles = serializers.IntegerField(help_text="tiles")
    most_tiles_melds = serializers.CharField()
    pairs = serializers.IntegerField()
    can_open = serializers.BooleanField()
    opens_by = serializers.ListField(child=serializers.ChoiceField(["melds", "pairs"]))
    can_finish = serializers.BooleanField(allow_null=True)


class ShowingSolutionAnswer(serializers.Serializer[Any]):
    """What a hand of classic Okey can do."""

    id = AnyId()
    complete = serializers.BooleanField()
    by = serializers.ChoiceField(["melds", "pairs"], allow_null=True)
    melds = serializers.CharField(allow_null=True)
    throw = serializers.CharField(allow_null=True)


class MeldAnswer(serializers.Serializer[Any]):
    """One meld as it was judged."""

    kind = serializers.ChoiceField(["run", "group", "pair"], allow_null=True)
    points = serializers.IntegerField()
    tiles = serializers.CharField(help_text="In normal order, with every okey's face.")
    legal = serializers.BooleanField()
    faces = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="In the order laid."
    )


class ViolationAnswer(serializers.Serializer[Any]):
    """A broken rule, with the smallest set of tiles that breaks it."""

    rule = serializers.CharField()
    tiles = serializers.CharField()
    params = serializers.DictField()
    meld = serializers.IntegerField(allow_null=True)
    positions = serializers.ListField(child=serializers.IntegerField())


class VerdictAnswer(serializers.Serializer[Any]):
    """A verdict."""

    legal = serializers.BooleanField()
    points = serializers.IntegerField()
    melds = MeldAnswer(many=True)
    violations = ViolationAnswer(many=True)


class JudgeAnswer(VerdictAnswer):
    """A verdict with the element's id."""

    id = AnyId()


class OutAnswer(serializers.Serializer[Any]):
    """A tile that helps."""

    tile = serializers.CharField()
    copies = serializers.IntegerField(help_text="unseen copies")


class OutsAnswer(serializers.Serializer[Any]):
    """All tiles that help."""

    id = AnyId()
    outs = OutAnswer(many=True)
    total = serializers.IntegerField(help_text="unseen copies")


class DiscardAnswer(serializers.Serializer[Any]):
    """A discard and what it leaves."""

    discard = serializers.CharField()
    outs = serializers.IntegerField(help_text="unseen copies")
    best_points = serializers.IntegerField(help_text="points left")


class AdviseAnswer(serializers.Serializer[Any]):
    """The discards, best first."""

    id = AnyId()
    open_now = serializers.BooleanField()
    discards = DiscardAnswer(many=True)


class DocumentAnswer(serializers.Serializer[Any]):
    """A written set of rules."""

    key = serializers.CharField()
    title = serializers.CharField()


class HandParameters(serializers.Serializer[Any]):
    """Tiles dealt."""

    starter = serializers.IntegerField()
    others = serializers.IntegerField()


class RunParameters(serializers.Serializer[Any]):
    """What a run may do."""

    wrap_end = serializers.BooleanField(help_text="A 1 after the 13 may end a run.")


class OpeningParameters(serializers.Serializer[Any]):
    """What opens a hand."""

    points = serializers.IntegerField()
    pairs = serializers.IntegerField(allow_null=True)


class ShowingParameters(serializers.Serializer[Any]):
    """What finishes a hand that is shown whole."""

    pairs = serializers.IntegerField(allow_null=True)


class RuleSetParameters(serializers.Serializer[Any]):
    """The blocks that rule sets differ in; null is something the rule set does not have."""

    hand = HandParameters()
    runs = RunParameters()
    opening = OpeningParameters(allow_null=True)
    showing = ShowingParameters(allow_null=True)


class RuleSetSummary(serializers.Serializer[Any]):
    """A rule set."""

    key = serializers.CharField()
    version = serializers.IntegerField()
    name = serializers.CharField()
    documents = DocumentAnswer(many=True)
    parameters = RuleSetParameters()
    rules = serializers.ListField(child=serializers.CharField(), help_text="ids, in order")


class RuleHeading(serializers.Serializer[Any]):
    """A rule in a list."""

    id = serializers.CharField()
    chapter = serializers.CharField()
    chapter_name = serializers.CharField()
    title = serializers.CharField()
    short = serializers.CharField()


class RuleSetAnswer(RuleSetSummary):
    """A rule set with its rules."""

    rules = RuleHeading(many=True)  # type: ignore[assignment]


class DecisionAnswer(serializers.Serializer[Any]):
    """What is played where the documents are silent, and why."""

    played = serializers.CharField()
    because = serializers.CharField()


class SourceAnswer(serializers.Serializer[Any]):
    """Where a rule stands: in a section of a document, or in a decision."""

    document = DocumentAnswer(allow_null=True)
    section = serializers.CharField()
    decision = DecisionAnswer(allow_null=True)


class ExampleAnswer(serializers.Serializer[Any]):
    """An example with the verdict of each rule set that has it, by the set's key."""

    indicator = serializers.CharField()
    melds = serializers.CharField()
    locals()["as"] = serializers.ChoiceField(["melds", "opening", "finish"])
    hand = serializers.CharField(allow_null=True)
    verdicts = serializers.DictField(child=VerdictAnswer())


class RuleAnswer(RuleHeading):
    """A rule."""

    text = serializers.CharField()
    sources = SourceAnswer(many=True)
    rule_sets = serializers.ListField(child=serializers.CharField())
    legal = ExampleAnswer(many=True)
    illegal = ExampleAnswer(many=True)


_LANGUAGE: Final = OpenApiParameter(
    "Accept-Language",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    enum=["en", "de", "tr"],
    description="The language of messages and texts.",
)
_HAND: Final = "R10 R11 * R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R2 Y4 Y6 B1 K1 K3 K5 B5 R4"


def _one_or_list(name: str, *kinds: type[serializers.Serializer[Any]]) -> Any:
    """One object or a list of them."""
    return PolymorphicProxySerializer(
        component_name=name,
        serializers=[one for kind in kinds for one in (kind, kind(many=True))],
        resource_type_field_name=None,
        many=False,
    )


def _verb(
    name: str,
    line: type[serializers.Serializer[Any]],
    *answers: type[serializers.Serializer[Any]],
    example: dict[str, Any],
) -> dict[str, Any]:
    """The schema of a verb: element or list in, answers or a list of them out."""
    return {
        "tags": ["engine"],
        "parameters": [_LANGUAGE],
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


SOLVE: Final = _verb(
    "Solve",
    SolveLine,
    OpeningSolutionAnswer,
    ShowingSolutionAnswer,
    example={"id": 1, "rules": "101-guide", "indicator": "B10", "hand": _HAND},
)
JUDGE: Final = _verb(
    "Judge",
    JudgeLine,
    JudgeAnswer,
    example={
        "id": 1,
        "rules": "101-club",
        "indicator": "B10",
        "melds": "R10 R11 * R13 | R7 Y7 B7 K7 | Y9 B9 K9",
        "as": "opening",
    },
)
OUTS: Final = _verb(
    "Outs",
    OutsLine,
    OutsAnswer,
    example={"id": 1, "rules": "101-guide", "indicator": "B10", "hand": _HAND},
)
ADVISE: Final = _verb(
    "Advise",
    AdviseLine,
    AdviseAnswer,
    example={"id": 1, "rules": "101-guide", "indicator": "B10", "hand": f"{_HAND} Y12"},
)
_READ: Final[dict[str, Any]] = {"tags": ["rules"], "parameters": [_LANGUAGE]}
RULE_SETS: Final = _READ | {"responses": RuleSetSummary(many=True)}
RULE_SET: Final = _READ | {"responses": {200: RuleSetAnswer, 404: EngineError}}
RULE: Final = _READ | {"responses": {200: RuleAnswer, 404: EngineError}}
