"""Any order of deeds leaves the works, grades and refusals that a plain model says.

Two pupils, a teacher who moves times, withdraws and grades again, the sweep, and a clock. With
`ISTAKA_LONG=1` five thousand lives of fifty steps.
"""

from __future__ import annotations

import datetime as dt
import os
import uuid
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from hypothesis.strategies import booleans, integers, none, sampled_from

from accounts import clock
from classrooms.assignments import closing, errors, services, working
from classrooms.assignments.models import Assignment, Work
from classrooms.grading import regrading
from jobs.drain import drain_jobs
from puzzles.models import Puzzle
from tests.classrooms.world import World, make_assignment, make_class, make_puzzles
from tests.puzzles.conftest import opens

LONG: Final = os.environ.get("ISTAKA_LONG") == "1"
LIVES, STEPS = (5_000, 50) if LONG else (25, 30)
PUPILS, PUZZLES, TRIES, GRACE = 2, 3, 2, 5
OPENS: Final = 10  # minutes after the beginning, as all times here are
pupils = integers(min_value=0, max_value=PUPILS - 1)
places = integers(min_value=0, max_value=PUZZLES - 1)
ends = none() | sampled_from([60, 120, 240, 360])
ANSWERS: Final[dict[bool, dict[str, Any]]] = {True: {"cannot": True}, False: {"melds": "R1 R2 R3"}}


@dataclass
class Kept:
    """An answer: what was said ("it cannot be opened", or melds that do not), and the verdict."""

    cannot: bool
    correct: bool | None = None


@dataclass
class Try:
    """What should be true of one work."""

    answers: dict[int, Kept] = field(default_factory=dict)
    kept_at: int | None = None
    submitted_at: int | None = None
    late: bool = False


@dataclass
class Times:
    """When an assignment ends for somebody."""

    due: int | None
    late: int | None = None
    tries: int = TRIES

    def is_late(self, moment: int) -> bool:
        return self.due is not None and moment > self.due + GRACE

    def is_over(self, moment: int) -> bool:
        return self.is_late(moment) and (self.late is None or moment > self.late)


@dataclass
class Cast:
    """What every life begins with."""

    world: World
    assignment: Assignment
    begun: dt.datetime
    asked: list[Puzzle]
    closed: list[bool]  # by place: does "it cannot be opened" hold?


