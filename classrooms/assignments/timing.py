"""When an assignment may be answered. Page, API, handing in and grade all ask `standing`.

Times are moments in UTC. A moment that is exactly a bound still belongs to what came before it.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from classrooms.assignments.models import Assignment, Extension

MOST_GRACE: Final = 1_440  # minutes


class Standing(StrEnum):
    """Where a moment lies between opening and end."""

    NOT_YET = "not-yet"
    OPEN = "open"
    GRACE = "grace"  # after the due time, and still in time
    LATE = "late"  # taken, and marked
    CLOSED = "closed"

    @property
    def takes(self) -> bool:
        """Whether answers are taken."""
        return self in (Standing.OPEN, Standing.GRACE, Standing.LATE)


@dataclass(frozen=True, slots=True)
class Times:
    """An assignment's times for one pupil."""

    opens_at: dt.datetime | None
    due_at: dt.datetime | None
    late_until: dt.datetime | None
    tries: int
    excused: bool = False


class NoSuchTime(ValueError):  # noqa: N818 - a fact about a zone, said to whoever typed it
    """A time of day that the zone leaves out, where clocks are set forward."""


def times_of(assignment: Assignment, extension: Extension | None = None) -> Times:
    """The times for a pupil with this extension, or for everybody.

    An extension only ever gives: times that were moved later than it for everybody hold for the
    pupil too, and one without an end keeps none.
    """
    due, late, tries = assignment.due_at, assignment.late_until, assignment.tries
    if extension is None:
        return Times(assignment.opens_at, due, late, tries)
    if due is not None:
        due = _later(due, extension.due_at)
        late = _later(late, extension.late_until)
        if late is not None and due is not None and late < due:
            late = None
    return Times(
        assignment.opens_at, due, late, max(tries, extension.tries or 0), extension.excused
    )


def standing(times: Times, moment: dt.datetime, grace_minutes: int) -> Standing:
    """Where a moment stands; for a work, the moment at which it is handed in."""
    if times.opens_at is not None and moment < times.opens_at:
        return Standing.NOT_YET
    if times.due_at is None or moment <= times.due_at:
        return Standing.OPEN
    if moment <= times.due_at + dt.timedelta(minutes=grace_minutes):
        return Standing.GRACE
    if times.late_until is not None and moment <= times.late_until:
        return Standing.LATE
    return Standing.CLOSED


def ends_at(times: Times, grace_minutes: int) -> dt.datetime | None:
    """The last moment at which an answer is taken; None for no end."""
    if times.due_at is None:
        return None
    end = times.due_at + dt.timedelta(minutes=grace_minutes)
    return max(end, times.late_until) if times.late_until is not None else end


def moment_of(local: dt.datetime, zone: str, *, later: bool = False) -> dt.datetime:
    """A time of day as it is written in a zone, as a moment in UTC.

    Where clocks are set back a time comes twice: `later` takes the second (an end is not to come
    early). Raise `NoSuchTime` for one that is left out where they are set forward.
    """
    place = ZoneInfo(zone)
    aware = local.replace(tzinfo=place, fold=1 if later else 0)
    moment = aware.astimezone(dt.UTC)
    if moment.astimezone(place).replace(tzinfo=None, fold=0) != local.replace(tzinfo=None, fold=0):
        raise NoSuchTime(f"{local:%Y-%m-%d %H:%M} in {zone}")
    return moment


def local_of(moment: dt.datetime, zone: str) -> dt.datetime:
    """A moment as it is written in a zone."""
    return moment.astimezone(ZoneInfo(zone))


def _later(one: dt.datetime | None, other: dt.datetime | None) -> dt.datetime | None:
    if one is None or other is None:
        return one or other
    return max(one, other)
