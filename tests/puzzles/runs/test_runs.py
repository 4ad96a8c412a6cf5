"""Streaks and storms: dealt once, kept by the server, over when they are over."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from accounts.players import SESSION_KEY, merge_players
from puzzles import attempts
from puzzles.attempts import Place
from puzzles.kinds.registry import KINDS, kinds_of
from puzzles.models import Attempt, Puzzle, PuzzleSolution, Run, RunItem
from puzzles.runs import dealing, places, records, services
from tests.puzzles.conftest import RULES, Clock, best_melds

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor(client: Client, player: Player) -> Player:
    """The client's player."""
    session = client.session
    session[SESSION_KEY] = str(player.pk)
    session.save()
    return player


def begin(player: Player, mode: str = "streak", key: uuid.UUID | None = None) -> Run:
    return services.begin(player=player, mode=mode, rules=RULES, key=key or uuid.uuid4())


def storm(player: Player, pool: list[Puzzle]) -> Run:
    """A storm with the hands of the pool, which holds no quick kinds."""
    run = begin(player)
    Run.objects.filter(pk=run.pk).update(mode="storm", ends_at=run.started_at + services.STORM)
    run.refresh_from_db()
    return run


def raw(puzzle: Puzzle, *, right: bool) -> dict[str, Any]:
    """An answer in the colours of the row."""
    opens = PuzzleSolution.objects.get(puzzle=puzzle).answer["opens"]
    if opens:
        return {"melds": best_melds(puzzle)} if right else {"cannot": True}
    return {"cannot": True} if right else {"melds": "R1 R2 R3"}


def say(run: Run, *, right: bool) -> Attempt:
    """Answer the puzzle that is to be answered now."""
    item = places.current(run)
    assert item is not None
    RunItem.objects.filter(pk=item.pk).update(colours="RYBK")
    outcome = attempts.answer(
        player=run.player,
        puzzle=item.puzzle,
        place=Place("run", run.pk),
        raw=raw(item.puzzle, right=right),
        key=uuid.uuid4(),
    )
    run.refresh_from_db()
    return outcome.attempt


def test_a_run_is_dealt_once_and_gets_harder(player: Player, pool: list[Puzzle]) -> None:
    run = begin(player)
    levels = list(run.items.values_list("puzzle__difficulty", flat=True))
    assert len(levels) >= 10
    assert levels == sorted(levels)
    assert levels[0] < levels[-1]
    assert len(set(run.items.values_list("puzzle", flat=True))) == len(levels)


def test_the_same_key_and_a_second_start_go_on_with_the_run_that_is_under_way(
    player: Player, pool: list[Puzzle]
) -> None:
    key = uuid.uuid4()
    first = begin(player, key=key)
    assert begin(player, key=key) == first
    assert begin(player) == first
    assert Run.objects.count() == 1


def test_a_streak_counts_right_answers_and_ends_with_the_first_miss(
    player: Player, pool: list[Puzzle]
) -> None:
    run = begin(player)
    for _ in range(3):
        say(run, right=True)
    assert (run.score, run.is_over) == (3, False)
    say(run, right=False)
    assert (run.score, run.is_over) == (3, True)
    assert run.score == places.answers(run).filter(correct=True).count()
    with pytest.raises(places.RunOver):
        places.check_answerable(run.pk, pool[0])
    assert begin(player) != run


def test_only_the_puzzle_that_comes_now_may_be_answered(
    player: Player, stranger: Player, pool: list[Puzzle]
) -> None:
    run = begin(player)
    first, second = run.items.all()[:2]
    assert places.item_of(player, run.pk, first.puzzle) == first
    assert places.item_of(player, run.pk, second.puzzle) is None
    assert places.item_of(stranger, run.pk, first.puzzle) is None
    with pytest.raises(places.NotNow):
        attempts.answer(
            player=player,
            puzzle=second.puzzle,
            place=Place("run", run.pk),
            raw={"cannot": True},
            key=uuid.uuid4(),
        )
    run.refresh_from_db()
    assert (run.score, run.is_over) == (0, False)


def test_a_puzzle_that_was_answered_elsewhere_meanwhile_is_passed_over(
    player: Player, pool: list[Puzzle]
) -> None:
    run = begin(player)
    first, second = run.items.all()[:2]
    attempts.answer(
        player=player,
        puzzle=first.puzzle,
        place=Place("practice"),
        raw={"cannot": True},
        key=uuid.uuid4(),
    )
    assert places.current(run) == second


