"""Any order of deeds in a class leaves the works and attempts that a plain model says.

With `ISTAKA_LONG=1` five thousand lives of fifty steps.
"""

from __future__ import annotations

import datetime as dt
import os
import uuid
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)
from hypothesis.strategies import booleans, integers, sampled_from

from accounts import clock
from classrooms.assignments import errors, services, working
from classrooms.assignments.models import Assignment, Work
from classrooms.people import members
from jobs.drain import drain_jobs
from puzzles import attempts
from puzzles.models import Attempt, Puzzle
from tests.classrooms.world import World, make_assignment, make_class, make_puzzles
from tests.puzzles.conftest import opens

LONG = os.environ.get("ISTAKA_LONG") == "1"
EXAMPLES, STEPS = (5_000, 50) if LONG else (25, 30)
PUPILS, PUZZLES, TRIES = 2, 3, 2
OPENS, DUE, GRACE, LATE = 10, 100, 10, 200  # minutes from the beginning of a life
pupils = integers(min_value=0, max_value=PUPILS - 1)
places = integers(min_value=0, max_value=PUZZLES - 1)


@dataclass
class Try:
    """What should be true of one work."""

    answers: dict[int, bool] = field(default_factory=dict)  # place: is what was kept right?
    kept_at: float = 0.0
    submitted: bool = False
    late: bool = False


@dataclass
class Cast:
    """What every life begins with."""

    world: World
    assignment: Assignment
    begun: dt.datetime
    right: dict[int, bool]  # place: "cannot open" is right
    practice: Puzzle


