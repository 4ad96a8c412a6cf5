"""A withdrawn puzzle gives back what it had cost; later changes keep what they added."""

from __future__ import annotations

import pytest

from accounts.models import Player
from jobs.drain import drain_jobs
from jobs.models import Job
from puzzles import dailies
from puzzles.models import PlayerRating, Puzzle, PuzzleOffer, RatingChange
from puzzles.ratings import glicko, restoring
from tests.puzzles.conftest import RULES
from tests.puzzles.ratings.helpers import rated, rating_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _asked_long_ago() -> None:
    restoring._pace.forget()


def withdraw(puzzle: Puzzle) -> None:
    dailies.withdraw(Puzzle.objects.filter(pk=puzzle.pk))


def test_what_a_puzzle_had_cost_is_given_back_and_later_changes_keep_theirs(
    player: Player, pool: list[Puzzle]
) -> None:
    rated(player, pool[0])
    before = rating_of(player, RULES)
    rated(player, pool[1], right=False)
    for puzzle in pool[2:6]:
        rated(player, puzzle)
    later = RatingChange.objects.filter(puzzle__in=pool[2:6])
    gained = sum(change.player_after - change.player_before for change in later)
    withdraw(pool[1])
    assert restoring.restore(pool[1]) == 1
    row = PlayerRating.objects.get(player=player)
    assert row.rating == pytest.approx(before + gained)
    assert row.attempts == 5


def test_restoring_again_changes_nothing(player: Player, pool: list[Puzzle]) -> None:
    for puzzle in pool[:3]:
        rated(player, puzzle)
    withdraw(pool[1])
    assert restoring.restore(pool[1]) == 1
    row = PlayerRating.objects.get()
    assert restoring.restore(pool[1]) == 0
    again = PlayerRating.objects.get()
    assert (again.rating, again.version) == (row.rating, row.version)


def test_everybody_who_was_rated_by_it_gets_it_back(pool: list[Puzzle]) -> None:
    players = [Player.objects.create() for _ in range(4)]
    for player in players:
        rated(player, pool[0], right=False)
        rated(player, pool[1])
    withdraw(pool[0])
    assert restoring.restore(pool[0]) == 4
    for player in players:
        change = RatingChange.objects.counting().get(player=player)
        gained = change.player_after - change.player_before
        assert rating_of(player, RULES) == pytest.approx(1500 + gained)


def test_less_is_known_afterwards_and_never_less_than_nothing(
    player: Player, pool: list[Puzzle]
) -> None:
    for puzzle in pool[:4]:
        rated(player, puzzle)
    known = PlayerRating.objects.get().deviation
    for number, puzzle in enumerate(pool[:3]):
        withdraw(puzzle)
        restoring.restore(puzzle)
        now = PlayerRating.objects.get()
        assert known < now.deviation <= glicko.UNKNOWN
        assert now.attempts == 3 - number
        known = now.deviation


def test_with_its_only_answer_taken_back_a_rating_is_gone(player: Player, opener: Puzzle) -> None:
    rated(player, opener)
    withdraw(opener)
    restoring.restore(opener)
    assert not PlayerRating.objects.exists()


def test_a_puzzle_that_is_not_withdrawn_is_not_restored(player: Player, opener: Puzzle) -> None:
    rated(player, opener)
    with pytest.raises(ValueError, match="not withdrawn"):
        restoring.restore(opener)
    assert RatingChange.objects.counting().count() == 1


def test_a_sweep_finds_what_was_withdrawn_however_that_came_about(
    player: Player, pool: list[Puzzle]
) -> None:
    rated(player, pool[0], right=False)
    rated(player, pool[1])
    restoring.ensure_due()
    assert not Job.objects.exists()
    Puzzle.objects.filter(pk=pool[0].pk).update(state="withdrawn")
    restoring._pace.forget()
    restoring.ensure_due()
    restoring._pace.forget()
    restoring.ensure_due()
    assert Job.objects.count() == 1
    drain_jobs()
    assert RatingChange.objects.counting().get().puzzle == pool[1]
    assert not PuzzleOffer.objects.filter(puzzle=pool[0]).exists()
    restoring._pace.forget()
    restoring.ensure_due()
    assert Job.objects.unfinished().count() == 0


def test_a_withdrawn_puzzle_that_nobody_answered_is_offered_no_more(pool: list[Puzzle]) -> None:
    withdraw(pool[0])
    restoring.ensure_due()
    drain_jobs()
    assert not PuzzleOffer.objects.filter(puzzle=pool[0]).exists()
    assert PuzzleOffer.objects.filter(puzzle=pool[1]).exists()
