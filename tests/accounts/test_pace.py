"""What is due is looked for so often, and no oftener."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor

from accounts.pace import Pace

NOON = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


def test_within_the_time_the_answer_is_no() -> None:
    hourly = Pace(dt.timedelta(hours=1))
    minutes = (0, 59, 60, 61, 119, 120)
    answers = [hourly.is_due(NOON + dt.timedelta(minutes=minute)) for minute in minutes]
    assert answers == [True, False, True, False, False, True]


def test_of_fifty_that_ask_at_once_one_is_told_yes() -> None:
    hourly = Pace(dt.timedelta(hours=1))
    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(hourly.is_due, [NOON] * 50))
    assert answers.count(True) == 1
