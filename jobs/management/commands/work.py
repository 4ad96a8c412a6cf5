"""Run a worker."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from jobs import conf
from jobs.conf import QUEUES


class Command(BaseCommand):
    """Become a Celery worker with the options that jobs need; the process stays the same one.

    Whatever supervises it tells this process alone to stop, not its whole group: a signal that
    reaches the pool's children as well can hang the worker at its end.
    """

    help = "Run a worker: with the broker of BROKER_URL, or with --poll without any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--concurrency", type=int, default=2, help="jobs at a time")
        parser.add_argument("--log-level", default="WARNING")
        parser.add_argument(
            "--queues",
            default="",
            help=f"of {', '.join(QUEUES)}, with commas; all where nothing is said",
        )
        parser.add_argument(
            "--poll",
            action="store_true",
            help="take jobs straight from the database, whatever BROKER_URL says",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        queues = [name for name in options["queues"].split(",") if name]
        if unknown := sorted(set(queues) - set(QUEUES)):
            raise CommandError(f"no such queue: {', '.join(unknown)}")
        embedded = options["poll"] or conf.embedded()
        if queues and embedded:  # its own broker would be full of what nobody here takes
            raise CommandError("--queues needs a broker outside")
        command = worker_command(options["concurrency"], options["log_level"], queues)
        os.execvpe(command[0], command, worker_environment(poll=options["poll"]))  # noqa: S606


def worker_environment(*, poll: bool) -> dict[str, str]:
    """The environment of a worker. Polling is the broker in its own process, on any database."""
    environment = dict(os.environ, ISTAKA_ROLE="worker")
    if poll:
        environment["BROKER_URL"] = "memory://"
    return environment


def worker_command(
    concurrency: int, log_level: str = "WARNING", queues: Sequence[str] = ()
) -> list[str]:
    """The command line of one worker. Prefork, because only a process can be bounded and killed."""
    return [
        *(sys.executable, "-W", "ignore:You", "-m", "celery", "--quiet", "--app", "okeysite"),
        *("worker", "--hostname", f"jobs-{os.getpid()}@%h"),  # several may run on one machine
        *("--pool", "prefork", "--concurrency", str(concurrency)),
        *("--loglevel", log_level, "--without-gossip", "--without-mingle"),
        *(("--queues", ",".join(queues)) if queues else ()),
    ]
