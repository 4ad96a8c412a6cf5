"""A visitor who makes an account takes everything along; the earlier answer stays the first."""

from __future__ import annotations

import datetime as dt
import threading
import time
import uuid
from collections.abc import Mapping

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import clock
from accounts.models import Player
from accounts.players import merge_players
from accounts.privacy import erase
from jobs.models import Job
from puzzles import attempts, sets
from puzzles.attempts import Place
from puzzles.errors import PlayerGone
from puzzles.models import Attempt, Puzzle, PuzzleSet
from puzzles.store import store_shared
from tests.puzzles.conftest import RULES, Clock, best_melds, proposals
from tests.together import at_once

CANNOT = {"cannot": True}


def say(player: Player, puzzle: Puzzle, raw: Mapping[str, object], try_no: int = 1) -> Attempt:
    return attempts.answer(
        player=player,
        puzzle=puzzle,
        place=Place("practice", try_no=try_no),
        raw=raw,
        key=uuid.uuid4(),
    ).attempt


@pytest.fixture
def visitor(player: Player) -> Player:
    return player


@pytest.fixture
def account(stranger: Player) -> Player:
    return stranger


def rows(account: Player) -> list[tuple[int, bool | None]]:
    return list(
        Attempt.objects.filter(player=account).order_by("try_no").values_list("try_no", "correct")
    )


def test_what_only_the_visitor_did_goes_over(
    visitor: Player, account: Player, opener: Puzzle, stuck: Puzzle
) -> None:
    say(visitor, opener, CANNOT)
    say(account, stuck, CANNOT)
    merge_players(visitor, account)
    assert Attempt.objects.filter(player=account).count() == 2
    assert not Player.objects.filter(pk=visitor.pk).exists()


@pytest.mark.parametrize("first", ["visitor", "account"])
def test_of_two_first_answers_the_earlier_one_stays_the_first(
    visitor: Player, account: Player, opener: Puzzle, the_clock: Clock, first: str
) -> None:
    wrong, right = (visitor, account) if first == "visitor" else (account, visitor)
    say(wrong, opener, CANNOT)
    the_clock.forward(minutes=1)
    say(right, opener, {"melds": best_melds(opener)})
    merge_players(visitor, account)
    assert rows(account) == [(1, False), (2, True)]


def test_an_answer_goes_before_a_mere_opening(
    visitor: Player, account: Player, opener: Puzzle, the_clock: Clock
) -> None:
    attempts.open_attempt(player=account, puzzle=opener, place=Place("practice"))
    the_clock.forward(minutes=1)
    say(visitor, opener, CANNOT)
    merge_players(visitor, account)
    assert rows(account)[0] == (1, False)
    assert attempts.next_try(account, opener, Place("practice")) == 2


def test_of_two_openings_the_earlier_moment_is_kept(
    visitor: Player, account: Player, opener: Puzzle, the_clock: Clock
) -> None:
    attempts.open_attempt(player=visitor, puzzle=opener, place=Place("practice"))
    earlier = clock.now()
    the_clock.forward(minutes=1)
    attempts.open_attempt(player=account, puzzle=opener, place=Place("practice"))
    merge_players(visitor, account)
    assert Attempt.objects.get().opened_at == earlier


def test_several_tries_of_both_stand_in_the_order_of_their_answers(
    visitor: Player, account: Player, opener: Puzzle, the_clock: Clock
) -> None:
    order = []
    for who, number in ((account, 1), (visitor, 1), (account, 2), (visitor, 2)):
        order.append(say(who, opener, CANNOT, number).pk)
        the_clock.forward(minutes=1)
    merge_players(visitor, account)
    assert list(Attempt.objects.order_by("try_no").values_list("pk", flat=True)) == order


