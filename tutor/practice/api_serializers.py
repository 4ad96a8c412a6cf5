"""The shapes of games in the API: what is sent, and what one seat sees."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api_reading import IdField
from okey.bots import LEVELS
from okey.rules.rulesets import RULE_SETS
from tutor.practice.services import LONGEST
from tutor.schema_common import ViolationAnswer
from tutor.schema_rounds import ScoreResult


class GameRequest(serializers.Serializer[Any]):
    """A game to begin, against bots."""

    rules = serializers.ChoiceField(list(RULE_SETS))
    seats = serializers.IntegerField(
        required=False, min_value=2, max_value=4, help_text="as many as the rule set allows"
    )
    level = serializers.ChoiceField(LEVELS, default="middle", help_text="of the bots")
    length = serializers.ChoiceField(
        ["round", "match"], default="round", help_text="one round, or the rule set's usual match"
    )
    key = IdField(help_text="made by the client; the same key is the same game")


class DeedRequest(serializers.Serializer[Any]):
    """What goes with everything that is done at a table."""

    key = IdField(help_text="made by the client; the same key is done once")
    version = serializers.IntegerField(
        min_value=1, max_value=10**9, help_text="the version of the game that was seen"
    )


class MovesRequest(DeedRequest):
    """Moves of this seat: all are made, or none."""

    moves = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST),
        min_length=1,
        max_length=20,
        help_text='in notation, as "take" or "open R10 R11 R12 | Y7 B7 K7"; nothing after a draw',
    )


class PlayerAnswer(serializers.Serializer[Any]):
    """Who sits at a seat."""

    seat = serializers.IntegerField()
    name = serializers.CharField()
    level = serializers.ChoiceField(LEVELS, allow_null=True, help_text="null: no bot plays here")


class MadeMove(serializers.Serializer[Any]):
    """A move, as everybody saw it."""

    seat = serializers.IntegerField()
    move = serializers.CharField()


class StandingAnswer(serializers.Serializer[Any]):
    """A seat in a match."""

    seat = serializers.IntegerField()
    place = serializers.IntegerField()
    total = serializers.IntegerField()


class GameLine(serializers.Serializer[Any]):
    """A game in a list."""

    id = IdField()
    rules = serializers.CharField()
    rules_version = serializers.IntegerField()
    seats = serializers.IntegerField()
    length = serializers.IntegerField(help_text="rounds agreed on; 0 where points decide")
    state = serializers.CharField(help_text="active, waiting, over or left")
    version = serializers.IntegerField()
    updated_at = serializers.DateTimeField()


class GamePage(serializers.Serializer[Any]):
    """A page of the list of games."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = GameLine(many=True)


class GameAnswer(GameLine):
    """A game as this seat sees it."""

    seat = serializers.IntegerField(help_text="one's own")
    players = PlayerAnswer(many=True)
    round = serializers.IntegerField(allow_null=True, help_text="from 0; null: nothing is dealt")
    position = serializers.JSONField(
        help_text="the round in the fields of `play/`: other hands and the stock as numbers; null "
        "before the deal and after the end"
    )
    moves = MadeMove(many=True, help_text="of this round")
    my_turn = serializers.BooleanField()
    legal = serializers.ListField(
        child=serializers.CharField(), help_text="kinds of move of which there is a legal one"
    )
    can_undo = serializers.BooleanField()
    may_ask = serializers.BooleanField(help_text="whether advice may be asked for")
    can_deal = serializers.BooleanField(help_text="whether the next round can be dealt")
    score = ScoreResult(allow_null=True, help_text="of this round, once it is over")
    standings = StandingAnswer(many=True, help_text="of a match, after its first round")


class IllegalAnswer(serializers.Serializer[Any]):
    """The first move that is not allowed: none of those sent was made."""

    move = serializers.CharField()
    violations = ViolationAnswer(many=True)


class MovesAnswer(serializers.Serializer[Any]):
    """What came of moves. A move that the rules do not allow is a result."""

    illegal = IllegalAnswer(allow_null=True)
    since = serializers.IntegerField(help_text="the first of `moves` that is new")
    game = GameAnswer()


class ReasonAnswer(serializers.Serializer[Any]):
    """Why a move is advised: a code with its values, and a sentence."""

    code = serializers.CharField()
    params = serializers.DictField()
    message = serializers.CharField()


class AdviceAnswer(serializers.Serializer[Any]):
    """What the engine would do, by what this seat sees. No moves: the turn must be taken back."""

    moves = serializers.ListField(child=serializers.CharField())
    reasons = ReasonAnswer(many=True)
    game = GameAnswer()


class RecordQuery(serializers.Serializer[Any]):
    """Which round is wanted."""

    round = serializers.IntegerField(required=False, min_value=0, max_value=1000)


class RecordAnswer(serializers.Serializer[Any]):
    """A round that is over, as a record: everything dealt, and the moves."""

    record = serializers.JSONField(help_text="an element of `replay/`")
    text = serializers.CharField(help_text="the same as lines, for the notation page")
