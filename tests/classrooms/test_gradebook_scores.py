"""What one pupil has in one assignment: which try counts, late, missing, excused, sums, shares."""

from __future__ import annotations

import datetime as dt
import uuid
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classrooms.assignments.timing import Times
from classrooms.gradebook.scores import Has, Score, Try, percent, score_of

NOON = dt.datetime(2026, 5, 4, 12, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)
TIMES = Times(NOON - 24 * HOUR, NOON, NOON + 2 * HOUR, 3)


def try_of(number: int, points: int | None, **fields: Any) -> Try:
    values: dict[str, Any] = {"submitted_at": NOON - HOUR, "late": False, "out_of": 10}
    if points is None:
        values["out_of"] = None
    return Try(id=uuid.UUID(int=number), try_no=number, points=points, **{**values, **fields})


def score(*tries: Try, **fields: Any) -> Score:
    values: dict[str, Any] = {
        "times": TIMES,
        "grace_minutes": 10,
        "counting": "best",
        "out_of": 10,
        "meant": True,
        "moment": NOON + 24 * HOUR,
    }
    return score_of(tries, **{**values, **fields})


@pytest.mark.parametrize(("counting", "number"), [("best", 2), ("last", 3), ("first", 1)])
def test_best_last_or_first_counts(counting: str, number: int) -> None:
    tries = [try_of(3, 7), try_of(1, 5), try_of(2, 9)]
    found = score(*tries, counting=counting)
    assert (found.work, found.points, found.tries) == (
        uuid.UUID(int=number),
        {1: 5, 2: 9, 3: 7}[number],
        3,
    )


def test_of_equal_tries_the_first_is_the_best() -> None:
    assert score(try_of(2, 9, late=True, submitted_at=NOON + HOUR), try_of(1, 9)).late is False


def test_a_try_that_waits_for_its_grade_is_never_guessed() -> None:
    waits = try_of(2, None)
    best = score(try_of(1, 5), waits)
    assert (best.points, best.pending, best.has) == (5, True, Has.DONE)
    last = score(try_of(1, 5), waits, counting="last")
    assert (last.points, last.has) == (None, Has.WAITING)
    failed = score(try_of(1, None, job="failed"))
    assert (failed.points, failed.has) == (None, Has.FAILED)


@pytest.mark.parametrize(
    ("after", "has"),
    [
        (dt.timedelta(0), Has.OPEN),
        (dt.timedelta(minutes=10), Has.OPEN),
        (HOUR, Has.OPEN),
        (2 * HOUR, Has.OPEN),
        (2 * HOUR + dt.timedelta(seconds=1), Has.MISSING),
    ],
)
def test_missing_is_what_nobody_takes_any_more(after: dt.timedelta, has: Has) -> None:
    found = score(moment=NOON + after)
    assert (found.has, found.points) == (has, 0 if has == Has.MISSING else None)


def test_before_it_opens_nothing_is_missing() -> None:
    assert score(moment=NOON - 25 * HOUR).has == Has.NOT_YET


def test_without_a_due_time_nothing_is_ever_missing() -> None:
    assert score(times=Times(None, None, None, 1), moment=NOON + 9_999 * HOUR).has == Has.OPEN


def test_who_is_excused_counts_nowhere_whatever_was_handed_in() -> None:
    excused = Times(TIMES.opens_at, TIMES.due_at, TIMES.late_until, 1, excused=True)
    for tries in ([], [try_of(1, 10)]):
        found = score(*tries, times=excused)
        assert (found.has, found.points, found.counts) == (Has.EXCUSED, None, False)


def test_who_came_when_it_was_over_misses_nothing() -> None:
    assert score(joined_at=NOON + 3 * HOUR).has == Has.NOT_MEANT
    assert score(joined_at=NOON + HOUR).has == Has.MISSING


def test_who_it_is_not_for_has_nothing_unless_something_was_handed_in() -> None:
    assert score(meant=False).has == Has.NOT_MEANT
    assert score(try_of(1, 4), meant=False).points == 4


def test_late_stays_late_until_the_pupil_is_given_more_time() -> None:
    late = try_of(1, 4, late=True, submitted_at=NOON + HOUR)
    assert score(late).late
    longer = Times(TIMES.opens_at, NOON + 3 * HOUR, None, 1)
    assert not score(late, times=longer).late
    assert score(try_of(1, 4, late=True, source="paper")).late


def test_a_work_under_way_is_not_handed_in() -> None:
    begun = try_of(1, None, submitted_at=None)
    found = score(begun, moment=NOON)
    assert (found.has, found.under_way, found.tries) == (Has.OPEN, True, 0)
    assert score(begun).has == Has.MISSING


@given(st.integers(1, 10_000).flatmap(lambda most: st.tuples(st.integers(0, most), st.just(most))))
def test_a_share_is_the_nearest_tenth_of_a_percent_half_up(pair: tuple[int, int]) -> None:
    part, whole = pair
    found = percent(part, whole)
    assert found is not None
    assert found == Decimal((2_000 * part + whole) // (2 * whole)) / 10
    assert found == found.quantize(Decimal("0.1"))


def test_of_nothing_there_is_no_share() -> None:
    assert percent(0, 0) is None
