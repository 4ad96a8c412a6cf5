"""What teachers do with assignments, and what pupils' works are worth afterwards."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest

from accounts import clock
from classrooms.assignments import closing, errors, making, services, working
from classrooms.assignments.details import Details
from classrooms.assignments.models import Assignment, Work
from classrooms.assignments.timing import Standing
from classrooms.people.errors import Archived, ClassGone
from classrooms.people.models import AuditEntry, Member
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.states import State
from okey.errors import InputError
from puzzles.attempts import Place, answer
from puzzles.errors import KeyReused
from puzzles.models import Attempt, Puzzle, PuzzleSet
from puzzles.store import store_shared
from tests.classrooms.world import World, make_assignment, make_puzzles
from tests.puzzles.conftest import proposals

pytestmark = pytest.mark.django_db


def create(world: World, source: object, **more: object) -> Assignment:
    details = Details(**{"title": "Friday", **more})  # type: ignore[arg-type]
    return making.create(
        world.classroom.pk,
        actor=world.teacher,
        key=uuid.uuid4(),
        details=details,
        source=source,  # type: ignore[arg-type]
    )[0]


def spec(**more: object) -> making.Specification:
    return making.Specification(**{"rules": "101-club", "count": 3, **more})  # type: ignore[arg-type]


def picks(count: int = 3) -> list[making.Pick]:
    return [making.Pick(one) for one in make_puzzles(count)]


def keep(work: Work, index: int = 0) -> None:
    items = work.assignment.puzzle_set.items.select_related("puzzle", "set__assignment")
    working.keep(work, items.get(index=index), {"cannot": True})


# Making


def test_the_same_key_makes_one_assignment_and_another_class_cannot_use_it(world: World) -> None:
    key = uuid.uuid4()
    made = [
        making.create(
            world.classroom.pk,
            actor=world.teacher,
            key=key,
            details=Details("Friday"),
            source=spec(),
        )
        for _ in range(2)
    ]
    assert made[0][0] == made[1][0]
    assert [new for _row, new in made] == [True, False]
    assert PuzzleSet.objects.count() == 1
    with pytest.raises(KeyReused):
        making.create(
            world.otherclass.pk,
            actor=world.otherteacher,
            key=key,
            details=Details("x"),
            source=spec(),
        )


def test_the_job_is_the_teachers_and_the_set_is_nobodys(world: World) -> None:
    row = create(world, spec())
    assert row.puzzle_set.owner is None
    assert row.puzzle_set.job is not None
    assert row.puzzle_set.job.owner == world.teacher
    url = making.result_url(row.puzzle_set.job)
    assert str(row.pk) in url
    drain_jobs()
    assert world.client(world.teacher).get(url).status_code == 200
    assert world.client(world.otherteacher).get(url).status_code == 404


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"count": 0}, "count.set"),
        ({"count": 101}, "count.set"),
        ({"rules": "bridge"}, "rules.unknown"),
        ({"kinds": ("chess",)}, "kind.unknown"),
        ({"theme": "nothing"}, "theme.unknown"),
        ({"difficulty": (2000, 1000)}, "input.field"),
    ],
)
def test_a_specification_that_cannot_be_met_makes_nothing(
    world: World, more: dict[str, object], code: str
) -> None:
    with pytest.raises(InputError) as found:
        create(world, spec(**more))
    assert found.value.code == code
    assert not Assignment.objects.exists()
    assert not Job.objects.exists()


def test_puzzles_that_are_given_stand_in_their_order_each_once(world: World) -> None:
    given = picks()
    row = create(world, [*reversed(given), given[0]])
    stood = list(row.puzzle_set.items.values_list("puzzle", flat=True))
    assert stood == [one.puzzle.pk for one in reversed(given)]
    with pytest.raises(errors.NothingThere):
        create(world, [])
    with pytest.raises(InputError):
        making.picks_by_id([uuid.uuid4()])


def test_only_a_teacher_of_a_class_in_use_changes_anything(world: World) -> None:
    row = make_assignment(world, frozen=False)
    for actor in (world.pupil, world.otherteacher):
        with pytest.raises(ClassGone):
            services.freeze(row, actor=actor)
    world.classroom.archived_at = clock.now()
    world.classroom.save()
    with pytest.raises(Archived):
        services.freeze(row, actor=world.teacher)


# Puzzles


def test_a_swap_brings_another_puzzle_of_the_kind_near_in_difficulty(world: World) -> None:
    store_shared(proposals())
    row = make_assignment(world, frozen=False)
    before = list(row.puzzle_set.items.order_by("index").select_related("puzzle"))
    services.swap(row, 1, actor=world.teacher)
    after = list(row.puzzle_set.items.order_by("index").select_related("puzzle"))
    assert [one.puzzle for one in (after[0], after[2])] == [
        one.puzzle for one in (before[0], before[2])
    ]
    new, old = after[1].puzzle, before[1].puzzle
    assert new.pk not in {one.puzzle_id for one in before}
    assert (new.kind, new.rules) == (old.kind, old.rules)
    others = Puzzle.objects.exclude(pk__in=[one.puzzle_id for one in before])
    nearer = sum(
        abs(one.difficulty - old.difficulty) < abs(new.difficulty - old.difficulty)
        for one in others
    )
    assert nearer < services.NEAREST


def test_where_there_is_no_other_puzzle_more_are_made(world: World) -> None:
    row = make_assignment(world, frozen=False)
    with pytest.raises(errors.NoEquivalent):
        services.swap(row, 0, actor=world.teacher)


def test_once_frozen_no_deed_changes_a_puzzle(world: World) -> None:
    store_shared(proposals())
    row = make_assignment(world, frozen=False)
    services.freeze(row, actor=world.teacher)
    services.freeze(row, actor=world.teacher)  # a second press
    before = list(row.puzzle_set.items.values_list("index", "puzzle", "colours"))
    for deed in (
        lambda: services.swap(row, 0, actor=world.teacher),
        lambda: services.settle_for_fewer(row, actor=world.teacher),
        lambda: services.delete(row, actor=world.teacher),
    ):
        with pytest.raises(errors.IsFrozen):
            deed()
    services.change(row, {"variants": True, "title": "New"}, actor=world.teacher)
    row.refresh_from_db()
    assert (row.variants, row.title) == (False, "New")
    assert list(row.puzzle_set.items.values_list("index", "puzzle", "colours")) == before
    assert AuditEntry.objects.filter(action="assignment.frozen").count() == 1


def test_what_is_there_is_enough_where_the_rest_is_cancelled(world: World) -> None:
    row = create(world, spec(count=5))
    puzzles = make_puzzles(3)
    for index, puzzle in zip((0, 2, 4), puzzles, strict=True):  # two places are empty
        row.puzzle_set.items.create(index=index, puzzle=puzzle)
    with pytest.raises(errors.NotComplete):
        services.freeze(row, actor=world.teacher)
    services.settle_for_fewer(row, actor=world.teacher)
    row.puzzle_set.refresh_from_db()
    assert row.puzzle_set.count == 3
    assert list(row.puzzle_set.items.order_by("index").values_list("index", flat=True)) == [0, 1, 2]
    assert row.puzzle_set.job is not None
    row.puzzle_set.job.refresh_from_db()
    assert row.puzzle_set.job.state == State.CANCELLED
    drain_jobs()
    assert row.puzzle_set.items.count() == 3
    services.freeze(row, actor=world.teacher)


def test_a_draft_is_deleted_with_its_set_and_its_work_is_cancelled(world: World) -> None:
    row = create(world, spec())
    services.delete(row, actor=world.teacher)
    drain_jobs()
    assert not Assignment.objects.exists()
    assert not PuzzleSet.objects.exists()
    assert not Job.objects.unfinished().exists()


# Times


def test_times_change_after_pupils_have_seen_it_and_the_trail_keeps_what_stood(
    world: World,
) -> None:
    row = make_assignment(world)
    assert row.due_at is not None
    old, new = row.due_at, row.due_at + dt.timedelta(days=1)
    services.change(row, {"due_at": new}, actor=world.coteacher)
    row.refresh_from_db()
    assert row.due_at == new
    entry = AuditEntry.objects.get(action="assignment.changed")
    assert entry.values["fields"] == ["due_at"]
    assert entry.values["before"]["due_at"] == old.isoformat()
    with pytest.raises(errors.TimesContradict):
        services.change(row, {"due_at": None, "feedback": "after-due"}, actor=world.teacher)
    with pytest.raises(errors.TimesContradict):
        services.change(row, {"late_until": new - dt.timedelta(1)}, actor=world.teacher)
    services.change(row, {"due_at": new}, actor=world.teacher)
    assert AuditEntry.objects.filter(action="assignment.changed").count() == 1  # nothing changed


def test_an_extension_holds_for_one_pupil_on_page_submit_and_grade_alike(world: World) -> None:
    now = clock.now()
    row = make_assignment(world, due_at=now - dt.timedelta(hours=1))
    ahead = {"due_at": now + dt.timedelta(hours=1), "tries": 2}
    services.extend(row, world.pupils[0].pk, ahead, actor=world.teacher)
    mine, theirs = (working.now_of(row, member) for member in world.pupils[:2])
    assert (mine.standing, theirs.standing) == (Standing.OPEN, Standing.CLOSED)
    work = working.begin(row, world.pupils[0])
    keep(work)
    assert not working.hand_in(work).late
    with pytest.raises(errors.Closed):
        working.begin(row, world.pupils[1])
    working.begin(row, world.pupils[0])
    services.extend(row, world.pupils[0].pk, {}, actor=world.teacher)
    assert not row.extensions.exists()
    with pytest.raises(errors.NotAPupil):
        services.extend(row, world.otherpupil.pk, ahead, actor=world.teacher)


def test_recipients_are_exact_and_works_stay(world: World) -> None:
    row = make_assignment(world)
    work = working.begin(row, world.pupils[0])
    services.set_recipients(row, [world.pupils[1].pk], actor=world.teacher)
    meant = [
        member
        for member in Member.objects.filter(classroom=world.classroom, role="pupil")
        if Assignment.objects.opened().meant_for(member).exists()
    ]
    assert meant == [world.pupils[1]]
    assert Work.objects.filter(pk=work.pk).exists()
    for wrong in ([], [world.otherpupil.pk]):
        with pytest.raises(errors.NotAPupil):
            services.set_recipients(row, wrong, actor=world.teacher)
    services.set_recipients(row, None, actor=world.teacher)
    assert working.begin(row, world.pupils[0]) == work


def test_what_is_withdrawn_is_gone_until_it_is_put_back(world: World) -> None:
    row = make_assignment(world)
    working.begin(row, world.pupils[0])
    services.withdraw(row, actor=world.teacher)
    services.withdraw(row, actor=world.teacher)
    with pytest.raises(errors.AssignmentGone):
        working.begin(row, world.pupils[1])
    assert not Assignment.objects.frozen().exists()
    services.put_back(row, actor=world.teacher)
    working.begin(row, world.pupils[1])
    with pytest.raises(errors.NotFrozen):
        services.withdraw(make_assignment(world, frozen=False), actor=world.teacher)


# Works


def test_what_was_kept_when_the_time_ends_is_handed_in_and_is_not_late(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now()
    row = make_assignment(
        world, due_at=now + dt.timedelta(hours=1), late_until=now + dt.timedelta(hours=2)
    )
    answered, empty = (working.begin(row, member) for member in world.pupils[:2])
    keep(answered)
    monkeypatch.setattr(clock, "now", lambda: now + dt.timedelta(hours=1, minutes=30))
    closing.ensure_due()
    answered.refresh_from_db()
    assert answered.submitted_at is None  # it may still be handed in
    monkeypatch.setattr(clock, "now", lambda: now + dt.timedelta(hours=3))
    closing.ensure_due()
    closing.ensure_due()
    answered.refresh_from_db()
    empty.refresh_from_db()
    assert answered.submitted_at == answered.answers.get().saved_at
    assert not answered.late
    assert answered.out_of == 3
    assert empty.submitted_at is None


def test_a_button_pressed_too_late_hands_in_what_was_kept_in_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = make_assignment(world)
    work, empty = (working.begin(row, member) for member in world.pupils[:2])
    keep(work)
    assert row.due_at is not None
    later = row.due_at + dt.timedelta(minutes=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    with pytest.raises(errors.Closed):
        keep(work, 1)
    handed_in = working.hand_in(work)
    assert handed_in.submitted_at is not None
    assert handed_in.submitted_at < row.due_at
    assert not handed_in.late
    with pytest.raises(errors.Closed):
        working.hand_in(empty)


def test_earlier_work_of_ones_own_is_no_assignment_done(world: World) -> None:
    row = make_assignment(world)
    puzzle = row.puzzle_set.items.get(index=0).puzzle
    Assignment.objects.filter(pk=row.pk).update(frozen_at=None)
    answer(
        player=world.pupil,
        puzzle=puzzle,
        place=Place(Attempt.Context.PRACTICE),
        raw={"cannot": True},
        key=uuid.uuid4(),
    )
    Assignment.objects.filter(pk=row.pk).update(frozen_at=clock.now())
    assert not Work.objects.exists()
    work = working.begin(row, world.pupils[0])
    assert not work.answers.exists()
    working.hand_in(work)
    work.refresh_from_db()
    assert (work.points, work.out_of) == (0, 3)


def test_a_work_in_ones_own_colours_is_graded_in_them(world: World) -> None:
    from classrooms.assignments.variants import colours_of
    from puzzles.kinds.asked import recoloured
    from tests.puzzles.conftest import best_melds, opens

    row = make_assignment(world, count=6, variants=True)
    for member in world.pupils:
        work = working.begin(row, member)
        for item in row.puzzle_set.items.select_related("puzzle", "set__assignment"):
            raw = {"cannot": True}
            if opens(item.puzzle):
                melds = recoloured(best_melds(item.puzzle), colours_of(work, item))
                raw = {"melds": melds}
            working.keep(work, item, raw)
        working.hand_in(work)
        work.refresh_from_db()
        assert work.points == 6
