"""What `/metrics` answers: the sum over the processes, and what database and disk say now."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from accounts import clock
from jobs import conf
from jobs.states import State
from okeysite import watching
from okeysite.metrics.slots import Slots, is_whole


def exposition() -> bytes:
    """Everything, in Prometheus's text format. Raise DatabaseError where the database is gone."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Processes(settings.METRICS_DIR))
    registry.register(Standing())
    return generate_latest(registry)


class Processes(Collector):
    """What the processes of this machine have measured, those that have ended included."""

    def __init__(self, folder: Path) -> None:
        self.slots = Slots(folder)

    def describe(self) -> list[Metric]:
        """Nothing beforehand: what there is follows from the files."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The sums. A file that a crash has torn is passed over; its place mends it."""
        files = [str(path) for path in self.slots.files() if is_whole(path)]
        yield from MultiProcessCollector.merge(files)


class Standing(Collector):
    """How jobs, backups and the disk stand at this moment: the same whichever process is asked."""

    def describe(self) -> list[Metric]:
        """Nothing beforehand: asking the database to register would be a query at every start."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Ask now."""
        now = clock.now()
        age = GaugeMetricFamily(
            "istaka_oldest_due_job_seconds",
            "Since when the oldest job that is due waits; 0 where none does.",
            labels=["queue"],
        )
        due = watching.oldest_due(now)
        for queue in conf.QUEUES:
            age.add_metric([queue], due.get(queue, 0.0))
        yield age
        jobs = GaugeMetricFamily(
            "istaka_jobs", "Jobs that are not finished.", labels=["queue", "state"]
        )
        counts = watching.unfinished()
        for queue in conf.QUEUES:
            for state in (State.QUEUED, State.RUNNING, State.WAITING):
                jobs.add_metric([queue, state], counts.get((queue, state), 0))
        yield jobs
        yield GaugeMetricFamily(
            "istaka_failed_jobs",
            "Jobs that failed for good in the last day.",
            value=watching.failed_since(now),
        )
        backup = watching.last_backup()
        if backup is not None:
            yield GaugeMetricFamily(
                "istaka_last_backup_timestamp_seconds",
                "When the newest file in BACKUP_DIR was written.",
                value=backup.timestamp(),
            )
        disk = shutil.disk_usage(watching.existing(settings.VAR_DIR))
        yield GaugeMetricFamily(
            "istaka_disk_free_ratio",
            "Free part of the disk of VAR_DIR.",
            value=disk.free / disk.total,
        )
