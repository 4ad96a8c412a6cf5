"""Every night what is kept beside the attempts is counted anew: what differs is said."""

from __future__ import annotations

import logging
import uuid

import pytest
from django.db.models import F

from accounts.models import Player
from accounts.players import merge_players
from jobs.drain import drain_jobs
from jobs.models import Job
from puzzles import recounting
from puzzles.models import PlayerRating, Puzzle, PuzzleOffer, PuzzleRating, RatingChange, Run
from puzzles.ratings import restoring
from puzzles.runs import services as runs
from tests.puzzles.conftest import RULES, Clock
from tests.puzzles.ratings.helpers import rated
from tests.puzzles.runs.test_runs import say

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(player: Player, stranger: Player, pool: list[Puzzle]) -> list[Puzzle]:
    """Two players with a dozen rated answers, some to the same puzzles, and a streak."""
    for number, puzzle in enumerate(pool[:12]):
        rated(player, puzzle, right=number % 3 > 0)
        rated(stranger, puzzle, right=number % 2 > 0, choice="kind")
    run = runs.begin(player=player, mode="streak", rules=RULES, key=uuid.uuid4())
    for right in (True, True, False):
        say(run, right=right)
    return pool


def test_after_all_that_changes_ratings_nothing_differs(
    player: Player, played: list[Puzzle]
) -> None:
    assert recounting.differences() == []
    visitor = Player.objects.create()
    for puzzle in played[10:14]:
        rated(visitor, puzzle)
    merge_players(visitor, player)
    assert recounting.differences() == []
    assert RatingChange.objects.filter(taken_back_at__isnull=False).exists()


@pytest.mark.django_db(transaction=True)
def test_nothing_differs_after_a_puzzle_was_withdrawn(
    player: Player, stranger: Player, played: list[Puzzle]
) -> None:
    Puzzle.objects.filter(pk=played[3].pk).update(state=Puzzle.State.WITHDRAWN)
    assert restoring.restore(played[3]) == 2
    assert recounting.differences() == []
    stranger.delete()  # what he changed is kept in the puzzles alone
    assert recounting.differences() == []


@pytest.mark.parametrize(
    ("breaks", "says"),
    [
        (lambda: PlayerRating.objects.update(rating=F("rating") + 1), "rating of player"),
        (lambda: PlayerRating.objects.update(attempts=F("attempts") - 1), "rating of player"),
        (lambda: PlayerRating.objects.all().delete(), "no rating"),
        (lambda: PuzzleRating.objects.update(rating=F("rating") - 1), "rating of puzzle"),
        (lambda: PuzzleOffer.objects.update(level=F("level") + 400), "is offered at"),
        (lambda: Run.objects.update(score=F("score") + 1), "right are 2"),
    ],
)
def test_what_differs_is_found_and_named(played: list[Puzzle], breaks: object, says: str) -> None:
    breaks()  # type: ignore[operator]
    found = recounting.differences()
    assert found
    assert all(says in one for one in found)


def test_it_is_done_once_a_night_in_short_jobs_and_tells_the_log(
    played: list[Puzzle],
    the_clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    Run.objects.update(score=9)
    monkeypatch.setattr(recounting, "AT_ONCE", 4)
    monkeypatch.setattr(recounting, "SECONDS", 0.0)
    monkeypatch.setattr(recounting, "_TABLES", recounting._TABLES[1:])
    the_clock.at("2126-12-24 03:30")
    recounting.ensure_due()
    assert not Job.objects.filter(kind=recounting.JOB).exists()
    the_clock.at("2126-12-24 04:30")
    recounting.ensure_due()
    recounting.ensure_due()
    assert Job.objects.filter(kind=recounting.JOB).count() == 1
    Job.objects.exclude(kind=recounting.JOB).delete()
    with caplog.at_level(logging.ERROR, "puzzles.recounting"):
        drain_jobs()
    jobs = Job.objects.filter(kind=recounting.JOB)
    assert jobs.count() > 1
    assert set(jobs.values_list("state", flat=True)) == {"done"}
    assert [one.message for one in caplog.records if one.levelno == logging.ERROR] == [
        f"run {Run.objects.get().pk} has a score of 9, right are 2"
    ]
