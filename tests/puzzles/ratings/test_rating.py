"""Which answers rate, how much, and what they leave behind."""

from __future__ import annotations

import uuid

import pytest

from accounts.models import Player
from puzzles import attempts
from puzzles.attempts import Place
from puzzles.models import (
    Attempt,
    AttemptMark,
    PlayerRating,
    Puzzle,
    PuzzleOffer,
    PuzzleRating,
    PuzzleSet,
    RatingChange,
    SetItem,
)
from puzzles.ratings import glicko, services
from puzzles.ratings.glicko import Strength
from tests.puzzles.conftest import RULES, Clock
from tests.puzzles.ratings.helpers import KIND, MIXED, THEME, rated, rating_of, say

pytestmark = pytest.mark.django_db


def test_a_first_answer_in_mixed_mode_rates_both_sides_fully(
    player: Player, opener: Puzzle
) -> None:
    attempt = rated(player, opener)
    mine, its = glicko.answered(
        Strength(),
        Strength(opener.difficulty, glicko.PUZZLE_UNSURE, glicko.PUZZLE_VOLATILITY),
        correct=True,
    )
    row = PlayerRating.objects.get(player=player, rules=RULES)
    assert (row.rating, row.deviation) == pytest.approx((mine.rating, mine.deviation))
    assert (row.attempts, row.version) == (1, 1)
    puzzle = PuzzleRating.objects.get(puzzle=opener)
    assert (puzzle.rating, puzzle.deviation) == pytest.approx((its.rating, its.deviation))
    change = RatingChange.objects.get(attempt=attempt)
    assert change.weight == 1.0
    assert (change.player_before, change.player_after) == pytest.approx((1500, mine.rating))
    assert (change.puzzle_before, change.puzzle_after) == pytest.approx(
        (opener.difficulty, its.rating)
    )


def test_a_wrong_answer_costs_the_player_and_makes_the_puzzle_harder(
    player: Player, opener: Puzzle
) -> None:
    rated(player, opener, right=False)
    change = RatingChange.objects.get()
    assert change.player_after < change.player_before
    assert change.puzzle_after > change.puzzle_before


@pytest.mark.parametrize("choice", [KIND, THEME])
def test_what_is_asked_for_by_kind_or_theme_rates_by_half(
    player: Player, stranger: Player, pool: list[Puzzle], choice: str
) -> None:
    one, other = [puzzle for puzzle in pool if puzzle.difficulty == pool[0].difficulty][:1] * 2
    rated(player, one, choice=MIXED)
    PuzzleRating.objects.all().delete()
    rated(stranger, other, choice=choice)
    whole = rating_of(player, RULES) - 1500
    assert rating_of(stranger, RULES) - 1500 == pytest.approx(whole / 2)


def test_an_own_choice_a_set_a_daily_and_a_further_try_never_rate(
    player: Player, pool: list[Puzzle]
) -> None:
    own, in_set, daily, again = pool[:4]
    say(player, own, right=True)
    made = PuzzleSet.objects.create(
        owner=player, rules=RULES, kinds=["can-open"], count=1, seed="s", key=uuid.uuid4()
    )
    SetItem.objects.create(set=made, index=0, puzzle=in_set)
    say(player, in_set, right=True, place=Place("set", made.pk))
    say(player, daily, right=True, place=Place("daily"))
    rated(player, again, right=False)
    say(player, again, right=True, place=Place("practice", try_no=2))
    assert [change.puzzle for change in RatingChange.objects.all()] == [again]


def test_a_puzzle_answered_elsewhere_before_does_not_rate(player: Player, opener: Puzzle) -> None:
    made = PuzzleSet.objects.create(
        owner=player, rules=RULES, kinds=["can-open"], count=1, seed="s", key=uuid.uuid4()
    )
    SetItem.objects.create(set=made, index=0, puzzle=opener)
    say(player, opener, right=False, place=Place("set", made.pk))
    attempt = rated(player, opener)
    assert not RatingChange.objects.exists()
    assert attempt.expected is None


def test_a_puzzle_opened_by_its_address_first_does_not_rate_when_it_is_chosen_later(
    player: Player, opener: Puzzle
) -> None:
    attempts.open_attempt(player=player, puzzle=opener, place=Place("practice"))
    rated(player, opener)
    assert not RatingChange.objects.exists()


@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_after_a_hint_an_answer_does_not_rate(player: Player, opener: Puzzle, where: str) -> None:
    if where == "elsewhere":
        attempts.open_attempt(player=player, puzzle=opener, place=Place("set", uuid.uuid4()))
        Attempt.objects.update(hint_level=1)
    else:
        attempts.open_attempt(
            player=player, puzzle=opener, place=Place("practice"), choice=Attempt.Choice.MIXED
        )
        Attempt.objects.update(hint_level=1)
    rated(player, opener)
    assert not RatingChange.objects.exists()


