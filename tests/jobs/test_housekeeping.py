"""Once a day: who never came back is erased, and what the site did for itself long ago removed."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest

from accounts import clock, tokens
from accounts.models import Player, RateCount, Session, User
from jobs import housekeeping
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.services import Part, enqueue, enqueue_children
from jobs.states import FINISHED, State
from puzzles import attempts
from puzzles.models import Attempt, Puzzle, PuzzleSet
from puzzles.sets import Specification, create_set
from puzzles.store import store_shared
from tests.puzzles.conftest import proposals

pytestmark = pytest.mark.django_db
YEAR, MONTH = dt.timedelta(days=366), dt.timedelta(days=31)


@pytest.fixture(autouse=True)
def the_kind(settings: Any, known_kinds: None) -> None:
    """Let the site know how to keep house."""
    handlers = settings.ISTAKA_JOB_HANDLERS
    settings.ISTAKA_JOB_HANDLERS = {**handlers, housekeeping.KIND: "jobs.housekeeping.handle"}


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[dt.datetime]:
    """The application's clock, standing; replace the element to step it."""
    moment = [clock.now()]
    monkeypatch.setattr(clock, "now", lambda: moment[0])
    return moment


def keep_house() -> None:
    housekeeping.ensure_due()
    drain_jobs()


def answer(player: Player) -> Attempt:
    puzzle = Puzzle.objects.first()
    if puzzle is None:
        store_shared(proposals()[:1])
        puzzle = Puzzle.objects.get()
    place = attempts.place_of(puzzle, player=player)
    return attempts.answer(
        player=player, puzzle=puzzle, place=place, raw={"cannot": True}, key=uuid.uuid4()
    ).attempt


def session(player: Player, until: dt.datetime) -> Session:
    return Session.objects.create(
        session_key=uuid.uuid4().hex, session_data="", expire_date=until, visitor=player.pk
    )


def test_it_is_done_once_a_day(now: list[dt.datetime]) -> None:
    for _ in range(3):
        keep_house()
    assert Job.objects.filter(kind=housekeeping.KIND, state=State.DONE).count() == 1
    now[0] += dt.timedelta(days=1)
    keep_house()
    assert Job.objects.filter(kind=housekeeping.KIND, state=State.DONE).count() == 2


def test_a_visitor_who_never_came_back_is_erased_with_all_that_was_theirs(
    now: list[dt.datetime],
) -> None:
    visitor = Player.objects.create()
    answer(visitor)
    create_set(owner=visitor, spec=Specification("101-club", 1), key=uuid.uuid4())
    tokens.revoke(visitor, tokens.issue(visitor, "phone")[0].pk)
    session(visitor, now[0] + dt.timedelta(days=365))
    now[0] += YEAR - dt.timedelta(days=2)
    keep_house()
    assert Player.objects.filter(pk=visitor.pk).exists()  # 364 days
    now[0] += dt.timedelta(days=3)
    keep_house()
    for model in (Player, Attempt, PuzzleSet, Session):
        assert not model._default_manager.exists(), model
    assert not Job.objects.filter(owner__isnull=False).exists()


@pytest.mark.parametrize(
    "way", ["account", "session", "token", "answered", "opened", "ordered", "made", "revoked"]
)
def test_whoever_has_a_way_back_or_was_here_within_the_year_is_kept(
    now: list[dt.datetime], way: str
) -> None:
    player = Player.objects.create()
    attempt = answer(player)
    token = tokens.issue(player, "phone")[0]
    if way != "token":
        tokens.revoke(player, token.pk)
    if way == "account":
        player.user = User.objects.create_user("aylin")
        player.save()
    now[0] += dt.timedelta(days=200)
    recent = now[0]
    now[0] += YEAR - dt.timedelta(days=100)
    if way == "session":
        session(player, now[0] + dt.timedelta(days=1))
    if way == "answered":
        Attempt.objects.filter(pk=attempt.pk).update(answered_at=recent)
    if way == "opened":
        Attempt.objects.filter(pk=attempt.pk).update(opened_at=recent)
    if way == "ordered":
        Job.objects.create(owner=player, kind="grade.write", queue="grade", created_at=recent)
    if way == "made":
        Player.objects.filter(pk=player.pk).update(created_at=recent)
    if way == "revoked":
        player.tokens.update(revoked_at=recent)
    keep_house()
    assert Player.objects.filter(pk=player.pk).exists()
    assert Attempt.objects.filter(pk=attempt.pk).exists()


def test_old_jobs_of_nobody_go_and_those_of_people_and_unfinished_ones_stay(
    now: list[dt.datetime], player: Player
) -> None:
    for owner in (None, player):
        for state in set(State.values) - {State.WAITING}:
            Job.objects.create(
                owner=owner,
                kind="grade.write",
                queue="grade",
                state=state,
                run_after=now[0] + YEAR,
                lease_token=uuid.uuid4() if state == State.RUNNING else None,
                lease_until=now[0] + YEAR if state == State.RUNNING else None,
                finished_at=now[0] if state in FINISHED else None,
            )
    parent = enqueue(kind="generate.set", args={})
    enqueue_children(parent, [Part("grade.write"), Part("grade.write")])
    drain_jobs()
    before = Job.objects.count()
    now[0] += MONTH - dt.timedelta(days=2)
    keep_house()
    assert Job.objects.exclude(kind=housekeeping.KIND).count() == before
    now[0] += dt.timedelta(days=2)
    keep_house()
    left = Job.objects.exclude(kind=housekeeping.KIND)
    assert set(left.filter(owner=None).values_list("state", flat=True)) == {"queued", "running"}
    assert left.filter(owner=player).count() == len(State.values) - 1


def test_what_one_run_leaves_over_is_done_by_a_further_one(
    now: list[dt.datetime], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "MOST_VISITORS", 2)
    for _ in range(5):
        Player.objects.create()
    now[0] += YEAR
    keep_house()
    assert not Player.objects.exists()
    assert Job.objects.filter(kind=housekeeping.KIND, state=State.DONE).count() == 3


def test_a_visitor_who_comes_back_while_the_house_is_kept_is_not_erased(
    now: list[dt.datetime],
) -> None:
    visitor = Player.objects.create()
    now[0] += YEAR
    listed = housekeeping.cleaning.forgotten(now[0]).values_list("pk", flat=True)[0]
    answer(visitor)
    assert not housekeeping.cleaning.forget(listed, now[0])
    assert Player.objects.filter(pk=visitor.pk).exists()


def test_counts_are_removed_after_a_day_by_the_hourly_look(now: list[dt.datetime]) -> None:
    RateCount.objects.create(key="x", window=now[0])
    housekeeping.cleaning._pace.forget()
    now[0] += dt.timedelta(days=1, seconds=1)
    housekeeping.cleaning.ensure_due()
    assert not RateCount.objects.exists()
