"""Small real handlers. Their effect is a row that a constraint keeps from being written twice."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from accounts.models import RateCount
from jobs.errors import GiveUp
from jobs.services import Part, enqueue_children
from jobs.work import Work

EPOCH = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)

KINDS = {
    "grade.write": "tests.jobs.handlers.write",
    "grade.write_again": "tests.jobs.handlers.write_again",
    "grade.fail": "tests.jobs.handlers.fail",
    "grade.give_up": "tests.jobs.handlers.give_up",
    "grade.fail_in_effect": "tests.jobs.handlers.fail_in_effect",
    "grade.nothing": "tests.jobs.handlers.nothing",
    "generate.set": "tests.jobs.handlers.cut",
    "generate.steps": "tests.jobs.handlers.steps",
}

during: list[Callable[[Work], None]] = []  # what happens to the world in the middle of a step


def write(work: Work) -> Callable[[], None]:
    """Write one row a job."""
    name = work.args.get("name", str(work.job_id))
    for hook in during:
        hook(work)
    return lambda: _write(name)


def write_again(work: Work) -> Callable[[], None]:
    """Write as `write` does, but into a table that would take the same row twice."""
    moment = EPOCH + dt.timedelta(microseconds=work.token.int % 10**9)
    for hook in during:
        hook(work)
    return lambda: _write(str(work.job_id), moment)


def _write(name: str, moment: dt.datetime = EPOCH) -> None:
    RateCount.objects.create(key=f"effect {name}", window=moment)


def effects(name: str = "") -> int:
    """How many effects were written."""
    return RateCount.objects.filter(key__startswith=f"effect {name}").count()


def fail(work: Work) -> None:
    """Fail with what could hold somebody's data, while there are no lucky attempts left."""
    for hook in during:
        hook(work)
    if work.attempt not in work.args.get("lucky", ()):
        raise ValueError("ayse@example.org cannot be read")


def give_up(work: Work) -> None:
    """Say that no further attempt helps."""
    raise GiveUp("set.withdrawn")


def fail_in_effect(work: Work) -> Callable[[], None]:
    """Fail after the effect was written, before it is committed."""

    def effect() -> None:
        _write(str(work.job_id))
        raise ValueError

    return effect


def nothing(work: Work) -> None:
    """Do nothing."""


def cut(work: Work) -> Callable[[], None]:
    """Cut the job into parts."""
    parts = [Part(kind=kind, args={}, total=10) for kind in work.args["parts"]]

    def effect() -> None:
        enqueue_children(work.job, parts)

    return effect


def steps(work: Work) -> Callable[[], None]:
    """Take steps and say so."""
    total = work.args["total"]
    for done in range(total + 1):
        work.progress(done, total)
        for hook in during:
            hook(work)
    return lambda: _write(str(work.job_id))
