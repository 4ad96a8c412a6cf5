"""One puzzle a rule set a day: made ahead, never before its day, never twice."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import clock
from accounts.models import Player, User
from jobs.drain import drain_jobs
from jobs.models import Job
from puzzles import attempts, dailies, generator
from puzzles.kinds.registry import FIRST_KIND
from puzzles.models import Attempt, Daily, Puzzle
from tests.puzzles.conftest import RULES, Clock
from tests.site.addresses import with_second_factor
from tests.together import at_once

CANNOT = {"cannot": True}


@pytest.fixture
def made(db: None, the_clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Midday of a day; the dailies of that day and the next two are made."""
    monkeypatch.setattr(dailies, "DAYS_AHEAD", 2)
    the_clock.at("2026-12-24 12:00")
    dailies.ensure_dailies()
    drain_jobs()
    return the_clock


@pytest.mark.django_db
def test_at_least_fourteen_days_are_made_ahead_for_each_101_rule_set() -> None:
    dailies.ensure_dailies()
    drain_jobs()
    for rules in ("101-guide", "101-club", "101-siler"):
        dates = set(Daily.objects.filter(rules=rules).values_list("date", flat=True))
        assert {clock.today() + dt.timedelta(days=days) for days in range(15)} <= dates


def test_asking_again_makes_nothing_new(made: Clock) -> None:
    count, jobs = Daily.objects.count(), Job.objects.count()
    dailies.ensure_dailies()
    assert (Daily.objects.count(), Job.objects.count()) == (count, jobs)


@pytest.mark.django_db
def test_asking_twice_before_the_work_is_done_enqueues_once() -> None:
    dailies.ensure_dailies()
    jobs = Job.objects.count()
    dailies.ensure_dailies()
    assert Job.objects.count() == jobs


@pytest.mark.django_db
def test_today_is_made_first() -> None:
    dailies.ensure_dailies()
    order = Job.objects.order_by("run_after", "created_at").values_list("args__date", flat=True)
    assert list(order)[:3] == [clock.today().isoformat()] * 3
    assert list(order) == sorted(order)


def test_each_daily_has_its_own_random_seed_and_a_position_never_used_before(made: Clock) -> None:
    count = Daily.objects.count()
    assert len(set(Daily.objects.values_list("seed", flat=True))) == count
    for rules in dailies.rule_sets():
        keys = Puzzle.objects.filter(rules=rules).values_list("canonical_key", flat=True)
        assert len(set(keys)) == len(keys)


def test_the_seed_stands_in_no_job(made: Clock) -> None:
    seeds = set(Daily.objects.values_list("seed", flat=True))
    told = str(list(Job.objects.values_list("args", "dedupe_key", "last_error")))
    assert not any(seed in told for seed in seeds)


def test_a_daily_is_seen_from_the_first_moment_of_its_day_in_istanbul(made: Clock) -> None:
    day = dt.date(2026, 12, 25)
    assert dailies.find(day, RULES) is None
    made.at("2026-12-24 23:59:59.999999")
    assert dailies.find(day, RULES) is None
    made.at("2026-12-25 00:00")
    assert dailies.find(day, RULES) is not None


@pytest.mark.parametrize(
    "zone",
    ["Europe/Berlin", "America/New_York", "Africa/Cairo", "Etc/GMT-14", "Etc/GMT+12", "UTC"],
)
def test_the_border_of_the_day_is_istanbuls_wherever_the_reader_is(made: Clock, zone: str) -> None:
    with timezone.override(zone):
        made.at("2026-12-24 23:59:59.999999")
        assert clock.today() == dt.date(2026, 12, 24)
        assert dailies.find(dt.date(2026, 12, 25), RULES) is None
        made.at("2026-12-25 00:00")
        assert dailies.find(dt.date(2026, 12, 25), RULES) is not None


