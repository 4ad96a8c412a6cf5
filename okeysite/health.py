"""What is wrong with the site, in sentences for whoever runs it. Nothing wrong: no sentence."""

from __future__ import annotations

import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Final

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from accounts import clock
from jobs import alarms, conf, ring
from okeysite import watching

OLDEST_DUE: Final = 60  # seconds that a due job may wait
BACKUP_HOURS: Final = 26
FREE: Final = 0.1  # part of the disk
WATCH: Final = 60  # seconds between two looks of a worker

_looked = float("-inf")  # monotonic


def findings(*, url: str = "") -> list[str]:
    """Everything that is wrong. `url` is an address of a web server to be asked for /readyz."""
    found = [*_database(), *_disk(), *_backup(), *_broker(), *_cache()]
    if url:
        found += _web(url)
    return found


def _database() -> Iterator[str]:
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            yield "The database is not migrated to the state of the code: manage.py prepare."
            return
        yield from late_jobs()
        failed = watching.failed_since(clock.now())
        if failed:
            yield (
                f"{failed} jobs failed for good in the last day; the admin shows each with its"
                " reason."
            )
    except DatabaseError as error:
        yield f"The database does not answer ({type(error).__name__})."


def late_jobs() -> list[str]:
    """One sentence for each queue whose oldest due job has waited too long."""
    return [
        f"A job in the queue {queue} has been due for {age:.0f} seconds: no worker gets through."
        for queue, age in sorted(watching.oldest_due(clock.now()).items())
        if age > OLDEST_DUE
    ]


def _disk() -> Iterator[str]:
    disk = shutil.disk_usage(watching.existing(settings.VAR_DIR))
    if disk.free < FREE * disk.total:
        yield f"The disk of {settings.VAR_DIR} is full to {1 - disk.free / disk.total:.0%}."


def _backup() -> Iterator[str]:
    newest = watching.last_backup()
    if newest is None:
        yield f"There is no backup in {settings.BACKUP_DIR}: manage.py backup FILE."
        return
    hours = (clock.now() - newest).total_seconds() / 3600
    if hours > BACKUP_HOURS:
        yield f"The newest backup in {settings.BACKUP_DIR} is {hours:.0f} hours old."


def _broker() -> Iterator[str]:
    if conf.embedded():
        return
    try:
        with ring.broker():
            pass
    except Exception as error:  # whatever its library raises
        yield f"RabbitMQ does not answer ({type(error).__name__}): jobs begin some seconds later."


def _cache() -> Iterator[str]:
    if not settings.REDIS_URL:
        return
    try:
        redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2).ping()
    except (redis.RedisError, OSError) as error:
        yield f"Redis does not answer ({type(error).__name__}): pages take longer."


def _web(url: str) -> Iterator[str]:
    asked = f"{url.rstrip('/')}/readyz"
    try:
        urllib.request.urlopen(asked, timeout=5).close()  # noqa: S310 - the operator's address
    except urllib.error.HTTPError as error:
        yield f"The web server at {url} is not ready ({error.code})."
    except (OSError, ValueError) as error:
        yield f"The web server at {url} does not answer ({type(error).__name__})."


def watch(late: Callable[[], list[str]] = late_jobs) -> None:
    """A worker looks now and then whether others get through, and tells ADMINS where not.

    It mails by itself, since a mail that is a job would wait with the rest.
    """
    global _looked
    if time.monotonic() - _looked < WATCH:
        return
    _looked = time.monotonic()
    found = late()
    if found and alarms.is_due("queue"):
        alarms.mail_directly("\n".join(found))
