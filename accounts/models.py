"""Who somebody is: a player (visitor, account or pupil), a user who can log in, an API token."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

from accounts import clock


class User(AbstractUser):
    """Somebody who can log in. What they do on the site belongs to their player."""


class Player(models.Model):
    """Whoever solves: made at a visitor's first POST, kept when an account is made."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(
        User, null=True, blank=True, on_delete=models.CASCADE, related_name="player"
    )
    language = models.CharField(max_length=2, blank=True)
    theme = models.CharField(max_length=5, blank=True)
    created_at = models.DateTimeField(default=clock.now)

    def __str__(self) -> str:
        return str(self.user) if self.user else f"visitor {self.pk}"


class ApiToken(models.Model):
    """A bearer token of a player. Only its digest is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=clock.now)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name or str(self.pk)


class RateCount(models.Model):
    """How often something was tried in one window of time; counted in one statement."""

    key = models.CharField(max_length=160)
    window = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key", "window"], name="one_count_a_window")]

    def __str__(self) -> str:
        return f"{self.key} {self.window:%Y-%m-%d %H:%M}: {self.count}"


class Session(AbstractBaseSession):
    """A session with its owner, so that all of a person's sessions can be ended."""

    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="sessions")
    visitor = models.UUIDField(null=True, db_index=True)

    @classmethod
    def get_session_store_class(cls) -> Any:
        from accounts.sessions import SessionStore

        return SessionStore
