"""A job in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api_reading import IdField
from jobs import words
from jobs.models import Job
from jobs.states import State

SHOWN_STATES = [state for state in State.values if state != State.WAITING]


class JobSerializer(serializers.Serializer[Job]):
    """How far a job is. `done` and `total` count in units of its kind; 0 of 0 is not known yet."""

    id = IdField(read_only=True)
    kind = serializers.CharField(read_only=True)
    state = serializers.ChoiceField(choices=SHOWN_STATES, read_only=True, source="shown_state")
    done = serializers.IntegerField(read_only=True)
    total = serializers.IntegerField(read_only=True)
    attempts = serializers.IntegerField(read_only=True)
    error = serializers.ChoiceField(
        choices=[*words.error_codes(), words.OTHER], read_only=True, allow_null=True
    )
    reason = serializers.CharField(
        read_only=True, allow_null=True, help_text="the error in the language asked for"
    )
    created_at = serializers.DateTimeField(read_only=True)
    finished_at = serializers.DateTimeField(read_only=True, allow_null=True)

    def to_representation(self, instance: Job) -> dict[str, Any]:
        progress = instance.progress()
        return {
            "id": str(instance.pk),
            "kind": instance.kind,
            "state": instance.shown_state.value,
            "done": progress.done,
            "total": progress.total,
            "attempts": instance.attempts,
            "error": words.error_code(instance),
            "reason": words.reason(instance) if instance.state == State.FAILED else None,
            "created_at": instance.created_at,
            "finished_at": instance.finished_at,
        }
