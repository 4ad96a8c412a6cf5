"""The site as it is, with jobs to be tested and with shorter times, so that a run is short."""

from __future__ import annotations

import os

from okeysite.settings import *  # noqa: F403
from okeysite.settings import (
    INSTALLED_APPS,
    ISTAKA_ENSURE_DUE,
    ISTAKA_JOB_HANDLERS,
    ISTAKA_LIMITS,
)

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.apps.FaultsConfig"]
ROOT_URLCONF = "tests.faults.urls"
ALLOWED_HOSTS = ["127.0.0.1"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

_HANDLERS = "tests.faults.handlers"
ISTAKA_JOB_HANDLERS = {
    **ISTAKA_JOB_HANDLERS,
    "grade.tick": f"{_HANDLERS}.tick",
    "generate.family": f"{_HANDLERS}.family",
    "grade.poison": f"{_HANDLERS}.poison",
    "grade.endless": f"{_HANDLERS}.endless",
    "grade.stubborn": f"{_HANDLERS}.stubborn",
    "grade.greedy": f"{_HANDLERS}.greedy",
    "grade.raise": f"{_HANDLERS}.fail",
}
ISTAKA_POOL_KINDS = ["can-open"]  # the pool of all kinds takes minutes
if not os.environ.get("FAULTS_DUE"):
    ISTAKA_ENSURE_DUE = []
ISTAKA_LIMITS = {  # all the players of a run come from one address
    **ISTAKA_LIMITS,
    "api": (1_000_000, 60),
    "visitor": (1_000_000, 3_600),
    "login-address": (1_000_000, 600),
}

ISTAKA_JOB_LEASE = 3
ISTAKA_JOB_RENEW = 1
ISTAKA_JOB_RING_AGAIN = 2
ISTAKA_JOB_SWEEP = 0.5
ISTAKA_JOB_BACKOFF = 0.2
ISTAKA_JOB_SOFT_LIMIT = int(os.environ.get("FAULTS_LIMIT", "60"))
ISTAKA_JOB_HARD_LIMIT = ISTAKA_JOB_SOFT_LIMIT + 2
