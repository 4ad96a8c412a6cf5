"""The shapes of a rule's examples, one for each part of the engine that they speak to."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from tutor.schema_common import VerdictAnswer


class AnyExampleAnswer(serializers.Serializer[Any]):
    """`holds` says by the rule set's key whether the example keeps the rule.

    In the chapters of scores and of a match it says whether the rule applies there.
    """

    holds = serializers.DictField(child=serializers.BooleanField())


class MeldsExampleAnswer(AnyExampleAnswer):
    """Melds that are judged."""

    example = serializers.ChoiceField(["melds"])
    indicator = serializers.CharField()
    melds = serializers.CharField()
    locals()["as"] = serializers.ChoiceField(["melds", "opening", "finish"])
    hand = serializers.CharField(allow_null=True)
    verdicts = serializers.DictField(child=VerdictAnswer())


class PlayExampleAnswer(AnyExampleAnswer):
    """Moves in the middle of a round, by semicolons; the last one is the point."""

    example = serializers.ChoiceField(["play"])
    moves = serializers.CharField()
    hand = serializers.CharField()
    table = serializers.CharField(help_text="0: R4 R5 R6 | 1: R7 Y7 B7, with the owners' seats.")
    opened = serializers.CharField(help_text="-, melds or pairs, seat by seat.")
    discard = serializers.CharField(allow_null=True, help_text="The left neighbour's last.")
    stock = serializers.IntegerField(help_text="Tiles left.")
    phase = serializers.ChoiceField(["draw", "play"])
    turns = serializers.IntegerField(help_text="Turns each player has had.")
    seats = serializers.IntegerField()
    indicator = serializers.CharField()
    risk = serializers.BooleanField()


class TallyExampleAnswer(AnyExampleAnswer):
    """The end of a round that is scored."""

    example = serializers.ChoiceField(["tally"])
    finish = serializers.CharField(allow_null=True, help_text="0 melds okey, or null.")
    boards = serializers.ListField(child=serializers.CharField())
    events = serializers.ListField(child=serializers.CharField())
    teams = serializers.BooleanField()
    risk = serializers.BooleanField()
    indicator = serializers.CharField()


class StartExampleAnswer(AnyExampleAnswer):
    """A deal: tiles or their number seat by seat, the starter first, and what was turned."""

    example = serializers.ChoiceField(["start"])
    hands = serializers.ListField()
    turned = serializers.ListField(child=serializers.CharField())


class StandingExampleAnswer(AnyExampleAnswer):
    """The scores of a match, round by round."""

    example = serializers.ChoiceField(["standing"])
    scores = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    rounds = serializers.IntegerField(allow_null=True)
    seats = serializers.IntegerField()
    teams = serializers.JSONField()


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="ExampleAnswer",
        serializers=[
            MeldsExampleAnswer,
            PlayExampleAnswer,
            TallyExampleAnswer,
            StartExampleAnswer,
            StandingExampleAnswer,
        ],
        resource_type_field_name=None,
        many=True,
    )
)
class Examples(serializers.ListField):
    """Examples of a rule, told apart by their `example`."""
