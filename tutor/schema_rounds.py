"""The shapes of whole rounds and of their scores for the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from tutor.schema_common import AnyId, HandOrSize, Line, Notation, ViolationAnswer, verb

_TEAMS: Final = "Two teams of two seats, where the rule set has them."
_WAYS: Final = ["melds", "pairs"]


class FinishField(serializers.Serializer[Any]):
    """How a round was finished."""

    seat = serializers.IntegerField()
    okey_last = serializers.BooleanField(required=False)
    by = serializers.ChoiceField(_WAYS, required=False)
    same_turn = serializers.BooleanField(
        required=False, help_text="Opened in the turn of the finish."
    )
    first_to_open = serializers.BooleanField(required=False, help_text="Nobody else had opened.")


class BoardField(serializers.Serializer[Any]):
    """A seat at the end of a round."""

    opened = serializers.ChoiceField(_WAYS, allow_null=True)
    opening_points = serializers.IntegerField(required=False, allow_null=True)
    opening_pairs = serializers.IntegerField(required=False, allow_null=True)
    hand = Notation(required=False, help_text="The tiles left.")


class HappenedField(serializers.Serializer[Any]):
    """A penalty written during the round, or the indicator's twin shown."""

    kind = serializers.CharField(help_text="The id of the penalty, or score.indicator-shown.")
    seat = serializers.IntegerField(help_text="Who pays, or who showed.")


class ScoreLine(Line):
    """A finished round to score."""

    seats = serializers.IntegerField(required=False, help_text="4 if left out.")
    finish = FinishField(allow_null=True, help_text="null: nobody finished.")
    boards = BoardField(many=True)
    events = HappenedField(many=True, required=False)
    teams = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        required=False,
        allow_null=True,
        help_text=_TEAMS,
    )
    risk = serializers.BooleanField(required=False)


class ReplayLine(Line):
    """A round from the deal on."""

    seats = serializers.IntegerField(required=False, help_text="4 if left out.")
    starter = serializers.IntegerField(required=False)
    hands = serializers.ListField(child=Notation(), help_text="The hands dealt, seat by seat.")
    stock = Notation(allow_null=True, help_text="In drawing order; ? for a tile that is not drawn.")
    moves = serializers.ListField(child=serializers.CharField(), allow_null=True)
    teams = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        required=False,
        allow_null=True,
        help_text=_TEAMS,
    )
    risk = serializers.BooleanField(required=False)
    steps = serializers.BooleanField(required=False, help_text="Answer every state on the way.")


class PlacedMeld(serializers.Serializer[Any]):
    """A meld on the table."""

    owner = serializers.IntegerField()
    kind = serializers.ChoiceField(["run", "group", "pair"], required=False)
    tiles = serializers.CharField()


class PlayLine(Line):
    """A position in the middle of a round, as one player may know it, and moves in it."""

    seats = serializers.IntegerField(required=False, help_text="4 if left out.")
    turn = serializers.IntegerField(required=False, help_text="Who is on turn.")
    phase = serializers.ChoiceField(["draw", "play"], required=False)
    hand = HandOrSize(
        required=False, help_text="The hand of the seat on turn, or how many tiles it has."
    )
    opened = serializers.ListField(
        child=serializers.ChoiceField(_WAYS, allow_null=True), required=False
    )
    table = PlacedMeld(many=True, required=False)
    discard = serializers.CharField(required=False, help_text="The left neighbour's last.")
    stock = serializers.IntegerField(required=False, help_text="Tiles left.")
    turns = serializers.IntegerField(required=False, help_text="Turns each player has had.")
    moves = serializers.ListField(child=serializers.CharField(), required=False)
    steps = serializers.BooleanField(required=False, help_text="Answer every state on the way.")


class ScoredLine(serializers.Serializer[Any]):
    """One line of a score; the scores are the sums of the lines."""

    seat = serializers.IntegerField()
    rule = serializers.CharField()
    points = serializers.IntegerField(help_text="What is written, factors applied.")
    factor = serializers.IntegerField()
    factors = serializers.ListField(child=serializers.CharField())
    params = serializers.DictField()


