"""Every kind of job: run twice, twice at once, for what is gone, with arguments of another release.

The kinds come from ISTAKA_JOB_HANDLERS, so that a new one is held to the same by itself.
"""

from __future__ import annotations

import hashlib
import threading
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections

from jobs import runner
from jobs.errors import UnknownKind
from jobs.models import Job
from jobs.runner import Outcome, run_job
from jobs.services import enqueue
from tests import traces
from tests.hostile.ordered import ORDERS, order

KINDS = sorted(settings.ISTAKA_JOB_HANDLERS)
every_kind = pytest.mark.parametrize("kind", KINDS)
# What says no more than that something was looked at, and when.
PASSING = {"jobs_job", "accounts_session", "accounts_ratecount"}
ENDED = {Outcome.DONE, Outcome.FAILED, Outcome.RETRY, Outcome.WAITING}


@pytest.fixture(autouse=True)
def quick(settings: Any) -> None:
    """A pool of one kind; nothing is due by itself."""
    settings.ISTAKA_POOL_KINDS = ["can-open"]
    settings.ISTAKA_ENSURE_DUE = []


def test_every_kind_has_an_order() -> None:
    assert sorted(ORDERS) == KINDS


def make(kind: str, args: dict[str, Any]) -> Job:
    """A job as it lies in the table, whoever put it there."""
    queue = kind.partition(".")[0]
    return Job.objects.create(kind=kind, queue=queue, args=args, max_attempts=2)


def content() -> dict[str, str]:
    """A digest of the rows of every table, whatever their order."""
    found = {}
    with connection.cursor() as cursor:
        for table in traces.tables():
            if table not in PASSING:
                cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
                rows = sorted(repr(row) for row in cursor.fetchall())
                found[table] = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    return found


def changed(before: dict[str, str]) -> set[str]:
    now = content()
    return {table for table in now if now[table] != before[table]}


@every_kind
@pytest.mark.django_db(transaction=True)
def test_a_second_run_has_no_second_effect(kind: str) -> None:
    args = order(kind)
    first, second = make(kind, args), make(kind, args)
    assert run_job(first.pk) in {Outcome.DONE, Outcome.WAITING}
    before = content()
    assert run_job(first.pk) == Outcome.NOT_MINE
    assert run_job(second.pk) in {Outcome.DONE, Outcome.WAITING}
    assert changed(before) == set()


@every_kind
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_at_once_have_one_effect(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have done the work before either writes: what the fence alone does not decide."""
    args = order(kind)
    pair = [make(kind, args).pk for _ in range(2)]
    ready = threading.Barrier(2)
    finish = runner._finish

    def together(*given: Any) -> Outcome:
        ready.wait(60)
        return finish(*given)

    monkeypatch.setattr(runner, "_finish", together)
    outcomes: list[Outcome] = []

    def attempt(pk: uuid.UUID) -> None:
        try:
            outcomes.append(run_job(pk))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=attempt, args=(pk,)) for pk in pair]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(outcomes) == 2
    assert set(outcomes) <= ENDED
    assert Outcome.DONE in outcomes or Outcome.WAITING in outcomes
    monkeypatch.undo()
    after = content()
    later = make(kind, args)
    assert run_job(later.pk) in {Outcome.DONE, Outcome.WAITING}
    assert changed(after) == set(), "the two of them left less, or more, than one"


def elsewhere(value: Any) -> Any:
    """The same arguments, naming what was deleted or never was."""
    if isinstance(value, dict):
        return {name: elsewhere(one) for name, one in value.items()}
    if isinstance(value, list):
        return [elsewhere(one) for one in value]
    try:
        uuid.UUID(value)
    except (ValueError, AttributeError, TypeError):
        return value
    return str(uuid.uuid4())


@every_kind
@pytest.mark.django_db(transaction=True)
def test_what_is_gone_is_nobodys_work_any_more(kind: str) -> None:
    given = order(kind)
    args = elsewhere(given)
    if args == given:
        pytest.skip("names no object")
    before = content()
    job = make(kind, args)
    assert run_job(job.pk) == Outcome.DONE
    assert changed(before) == set()


def older(args: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Arguments as another release, or nobody at all, may have written them."""
    yield {}
    yield {**args, "more": "of a later release"}
    for name in args:
        yield {key: value for key, value in args.items() if key != name}
        for odd in (None, "", "nonsense", -1, 10**30, [], {}, ["x"], {"a": None}):
            yield {**args, name: odd}


@every_kind
@pytest.mark.django_db(transaction=True)
def test_no_arguments_let_an_exception_out(kind: str) -> None:
    args = order(kind)
    for odd in older(args):
        job = make(kind, odd)
        outcome = run_job(job.pk)
        job.refresh_from_db()
        assert outcome in ENDED, odd
        if outcome in {Outcome.RETRY, Outcome.FAILED}:
            assert job.last_error, odd
            assert "nonsense" not in job.last_error, odd


@pytest.mark.django_db(transaction=True)
def test_a_kind_that_nobody_knows_any_more_is_given_up() -> None:
    job = make("grade.of-an-older-release", {"x": 1})
    assert run_job(job.pk) == Outcome.RETRY
    Job.objects.filter(pk=job.pk).update(run_after=job.created_at)
    assert run_job(job.pk) == Outcome.FAILED
    job.refresh_from_db()
    assert job.last_error == UnknownKind.code


@pytest.mark.django_db(transaction=True)
def test_the_order_is_the_one_that_the_site_would_make() -> None:
    """An order that `enqueue` itself refuses would prove nothing."""
    for kind in KINDS:
        args = order(kind)
        assert enqueue(kind=kind, args=args).args == args
        Job.objects.all().delete()
