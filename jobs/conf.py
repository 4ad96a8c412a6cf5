"""The times and bounds of jobs. A setting ISTAKA_JOB_NAME replaces the value of NAME here."""

from __future__ import annotations

import datetime as dt

from django.conf import settings

QUEUES = ("generate", "grade", "mail")  # apart, so that a large set cannot starve grading

DEFAULTS: dict[str, float] = {
    "LEASE": 15,  # seconds that a claim holds without being renewed
    "RENEW": 5,  # seconds between two renewals
    "PROGRESS": 0.25,  # seconds between two writes of the progress
    "SWEEP": 5,  # seconds between two sweeps
    "SWEEP_EMBEDDED": 0.3,  # the same where the sweeper alone rings
    "RING_AGAIN": 15,  # seconds after which a message that changed nothing counts as lost
    "BACKOFF": 2,  # seconds before the second attempt; doubles with each further one
    "BACKOFF_MOST": 60,
    "AGAIN": 1_200,  # seconds after which work of the site's own that failed is tried once more
    "ENSURE_DUE": 5,  # seconds between two looks for periodic work
    "UNFINISHED_A_PLAYER": 2,  # jobs without a parent
    "UNFINISHED": 5_000,  # all jobs of all players
    "SOFT_LIMIT": 45,  # seconds after which an attempt is told to end
    "HARD_LIMIT": 60,  # seconds after which its process is killed
    "MEMORY_MIB": 1_024,  # address space of one pool child
}


def value(name: str) -> float:
    """The setting, or its default."""
    return float(getattr(settings, f"ISTAKA_JOB_{name}", DEFAULTS[name]))


def seconds(name: str) -> dt.timedelta:
    """The same as a span of time."""
    return dt.timedelta(seconds=value(name))


def embedded() -> bool:
    """Whether the broker lives inside the worker's own process, so that nobody else can ring."""
    return str(settings.BROKER_URL).startswith("memory:")
