"""Grading again after a change of the engine: looked at first, applied once, with a trail."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from django.urls import reverse

import okey
from classrooms.assignments.models import Assignment, Work
from classrooms.grading import regrading, services, sweeper
from classrooms.grading.errors import EngineChanged, NotLookedAt
from classrooms.grading.models import GradeChange, Regrading
from classrooms.grading.summary import summary
from classrooms.people.errors import Archived, ClassGone
from classrooms.people.models import AuditEntry
from jobs.drain import drain_jobs
from jobs.models import Job
from puzzles.kinds.can_open import CanOpen
from puzzles.models import Attempt
from tests.classrooms.test_grading_works import fresh, handed_in
from tests.classrooms.world import World, make_assignment

pytestmark = pytest.mark.django_db


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the engine judge the answers to some puzzles the other way round from now on."""

    def fix(assignment: Assignment, *indices: int) -> None:
        items = assignment.puzzle_set.items.filter(index__in=indices).select_related("puzzle")
        seeds = [one.puzzle.position["hand"] for one in items]
        check = CanOpen.check

        def checks(self: CanOpen, exercise: Any, text: str, rules: Any) -> Any:
            outcome = check(self, exercise, text, rules)
            if sorted(map(str, exercise.hand.tiles)) not in [sorted(one) for one in seeds]:
                return outcome
            return dataclasses.replace(outcome, correct=not outcome.correct)

        monkeypatch.setattr(CanOpen, "check", checks)

    return fix


def three_works(world: World) -> tuple[Assignment, list[Work]]:
    assignment = make_assignment(world)
    works = [
        handed_in(assignment, member, right)
        for member, right in zip(world.pupils, ("++-", "+--", "-.+"), strict=True)
    ]
    for work in works:
        services.grade(work)
    return assignment, works


def looked_at(assignment: Assignment, world: World) -> Regrading:
    row = regrading.look(assignment, actor=world.teacher)
    drain_jobs()
    return Regrading.objects.get(pk=row.pk)


def points(works: list[Work]) -> list[int | None]:
    return [fresh(work).points for work in works]


def test_an_engine_that_judges_as_before_changes_nothing(world: World) -> None:
    assignment, works = three_works(world)
    row = looked_at(assignment, world)
    assert (row.looked, row.total, row.unread) == (8, 8, 0)
    found = summary(row, never_lower=False)
    assert (found.rise, found.fall, found.works) == (0, 0, ())
    assert regrading.apply(row, actor=world.teacher, never_lower=False) == 0
    assert points(works) == [2, 1, 1]


def test_a_look_says_whose_grade_rises_and_falls_at_which_puzzle_and_changes_none(
    world: World, fixed: Any
) -> None:
    assignment, works = three_works(world)
    before = Attempt.objects.order_by("pk").values_list("pk", "correct", "verdict")
    kept = list(before)
    fixed(assignment, 0)
    row = looked_at(assignment, world)
    found = summary(row, never_lower=False)
    assert (found.rise, found.fall) == (1, 2)
    assert {
        one.member.nickname: (one.before, one.after, [(p.number, p.rises) for p in one.puzzles])
        for one in found.works
    } == {
        "Aylin": (2, 1, [(1, False)]),
        "Ben": (1, 0, [(1, False)]),
        "Cem": (1, 2, [(1, True)]),
    }
    assert points(works) == [2, 1, 1]
    assert list(before.all()) == kept


def test_applied_points_verdicts_versions_and_the_trail_agree(world: World, fixed: Any) -> None:
    assignment, works = three_works(world)
    fixed(assignment, 0)
    row = looked_at(assignment, world)
    assert regrading.apply(row, actor=world.teacher, never_lower=False) == 3
    assert points(works) == [1, 0, 2]
    for work in works:
        answers = work.answers.select_related("attempt")
        assert sum(one.correct is True for one in answers) == fresh(work).points
        assert all(one.attempt and one.attempt.correct == one.correct for one in answers)
    assert GradeChange.objects.exclude(applied_at=None).count() == 3
    line = AuditEntry.objects.get(action="grades.again")
    assert (line.actor, line.values["count"]) == (world.teacher, 3)
    assert line.values["engine"] == okey.__version__


def test_with_never_lower_no_grade_falls(world: World, fixed: Any) -> None:
    assignment, works = three_works(world)
    fixed(assignment, 0)
    row = looked_at(assignment, world)
    found = summary(row, never_lower=True)
    assert (found.rise, found.fall) == (1, 0)
    assert regrading.apply(row, actor=world.teacher, never_lower=True) == 1
    assert points(works) == [2, 1, 2]
    assert GradeChange.objects.filter(applied_at=None).count() == 2


def test_applying_again_changes_nothing_more(world: World, fixed: Any) -> None:
    assignment, works = three_works(world)
    fixed(assignment, 0)
    row = looked_at(assignment, world)
    for _ in range(3):
        assert regrading.apply(row, actor=world.teacher, never_lower=False) == 3
    assert points(works) == [1, 0, 2]
    assert AuditEntry.objects.filter(action="grades.again").count() == 1


def test_answers_on_paper_are_judged_again_too_where_they_were_kept(
    world: World, fixed: Any
) -> None:
    assignment = make_assignment(world)
    work = handed_in(assignment, world.pupils[0], "-+.", source=Work.Source.PAPER)
    work.answers.create(index=2, correct=True)  # only the tick is known
    services.grade(work)
    assert fresh(work).points == 2
    fixed(assignment, 0, 2)
    row = looked_at(assignment, world)
    assert (row.total, row.looked) == (2, 2)
    assert regrading.apply(row, actor=world.teacher, never_lower=False) == 1
    assert fresh(work).points == 3