@pytest.mark.parametrize("context", ["daily", "set", "run", "lesson", "assignment"])
def test_no_other_context_rates_whatever_stands_in_the_row(context: str) -> None:
    row = Attempt(context=context, server_chosen=True, choice=MIXED, try_no=1)
    assert services.weight_of(row) == 0
    row.context = "practice"
    assert services.weight_of(row) == 1


def test_a_withdrawn_puzzle_does_not_rate(player: Player, opener: Puzzle) -> None:
    Puzzle.objects.filter(pk=opener.pk).update(state="withdrawn")
    rated(player, opener)
    assert not RatingChange.objects.exists()


def test_the_same_key_again_and_another_key_rate_nothing_more(
    player: Player, opener: Puzzle
) -> None:
    rated(player, opener)
    before = rating_of(player, RULES)
    say(player, opener, right=True)
    say(player, opener, right=False)
    assert rating_of(player, RULES) == before
    assert RatingChange.objects.count() == 1


def test_rule_sets_are_rated_apart(player: Player, opener: Puzzle) -> None:
    rated(player, opener)
    assert services.current(player, RULES).rating != glicko.MIDDLE
    assert services.current(player, "101-guide") == Strength()


def test_the_deviation_grows_by_whole_periods_of_the_clock(
    player: Player, opener: Puzzle, the_clock: Clock
) -> None:
    the_clock.at("2026-11-02 12:00")
    rated(player, opener)
    known = services.current(player, RULES)
    the_clock.forward(days=6, hours=23)
    assert services.current(player, RULES) == known
    the_clock.forward(hours=1)
    assert services.current(player, RULES) == glicko.away(known, 1)
    the_clock.forward(days=70)
    assert services.current(player, RULES) == glicko.away(known, 11)
    assert services.current(player, RULES).rating == known.rating


def test_after_time_away_an_answer_counts_from_the_greater_deviation(
    player: Player, pool: list[Puzzle], the_clock: Clock
) -> None:
    the_clock.at("2026-01-02 12:00")
    rated(player, pool[0])
    known = services.current(player, RULES)
    the_clock.forward(weeks=40)
    change = RatingChange.objects.get(attempt=rated(player, pool[1]))
    assert change.player_deviation_before == pytest.approx(glicko.away(known, 40).deviation)


def test_a_first_answer_keeps_what_was_expected_even_where_it_does_not_rate(
    player: Player, pool: list[Puzzle]
) -> None:
    attempt = say(player, pool[0], right=True).attempt
    attempt.refresh_from_db()
    assert attempt.expected is not None
    assert 0 < attempt.expected < 1
    again = say(player, pool[0], right=True, place=Place("practice", try_no=2)).attempt
    assert again.expected is None


def test_an_answer_leaves_marks_of_its_themes_and_of_the_rules_it_broke(
    player: Player, opener: Puzzle
) -> None:
    opener.themes = ["close"]
    opener.save()
    attempt = rated(player, opener, right=False)
    keys = set(AttemptMark.objects.filter(attempt=attempt).values_list("sort", "key"))
    assert ("theme", "close") in keys
    assert any(sort == "rule" for sort, _ in keys)


def test_a_right_answer_broke_no_rule(player: Player, opener: Puzzle) -> None:
    rated(player, opener)
    assert not AttemptMark.objects.filter(sort="rule").exists()


def test_the_offers_of_a_puzzle_follow_its_rating(pool: list[Puzzle]) -> None:
    puzzle = pool[0]
    for _ in range(8):
        rated(Player.objects.create(), puzzle, right=False)
    rating = PuzzleRating.objects.get(puzzle=puzzle).rating
    assert rating > puzzle.difficulty + 50
    levels = PuzzleOffer.objects.filter(puzzle=puzzle).values_list("level", flat=True)
    assert levels
    assert all(abs(level - rating) <= 21 for level in levels)


def test_the_sum_of_all_changes_is_the_rating(player: Player, pool: list[Puzzle]) -> None:
    for number, puzzle in enumerate(pool[:12]):
        rated(player, puzzle, right=number % 3 != 0)
    changes = RatingChange.objects.counting()
    total = sum(change.player_after - change.player_before for change in changes)
    assert rating_of(player, RULES) == pytest.approx(1500 + total)


def test_what_is_shown_is_in_whole_points(player: Player, opener: Puzzle) -> None:
    shown = services.shown(rated(player, opener))
    assert shown is not None
    assert shown.before == 1500
    assert shown.after > 1500
    assert shown.gain == shown.after - shown.before
    assert shown.provisional
