"""The site as it is, but for limits that a run would soon meet, and for learning platforms on."""

from __future__ import annotations

from okeysite.settings import *  # noqa: F403
from okeysite.settings import ISTAKA_LIMITS

ALLOWED_HOSTS = ["127.0.0.1", "testserver"]
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
ISTAKA_LIMITS = dict.fromkeys(ISTAKA_LIMITS, (10_000_000, 60))
ISTAKA_JOB_UNFINISHED = 10_000_000  # no worker runs here, and a full queue is a right answer
ISTAKA_LTI = True