def test_a_withdrawn_puzzle_is_passed_over(player: Player, pool: list[Puzzle]) -> None:
    run = begin(player)
    first, second = run.items.all()[:2]
    Puzzle.objects.filter(pk=first.puzzle_id).update(state="withdrawn")
    assert places.current(run) == second


def test_one_puzzle_of_a_streak_may_be_skipped_and_no_second_one(
    player: Player, pool: list[Puzzle]
) -> None:
    run = begin(player)
    first, second, third = run.items.all()[:3]
    with pytest.raises(places.NotNow):
        services.skip(player=player, run=run, puzzle=second.puzzle_id)
    services.skip(player=player, run=run, puzzle=first.puzzle_id)
    assert places.current(run) == second
    with pytest.raises(services.SkipUsed):
        services.skip(player=player, run=run, puzzle=second.puzzle_id)
    say(run, right=True)
    assert places.current(run) == third
    assert run.score == 1


def test_a_storm_has_nothing_that_takes_longer_than_seconds_and_a_streak_has_all() -> None:
    quick, every = dealing.kinds_of("storm", RULES), dealing.kinds_of("streak", RULES)
    assert every == kinds_of(RULES)
    assert 5 < len(quick) < len(every)
    assert not any(KINDS[key].lengthy for key in quick)
    assert any(KINDS[key].lengthy and KINDS[key].form in dealing._QUICK for key in every)


def test_a_storm_ends_by_the_servers_clock_and_a_miss_takes_ten_seconds(
    player: Player, pool: list[Puzzle], the_clock: Clock
) -> None:
    run = storm(player, pool)
    end = run.ends_at
    assert end is not None
    say(run, right=False)
    assert run.ends_at == end - services.MISS
    say(run, right=True)
    assert (run.score, run.is_over) == (1, False)
    the_clock.moment = run.ends_at
    assert run.is_over
    the_clock.forward(seconds=2)
    say(run, right=True)  # was sent in time
    assert run.score == 2
    the_clock.forward(seconds=2)
    with pytest.raises(places.RunOver):
        say(run, right=True)
    assert Run.objects.get().score == 2


def test_whose_time_is_over_does_not_stand_in_the_way_of_the_next(
    player: Player, pool: list[Puzzle], the_clock: Clock
) -> None:
    run = storm(player, pool)
    the_clock.forward(minutes=4)
    assert Run.objects.under_way().count() == 0
    Run.objects.filter(pk=run.pk).update(mode="storm")
    [over] = Run.objects.run_out()
    services.stop(player=player, run=over)
    over.refresh_from_db()
    assert over.finished_at == over.ends_at


def test_a_run_has_no_hints_and_cannot_be_given_up(player: Player, pool: list[Puzzle]) -> None:
    run = begin(player)
    item = places.current(run)
    assert item is not None
    place = Place("run", run.pk)
    with pytest.raises(places.NoHints):
        attempts.take_hint(player=player, puzzle=item.puzzle, place=place, level=1)
    with pytest.raises(places.NoHints):
        attempts.give_up(player=player, puzzle=item.puzzle, place=place, key=uuid.uuid4())
    assert not Attempt.objects.filter(hint_level__gt=0).exists()


def test_a_run_never_changes_a_rating(player: Player, pool: list[Puzzle]) -> None:
    run = begin(player)
    attempt = say(run, right=True)
    assert not hasattr(attempt, "rating_change")
    assert not player.ratings.exists()


def test_without_enough_unseen_puzzles_there_is_no_run(player: Player) -> None:
    with pytest.raises(services.TooFew):
        begin(player)
    assert not Run.objects.exists()


def test_the_page_shows_the_next_puzzle_again_after_a_reload_and_then_what_became_of_it(
    client: Client, visitor: Player, pool: list[Puzzle]
) -> None:
    started = client.post(reverse("streak"), {"rules": RULES, "key": uuid.uuid4()})
    assert started.status_code == 303
    run = Run.objects.get()
    url = reverse("run", args=[run.pk])
    item = places.current(run)
    assert item is not None
    for _ in range(2):
        assert str(item.puzzle_id) in client.get(url).content.decode()
    sent = {
        "context": "run",
        "context_id": str(run.pk),
        "try_no": "1",
        "key": str(uuid.uuid4()),
        "answer": "cannot",
    }
    RunItem.objects.filter(run=run).update(colours="RYBK")
    answered = client.post(reverse("answer", args=[item.puzzle_id]), sent)
    assert (answered.status_code, answered["Location"]) == (303, url)
    again = client.post(
        reverse("answer", args=[item.puzzle_id]), sent, headers={"HX-Request": "true"}
    )
    assert (again.status_code, again["HX-Redirect"]) == (204, url)
    assert places.answers(run).count() == 1
    client.post(reverse("run-stop", args=[run.pk]))
    over = client.get(url).content.decode()
    assert (
        reverse("history-attempt", args=[Attempt.objects.get(answered_at__isnull=False).pk]) in over
    )