def test_a_look_in_parts_finds_the_same(
    world: World, fixed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(regrading, "PART", 2)
    assignment, _works = three_works(world)
    fixed(assignment, 0)
    row = looked_at(assignment, world)
    assert (row.looked, row.total) == (8, 8)
    assert row.changes.count() == 3
    assert Job.objects.filter(kind=regrading.JOB).count() == 5


def test_a_part_that_dies_is_done_again_and_notes_nothing_twice(
    world: World, fixed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(regrading, "PART", 3)
    assignment, _works = three_works(world)
    fixed(assignment, 0)
    judged = regrading.judged_now
    seen: list[int] = []

    def dies_once(answer: Any, item: Any) -> Any:
        seen.append(answer.pk)
        if len(seen) == 5:
            raise RuntimeError("killed")
        return judged(answer, item)

    monkeypatch.setattr(regrading, "judged_now", dies_once)
    row = regrading.look(assignment, actor=world.teacher)
    drain_jobs(skip_waits=True)
    row.refresh_from_db()
    assert row.looked == 8
    assert row.changes.count() == 3


def test_a_look_whose_job_is_gone_goes_on_with_the_next_sweep(world: World, fixed: Any) -> None:
    assignment, _works = three_works(world)
    fixed(assignment, 0)
    row = regrading.look(assignment, actor=world.teacher)
    Job.objects.all().delete()
    sweeper.ensure_due()
    drain_jobs()
    row.refresh_from_db()
    assert row.looked_at is not None
    assert row.changes.count() == 3


def test_nothing_is_applied_before_the_look_has_ended_or_after_another_engine_came(
    world: World, fixed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assignment, works = three_works(world)
    fixed(assignment, 0)
    row = regrading.look(assignment, actor=world.teacher)
    with pytest.raises(NotLookedAt):
        regrading.apply(row, actor=world.teacher, never_lower=False)
    drain_jobs()
    monkeypatch.setattr(okey, "__version__", "999.0")
    with pytest.raises(EngineChanged):
        regrading.apply(row, actor=world.teacher, never_lower=False)
    assert points(works) == [2, 1, 1]
    again = regrading.look(assignment, actor=world.teacher)
    assert again.pk != row.pk
    assert Regrading.objects.count() == 1


def test_one_look_at_a_time(world: World) -> None:
    assignment, _works = three_works(world)
    row = regrading.look(assignment, actor=world.teacher)
    assert regrading.look(assignment, actor=world.coteacher) == row
    assert Job.objects.filter(kind=regrading.JOB).count() == 1


def test_an_archived_class_and_a_stranger_change_no_grade(world: World, fixed: Any) -> None:
    assignment, works = three_works(world)
    fixed(assignment, 0)
    row = looked_at(assignment, world)
    with pytest.raises(ClassGone):
        regrading.apply(row, actor=world.otherteacher, never_lower=False)
    type(world.classroom).objects.update(archived_at="2026-01-01T00:00Z")
    with pytest.raises(Archived):
        regrading.apply(row, actor=world.teacher, never_lower=False)
    with pytest.raises(Archived):
        regrading.look(assignment, actor=world.teacher)
    assert points(works) == [2, 1, 1]


def test_an_answer_that_was_changed_since_the_look_stays(world: World, fixed: Any) -> None:
    assignment, works = three_works(world)
    fixed(assignment, 0)
    row = looked_at(assignment, world)
    works[0].answers.filter(index=0).update(correct=False)
    assert regrading.apply(row, actor=world.teacher, never_lower=False) == 2
    assert points(works)[1:] == [0, 2]


def test_the_pages_lead_from_the_look_to_what_was_applied(world: World, fixed: Any) -> None:
    assignment, works = three_works(world)
    fixed(assignment, 0)
    teacher = world.client(world.teacher)
    here = [world.classroom.pk, assignment.pk]
    page = teacher.get(reverse("assignment-grading", args=here)).content.decode()
    assert "Nothing was handed in" not in page
    sent = teacher.post(reverse("assignment-look", args=here))
    assert sent.status_code == 303
    shown = teacher.get(sent["Location"]).content.decode()
    assert 'hx-trigger="every 2s"' in shown
    early = teacher.post(f"{sent['Location']}apply/")
    assert early.status_code == 409
    drain_jobs()
    shown = teacher.get(sent["Location"]).content.decode()
    assert "1 grade rises" in shown
    assert "2 fall" in shown
    assert "hx-trigger" not in shown
    assert teacher.post(f"{sent['Location']}apply/", {"never_lower": "on"}).status_code == 303
    shown = teacher.get(sent["Location"]).content.decode()
    assert "1 grade rose" in shown
    assert "0 fell" in shown
    assert points(works) == [2, 1, 2]
    trail = teacher.get(reverse("class-trail", args=[world.classroom.pk])).content.decode()
    assert "Graded again: 1 answer changed" in trail


def test_the_teachers_button_puts_back_what_was_lost_and_stands_in_the_trail(
    world: World,
) -> None:
    assignment = make_assignment(world)
    work = handed_in(assignment, world.pupils[0], "++-")
    teacher = world.client(world.teacher)
    here = [world.classroom.pk, assignment.pk]
    shown = teacher.get(reverse("assignment-grading", args=here)).content.decode()
    assert "Waiting to be graded" in shown
    assert "Grade them now" in shown
    for _ in range(2):
        assert teacher.post(reverse("assignment-put-back", args=here)).status_code == 303
    assert AuditEntry.objects.filter(action="grades.put-back").count() == 1
    drain_jobs()
    assert fresh(work).points == 2
    shown = teacher.get(reverse("assignment-grading", args=here)).content.decode()
    assert "Grade them now" not in shown
