"""The Celery application: one task, and the sweeper as a step of every worker."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "okeysite.settings")

app = Celery("okeysite")
app.config_from_object("okeysite.celery_settings")
app.autodiscover_tasks(["jobs"])


@signals.worker_init.connect
def add_sweeper(sender: Any, **_: Any) -> None:
    """Give the worker its sweeper. Late, because the step needs the apps to be loaded."""
    from jobs.step import SweeperStep

    app.steps["worker"].add(SweeperStep)