class ScoreResult(serializers.Serializer[Any]):
    """The score of a round: in classic Okey the change of each balance."""

    scores = serializers.ListField(child=serializers.IntegerField())
    teams = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    lines = ScoredLine(many=True)
    finish = FinishField(allow_null=True)


class ScoreAnswer(ScoreResult):
    """A score with the element's id."""

    id = AnyId()


class WrittenEvent(serializers.Serializer[Any]):
    """A penalty or a bonus written during the round."""

    rule = serializers.CharField()
    seat = serializers.IntegerField()
    points = serializers.IntegerField()
    move = serializers.IntegerField(allow_null=True, help_text="From 0.")


class StateAnswer(serializers.Serializer[Any]):
    """The state of a round. A hand that nobody knows is null; `sizes` counts its tiles."""

    status = serializers.ChoiceField(["playing", "over"])
    turn = serializers.IntegerField()
    phase = serializers.ChoiceField(["draw", "play", "over"])
    hands = serializers.ListField(child=serializers.CharField(allow_null=True))
    sizes = serializers.ListField(child=serializers.IntegerField())
    opened = serializers.ListField(child=serializers.ChoiceField(_WAYS, allow_null=True))
    table = PlacedMeld(many=True)
    discards = serializers.ListField(child=serializers.CharField(), help_text="Oldest first.")
    stock = serializers.IntegerField(help_text="Tiles left.")
    closing = serializers.CharField(allow_null=True, help_text="The tile thrown to finish.")
    result = ScoreResult(allow_null=True)
    events = WrittenEvent(many=True)


class StepAnswer(StateAnswer):
    """A state on the way; the first one stands before any move."""

    move = serializers.IntegerField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(allow_null=True)


class RefusedMove(serializers.Serializer[Any]):
    """The first move that the rules do not allow: the round stays as it was before it."""

    move = serializers.IntegerField(help_text="From 0.")
    violations = ViolationAnswer(many=True)


class ReplayAnswer(StateAnswer):
    """The state after the last move."""

    id = AnyId()
    refused = RefusedMove(allow_null=True)
    steps = StepAnswer(many=True, required=False)


class PlayAnswer(ReplayAnswer):
    """The state after the last move made in the position."""


SCORE: Final = verb(
    "Score",
    ScoreLine,
    ScoreAnswer,
    example={
        "id": 1,
        "rules": "101-club",
        "indicator": "B10",
        "finish": {"seat": 0, "okey_last": True, "by": "melds"},
        "boards": [
            {"opened": "melds", "hand": ""},
            {"opened": "melds", "hand": "R5 K7"},
            {"opened": None, "hand": "R1"},
            {"opened": None, "hand": "K1"},
        ],
        "events": [{"kind": "penalty.okey-thrown", "seat": 1}],
    },
)
REPLAY: Final = verb(
    "Replay",
    ReplayLine,
    ReplayAnswer,
    example={
        "id": 1,
        "rules": "classic",
        "indicator": "Y6",
        "starter": 0,
        "hands": [
            "R4 R5 R6 B9 R9 K9 Y1 Y2 Y3 K10 K11 K12 K13 K1 B2",
            "R1 R2 R3 R4 R5 R6 R7 R8 R10 R11 R12 R13 B1 B3",
            "Y1 Y2 Y3 Y4 Y5 Y8 Y9 Y10 Y11 Y12 Y13 B4 B5 B6",
            "K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 B7 B8",
        ],
        "stock": ["?"] * 48,
        "moves": ["finish B2 R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13 K1"],
    },
)
PLAY: Final = verb(
    "Play",
    PlayLine,
    PlayAnswer,
    example={
        "id": 1,
        "rules": "101-club",
        "indicator": "B10",
        "phase": "play",
        "hand": "R7 R8 K1 K2",
        "opened": ["melds", "melds", None, None],
        "table": [{"owner": 1, "tiles": "R4 R5 R6"}],
        "stock": 12,
        "turns": 3,
        "moves": ["add R7 @1", "discard R8"],
    },
)