class Life(RuleBasedStateMachine):
    """One assignment from its opening on."""

    cast: ClassVar[Cast]

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.savepoint()
        self.now = 0
        self.whole = Times(120, 240)
        self.given: dict[int, Times] = {}  # what extensions say
        self.withdrawn = self.at_once = False
        self.tries: list[list[Try]] = [[] for _ in range(PUPILS)]
        self.seen: list[tuple[Kept, bool]] | None = None  # by a look: answers, and verdicts now
        self.look_row: regrading.Regrading | None = None
        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(clock, "now", lambda: self._moment(self.now))

    def teardown(self) -> None:
        self._patch.undo()
        transaction.savepoint_rollback(self.savepoint)

    @initialize(at_once=booleans())
    def settle(self, at_once: bool) -> None:
        """Results are shown after each puzzle, or after handing in."""
        self.at_once = at_once
        if at_once:
            self._change(feedback=Assignment.Feedback.AT_ONCE)

    # --- the clock, the sweep, the teacher --------------------------------------------------------

    @rule(minutes=sampled_from([1, 5, 30, 60]))
    def wait(self, minutes: int) -> None:
        self.now += minutes

    @rule()
    def sweep(self) -> None:
        closing.ensure_due()
        for pupil in range(PUPILS):
            under_way = self._under_way(pupil)
            if under_way is not None and self._times(pupil).is_over(self.now):
                self._close(pupil, under_way)

    @rule()
    def withdraw(self) -> None:
        services.withdraw(self.cast.assignment, actor=self.cast.world.teacher)
        self.withdrawn = True

    @rule()
    def put_back(self) -> None:
        services.put_back(self.cast.assignment, actor=self.cast.world.teacher)
        self.withdrawn = False

    @rule(due=ends, late=ends)
    def move(self, due: int | None, late: int | None) -> None:
        wrong = late is not None and (due is None or late < due)
        with refused(errors.TimesContradict if wrong else None):
            self._change(due_at=self._moment(due), late_until=self._moment(late))
        if not wrong:
            self.whole = Times(due, late)

    @rule(pupil=pupils, due=ends, late=ends, tries=none() | sampled_from([1, 3]))
    def extend(self, pupil: int, due: int | None, late: int | None, tries: int | None) -> None:
        wrong = self.whole.due is None and (due is not None or late is not None)
        fields = {"due_at": self._moment(due), "late_until": self._moment(late), "tries": tries}
        with refused(errors.TimesContradict if wrong else None):
            member = self.cast.world.pupils[pupil].pk
            services.extend(self.cast.assignment, member, fields, actor=self.cast.world.teacher)
        if not wrong:
            self.given[pupil] = Times(due, late, tries or 0)

    @rule(place=places)
    def look(self, place: int) -> None:
        """Look what an engine would change that judges one puzzle the other way."""
        real, other = regrading.judge, self.cast.asked[place].pk

        def judge(puzzle: Puzzle, **given: Any) -> Any:
            found = real(puzzle, **given)
            return replace(found, correct=found.correct != (puzzle.pk == other))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(regrading, "judge", judge)
            actor = self.cast.world.teacher
            self.look_row = regrading.look(self.cast.assignment, actor=actor)
            drain_jobs()
        self.seen = [
            (kept, self._right(at, kept) != (at == place))
            for mine in self.tries
            for work in mine
            if work.submitted_at is not None
            for at, kept in work.answers.items()
        ]
        self.seen = [(kept, now) for kept, now in self.seen if now != kept.correct]

    @precondition(lambda self: self.seen is not None)
    @rule(never_lower=booleans())
    def apply(self, never_lower: bool) -> None:
        assert self.look_row is not None
        assert self.seen is not None
        wanted = [(kept, now) for kept, now in self.seen if now or not never_lower]
        actor = self.cast.world.teacher
        assert regrading.apply(self.look_row, actor=actor, never_lower=never_lower) == len(wanted)
        for kept, now in wanted:
            kept.correct = now
        self.seen = None

    # --- a pupil ----------------------------------------------------------------------------------

    @rule(pupil=pupils)
    def begin(self, pupil: int) -> None:
        times, mine = self._times(pupil), self.tries[pupil]
        refusal: type[Exception] | None = None
        if self.withdrawn or self.now < OPENS:
            refusal = errors.AssignmentGone
        elif times.is_over(self.now):
            refusal = errors.Closed
        elif self._under_way(pupil) is None and len(mine) >= times.tries:
            refusal = errors.NoTryLeft
        with refused(refusal):
            made = working.begin(self.cast.assignment, self.cast.world.pupils[pupil])
        if refusal is None:
            if self._under_way(pupil) is None:
                mine.append(Try())
            assert made == self._row(pupil)

    @precondition(lambda self: any(self.tries))
    @rule(pupil=pupils, place=places, cannot=booleans())
    def keep(self, pupil: int, place: int, cannot: bool) -> None:
        if not self.tries[pupil]:
            return
        work = self.tries[pupil][-1]
        refusal: type[Exception] | None = None
        if work.submitted_at is not None:
            refusal = errors.HandedIn
        elif self._times(pupil).is_over(self.now):
            refusal = errors.Closed
        elif self.at_once and place in work.answers:
            refusal = errors.AnsweredAlready
        item = self.cast.assignment.puzzle_set.items.select_related("puzzle").get(index=place)
        with refused(refusal):
            working.keep(self._row(pupil), item, ANSWERS[cannot])
        if refusal is None:
            work.answers[place], work.kept_at = Kept(cannot), self.now
            if self.at_once:
                self._judge(place, work.answers[place])

    @precondition(lambda self: any(self.tries))
    @rule(pupil=pupils)
    def hand_in(self, pupil: int) -> None:
        if not self.tries[pupil]:
            return
        work, row = self.tries[pupil][-1], self._row(pupil)
        over = self._times(pupil).is_over(self.now)
        nothing = work.submitted_at is None and over and work.kept_at is None
        with refused(errors.Closed if nothing else None):
            working.hand_in(row)
        if work.submitted_at is not None or nothing:
            return
        if over:
            self._close(pupil, work)
        else:
            self._submit(pupil, work, self.now)

    # --- what always holds ------------------------------------------------------------------------

    @invariant()
    def every_work_is_that_of_the_model(self) -> None:
        """And each that is handed in has its grade, which is what was right."""
        rows = Work.objects.filter(assignment=self.cast.assignment).order_by("try_no")
        of_pupil: dict[uuid.UUID, list[Work]] = {one.pk: [] for one in self.cast.world.pupils}
        for row in rows.prefetch_related("answers"):
            of_pupil[row.member_id].append(row)
        for member, mine in zip(self.cast.world.pupils, self.tries, strict=True):
            found = of_pupil[member.pk]
            assert [row.try_no for row in found] == list(range(1, len(mine) + 1))
            for row, work in zip(found, mine, strict=True):
                assert row.submitted_at == self._moment(work.submitted_at)
                assert row.late == work.late
                answers = {one.index: one for one in row.answers.all()}
                assert {at: one.correct for at, one in answers.items()} == {
                    at: kept.correct for at, kept in work.answers.items()
                }
                for at, kept in work.answers.items():
                    assert ("cannot" in (answers[at].answer or {})) == kept.cannot
                graded = work.submitted_at is not None
                right = sum(kept.correct is True for kept in work.answers.values())
                assert (row.points, row.out_of) == ((right, PUZZLES) if graded else (None, None))

    @invariant()
    def a_pupil_is_told_what_may_be_done(self) -> None:
        for pupil, member in enumerate(self.cast.world.pupils):
            told = working.now_of(self._assignment(), member)
            used = sum(work.submitted_at is not None for work in self.tries[pupil])
            assert told.used == used
            times, waits = self._times(pupil), self._under_way(pupil) is not None
            open_ = self.now >= OPENS and not times.is_over(self.now)
            assert told.may_begin == (open_ and not waits and used < times.tries)

    # --- helpers ----------------------------------------------------------------------------------

    def _moment(self, minutes: int | None) -> Any:
        return None if minutes is None else self.cast.begun + dt.timedelta(minutes=minutes)

    def _assignment(self) -> Assignment:
        return Assignment.objects.get(pk=self.cast.assignment.pk)

    def _change(self, **fields: Any) -> None:
        services.change(self.cast.assignment, fields, actor=self.cast.world.teacher)

    def _times(self, pupil: int) -> Times:
        """An extension only gives: later ends, more tries."""
        whole, own = self.whole, self.given.get(pupil, Times(None, None, 0))
        tries = max(whole.tries, own.tries)
        if whole.due is None:
            return Times(None, None, tries)
        due = max(whole.due, own.due or 0)
        late = max(whole.late or 0, own.late or 0)
        return Times(due, late if late >= due else None, tries)

    def _row(self, pupil: int) -> Work:
        rows = Work.objects.filter(member=self.cast.world.pupils[pupil])
        found: Work = rows.order_by("try_no").last()  # type: ignore[assignment]
        return found

    def _under_way(self, pupil: int) -> Try | None:
        return next((work for work in self.tries[pupil] if work.submitted_at is None), None)

    def _close(self, pupil: int, work: Try) -> None:
        """What was kept counts, as of when it was kept; a try without an answer stays open."""
        if work.kept_at is not None:
            self._submit(pupil, work, work.kept_at)

    def _submit(self, pupil: int, work: Try, moment: int) -> None:
        work.submitted_at, work.late = moment, self._times(pupil).is_late(moment)
        for place, kept in work.answers.items():
            if kept.correct is None:
                self._judge(place, kept)

    def _right(self, place: int, kept: Kept) -> bool:
        return kept.cannot and self.cast.closed[place]

    def _judge(self, place: int, kept: Kept) -> None:
        kept.correct = self._right(place, kept)


