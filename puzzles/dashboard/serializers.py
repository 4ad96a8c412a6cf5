"""Shapes of history, dashboard and training in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api_reading import IdField
from puzzles.dashboard.forms import MOST_KINDS
from puzzles.history import STEPS, seconds_of
from puzzles.models import NO_CONTEXT, Attempt
from puzzles.ratings import services as ratings
from puzzles.ratings.serializers import RatingChangeSerializer


class HistoryRowSerializer(serializers.Serializer[Any]):
    """One answered attempt."""

    id = IdField()
    puzzle = IdField()
    kind = serializers.CharField()
    rules = serializers.CharField()
    themes = serializers.ListField(child=serializers.CharField())
    context = serializers.CharField()  # type: ignore[assignment]
    context_id = IdField(allow_null=True)
    try_no = serializers.IntegerField()
    hint_level = serializers.IntegerField()
    answer = serializers.DictField()
    correct = serializers.BooleanField()
    answered_at = serializers.DateTimeField()
    seconds = serializers.IntegerField(help_text="from opening to answer, by the server's clock")
    expected = serializers.FloatField(
        allow_null=True, help_text="the chance by the ratings, of a first answer without a hint"
    )
    rating = RatingChangeSerializer(allow_null=True)


class HistoryPageSerializer(serializers.Serializer[Any]):
    """A page of the history."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = HistoryRowSerializer(many=True)


class TallySerializer(serializers.Serializer[Any]):
    """How many answers, how many right, and how many of them were to be expected."""

    answers = serializers.IntegerField()
    right = serializers.IntegerField()
    expected = serializers.FloatField()


class RuleSetTallySerializer(TallySerializer):
    """Answers under one rule set."""

    rules = serializers.CharField()


class KindTallySerializer(TallySerializer):
    """Answers to one kind of puzzle."""

    kind = serializers.CharField()


class ThemeTallySerializer(KindTallySerializer):
    """Answers to puzzles with one theme of a kind."""

    theme = serializers.CharField()


class DayTallySerializer(TallySerializer):
    """Answers on one day, in Istanbul."""

    day = serializers.DateField()


class TimeTallySerializer(TallySerializer):
    """Answers that took about so long."""

    took = serializers.ChoiceField(choices=list(STEPS), help_text="up to so many seconds")


class RuleMissedSerializer(serializers.Serializer[Any]):
    """A rule that answers broke, and in which kinds of puzzles."""

    rule = serializers.CharField()
    answers = serializers.IntegerField()
    kinds = serializers.ListField(child=serializers.CharField())


class CourseSerializer(serializers.Serializer[Any]):
    """The rating at the end of a day on which it changed."""

    day = serializers.DateField()
    rating = serializers.IntegerField()


class DashboardSerializer(serializers.Serializer[Any]):
    """All figures of one rule set over some days; `rule_sets` sets it beside the others."""

    rules = serializers.CharField()
    days = serializers.IntegerField()
    total = TallySerializer()
    rule_sets = RuleSetTallySerializer(many=True)
    kinds = KindTallySerializer(many=True)
    themes = ThemeTallySerializer(many=True)
    rules_missed = RuleMissedSerializer(many=True)
    by_day = DayTallySerializer(many=True)
    times = TimeTallySerializer(many=True)
    course = CourseSerializer(many=True)


class TrainingRequestSerializer(serializers.Serializer[Any]):
    """What shall be trained. A theme that tells the answer gives puzzles of its whole kind."""

    rules = serializers.CharField(max_length=40)
    kinds = serializers.ListField(
        child=serializers.CharField(max_length=40), min_length=1, max_length=MOST_KINDS
    )
    theme = serializers.CharField(required=False, max_length=60, allow_blank=True, default="")
    key = IdField(help_text="made by the client; the same key is the same set")


class TrainingSerializer(serializers.Serializer[Any]):
    """The set that was made; `GET sets/ID/` has its puzzles."""

    set = IdField()
    rules = serializers.CharField()
    count = serializers.IntegerField()


def history_data(one: Attempt) -> dict[str, Any]:
    """An attempt as the history shows it. `rating_change` must have been joined."""
    change = getattr(one, "rating_change", None)
    return {
        "id": one.pk,
        "puzzle": one.puzzle_id,
        "kind": one.puzzle.kind,
        "rules": one.puzzle.rules,
        "themes": one.puzzle.themes,
        "context": one.context,
        "context_id": None if one.context_id == NO_CONTEXT else one.context_id,
        "try_no": one.try_no,
        "hint_level": one.hint_level,
        "answer": one.answer,
        "correct": one.correct,
        "answered_at": one.answered_at,
        "seconds": seconds_of(one),
        "expected": None if one.expected is None else round(one.expected, 3),
        "rating": None if change is None else ratings.shown_change(change),
    }