class Life(RuleBasedStateMachine):
    """Two pupils, a teacher and a clock."""

    cast: ClassVar[Cast]

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.savepoint()
        self.now = 0.0
        self.inside = [True] * PUPILS
        self.withdrawn = False
        self.tries: list[list[Try]] = [[] for _ in range(PUPILS)]
        self.first: dict[int, bool] = {}  # pupil: the first answer in practice
        self.keys: dict[int, uuid.UUID] = {}
        self._patch = pytest.MonkeyPatch()
        begun = self.cast.begun
        self._patch.setattr(clock, "now", lambda: begun + dt.timedelta(minutes=self.now))

    def teardown(self) -> None:
        self._patch.undo()
        transaction.savepoint_rollback(self.savepoint)

    # --- the clock and the teacher ----------------------------------------------------------------

    @rule(minutes=sampled_from([1, 5, 30, 60]))
    def wait(self, minutes: int) -> None:
        self.now += minutes

    @rule()
    def withdraw(self) -> None:
        services.withdraw(self.cast.assignment, actor=self.cast.world.teacher)
        self.withdrawn = True

    @rule()
    def put_back(self) -> None:
        services.put_back(self.cast.assignment, actor=self.cast.world.teacher)
        self.withdrawn = False

    @rule(pupil=pupils)
    def take_out(self, pupil: int) -> None:
        self._people(members.remove_member, pupil)
        self.inside[pupil] = False

    @rule(pupil=pupils)
    def bring_back(self, pupil: int) -> None:
        self._people(members.restore_pupil, pupil)
        self.inside[pupil] = True

    @rule()
    def work_off(self) -> None:
        drain_jobs()

    # --- a pupil ----------------------------------------------------------------------------------

    @rule(pupil=pupils)
    def begin(self, pupil: int) -> None:
        mine = self.tries[pupil]
        there = self.inside[pupil] and not self.withdrawn and self.now >= OPENS
        if not there:
            with pytest.raises(errors.AssignmentGone):
                working.begin(self.cast.assignment, self._member(pupil))
        elif self.now > LATE:
            with pytest.raises(errors.Closed):
                working.begin(self.cast.assignment, self._member(pupil))
        elif mine and not mine[-1].submitted:
            assert working.begin(self.cast.assignment, self._member(pupil)) == self._row(pupil)
        elif len(mine) == TRIES:
            with pytest.raises(errors.NoTryLeft):
                working.begin(self.cast.assignment, self._member(pupil))
        else:
            working.begin(self.cast.assignment, self._member(pupil))
            mine.append(Try())

    @rule(pupil=pupils, place=places, cannot=booleans())
    def keep(self, pupil: int, place: int, cannot: bool) -> None:
        if not self.tries[pupil]:
            return
        model, row = self.tries[pupil][-1], self._row(pupil)
        item = self.cast.assignment.puzzle_set.items.select_related("puzzle").get(index=place)
        raw: dict[str, Any] = {"cannot": True} if cannot else {"melds": "R1 R2 R3"}
        if model.submitted:
            with pytest.raises(errors.HandedIn):
                working.keep(row, item, raw)
        elif self.now > LATE:
            with pytest.raises(errors.Closed):
                working.keep(row, item, raw)
        else:
            working.keep(row, item, raw)
            model.answers[place] = cannot and self.cast.right[place]
            model.kept_at = self.now

    @rule(pupil=pupils)
    def hand_in(self, pupil: int) -> None:
        if not self.tries[pupil]:
            return
        model, row = self.tries[pupil][-1], self._row(pupil)
        if not model.submitted and self.now > LATE and not model.answers:
            with pytest.raises(errors.Closed):
                working.hand_in(row)
            return
        working.hand_in(row)
        if not model.submitted:
            moment = model.kept_at if self.now > LATE else self.now
            model.submitted, model.late = True, moment > DUE + GRACE

    @rule(pupil=pupils, again=booleans(), cannot=booleans())
    def practise(self, pupil: int, again: bool, cannot: bool) -> None:
        """One puzzle of the pool: the first answer is the one that counts, whatever comes after."""
        if not again or pupil not in self.keys:
            self.keys[pupil] = uuid.uuid4()
        outcome = attempts.answer(
            player=self.cast.world.pupils[pupil].player,
            puzzle=self.cast.practice,
            place=attempts.Place("practice"),
            raw={"cannot": True} if cannot or again else {"melds": "R1 R2 R3"},
            key=self.keys[pupil],
        )
        right = not opens(self.cast.practice)
        self.first.setdefault(pupil, bool((cannot or again) and right))
        assert outcome.attempt.correct == self.first[pupil]

    # --- what always holds ------------------------------------------------------------------------

    @invariant()
    def the_works_are_those_of_the_model(self) -> None:
        """And a grade is what was right, and stands only on what was handed in."""
        rows = Work.objects.filter(assignment=self.cast.assignment).order_by("try_no")
        of_pupil: dict[uuid.UUID, list[Work]] = {one.pk: [] for one in self.cast.world.pupils}
        for row in rows.prefetch_related("answers"):
            of_pupil[row.member_id].append(row)
        for member, tries in zip(self.cast.world.pupils, self.tries, strict=True):
            mine = of_pupil[member.pk]
            assert [row.try_no for row in mine] == list(range(1, len(tries) + 1))
            for row, model in zip(mine, tries, strict=True):
                assert (row.submitted_at is not None) == model.submitted
                assert row.late == model.late
                assert {one.index for one in row.answers.all()} == set(model.answers)
                assert row.graded_at is None or model.submitted
                if row.graded_at is not None:
                    assert row.points == sum(model.answers.values())
                    assert row.out_of == PUZZLES

    @invariant()
    def every_answer_in_practice_stands_once(self) -> None:
        rows = Attempt.objects.answered().filter(puzzle=self.cast.practice)
        assert rows.count() == len(self.first)

    # --- helpers ----------------------------------------------------------------------------------

    def _people(self, deed: Any, pupil: int) -> None:
        world = self.cast.world
        deed(classroom=world.classroom, member_id=world.pupils[pupil].pk, actor=world.teacher)

    def _member(self, pupil: int) -> Any:
        member = self.cast.world.pupils[pupil]
        member.refresh_from_db()
        return member

    def _works(self, pupil: int) -> Any:
        return Work.objects.filter(member=self.cast.world.pupils[pupil]).order_by("try_no")

    def _row(self, pupil: int) -> Work:
        found: Work = self._works(pupil).last()
        return found


@pytest.mark.postgres
@pytest.mark.django_db
def test_any_life_in_a_class_is_as_its_model_says() -> None:
    begun = clock.now()
    world = make_class(pupils=PUPILS)
    *asked, practice = make_puzzles(PUZZLES + 1)

    def at(minutes: int) -> dt.datetime:
        return begun + dt.timedelta(minutes=minutes)

    assignment = make_assignment(
        world,
        count=PUZZLES,
        tries=TRIES,
        grace_minutes=GRACE,
        opens_at=at(OPENS),
        due_at=at(DUE),
        late_until=at(LATE),
    )
    right = {index: not opens(puzzle) for index, puzzle in enumerate(asked)}
    Life.cast = Cast(world, assignment, begun, right, practice)
    run_state_machine_as_test(
        Life,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=not LONG,
            suppress_health_check=list(HealthCheck),
        ),
    )
