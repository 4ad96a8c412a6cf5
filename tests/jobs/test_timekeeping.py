"""A worker whose machine has a wrong clock goes by the database's."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from django.db import connection
from django.utils import timezone

from accounts import clock
from jobs import claim
from jobs.models import Job
from jobs.services import enqueue
from jobs.sweeper import Sweeper
from jobs.timekeeping import TOLERATED, keep_time

MINUTE = dt.timedelta(minutes=1)


@pytest.fixture(autouse=True)
def right_again() -> Iterator[None]:
    yield
    clock.correct(dt.timedelta())


def wrong_by(hours: float, monkeypatch: pytest.MonkeyPatch) -> None:
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + dt.timedelta(hours=hours))


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize("hours", [1, -1])
def test_a_claim_with_a_wrong_clock_is_as_long_as_any_other(
    hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, job = timezone.now, enqueue(kind="grade.write", args={})
    wrong_by(hours, monkeypatch)
    Sweeper().tick()  # nobody to ring for answers: it keeps the time all the same
    claimed = claim.claim(job.pk)
    assert claimed is not None, "due by the right clock"
    assert claimed.lease_until is not None
    assert abs(claimed.lease_until - real()) < MINUTE


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_clock_that_is_right_is_left_alone_and_a_mended_one_is_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert keep_time() == dt.timedelta()
    with monkeypatch.context() as wrong:
        wrong_by(1, wrong)
        assert abs(keep_time() - dt.timedelta(hours=1)) < MINUTE
        assert abs(clock.now() - timezone.now()) > MINUTE
    assert keep_time() == dt.timedelta()
    assert abs(clock.now() - timezone.now()) < TOLERATED


@pytest.mark.django_db
def test_a_file_knows_no_other_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has a clock of its own")
    wrong_by(1, monkeypatch)
    assert keep_time() == dt.timedelta()
    assert Job.objects.count() == 0
