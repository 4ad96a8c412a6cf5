"""When an assignment may be answered: bounds, grace, late, a pupil's own times, clocks set."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classrooms.assignments.models import Assignment, Extension
from classrooms.assignments.timing import (
    NoSuchTime,
    Standing,
    Times,
    ends_at,
    local_of,
    moment_of,
    standing,
    times_of,
)

ZONES = (
    "Europe/Istanbul",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",  # half an hour
    "Pacific/Apia",
    "UTC",
)
ORDER = list(Standing)
START = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
moments = st.integers(0, 60 * 24 * 400).map(lambda minutes: START + dt.timedelta(minutes=minutes))
maybe = st.none() | moments


def an_assignment(opens: Any, due: Any, late: Any, tries: int = 1, grace: int = 0) -> Assignment:
    return Assignment(opens_at=opens, due_at=due, late_until=late, tries=tries, grace_minutes=grace)


@st.composite
def assignments(draw: st.DrawFn) -> Assignment:
    due = draw(maybe)
    opens = draw(maybe)
    if opens is not None and due is not None and opens >= due:
        opens = None
    late = draw(maybe)
    if due is None or (late is not None and late < due):
        late = None
    return an_assignment(opens, due, late, draw(st.integers(1, 20)), draw(st.integers(0, 1440)))


@st.composite
def extensions(draw: st.DrawFn) -> Extension:
    return Extension(
        due_at=draw(maybe),
        late_until=draw(maybe),
        tries=draw(st.none() | st.integers(1, 20)),
        excused=draw(st.booleans()),
    )


def test_a_bound_belongs_to_what_came_before_it() -> None:
    due = START + dt.timedelta(hours=1)
    late = due + dt.timedelta(hours=2)
    times = Times(START, due, late, 1)
    tick = dt.timedelta(microseconds=1)
    assert standing(times, START - tick, 10) is Standing.NOT_YET
    assert standing(times, START, 10) is Standing.OPEN
    assert standing(times, due, 10) is Standing.OPEN
    assert standing(times, due + tick, 10) is Standing.GRACE
    assert standing(times, due + dt.timedelta(minutes=10), 10) is Standing.GRACE
    assert standing(times, due + dt.timedelta(minutes=10) + tick, 10) is Standing.LATE
    assert standing(times, late, 10) is Standing.LATE
    assert standing(times, late + tick, 10) is Standing.CLOSED
    assert standing(times, due + tick, 0) is Standing.LATE


def test_without_a_due_time_it_never_ends_and_without_a_late_time_nothing_is_late() -> None:
    far = START + dt.timedelta(days=9_999)
    assert standing(Times(None, None, None, 1), far, 0) is Standing.OPEN
    assert ends_at(Times(None, None, None, 1), 5) is None
    assert standing(Times(None, START, None, 1), far, 0) is Standing.CLOSED


@given(assignments(), st.lists(moments, min_size=2))
def test_time_goes_one_way(assignment: Assignment, at: list[dt.datetime]) -> None:
    times, grace = times_of(assignment), assignment.grace_minutes
    places = [ORDER.index(standing(times, one, grace)) for one in sorted(at)]
    assert all(earlier <= later for earlier, later in pairwise(places))


@given(assignments(), extensions(), moments)
def test_it_is_closed_after_its_end_and_only_then(
    assignment: Assignment, extension: Extension, moment: dt.datetime
) -> None:
    times, grace = times_of(assignment, extension), assignment.grace_minutes
    end = ends_at(times, grace)
    closed = standing(times, moment, grace) is Standing.CLOSED
    if closed:
        assert end is not None
        assert moment > end
    elif end is not None and standing(times, moment, grace).takes:
        assert moment <= end


@given(assignments(), extensions(), moments)
def test_an_extension_takes_nothing_away(
    assignment: Assignment, extension: Extension, moment: dt.datetime
) -> None:
    plain, own = times_of(assignment), times_of(assignment, extension)
    grace = assignment.grace_minutes
    assert own.tries >= plain.tries
    assert own.opens_at == plain.opens_at
    before, after = standing(plain, moment, grace), standing(own, moment, grace)
    assert ORDER.index(after) <= ORDER.index(before)
    assert own.excused == extension.excused
    assert not plain.excused


@given(assignments())
def test_an_empty_extension_changes_nothing(assignment: Assignment) -> None:
    assert times_of(assignment, Extension()) == times_of(assignment)


@given(assignments(), extensions(), st.integers(1, 1440))
def test_grace_never_marks_late_what_was_in_time_without_it(
    assignment: Assignment, extension: Extension, grace: int
) -> None:
    times = times_of(assignment, extension)
    if times.due_at is None:
        return
    within = times.due_at + dt.timedelta(minutes=grace)
    assert standing(times, within, grace) in (Standing.GRACE, Standing.NOT_YET)


@given(moments, st.sampled_from(ZONES))
def test_a_moment_written_in_a_zone_is_read_back(moment: dt.datetime, zone: str) -> None:
    local = local_of(moment, zone)
    later = local.fold == 1
    assert moment_of(local.replace(tzinfo=None), zone, later=later) == moment


@given(moments, st.sampled_from(ZONES))
def test_an_end_that_comes_twice_is_the_later_one(moment: dt.datetime, zone: str) -> None:
    local = local_of(moment, zone).replace(tzinfo=None, fold=0)
    assert moment_of(local, zone) <= moment <= moment_of(local, zone, later=True)


def test_clocks_set_back_and_forward() -> None:
    twice = dt.datetime(2026, 10, 25, 2, 30)
    first, second = (moment_of(twice, "Europe/Berlin", later=one) for one in (False, True))
    assert second - first == dt.timedelta(hours=1)
    for later in (False, True):
        with pytest.raises(NoSuchTime):
            moment_of(dt.datetime(2026, 3, 29, 2, 30), "Europe/Berlin", later=later)
    noon = dt.datetime(2026, 3, 29, 12)
    assert moment_of(noon, "Europe/Berlin") == dt.datetime(2026, 3, 29, 10, tzinfo=dt.UTC)


def test_due_at_midnight_in_the_class_is_due_there_wherever_a_pupil_sits() -> None:
    due = moment_of(dt.datetime(2026, 6, 1, 23, 59), "Europe/Istanbul", later=True)
    times = Times(None, due, None, 1)
    in_new_york = dt.datetime(2026, 6, 1, 16, 59, tzinfo=ZoneInfo("America/New_York"))
    assert standing(times, in_new_york, 0) is Standing.OPEN
    assert standing(times, in_new_york + dt.timedelta(seconds=1), 0) is Standing.CLOSED
