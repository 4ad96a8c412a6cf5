"""Answers at once: each rates once, and nobody waits in a ring. On both databases."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import pytest
from django.db import transaction

from accounts.models import Player
from accounts.players import merge_players
from puzzles import attempts, practice
from puzzles.attempts import Place
from puzzles.models import Attempt, PlayerRating, Puzzle, PuzzleRating, RatingChange
from puzzles.ratings import restoring
from puzzles.store import store_shared
from tests.puzzles.conftest import RULES, proposals
from tests.puzzles.ratings.helpers import rating_of, say
from tests.together import raised

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def puzzles(transactional_db: None) -> list[Puzzle]:
    with transaction.atomic():
        return [one.puzzle for one in store_shared(proposals()[:10]) if one is not None]


def _choose(player: Player, *puzzles: Puzzle) -> None:
    for puzzle in puzzles:
        practice.chosen_by_server(player, puzzle)


def _sums_are_right() -> None:
    """Each rating is the start plus what counts, each puzzle as often as it was rated."""
    for row in PlayerRating.objects.all():
        changes = RatingChange.objects.counting().filter(player=row.player, rules=row.rules)
        total = sum(one.player_after - one.player_before for one in changes)
        assert row.rating == pytest.approx(1500 + total)
        assert row.attempts == len(changes)
    for puzzle in PuzzleRating.objects.all():
        assert puzzle.attempts == RatingChange.objects.filter(puzzle=puzzle.puzzle).count()


@pytest.mark.parametrize("keys", ["one key", "many keys"])
def test_fifty_answers_at_once_rate_once(puzzles: list[Puzzle], keys: str) -> None:
    player, shared = Player.objects.create(), uuid.uuid4()
    _choose(player, puzzles[0])

    def submit(number: int) -> None:
        attempts.answer(
            player=player,
            puzzle=puzzles[0],
            place=Place("practice"),
            raw={"cannot": True},
            key=shared if keys == "one key" else uuid.uuid4(),
        )

    assert raised(50, submit) == []
    assert RatingChange.objects.count() == 1
    assert PlayerRating.objects.get().attempts == 1
    assert PuzzleRating.objects.get().attempts == 1
    _sums_are_right()


def test_fifty_players_at_one_puzzle_that_nobody_had_answered(puzzles: list[Puzzle]) -> None:
    players = [Player.objects.create() for _ in range(50)]
    for player in players:
        _choose(player, puzzles[0])
    assert raised(50, lambda n: _say(players[n], puzzles[0], right=n % 2 == 0)) == []
    assert PuzzleRating.objects.get().attempts == 50
    assert RatingChange.objects.count() == 50
    # One after the other: each began where the one before had ended.
    befores = {round(change.puzzle_before, 6) for change in RatingChange.objects.all()}
    assert len(befores) == 50
    _sums_are_right()


def test_ten_players_at_ten_puzzles_in_every_order_never_wait_in_a_ring(
    puzzles: list[Puzzle],
) -> None:
    players = [Player.objects.create() for _ in range(5)]
    for player in players:
        _choose(player, *puzzles)

    def submit(number: int) -> None:
        player, turn = players[number % 5], number // 5
        order = puzzles if number % 2 else puzzles[::-1]
        _say(player, order[turn], right=number % 3 == 0)

    assert raised(50, submit) == []
    assert RatingChange.objects.count() == Attempt.objects.answered().count()
    _sums_are_right()


def test_answers_beside_a_withdrawal_and_two_restorations(puzzles: list[Puzzle]) -> None:
    players = [Player.objects.create() for _ in range(20)]
    for player in players:
        _choose(player, *puzzles[:2])

    def work(number: int) -> None:
        if number < 40:
            _say(players[number % 20], puzzles[number // 20], right=number % 2 == 0)
        else:
            Puzzle.objects.filter(pk=puzzles[0].pk).update(state="withdrawn")
            restoring.restore(puzzles[0])

    assert raised(42, work) == []
    restoring.restore(puzzles[0])  # as the next sweep does
    assert not RatingChange.objects.counting().filter(puzzle=puzzles[0]).exists()
    _sums_are_right()


def test_a_merge_beside_answers_of_both(puzzles: list[Puzzle]) -> None:
    visitor, account = Player.objects.create(), Player.objects.create()
    for player in (visitor, account):
        _choose(player, *puzzles)

    def work(number: int) -> None:
        if number == 10:
            merge_players(visitor, account)
            return
        who = visitor if number % 2 else account
        _say(who, puzzles[number // 2], right=number % 3 == 0)

    errors = raised(20, work)
    assert {type(error).__name__ for error in errors} <= {"PlayerGone"}
    _sums_are_right()
    assert set(RatingChange.objects.values_list("player", flat=True)) == {account.pk}
    assert rating_of(account, RULES) > 0


def _say(player: Player, puzzle: Puzzle, *, right: bool) -> None:
    say(player, puzzle, right=right)


def test_the_helper_tells_of_errors() -> None:
    def fail(number: int) -> None:
        raise KeyError(number)

    work: Callable[[int], None] = fail
    assert len(raised(3, work)) == 3
