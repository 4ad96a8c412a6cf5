"""Shapes of the API beside puzzles: kinds and hints."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api_reading import IdField
from puzzles.attempts import MOST_TRIES, SPOKEN
from puzzles.board import Hints
from puzzles.kinds.asked import AskedKind
from puzzles.models import Attempt
from puzzles.words import kind_about, kind_name, theme_name


class HintRequestSerializer(serializers.Serializer[Any]):
    """Which hint is wanted: 1, which rule; 2, which tiles."""

    level = serializers.IntegerField(min_value=1, max_value=SPOKEN)
    context = serializers.ChoiceField(  # type: ignore[assignment]
        choices=[
            Attempt.Context.DAILY,
            Attempt.Context.PRACTICE,
            Attempt.Context.SET,
            Attempt.Context.RUN,
        ],
        required=False,
    )
    context_id = IdField(required=False, help_text="the set's id")
    try_no = serializers.IntegerField(required=False, min_value=1, max_value=MOST_TRIES)


class HintSerializer(serializers.Serializer[Any]):
    """The hints up to a level. It is noted before they are sent, and such a try is not rated."""

    level = serializers.IntegerField()
    rule = serializers.CharField(allow_null=True, help_text="what the rule says in a sentence")
    rule_title = serializers.CharField(allow_null=True)
    rule_url = serializers.CharField(allow_null=True)
    tiles = serializers.CharField(allow_null=True)


class GiveUpSerializer(HintRequestSerializer):
    """A try that is given up: it counts as answered, and not rightly."""

    level = None  # type: ignore[assignment]
    key = IdField(help_text="made by the client")


class ThemeSerializer(serializers.Serializer[Any]):
    """A theme that can be asked for."""

    key = serializers.CharField()
    name = serializers.CharField()


class KindSerializer(serializers.Serializer[Any]):
    """A kind of puzzle."""

    key = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    form = serializers.CharField(help_text="how it is answered")
    fields_of_answer = serializers.ListField(
        child=serializers.CharField(), help_text="one of them is sent"
    )
    rule_sets = serializers.ListField(child=serializers.CharField())
    themes = ThemeSerializer(many=True)
    version = serializers.IntegerField()


def kind_data(kind: AskedKind) -> dict[str, Any]:
    """A kind as the API lists it."""
    cannot = ("cannot",) if "cannot" in kind.options else ()
    return {
        "key": kind.key,
        "name": kind_name(kind.key),
        "about": kind_about(kind.key),
        "form": kind.form.value,
        "fields_of_answer": [*kind.fields, *cannot],
        "rule_sets": list(kind.rule_sets),
        "themes": [
            {"key": theme.key, "name": theme_name(kind.key, theme.key)}
            for theme in kind.themes.values()
            if not theme.tells
        ],
        "version": kind.version,
    }


def hint_data(hints: Hints) -> dict[str, Any]:
    """Hints as the API gives them."""
    rule = hints.rule
    return {
        "level": hints.level,
        "rule": rule.short if rule else None,
        "rule_title": rule.title if rule else None,
        "rule_url": (rule.url or None) if rule else None,
        "tiles": hints.tiles or None,
    }
