"""The border of the puzzle day, over four hundred days and wherever the reader is.

Leap day, the end of a year and every change to summer time lie in these days. The day itself is
worked out a second way: Istanbul has been three hours ahead of UTC since 2016, winter and summer.
"""

from __future__ import annotations

import datetime as dt
import random
import re
import uuid
from collections.abc import Iterator
from itertools import count
from typing import Final

import pytest
from django.test import Client
from django.utils import timezone

from accounts import clock
from accounts.models import Player
from puzzles import generator
from puzzles.day_streaks import day_streak
from puzzles.kinds.base import Proposal
from puzzles.kinds.registry import FIRST_KIND
from puzzles.models import Attempt, Daily, Puzzle
from puzzles.store import store_reserved
from tests.puzzles.conftest import RULES, Clock
from tests.together import at_once

FIRST: Final = dt.date(2027, 2, 20)  # to the end of March 2028
DAYS: Final = 400
DAY: Final = dt.timedelta(days=1)
INSTANT: Final = dt.timedelta(microseconds=1)
ZONES: Final = (
    "Europe/Berlin",
    "America/New_York",
    "Africa/Cairo",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Etc/GMT+12",
)
ID: Final = re.compile(r"/puzzles/([0-9a-f-]{36})/answer/")
PATH: Final = f"/puzzles/daily/?rules={RULES}"


def proposals() -> Iterator[Proposal]:
    """One after another, no two alike."""
    for number in count():
        yield from generator.block(FIRST_KIND, RULES, "year", number)


def put_days(first: dt.date, days: int) -> list[Daily]:
    """Dailies for so many days, each hidden until its own."""
    rows = []
    for number, proposal in zip(range(days), proposals(), strict=False):
        date = first + number * DAY
        puzzle = store_reserved(proposal, public_from=clock.day_start(date))
        rows.append(Daily(date=date, rules=RULES, puzzle=puzzle, seed=uuid.uuid4().hex))
    return Daily.objects.bulk_create(rows)


def by_hand(moment: dt.datetime) -> dt.date:
    """The date in Istanbul."""
    return (moment.astimezone(dt.UTC) + dt.timedelta(hours=3)).date()


@pytest.mark.django_db
def test_at_every_border_of_four_hundred_days_each_zone_sees_the_days_that_have_come(
    the_clock: Clock,
) -> None:
    put_days(FIRST, DAYS)
    for number in range(1, DAYS):
        date = FIRST + number * DAY
        border = clock.day_start(date)
        # the reader's own midnight is no border
        theirs = [
            dt.datetime.combine(date, dt.time(), tzinfo=timezone.get_fixed_timezone(60 * h))
            for h in (-12, -5, 1, 14)
        ]
        zone = ZONES[number % len(ZONES)]
        for moment in (border - INSTANT, border, border + DAY / 2, *theirs):
            the_clock.moment = moment
            today = by_hand(moment)
            assert clock.today() == today
            with timezone.override(zone):
                found = Daily.objects.public().filter(date__gte=today - DAY)
                assert max(found.values_list("date", flat=True)) == today
                assert found.filter(date=today).count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ZONES)
def test_in_every_zone_the_pages_turn_at_istanbuls_midnight(the_clock: Clock, zone: str) -> None:
    first = dt.date(2028, 2, 28)
    rows = put_days(first, 3)
    assert rows[1].date == dt.date(2028, 2, 29)
    client = Client()
    with timezone.override(zone):
        for row in rows[1:]:
            for moment, seen in (
                (clock.day_start(row.date) - INSTANT, False),
                (clock.day_start(row.date), True),
            ):
                the_clock.moment = moment
                shown = client.get(PATH).context["board"].puzzle_id
                assert (shown == row.puzzle_id) is seen
                asked = client.get(f"/puzzles/daily/{row.date}/?rules={RULES}")
                assert asked.status_code == (200 if seen else 404)


def longest(today: dt.date, states: dict[dt.date, bool | None]) -> tuple[int, int]:
    """Days in a row up to today and those forgiven: the earliest solved day from which on no week
    has two that were missed. None is a day that was not answered."""
    best = (0, 0)
    for first in (day for day, right in states.items() if right and day <= today):
        row = {day: right for day, right in states.items() if first <= day <= today}
        missed = [
            day for day, right in row.items() if not right and (day < today or right is False)
        ]
        weeks = [day.isocalendar()[:2] for day in missed]
        if len(weeks) == len(set(weeks)):
            best = max(best, (sum(1 for right in row.values() if right), len(missed)))
    return best


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(2))
def test_over_four_hundred_days_the_row_is_what_an_oracle_counts(
    the_clock: Clock, seed: int
) -> None:
    dice = random.Random(seed)
    player = Player.objects.create()
    states: dict[dt.date, bool | None] = {}
    rows = put_days(FIRST, DAYS)
    for row in rows:
        if dice.random() < 0.02:  # a day whose puzzle is withdrawn is no day
            Puzzle.objects.filter(pk=row.puzzle_id).update(state=Puzzle.State.WITHDRAWN)
            continue
        right = dice.choices([True, False, None], [40, 1 + seed, 1 + seed])[0]
        before = states.copy()
        looks = dice.random() < 0.15 or row.date.month == 2 or row.date.day in (1, 31)
        the_clock.moment = clock.day_start(row.date) + dice.random() * (DAY - INSTANT)
        if looks:
            found = day_streak(player, RULES)
            assert (found.days, len(found.frozen)) == longest(row.date, before | {row.date: None})
        states[row.date] = right
        if right is not None:
            answer(player, row.puzzle, right)
        if looks:
            found = day_streak(player, RULES)
            assert (found.days, len(found.frozen)) == longest(row.date, states)


def answer(player: Player, puzzle: Puzzle, right: bool) -> None:
    """An answer to the day's puzzle, now."""
    Attempt.objects.create(
        player=player,
        puzzle=puzzle,
        context="daily",
        key=uuid.uuid4(),
        answer={"cannot": True},
        answered_at=clock.now(),
        correct=right,
        verdict={},
        rules_version=1,
        engine_version="1",
        generator_version=1,
    )


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("made_ahead", [True, False])
def test_of_many_who_ask_at_midnight_each_sees_a_day_that_has_come_and_both_have_one_puzzle(
    the_clock: Clock, made_ahead: bool
) -> None:
    first = dt.date(2027, 12, 31)
    rows = put_days(first, 2 if made_ahead else 1)
    border = clock.day_start(first + DAY)
    the_clock.moment = border - INSTANT
    seen: list[tuple[dt.datetime, dt.datetime, uuid.UUID]] = []

    def ask(number: int) -> None:
        for _ in range(4):
            before = clock.now()
            # of the page, not of its context: the test client takes what any thread renders
            shown = ID.search(Client().get(PATH).content.decode())
            assert shown is not None
            seen.append((before, clock.now(), uuid.UUID(shown.group(1))))
            if number == 0:
                the_clock.moment = border

    assert [one for one in at_once(20, ask) if one is not None] == []
    assert len(seen) == 80
    dates = dict(Daily.objects.filter(rules=RULES).values_list("puzzle_id", "date"))
    assert sorted(dates.values()) == [first, first + DAY]
    assert rows[0].puzzle_id in dates
    for before, after, shown in seen:
        assert by_hand(before) <= dates[shown] <= by_hand(after)
    assert {dates[shown] for _before, _after, shown in seen} == {first, first + DAY}
