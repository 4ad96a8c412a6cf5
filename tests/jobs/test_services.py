"""Enqueueing: repeats are harmless, and everything is bounded."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts import clock
from accounts.models import Player
from jobs.drain import drain_jobs
from jobs.errors import KeyReused, NotFinished, QueueFull, TooManyJobs, UnknownKind
from jobs.models import Job
from jobs.services import Part, cancel, enqueue, enqueue_children, retry
from jobs.states import State
from tests.jobs import handlers

pytestmark = pytest.mark.django_db


def test_the_same_key_gives_the_same_job(player: Player) -> None:
    key = uuid.uuid4()
    first = enqueue(kind="grade.write", args={"n": 1}, owner=player, key=key)
    again = enqueue(kind="grade.write", args={"n": 1}, owner=player, key=key)
    assert again == first
    assert Job.objects.count() == 1


def test_the_same_key_gives_the_same_job_after_its_end(player: Player) -> None:
    key = uuid.uuid4()
    first = enqueue(kind="grade.write", args={}, owner=player, key=key)
    drain_jobs()
    again = enqueue(kind="grade.write", args={}, owner=player, key=key)
    assert (again, again.state) == (first, State.DONE)


def test_arguments_compare_as_they_are_stored(player: Player) -> None:
    key, value = uuid.uuid4(), uuid.uuid4()
    args: dict[Any, Any] = {"id": value, "pair": (1, 2), 3: "three"}
    first = enqueue(kind="grade.write", args=args, owner=player, key=key)
    assert enqueue(kind="grade.write", args=args, owner=player, key=key) == first
    first.refresh_from_db()
    assert first.args == {"id": str(value), "pair": [1, 2], "3": "three"}


@pytest.mark.parametrize(
    ("kind", "args"), [("grade.write", {"n": 2}), ("grade.nothing", {"n": 1}), ("grade.write", {})]
)
def test_the_same_key_for_something_else_is_refused(
    player: Player, kind: str, args: dict[str, Any]
) -> None:
    key = uuid.uuid4()
    enqueue(kind="grade.write", args={"n": 1}, owner=player, key=key)
    with pytest.raises(KeyReused):
        enqueue(kind=kind, args=args, owner=player, key=key)
    assert Job.objects.count() == 1


def test_two_people_may_use_the_same_key(player: Player, other: Player) -> None:
    key = uuid.uuid4()
    first = enqueue(kind="grade.write", args={}, owner=player, key=key)
    assert enqueue(kind="grade.write", args={"n": 2}, owner=other, key=key) != first


def test_a_key_without_an_owner_is_refused() -> None:
    with pytest.raises(ValueError, match="owner"):
        enqueue(kind="grade.write", args={}, key=uuid.uuid4())


@pytest.mark.parametrize("kind", ["write", "unknown.write", "", ".write", "grade"])
def test_a_kind_of_no_queue_is_refused(kind: str) -> None:
    with pytest.raises(UnknownKind):
        enqueue(kind=kind, args={})


def test_the_queue_is_the_first_word_of_the_kind(job: Job) -> None:
    assert job.queue == "grade"


def test_a_dedupe_key_allows_one_unfinished_job_of_a_kind() -> None:
    first = enqueue(kind="grade.write", args={}, dedupe_key="2026-11-29")
    assert enqueue(kind="grade.write", args={}, dedupe_key="2026-11-29") == first
    assert enqueue(kind="grade.nothing", args={}, dedupe_key="2026-11-29") != first
    drain_jobs()
    assert enqueue(kind="grade.write", args={}, dedupe_key="2026-11-29") != first


def test_a_player_has_at_most_two_unfinished_jobs(player: Player, other: Player) -> None:
    jobs = [enqueue(kind="grade.write", args={}, owner=player) for _ in range(2)]
    with pytest.raises(TooManyJobs):
        enqueue(kind="grade.write", args={}, owner=player)
    enqueue(kind="grade.write", args={}, owner=other)
    enqueue(kind="grade.write", args={})
    cancel(jobs[0])
    enqueue(kind="grade.write", args={}, owner=player)


def test_a_repeat_is_answered_even_when_no_more_jobs_are_allowed(player: Player) -> None:
    key = uuid.uuid4()
    first = enqueue(kind="grade.write", args={}, owner=player, key=key)
    enqueue(kind="grade.write", args={}, owner=player)
    assert enqueue(kind="grade.write", args={}, owner=player, key=key) == first


def test_children_do_not_count_against_their_player(player: Player) -> None:
    parent = enqueue(kind="grade.nothing", args={}, owner=player)
    enqueue_children(parent, [Part("grade.write")] * 5)
    enqueue(kind="grade.write", args={}, owner=player)


def test_a_full_queue_takes_no_jobs_of_players_but_those_of_the_site(
    settings: Any, player: Player, other: Player
) -> None:
    settings.ISTAKA_JOB_UNFINISHED = 3
    parent = enqueue(kind="grade.nothing", args={}, owner=player)
    with pytest.raises(QueueFull):
        enqueue_children(parent, [Part("grade.write")] * 3)
    enqueue_children(parent, [Part("grade.write")] * 2)
    with pytest.raises(QueueFull):
        enqueue(kind="grade.write", args={}, owner=other)
    enqueue(kind="grade.write", args={})


def test_an_enqueue_that_is_rolled_back_never_was(player: Player) -> None:
    with transaction.atomic():
        enqueue(kind="grade.write", args={}, owner=player)
        transaction.set_rollback(True)
    assert not Job.objects.exists()


@pytest.mark.parametrize("state", [State.QUEUED, State.DONE])
def test_only_what_failed_or_was_cancelled_is_retried(job: Job, state: State) -> None:
    if state == State.DONE:
        drain_jobs()
    with pytest.raises(NotFinished):
        retry(job)
    job.refresh_from_db()
    assert job.state == state


def test_a_retry_counts_as_one_of_the_two_jobs(player: Player) -> None:
    first = enqueue(kind="grade.write", args={}, owner=player)
    cancel(first)
    for _ in range(2):
        enqueue(kind="grade.write", args={}, owner=player)
    with pytest.raises(TooManyJobs):
        retry(first)


def test_a_retry_does_not_stand_beside_the_job_that_replaced_it() -> None:
    first = enqueue(kind="grade.write", args={}, dedupe_key="x")
    cancel(first)
    enqueue(kind="grade.write", args={}, dedupe_key="x")
    with pytest.raises(NotFinished):
        retry(first)


@pytest.mark.parametrize(
    "change",
    [
        {"state": "lost"},
        {"state": State.RUNNING},
        {"lease_token": uuid.uuid4()},
        {"attempts": 6},
        {"state": State.DONE},
    ],
)
def test_the_database_refuses_a_row_that_makes_no_sense(job: Job, change: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.filter(pk=job.pk).update(**change)


def test_the_sites_own_work_that_fails_for_good_is_tried_a_few_times_an_hour(
    step_clock: Callable[[float], None],
) -> None:
    tried: list[float] = []
    handlers.during.append(lambda work: tried.append(1))
    for _ in range(3_600 // 5 + 1):  # a sweep every five seconds
        enqueue(kind="grade.fail", args={}, dedupe_key="2026-12-24")
        drain_jobs()
        step_clock(5)
    assert 5 <= len(tried) <= 5 + 3  # five attempts at first, then one in twenty minutes
    handlers.during.clear()
    step_clock(1_201)
    Job.objects.filter(state=State.QUEUED).update(args={"lucky": [1]})  # the cause is repaired
    drain_jobs()
    assert Job.objects.order_by("-finished_at")[0].state == State.DONE
    now = clock.now()
    again = enqueue(kind="grade.fail", args={}, dedupe_key="2026-12-24")
    assert (again.max_attempts, again.run_after >= now) == (5, True)


def test_what_failed_for_one_key_holds_back_no_other_and_nobodys_order(
    step_clock: Callable[[float], None], player: Player
) -> None:
    enqueue(kind="grade.fail", args={}, dedupe_key="a")
    drain_jobs(skip_waits=True)
    for other in (
        enqueue(kind="grade.fail", args={}, dedupe_key="b"),
        enqueue(kind="grade.write", args={}, dedupe_key="a"),
        enqueue(kind="grade.fail", args={}, owner=player, dedupe_key="a"),
    ):
        assert (other.max_attempts, other.run_after <= clock.now()) == (5, True)