def test_both_may_have_used_the_same_keys(
    visitor: Player, account: Player, opener: Puzzle, stuck: Puzzle
) -> None:
    key = uuid.uuid4()
    for who, puzzle in ((visitor, opener), (account, stuck)):
        attempts.answer(player=who, puzzle=puzzle, place=Place("practice"), raw=CANNOT, key=key)
        PuzzleSet.objects.create(
            owner=who, rules=RULES, kinds=["can-open"], count=1, seed="s", key=key
        )
    merge_players(visitor, account)
    assert Attempt.objects.filter(player=account).count() == 2
    assert PuzzleSet.objects.filter(owner=account).count() == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_erasing_waits_for_work_that_is_being_finished(transactional_db: None) -> None:
    player = Player.objects.create()
    spec = sets.Specification(rules=RULES, count=60)
    made, _ = sets.create_set(owner=player, spec=spec, key=uuid.uuid4())
    assert made.job is not None
    child = made.job.children.first()
    assert child is not None
    erased: list[BaseException | None] = []

    def erase_player() -> None:
        try:
            erase(player)
            erased.append(None)
        except BaseException as error:
            erased.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=erase_player)
    with transaction.atomic():  # what a chunk does at its end: its job, then its set
        Job.objects.select_for_update().get(pk=child.pk)
        thread.start()
        _wait_for_somebody_who_waits()
        assert PuzzleSet.objects.select_for_update().filter(pk=made.pk).exists()
    thread.join()
    assert erased == [None]
    assert not PuzzleSet.objects.exists()


def _wait_for_somebody_who_waits() -> None:
    with connection.cursor() as cursor:
        for _ in range(500):
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            if cursor.fetchone()[0]:
                return
            time.sleep(0.01)
    raise AssertionError("nobody waits")


def test_every_clash_is_settled(visitor: Player, account: Player, pool: list[Puzzle]) -> None:
    for puzzle in pool[:10]:
        say(visitor, puzzle, CANNOT)
        say(account, puzzle, CANNOT)
    merge_players(visitor, account)
    assert Attempt.objects.filter(player=account).count() == 20
    assert set(Attempt.objects.values_list("try_no", flat=True)) == {1, 2}


def test_what_clashes_with_nothing_costs_no_statement_of_its_own(
    account: Player, pool: list[Puzzle]
) -> None:
    costs = []
    for puzzles in (pool[:2], pool[2:22]):
        visitor = Player.objects.create()
        for puzzle in puzzles:
            say(visitor, puzzle, CANNOT)
        with CaptureQueriesContext(connection) as asked:
            merge_players(visitor, account)
        costs.append(len(asked))
    assert costs[0] == costs[1]
    assert Attempt.objects.filter(player=account).count() == 22


def test_an_answer_that_comes_after_the_merge_is_not_taken_and_makes_nobody(
    visitor: Player, account: Player, opener: Puzzle
) -> None:
    merge_players(Player.objects.get(pk=visitor.pk), account)
    with pytest.raises(PlayerGone):
        say(visitor, opener, CANNOT)
    assert not Attempt.objects.exists()
    assert not Player.objects.filter(pk=visitor.pk).exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_an_answer_and_a_merge_at_once_lose_nothing(transactional_db: None) -> None:
    with transaction.atomic():
        stored = store_shared(proposals()[:12])
    puzzles = [one.puzzle for one in stored if one is not None]
    visitor, account = Player.objects.create(), Player.objects.create()

    def act(number: int) -> uuid.UUID | None:
        if number == len(puzzles):
            merge_players(Player.objects.get(pk=visitor.pk), account)
            return None
        try:
            return say(visitor, puzzles[number], CANNOT).pk
        except PlayerGone:
            return None

    taken = set(at_once(len(puzzles) + 1, act)) - {None}
    assert set(Attempt.objects.filter(player=account).values_list("pk", flat=True)) == taken


def test_a_daily_answered_by_both_counts_once_as_the_first(
    visitor: Player, account: Player, opener: Puzzle, the_clock: Clock
) -> None:
    for who, days in ((account, 0), (visitor, 1)):
        the_clock.moment += dt.timedelta(days=days)
        attempts.answer(
            player=who, puzzle=opener, place=Place("daily"), raw=CANNOT, key=uuid.uuid4()
        )
    merge_players(visitor, account)
    assert Attempt.objects.filter(context="daily", try_no=1).count() == 1
