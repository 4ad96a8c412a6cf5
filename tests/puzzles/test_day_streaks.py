"""Days in a row: which days count, what is forgiven, and where a row ends."""

from __future__ import annotations

import datetime as dt

import pytest

from puzzles.day_streaks import MISSED, OPEN, SOLVED, count_back

MONDAY = dt.date(2026, 11, 2)


def row(text: str, *, ends: dt.date) -> tuple[int, int, bool, bool]:
    """Count `s` solved, `m` missed, `o` open, ` ` without a puzzle; the last letter is today."""
    letters = {"s": SOLVED, "m": MISSED, "o": OPEN}
    first = ends - dt.timedelta(days=len(text) - 1)
    states = {
        first + dt.timedelta(days=at): letters[letter]
        for at, letter in enumerate(text)
        if letter != " "
    }
    found, broken = count_back(ends, states)
    return found.days, len(found.frozen), found.freeze_left, broken


SUNDAY = MONDAY + dt.timedelta(days=6)


@pytest.mark.parametrize(
    ("text", "days", "frozen", "left", "broken"),
    [
        ("", 0, 0, True, False),
        ("o", 0, 0, True, False),
        ("s", 1, 0, True, False),
        ("ss", 2, 0, True, False),
        ("sso", 2, 0, True, False),  # today is still to come
        ("ssm", 2, 1, False, False),  # today was missed: forgiven
        ("sos", 2, 1, False, False),  # an open day that is past is missed
        ("smsms", 2, 1, False, True),  # the second miss of a week ends it
        ("s s", 2, 0, True, False),  # without a puzzle a day breaks nothing
        ("mss", 2, 0, True, False),  # nothing before: no freeze is spent
        ("mmss", 2, 0, True, True),
    ],
)
def test_days_of_one_week(text: str, days: int, frozen: int, left: bool, broken: bool) -> None:
    assert row(text, ends=SUNDAY) == (days, frozen, left, broken)


def test_each_week_forgives_a_day_of_its_own() -> None:
    assert row("smsssss" + "sssmsss", ends=SUNDAY) == (12, 2, False, False)
    assert row("smsssss" + "sssmsss" + "s", ends=SUNDAY + dt.timedelta(days=1)) == (
        13,
        2,
        True,
        False,
    )
    assert row("smsmsss" + "sssssss", ends=SUNDAY) == (11, 1, True, True)


def test_a_miss_on_sunday_and_one_on_monday_belong_to_two_weeks() -> None:
    assert row("sm" + "ms", ends=MONDAY + dt.timedelta(days=1)) == (2, 2, False, False)
