"""The sums of page and files are those of the scores, in classes made at random."""

from __future__ import annotations

import datetime as dt
import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import clock
from classrooms.assignments.models import Assignment, Extension, Recipient, Work
from classrooms.gradebook import paging
from classrooms.gradebook.book import Gradebook, read
from classrooms.gradebook.sums import sums_of
from classrooms.gradebook.table import ground_of
from classrooms.people.models import Member
from tests.classrooms.adding import counted, sum_of
from tests.classrooms.world import World, make_assignment, make_class

pytestmark = pytest.mark.django_db
HOUR = dt.timedelta(hours=1)


def at_random(seed: int) -> World:
    """A class with every kind of assignment, try, exception and pupil."""
    chance = random.Random(seed)
    now = clock.now()
    world = make_class(pupils=7)
    for number, member in enumerate(world.pupils):
        member.joined_at = now - chance.choice((0.5, 3, 9, 400)) * HOUR
        member.nickname = f"Pupil {number}"
        member.state = chance.choice(("active", "active", "active", "left"))
        member.left_at = now if member.state == "left" else None
        member.save()
    for number in range(9):
        due = chance.choice((None, now - 8 * HOUR, now - 1 * HOUR, now + 5 * HOUR))
        late = due + 2 * HOUR if due is not None and chance.random() < 0.5 else None
        one = make_assignment(
            world,
            count=chance.choice((1, 3)),
            title=f"No {number}",
            due_at=due,
            late_until=late,
            opens_at=now + HOUR if due is None and chance.random() < 0.4 else now - 20 * HOUR,
            grace_minutes=chance.choice((0, 30)),
            counting=chance.choice(("best", "first", "last")),
            tries=3,
            everyone=chance.random() < 0.7,
        )
        for member in world.pupils:
            _make_pair(chance, one, member, now)
    return world


def _make_pair(chance: random.Random, one: Assignment, member: Member, now: dt.datetime) -> None:
    if not one.everyone and chance.random() < 0.5:
        Recipient.objects.create(assignment=one, member=member)
    if chance.random() < 0.2:
        later = now + HOUR if chance.random() < 0.5 else None
        Extension.objects.create(
            assignment=one, member=member, excused=chance.random() < 0.4, due_at=later
        )
    for number in range(1, 1 + chance.choice((0, 0, 1, 1, 1, 2, 3))):
        graded = chance.random() < 0.8
        out_of = chance.choice((3, 4))
        Work.objects.create(
            assignment=one,
            member=member,
            try_no=number,
            submitted_at=now - 2 * HOUR,
            graded_at=now if graded else None,
            points=chance.randrange(out_of + 1) if graded else None,
            out_of=out_of if graded else None,
        )
    if chance.random() < 0.2:
        Work.objects.create(assignment=one, member=member, try_no=9)  # under way


@pytest.mark.parametrize("seed", range(12))
def test_sums_columns_and_every_order_are_those_of_the_scores(seed: int) -> None:
    room = at_random(seed).classroom
    book = read(room)
    ground = ground_of(room, moment=book.moment)
    _adds_up(book)
    sorts = ["name", "share", "nonsense", *(str(one.assignment.pk) for one in book.columns)]
    for sort in [*sorts, *(f"-{one}" for one in sorts)]:
        of_column = sums_of(ground, paging.sorted_by(ground.columns, sort))
        part = paging.part_of(ground, of_column, paging.View(sort))
        rows = paging.ordered(book, sort)
        assert [one.pk for one in part.members] == [row.member.pk for row in rows], sort
        cells = ground.scores(part.members, part.places)
        assert cells == [tuple(row.scores[place] for place in part.places) for row in rows]


@pytest.mark.parametrize("seed", range(6))
def test_sums_of_some_pupils_or_of_some_assignments_are_those_of_their_scores(seed: int) -> None:
    world = at_random(seed)
    some = [one.pk for one in world.pupils[::2]]
    whole = read(world.classroom)
    part = read(
        world.classroom, members=Member.objects.active().filter(pk__in=some), moment=whole.moment
    )
    _adds_up(part)
    assert part.rows == tuple(row for row in whole.rows if row.member.pk in some)
    few = Assignment.objects.filter(pk__in=[one.assignment.pk for one in whole.columns[::2]])
    narrow = read(world.classroom, assignments=few, moment=whole.moment)
    _adds_up(narrow)
    assert narrow.columns == whole.columns[::2]


def _adds_up(book: Gradebook) -> None:
    """Totals and figures of columns are those of the scores, added one after the other."""
    for row in book.rows:
        assert row.total == sum_of(row.scores)
    for place, column in enumerate(book.columns):
        assert column == counted(column, [row.scores[place] for row in book.rows])
    assert book.total == sum_of(score for row in book.rows for score in row.scores)


def test_the_classes_at_random_have_everything_that_a_sum_depends_on() -> None:
    found = [
        score
        for seed in range(12)
        for row in read(at_random(seed).classroom).rows
        for score in row.scores
    ]
    assert {score.has for score in found} >= {
        "done",
        "waiting",
        "missing",
        "open",
        "not-yet",
        "excused",
        "not-meant",
    }
    assert any(score.tries > 1 and score.points is not None for score in found)


def test_a_class_without_pupils_or_assignments_has_no_sums() -> None:
    room = make_class(pupils=0).classroom
    Member.objects.filter(classroom=room, role="pupil").delete()
    sums = sums_of(ground_of(room))
    assert (sums.columns, dict(sums.totals), sums.total.out_of) == ((), {}, 0)


def test_the_sums_are_one_question_to_the_database() -> None:
    ground = ground_of(at_random(1).classroom)
    with CaptureQueriesContext(connection) as asked:
        sums_of(ground)
    assert len(asked) == 1
