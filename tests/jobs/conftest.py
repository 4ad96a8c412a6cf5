"""A site that knows the small handlers, a clock that can be stepped, a player or two."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection

from accounts import clock
from accounts.models import Player
from jobs.models import Job
from jobs.services import enqueue
from tests.jobs import handlers


@pytest.fixture(autouse=True)
def known_kinds(settings: Any) -> Iterator[None]:
    """Register the small handlers; no broker, no periodic work, no pauses between writes."""
    settings.ISTAKA_JOB_HANDLERS = handlers.KINDS
    settings.ISTAKA_JOB_RESULTS = {}
    settings.ISTAKA_JOB_RESULTS = {}
    settings.ISTAKA_ENSURE_DUE = []
    settings.ISTAKA_JOB_PROGRESS = 0
    handlers.during.clear()
    yield
    handlers.during.clear()


@pytest.fixture
def player(db: None) -> Player:
    """Somebody."""
    return Player.objects.create()


@pytest.fixture
def other(db: None) -> Player:
    """Somebody else."""
    return Player.objects.create()


@pytest.fixture
def step_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let seconds pass."""
    passed = dt.timedelta()
    real = clock.now

    def step(seconds: float) -> None:
        nonlocal passed
        passed += dt.timedelta(seconds=seconds)

    monkeypatch.setattr(clock, "now", lambda: real() + passed)
    return step


@pytest.fixture
def job(db: None) -> Job:
    """A queued job of nobody's that writes one row."""
    return enqueue(kind="grade.write", args={})


@pytest.fixture
def on_postgres(request: pytest.FixtureRequest) -> None:
    """Go on only where races are real."""
    if connection.vendor != "postgresql":
        pytest.skip("PostgreSQL: set DATABASE_URL")
