"""What one pupil has in one assignment, from the rows: which try counts, late, missing, excused.

Pure: page, files, report, export and API call `score_of` with the same rows and the same moment.
Shares are exact fractions until `percent` writes them, rounded half up, with one place.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from typing import Final, NamedTuple, Protocol, TypeVar

from classrooms.assignments.models import Assignment, Work
from classrooms.assignments.timing import Standing, Times, ends_at, standing
from jobs.states import RETRYABLE


class Has(StrEnum):
    """What stands in a cell of the gradebook."""

    DONE = "done"  # points
    WAITING = "waiting"  # handed in, not graded yet
    FAILED = "failed"  # handed in, and its grading failed
    MISSING = "missing"  # nobody takes it any more: counts as nothing of all
    OPEN = "open"  # it can still be handed in
    NOT_YET = "not-yet"  # it does not open before later
    EXCUSED = "excused"  # counts nowhere
    NOT_MEANT = "not-meant"  # for others, or over before the pupil came


class Try(NamedTuple):  # there may be thousands, and a tuple is made quickly
    """A work as far as its score goes. `job` is the state of the job that grades it, or empty."""

    id: uuid.UUID
    try_no: int
    submitted_at: dt.datetime | None
    late: bool
    points: int | None
    out_of: int | None
    source: str = Work.Source.SCREEN
    job: str = ""


class Score(NamedTuple):
    """What a pupil has in an assignment. `work` is the try that counts; `tries` were handed in.

    `points` of `out_of` are there in `DONE` and, 0, in `MISSING`. `pending`: another try waits for
    its grade, so that this may change.
    """

    has: Has
    points: int | None = None
    out_of: int = 0
    late: bool = False
    tries: int = 0
    work: uuid.UUID | None = None
    pending: bool = False
    under_way: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is part of sums."""
        return self.points is not None

    @property
    def share(self) -> Decimal | None:
        """In percent with one place; None where it does not count."""
        return None if self.points is None else percent(self.points, self.out_of)


@dataclass(frozen=True, slots=True)
class Sum:
    """Points of all that counts, and of how many."""

    points: int
    out_of: int

    @property
    def share(self) -> Decimal | None:
        """In percent with one place; None where nothing counts."""
        return percent(self.points, self.out_of)


class Handed(Protocol):
    """As much of a work that was handed in as decides whether it counts."""

    @property
    def try_no(self) -> int: ...

    @property
    def points(self) -> int | None: ...


AnyTry = TypeVar("AnyTry", bound=Handed)

NOTHING: Final = Score(Has.NOT_MEANT)
_PLACE: Final = Decimal("0.1")


def score_of(
    tries: Sequence[Try],
    *,
    times: Times,
    grace_minutes: int,
    counting: str,
    out_of: int,
    meant: bool,
    moment: dt.datetime,
    joined_at: dt.datetime | None = None,
) -> Score:
    """What a pupil has at a moment. `tries` are all works of the pupil in the assignment."""
    handed_in = [one for one in tries if one.submitted_at is not None]
    under_way = len(handed_in) < len(tries)
    if times.excused:
        return Score(Has.EXCUSED, out_of=out_of, tries=len(handed_in))
    if handed_in:
        return _of_tries(handed_in, times, grace_minutes, counting, out_of, under_way)
    if not meant:
        return NOTHING
    now = standing(times, moment, grace_minutes)
    if now == Standing.CLOSED:
        end = ends_at(times, grace_minutes)
        if joined_at is not None and end is not None and joined_at > end:
            return NOTHING  # whoever came afterwards misses nothing
        return Score(Has.MISSING, points=0, out_of=out_of)
    has = Has.NOT_YET if now == Standing.NOT_YET else Has.OPEN
    return Score(has, out_of=out_of, under_way=under_way)


def _of_tries(
    tries: list[Try], times: Times, grace: int, counting: str, out_of: int, under_way: bool
) -> Score:
    if len(tries) > 1:
        tries.sort(key=lambda one: one.try_no)
    chosen = that_counts(tries, counting)
    graded = sum(one.points is not None for one in tries)
    has = Has.DONE
    if chosen.points is None:
        has = Has.FAILED if chosen.job in RETRYABLE else Has.WAITING
    return Score(
        has,
        points=chosen.points,
        out_of=chosen.out_of or out_of,
        late=_is_late(chosen, times, grace),
        tries=len(tries),
        work=chosen.id,
        pending=graded < len(tries),
        under_way=under_way,
    )


def that_counts(tries: Sequence[AnyTry], counting: str) -> AnyTry:
    """The try that counts, of those handed in, which stand in their order."""
    if counting == Assignment.Counting.FIRST:
        return tries[0]
    if counting == Assignment.Counting.LAST:
        return tries[-1]
    graded = [one for one in tries if one.points is not None]
    # of equal ones the first
    return max(graded, key=lambda one: (one.points or 0, -one.try_no), default=tries[0])


def _is_late(one: Try, times: Times, grace: int) -> bool:
    """As it was decided when it came, unless the pupil has been given more time since."""
    if not one.late or one.submitted_at is None or one.source == Work.Source.PAPER:
        return one.late
    return standing(times, one.submitted_at, grace) in (Standing.LATE, Standing.CLOSED)


def percent(part: int, whole: int) -> Decimal | None:
    """A share in percent, with one place, half up; None of nothing.

    >>> percent(1, 3), percent(1, 16), percent(0, 0)
    (Decimal('33.3'), Decimal('6.3'), None)
    """
    if not whole:
        return None
    return (Decimal(100 * part) / Decimal(whole)).quantize(_PLACE, rounding=ROUND_HALF_UP)