def test_the_pages_cost_few_queries_however_much_was_answered(
    client: Client, visitor: Player, pool: list[Puzzle]
) -> None:
    run = begin(visitor)
    for _ in range(6):
        say(run, right=True)
    for finished in (False, True):
        if finished:
            say(run, right=False)
        for _ in range(2):
            with CaptureQueriesContext(connection) as made:
                assert client.get(reverse("run", args=[run.pk])).status_code == 200
        assert len(made) <= 15


def test_who_logs_in_keeps_the_runs_and_one_of_a_kind_goes_on(
    player: Player, stranger: Player, pool: list[Puzzle]
) -> None:
    visitors, accounts = begin(player), begin(stranger)
    say(visitors, right=True)
    merge_players(player, stranger)
    assert set(Run.objects.values_list("player", flat=True)) == {stranger.pk}
    assert Run.objects.get(finished_at__isnull=True) == accounts
    assert Run.objects.get(pk=visitors.pk).score == 1


def test_records_of_a_day_and_of_all_time(
    player: Player, pool: list[Puzzle], the_clock: Clock
) -> None:
    the_clock.at("2026-12-24 23:50")
    run = begin(player)
    say(run, right=True)
    assert records.own(player, mode="streak", rules=RULES) == records.Best(1, 1)
    the_clock.at("2026-12-25 00:10")
    assert records.own(player, mode="streak", rules=RULES) == records.Best(None, 1)
    assert records.own(None, mode="streak", rules=RULES) == records.Best(None, None)


def test_only_who_agrees_is_named_and_equal_scores_share_a_place(
    client: Client, visitor: Player, stranger: Player, pool: list[Puzzle]
) -> None:
    for one in (visitor, stranger):
        say(begin(one), right=True)
    assert records.public(mode="streak", rules=RULES, today=True) == []
    page = reverse("public-name")
    assert client.post(page, {"name": "Ada"}).status_code == 400  # did not agree
    assert client.post(page, {"name": "A\u202eda", "agreed": "on"}).status_code == 400
    assert client.post(page, {"name": "<b>Ada</b>", "agreed": "on"}).status_code == 303
    assert "<b>Ada</b>" not in client.get(reverse("streak"), {"rules": RULES}).content.decode()
    client.post(page, {"name": "Ada", "agreed": "on"})
    with pytest.raises(records.NameTaken):
        records.show_as(stranger, "ADA")
    records.show_as(stranger, "Berk")
    assert records.public(mode="streak", rules=RULES, today=True) == [
        records.Record(1, "Ada", 1),
        records.Record(1, "Berk", 1),
    ]
    client.post(page, {"hide": "1"})
    assert [row.name for row in records.public(mode="streak", rules=RULES, today=False)] == ["Berk"]


def test_a_client_of_the_api_plays_a_streak(client: Client, pool: list[Puzzle]) -> None:
    token = client.post("/api/v1/visitor/").json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    sent = {"mode": "streak", "rules": RULES, "key": str(uuid.uuid4())}
    begun = client.post("/api/v1/runs/", sent, content_type="application/json", headers=headers)
    assert begun.status_code == 201
    run = begun.json()
    assert (run["score"], run["over"], run["may_skip"]) == (0, False, True)
    answer = {
        "answer": {"cannot": True},
        "key": str(uuid.uuid4()),
        "context": "run",
        "context_id": run["id"],
    }
    answered = client.post(
        f"/api/v1/puzzles/{run['puzzle']['id']}/attempts/",
        answer,
        content_type="application/json",
        headers=headers,
    )
    assert answered.status_code == 201
    after = client.get(f"/api/v1/runs/{run['id']}/", headers=headers).json()
    assert after["over"] is (not answered.json()["correct"])
    assert client.get(f"/api/v1/runs/{run['id']}/").status_code == 404
