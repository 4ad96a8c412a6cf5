"""One attempt: what is written, what is kept back, what is told."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable

import pytest
from django.db import transaction

from accounts import clock
from jobs import claim, sweeper
from jobs.drain import drain_jobs
from jobs.models import Job, Progress
from jobs.runner import Outcome, backoff, run_job
from jobs.services import cancel, enqueue, retry
from jobs.states import State
from jobs.work import Cancelled, Work
from tests.jobs import handlers

pytestmark = pytest.mark.django_db


def again(job: Job) -> Job:
    job.refresh_from_db()
    return job


def test_a_done_job_has_its_effect_and_no_lease(job: Job) -> None:
    assert run_job(job.pk) == Outcome.DONE
    assert again(job).state == State.DONE
    assert (job.attempts, job.lease_token, job.lease_until) == (1, None, None)
    assert job.started_at is not None
    assert job.finished_at is not None
    assert handlers.effects() == 1


def test_a_doubled_message_runs_nothing(job: Job) -> None:
    assert run_job(job.pk) == Outcome.DONE
    assert run_job(job.pk) == Outcome.NOT_MINE
    assert run_job(job.pk) == Outcome.NOT_MINE
    assert again(job).attempts == 1
    assert handlers.effects() == 1


def test_a_message_for_a_row_that_is_gone_runs_nothing(job: Job) -> None:
    pk = job.pk
    job.delete()
    assert run_job(pk) == Outcome.NOT_MINE


def test_a_message_of_a_running_job_runs_nothing(job: Job) -> None:
    inner: list[Outcome] = []
    handlers.during.append(lambda work: inner.append(run_job(work.job_id)))
    assert run_job(job.pk) == Outcome.DONE
    assert inner == [Outcome.NOT_MINE]
    assert handlers.effects() == 1


def test_a_job_is_not_claimed_before_its_time(step_clock: Callable[[float], None]) -> None:
    later = clock.now() + dt.timedelta(minutes=1)
    job = enqueue(kind="grade.write", args={}, run_after=later)
    assert run_job(job.pk) == Outcome.NOT_MINE
    step_clock(61)
    assert run_job(job.pk) == Outcome.DONE


def test_an_expected_error_puts_the_job_back_with_a_pause() -> None:
    job = enqueue(kind="grade.fail", args={})
    before = clock.now()
    assert run_job(job.pk) == Outcome.RETRY
    assert again(job).state == State.QUEUED
    assert job.last_error == "ValueError"
    assert job.run_after > before
    assert job.lease_token is None


def test_the_pause_doubles_and_is_bounded() -> None:
    for attempts in range(1, 12):
        base = min(2 * 2 ** (attempts - 1), 60)
        for _ in range(20):
            assert base <= backoff(attempts).total_seconds() <= 1.5 * base


def test_a_job_that_always_fails_ends_after_its_attempts() -> None:
    job = enqueue(kind="grade.fail", args={})
    assert drain_jobs(skip_waits=True) == job.max_attempts
    assert again(job).state == State.FAILED
    assert job.finished_at is not None


def test_a_job_that_fails_once_is_done_the_second_time() -> None:
    job = enqueue(kind="grade.fail", args={"lucky": [2]})
    drain_jobs(skip_waits=True)
    assert again(job).state == State.DONE
    assert (job.attempts, job.last_error) == (2, "")


def test_a_handler_that_gives_up_is_not_tried_again() -> None:
    job = enqueue(kind="grade.give_up", args={})
    assert run_job(job.pk) == Outcome.FAILED
    assert again(job).last_error == "set.withdrawn"


def test_an_effect_that_fails_leaves_nothing() -> None:
    job = enqueue(kind="grade.fail_in_effect", args={})
    assert run_job(job.pk) == Outcome.RETRY
    assert again(job).state == State.QUEUED
    assert handlers.effects() == 0


def test_a_kind_that_this_release_does_not_know_is_tried_and_then_failed() -> None:
    job = enqueue(kind="grade.from_another_release", args={})
    drain_jobs(skip_waits=True)
    assert again(job).state == State.FAILED
    assert job.last_error == "job.unknown_kind"


def test_the_log_tells_id_and_kind_and_no_data(caplog: pytest.LogCaptureFixture) -> None:
    job = enqueue(kind="grade.fail", args={"name": "Ayse"})
    with caplog.at_level(logging.DEBUG):
        drain_jobs(skip_waits=True)
    assert str(job.pk) in caplog.text
    assert "grade.fail" in caplog.text
    assert "handlers.py:" in caplog.text
    assert "ayse" not in caplog.text.lower()


# --- the lease ------------------------------------------------------------------------------------


def test_a_worker_whose_lease_went_to_another_writes_nothing(
    job: Job, step_clock: Callable[[float], None]
) -> None:
    def sleep_over_the_lease(work: Work) -> None:
        handlers.during.clear()
        step_clock(16)
        assert run_job(work.job_id) == Outcome.DONE  # another worker

    handlers.during.append(sleep_over_the_lease)
    assert run_job(job.pk) == Outcome.LOST
    assert again(job).state == State.DONE
    assert job.attempts == 2
    assert handlers.effects() == 1


def test_a_worker_that_fails_after_losing_the_lease_changes_nothing(
    step_clock: Callable[[float], None],
) -> None:
    job = enqueue(kind="grade.fail", args={"lucky": [2]})

    def sleep_over_the_lease(work: Work) -> None:
        handlers.during.clear()
        step_clock(16)
        assert run_job(work.job_id) == Outcome.DONE

    handlers.during.append(sleep_over_the_lease)
    assert run_job(job.pk) == Outcome.LOST
    assert again(job).state == State.DONE


def test_renewing_pushes_the_end_of_the_lease(
    job: Job, step_clock: Callable[[float], None]
) -> None:
    claimed = claim.claim(job.pk)
    assert claimed is not None
    assert claimed.lease_token is not None
    step_clock(10)
    assert claim.renew(job.pk, claimed.lease_token, done=0, total=0)
    step_clock(10)
    assert claim.claim(job.pk) is None
    step_clock(10)
    assert claim.claim(job.pk) is not None
    assert not claim.renew(job.pk, claimed.lease_token, done=0, total=0)


def test_a_job_that_kills_every_worker_is_failed_after_its_attempts(
    job: Job, step_clock: Callable[[float], None]
) -> None:
    for _ in range(job.max_attempts):
        sweeper.end_hopeless()
        assert claim.claim(job.pk) is not None  # and the worker dies
        step_clock(16)
    assert claim.claim(job.pk) is None
    sweeper.end_hopeless()
    assert again(job).state == State.FAILED
    assert job.last_error == "worker_died"
    assert drain_jobs(skip_waits=True) == 0


# --- cancel and retry -----------------------------------------------------------------------------


def test_a_cancelled_job_never_runs(job: Job) -> None:
    assert cancel(job)
    assert run_job(job.pk) == Outcome.NOT_MINE
    assert handlers.effects() == 0


def test_a_job_that_is_cancelled_in_the_middle_stops_at_its_next_progress() -> None:
    job = enqueue(kind="generate.steps", args={"total": 1_000})
    seen: list[int] = []

    def cancel_at_ten(work: Work) -> None:
        seen.append(work.done)
        if work.done == 10:
            assert cancel(Job.objects.get(pk=work.job_id))

    handlers.during.append(cancel_at_ten)
    assert run_job(job.pk) == Outcome.CANCELLED
    assert seen[-1] == 10
    assert again(job).state == State.CANCELLED
    assert handlers.effects() == 0


def test_a_job_that_is_cancelled_after_its_last_progress_writes_nothing(job: Job) -> None:

    def cancel_it(work: Work) -> None:
        assert cancel(Job.objects.get(pk=work.job_id))

    handlers.during.append(cancel_it)
    assert run_job(job.pk) == Outcome.CANCELLED
    assert handlers.effects() == 0


def test_a_finished_job_cannot_be_cancelled(job: Job) -> None:
    run_job(job.pk)
    assert not cancel(job)
    assert again(job).state == State.DONE


def test_a_retry_gives_all_attempts_back() -> None:
    job = enqueue(kind="grade.fail", args={})
    drain_jobs(skip_waits=True)
    retry(again(job))
    assert (job.state, job.attempts, job.finished_at) == (State.QUEUED, 0, None)
    assert drain_jobs(skip_waits=True) == job.max_attempts


def test_the_progress_is_written_and_ends_at_all() -> None:
    job = enqueue(kind="generate.steps", args={"total": 4})
    seen: list[Progress] = []
    handlers.during.append(lambda work: seen.append(Job.objects.get(pk=work.job_id).progress()))
    run_job(job.pk)
    assert seen == [(n, 4) for n in range(5)]
    assert again(job).progress() == (4, 4)
    assert job.progress().percent == 100


def test_progress_is_written_a_few_times_a_second_only(
    settings: object, django_assert_max_num_queries: Callable[..., object]
) -> None:
    settings.ISTAKA_JOB_PROGRESS = 60  # type: ignore[attr-defined]
    job = enqueue(kind="generate.steps", args={"total": 500})
    with django_assert_max_num_queries(12):  # type: ignore[attr-defined]
        run_job(job.pk)


def test_the_lost_flag_of_the_heartbeat_ends_the_work(job: Job) -> None:
    claimed = claim.claim(job.pk)
    assert claimed is not None
    work = Work(claimed)
    cancel(job)
    with pytest.raises(Cancelled):
        work.check()
    with pytest.raises(Cancelled), transaction.atomic():
        work.progress(1, 2)
