"""The shapes of the engine's endpoints for the OpenAPI document, with examples that are true."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from tutor.schema_common import LANGUAGE, AnyId, EngineError, Line, Notation, VerdictAnswer, verb
from tutor.schema_examples import Examples
from tutor.schema_parameters import RuleSetParameters


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


class RuleAnswer(RuleHeading):
    """A rule."""

    text = serializers.CharField()
    sources = SourceAnswer(many=True)
    rule_sets = serializers.ListField(child=serializers.CharField())
    legal = Examples()
    illegal = Examples()


class ComparedRules(serializers.Serializer[Any]):
    """One of the two rule sets."""

    key = serializers.CharField()
    version = serializers.IntegerField()


class OutcomeAnswer(serializers.Serializer[Any]):
    """What a rule set says. `unknown` names the place where it has no such situation."""

    legal = serializers.BooleanField(allow_null=True, help_text="null for a score")
    points = serializers.IntegerField()
    rules = serializers.ListField(child=serializers.CharField(), help_text="broken, or written")
    scores = serializers.ListField(child=serializers.IntegerField())
    over = serializers.BooleanField()
    places = serializers.ListField(child=serializers.IntegerField())
    chips = serializers.ListField(child=serializers.IntegerField(), help_text="of a pot of 4000")
    unknown = serializers.CharField()


class FlipAnswer(serializers.Serializer[Any]):
    """An example that the two answer differently, found by search."""

    question = serializers.DictField(help_text="By kind: example, play, tally, start, standing.")
    a = OutcomeAnswer()
    b = OutcomeAnswer()


class DifferenceAnswer(serializers.Serializer[Any]):
    """A parameter in which two rule sets differ; a block that one lacks is null there."""

    parameter = serializers.CharField()
    name = serializers.CharField()
    a = serializers.JSONField()
    b = serializers.JSONField()
    a_text = serializers.CharField()
    b_text = serializers.CharField()
    example = FlipAnswer(allow_null=True)


class CompareAnswer(serializers.Serializer[Any]):
    """The computed difference of two rule sets."""

    a = ComparedRules()
    b = ComparedRules()
    differences = DifferenceAnswer(many=True)
    only_a = RuleHeading(many=True)
    only_b = RuleHeading(many=True)


_HAND: Final = "R10 R11 * R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R2 Y4 Y6 B1 K1 K3 K5 B5 R4"


SOLVE: Final = verb(
    "Solve",
    SolveLine,
    OpeningSolutionAnswer,
    ShowingSolutionAnswer,
    example={"id": 1, "rules": "101-guide", "indicator": "B10", "hand": _HAND},
)
JUDGE: Final = verb(
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
OUTS: Final = verb(
    "Outs",
    OutsLine,
    OutsAnswer,
    example={"id": 1, "rules": "101-guide", "indicator": "B10", "hand": _HAND},
)
ADVISE: Final = verb(
    "Advise",
    AdviseLine,
    AdviseAnswer,
    example={"id": 1, "rules": "101-guide", "indicator": "B10", "hand": f"{_HAND} Y12"},
)
_READ: Final[dict[str, Any]] = {"tags": ["rules"], "parameters": [LANGUAGE]}
RULE_SETS: Final = _READ | {"responses": RuleSetSummary(many=True)}
RULE_SET: Final = _READ | {"responses": {200: RuleSetAnswer, 404: EngineError}}
RULE: Final = _READ | {"responses": {200: RuleAnswer, 404: EngineError}}
_KEYS: Final = ["101-guide", "classic", "101-club", "101-siler"]
COMPARE: Final[dict[str, Any]] = {
    "tags": ["rules"],
    "parameters": [
        LANGUAGE,
        OpenApiParameter("a", OpenApiTypes.STR, required=True, enum=_KEYS),
        OpenApiParameter("b", OpenApiTypes.STR, required=True, enum=_KEYS),
    ],
    "responses": {200: CompareAnswer, 400: EngineError},
}