def test_the_puzzle_of_a_day_to_come_is_public_nowhere(made: Clock) -> None:
    public = Puzzle.objects.public()
    assert not public.filter(daily__date__gt=clock.today()).exists()
    assert public.filter(daily__date=clock.today()).count() == 4
    assert not Puzzle.objects.shared().exists()


def test_over_a_year_each_day_has_one_daily_and_none_is_early(
    db: None, the_clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = (
        one for number in range(9) for one in generator.block(FIRST_KIND, RULES, "year", number)
    )
    monkeypatch.setattr(dailies, "rule_sets", lambda: (RULES,))
    monkeypatch.setattr(
        dailies, "_proposals", lambda date, rules: (uuid.uuid4().hex, [next(ready)])
    )
    seen = set()
    for day in range(400):
        the_clock.moment = clock.day_start(dt.date(2027, 2, 20) + dt.timedelta(days=day))
        if day % 8 == 0:  # the worker looks now and then, and may be gone for a week
            dailies.ensure_dailies()
            drain_jobs()
        daily = dailies.find(clock.today(), RULES)
        assert daily is not None
        assert daily.date == dt.date(2027, 2, 20) + dt.timedelta(days=day)
        assert dailies.find(daily.date + dt.timedelta(days=1), RULES) is None
        seen.add(daily.puzzle_id)
    assert len(seen) == 400


def test_todays_that_lacks_on_a_site_that_has_a_past_is_made_at_once(made: Clock) -> None:
    made.at("2027-06-01 09:00")
    daily = dailies.find(clock.today(), RULES)
    assert daily is not None
    assert daily.puzzle.public_from == clock.day_start(clock.today())
    assert dailies.find(clock.today(), RULES) == daily
    assert dailies.find(dt.date(2027, 5, 31), RULES) is None  # the past is not made up


@pytest.mark.django_db
def test_a_fresh_site_leaves_its_first_daily_to_the_worker() -> None:
    assert dailies.find(clock.today(), RULES) is None
    assert not Puzzle.objects.exists()


@pytest.mark.django_db
def test_an_unknown_rule_set_has_none() -> None:
    assert dailies.find(clock.today(), "classic") is None
    assert dailies.find(clock.today(), "nonsense") is None


def test_a_day_is_answered_as_the_daily_on_its_day_and_as_practice_later(
    made: Clock, player: Player
) -> None:
    daily = dailies.find(clock.today(), RULES)
    assert daily is not None
    assert attempts.place_of(daily.puzzle, player=player).context == "daily"
    made.forward(days=2)
    assert attempts.place_of(daily.puzzle, player=player).context == "practice"


@pytest.mark.parametrize(
    ("opened", "sent", "context"),
    [
        ("2026-12-24 23:50", "2026-12-25 00:10", "daily"),
        ("2026-12-24 23:50", "2026-12-25 00:29:59", "daily"),
        ("2026-12-24 23:50", "2026-12-25 00:30", "practice"),
        ("2026-12-25 00:01", "2026-12-25 00:10", "practice"),
        ("2026-12-24 00:00", "2026-12-24 23:59:59", "daily"),
    ],
)
@pytest.mark.parametrize("who", ["player", "visitor"])
def test_a_daily_belongs_to_the_day_it_was_opened_and_is_taken_half_an_hour_past_midnight(
    made: Clock, player: Player, opened: str, sent: str, context: str, who: str
) -> None:
    puzzle = Daily.objects.get(date=dt.date(2026, 12, 24), rules=RULES).puzzle
    made.at(opened)
    opened_at = clock.now()
    if who == "player":
        place = attempts.place_of(puzzle, player=player)
        attempts.open_attempt(player=player, puzzle=puzzle, place=place)
    made.at(sent)
    place = attempts.place_of(
        puzzle,
        player=player,
        context="daily",
        opened_at=opened_at if who == "visitor" else None,
    )
    assert place.context == context


def test_the_same_message_after_the_grace_gives_the_result_of_the_day(
    made: Clock, player: Player, new_key: Callable[[], uuid.UUID]
) -> None:
    puzzle = Daily.objects.get(date=dt.date(2026, 12, 24), rules=RULES).puzzle
    key = new_key()

    def send() -> attempts.Outcome:
        place = attempts.place_of(puzzle, player=player)
        return attempts.answer(player=player, puzzle=puzzle, place=place, raw=CANNOT, key=key)

    first = send()
    made.forward(days=3)
    second = send()
    assert first.made
    assert not second.made
    assert second.attempt.pk == first.attempt.pk
    assert Attempt.objects.get().context == "daily"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_ten_requests_for_a_daily_that_lacks_make_one(
    the_clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    the_clock.at("2026-12-24 12:00")
    dailies.ensure_dailies()
    drain_jobs()
    the_clock.at("2027-06-01 12:00")
    generated, propose = list[str](), dailies._proposals

    def proposals(date: dt.date, rules: str) -> Any:
        generated.append(rules)
        return propose(date, rules)

    monkeypatch.setattr(dailies, "_proposals", proposals)

    def ask(_number: int) -> int:
        daily = dailies.find(clock.today(), RULES)
        assert daily is not None
        return daily.pk

    found = at_once(10, ask)
    assert len(set(found)) == 1
    assert generated == [RULES]  # the others wait for it


@pytest.mark.parametrize("by", ["admin", "hand"])
def test_where_todays_is_withdrawn_the_page_has_another_hand_and_attempts_stay(
    made: Clock, player: Player, by: str
) -> None:
    made.forward(days=1)
    daily = Daily.objects.get(date=clock.today(), rules=RULES)
    old = daily.puzzle
    place = attempts.place_of(old, player=player)
    answered = attempts.answer(
        player=player, puzzle=old, place=place, raw=CANNOT, key=uuid.uuid4()
    ).attempt
    if by == "admin":
        staff = User.objects.create_superuser("ada", password="an-old-tea-glass")
        with_second_factor(staff)
        client = Client()
        client.force_login(staff)
        fields = {"action": "withdraw", "_selected_action": [str(old.pk)]}
        assert client.post("/admin/puzzles/puzzle/", fields).status_code == 302
        daily.refresh_from_db()
        assert daily.puzzle_id != old.pk
    else:
        Puzzle.objects.filter(pk=old.pk).update(state=Puzzle.State.WITHDRAWN)
    page = Client().get("/puzzles/daily/", {"rules": RULES})
    assert page.status_code == 200
    daily.refresh_from_db()
    assert page.context["board"].puzzle_id == daily.puzzle_id != old.pk
    assert (daily.puzzle.state, daily.puzzle.reserved) == ("live", True)
    assert daily.puzzle.canonical_key != old.canonical_key
    assert attempts.place_of(daily.puzzle, player=player).context == "daily"
    assert Attempt.objects.get().pk == answered.pk
    assert Daily.objects.filter(date=clock.today(), rules=RULES).count() == 1
    other = Daily.objects.filter(date=clock.today()).exclude(rules=RULES)
    assert not other.filter(puzzle__state=Puzzle.State.WITHDRAWN).exists()


def test_an_earlier_day_that_is_withdrawn_has_no_hand_and_the_others_stay(made: Clock) -> None:
    made.forward(days=1)
    before, today = (
        Daily.objects.get(date=clock.today() - dt.timedelta(days=back), rules=RULES)
        for back in (1, 0)
    )
    dailies.withdraw(Puzzle.objects.filter(pk=before.puzzle_id))
    assert Client().get(f"/puzzles/daily/{before.date}/", {"rules": RULES}).status_code == 404
    today_again = dailies.find(clock.today(), RULES)
    assert today_again is not None
    assert today_again.puzzle_id == today.puzzle_id
    assert Daily.objects.get(pk=before.pk).puzzle_id == before.puzzle_id
