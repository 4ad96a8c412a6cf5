"""Shapes of ratings in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class RatingChangeSerializer(serializers.Serializer[Any]):
    """What one attempt changed in its player's rating."""

    before = serializers.IntegerField()
    after = serializers.IntegerField()
    deviation = serializers.IntegerField(help_text="of the rating after it")
    provisional = serializers.BooleanField(help_text="still to be taken with care")
    taken_back = serializers.BooleanField(help_text="counts no more: the puzzle was withdrawn")


class RatingSerializer(serializers.Serializer[Any]):
    """A player's rating under one rule set, time away included in the deviation."""

    rules = serializers.CharField()
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    provisional = serializers.BooleanField()
    attempts = serializers.IntegerField(help_text="that were rated and count")
    rated_at = serializers.DateTimeField()