def refused(why: type[Exception] | None) -> AbstractContextManager[Any]:
    """The deed is refused for just this, or not at all; what it had begun is undone."""
    return nullcontext() if why is None else pytest.raises(why)


@pytest.fixture
def cast(db: None) -> Cast:
    """A class and its assignment, which every life finds as it was."""
    begun = clock.now()
    world = make_class(pupils=PUPILS)
    asked = make_puzzles(PUZZLES)
    whole = {"opens_at": OPENS, "due_at": 120, "late_until": 240}
    times: dict[str, Any] = {name: begun + dt.timedelta(minutes=at) for name, at in whole.items()}
    assignment = make_assignment(world, count=PUZZLES, tries=TRIES, grace_minutes=GRACE, **times)
    closed = [not opens(puzzle) for puzzle in asked]
    assert any(closed), "no answer could be right"
    Life.cast = Cast(world, assignment, begun, asked, closed)
    return Life.cast


@pytest.mark.postgres
@pytest.mark.usefixtures("cast")
def test_any_life_of_class_work_is_as_its_model_says() -> None:
    run_state_machine_as_test(
        Life,
        settings=settings(
            max_examples=LIVES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=not LONG,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize("end", ["sweep", "hand_in"])
@pytest.mark.parametrize(("due", "late"), [(120, None), (60, 120), (60, None)])
def test_what_was_kept_late_is_late_when_the_time_is_cut_short(
    due: int, late: int | None, end: str
) -> None:
    """A life that is seldom drawn."""
    life = Life()
    try:
        life.settle(at_once=False)
        life.wait(150)
        life.begin(0)
        life.keep(0, 0, cannot=True)
        life.move(due, late)
        life.sweep() if end == "sweep" else life.hand_in(0)
        life.every_work_is_that_of_the_model()
        assert life.tries[0][0].late
    finally:
        life.teardown()
