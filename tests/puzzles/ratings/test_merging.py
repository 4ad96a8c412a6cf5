"""A visitor who logs in: the ratings are those of one player who answered all of it."""

from __future__ import annotations

import pytest

from accounts.models import Player
from accounts.players import merge_players
from accounts.privacy import erase, export
from puzzles.models import Attempt, PlayerRating, Puzzle, PuzzleRating, RatingChange
from tests.puzzles.conftest import RULES, Clock
from tests.puzzles.ratings.helpers import rated, rating_of

pytestmark = pytest.mark.django_db


def test_a_visitors_rating_goes_over_as_it_is(
    player: Player, stranger: Player, pool: list[Puzzle]
) -> None:
    for puzzle in pool[:3]:
        rated(player, puzzle)
    before = PlayerRating.objects.get(player=player)
    merge_players(player, stranger)
    after = PlayerRating.objects.get()
    assert after.player == stranger
    assert (after.rating, after.deviation, after.attempts) == pytest.approx(
        (before.rating, before.deviation, before.attempts)
    )


def test_both_together_are_as_one_player_with_all_the_answers(
    player: Player, stranger: Player, pool: list[Puzzle], the_clock: Clock
) -> None:
    the_clock.at("2026-11-02 12:00")
    alone = Player.objects.create()
    answers = [(puzzle, number % 2 == 0) for number, puzzle in enumerate(pool[:8])]
    for number, (puzzle, right) in enumerate(answers):
        PuzzleRating.objects.all().delete()  # each meets the puzzles as they were made
        rated(player if number % 3 else stranger, puzzle, right=right)
        PuzzleRating.objects.all().delete()
        rated(alone, puzzle, right=right)
        the_clock.forward(days=5)
    merge_players(player, stranger)
    mine = PlayerRating.objects.get(player=stranger)
    theirs = PlayerRating.objects.get(player=alone)
    assert mine.rating == pytest.approx(theirs.rating, abs=0.5)
    assert mine.deviation == pytest.approx(theirs.deviation, abs=0.5)
    assert mine.attempts == 8
    assert mine.rated_at == theirs.rated_at


@pytest.mark.parametrize("first", ["visitor", "account"])
def test_of_two_rated_answers_to_one_puzzle_the_earlier_counts(
    player: Player, stranger: Player, opener: Puzzle, the_clock: Clock, first: str
) -> None:
    earlier, later = (player, stranger) if first == "visitor" else (stranger, player)
    kept = rated(earlier, opener, right=False)
    the_clock.forward(minutes=1)
    rated(later, opener, right=True)
    merge_players(player, stranger)
    assert RatingChange.objects.counting().get().attempt == kept
    assert rating_of(stranger, RULES) < 1500
    assert PlayerRating.objects.get().attempts == 1
    assert Attempt.objects.get(try_no=2).expected is None


def test_a_rule_set_in_which_only_the_account_was_rated_is_not_touched(
    player: Player, stranger: Player, pool: list[Puzzle]
) -> None:
    rated(stranger, pool[0])
    before = PlayerRating.objects.get()
    merge_players(player, stranger)
    after = PlayerRating.objects.get()
    assert (after.rating, after.version) == (before.rating, before.version)


def test_the_sum_of_what_counts_is_the_rating_after_a_merge_too(
    player: Player, stranger: Player, pool: list[Puzzle]
) -> None:
    for number, puzzle in enumerate(pool[:6]):
        rated(player, puzzle, right=number % 2 == 0)
        if number < 4:
            rated(stranger, puzzle, right=number % 2 == 1)
    merge_players(player, stranger)
    changes = RatingChange.objects.counting()
    assert len(changes) == 6
    total = sum(change.player_after - change.player_before for change in changes)
    assert rating_of(stranger, RULES) == pytest.approx(1500 + total)


def test_ratings_are_exported_and_erased_and_the_puzzles_keep_theirs(
    player: Player, opener: Puzzle
) -> None:
    rated(player, opener)
    data = export(player)["data"]
    assert data["puzzles.PlayerRating"][0]["rules"] == RULES
    assert len(data["puzzles.RatingChange"]) == 1
    erase(player)
    assert not PlayerRating.objects.exists()
    assert not RatingChange.objects.exists()
    assert PuzzleRating.objects.get().attempts == 1
