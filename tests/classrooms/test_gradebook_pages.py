"""Pages of the gradebook: what they show, to whom, and with how many queries."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from classrooms.assignments.models import Assignment, Extension, Recipient, Work
from classrooms.gradebook import paging
from classrooms.gradebook.models import Note
from classrooms.grading import services
from classrooms.people.models import Member
from tests.classrooms.test_grading_works import handed_in
from tests.classrooms.world import World, make_assignment, make_class, make_work

pytestmark = pytest.mark.django_db
MOST_QUERIES = 15


@pytest.fixture
def teacher(world: World) -> Client:
    return world.client(world.teacher)


def page(client: Client, name: str, *args: Any, query: str = "") -> str:
    response = client.get(reverse(name, args=args) + query)
    assert response.status_code == 200, f"{name}: {response.status_code}"
    return response.content.decode()


def test_the_grid_says_in_words_who_is_late_missing_or_excused(
    world: World, teacher: Client
) -> None:
    over = clock.now() - dt.timedelta(hours=1)
    assignment = make_assignment(
        world, due_at=over - dt.timedelta(days=1), late_until=over, opens_at=None
    )
    late, excused, _missing = world.pupils
    Member.objects.filter(pk__in=[one.pk for one in world.pupils]).update(
        joined_at=over - dt.timedelta(days=30)
    )
    make_work(assignment, late, correct=[True, False, None], late=True, submitted_at=over)
    Extension.objects.create(assignment=assignment, member=excused, excused=True)
    shown = page(teacher, "gradebook", world.classroom.pk)
    assert "1 of 3, late" in shown
    assert shown.count('data-has="excused"') == 1
    assert shown.count('data-has="missing"') == 1
    # the deactivated pupil came when it was over, and misses nothing
    assert shown.count('data-has="not-meant"') == 1
    assert "Aylin Realname" in shown
    # 1 of 3, and nothing of 3 for who missed it; who is excused counts nowhere
    assert "16.7%" in shown


def test_only_those_an_assignment_is_for_have_something_in_it(
    world: World, teacher: Client
) -> None:
    assignment = make_assignment(world, everyone=False)
    Recipient.objects.create(assignment=assignment, member=world.pupils[0])
    shown = page(teacher, "gradebook", world.classroom.pk)
    assert shown.count('data-has="open"') == 1
    assert shown.count('data-has="not-meant"') == 3  # the deactivated pupil is in the class, too


def test_drafts_and_what_was_withdrawn_have_no_column(world: World, teacher: Client) -> None:
    make_assignment(world, frozen=False, title="A draft")
    make_assignment(world, title="Taken back", withdrawn_at=clock.now())
    make_assignment(world, title="It stands")
    shown = page(teacher, "gradebook", world.classroom.pk)
    assert "It stands" in shown
    assert "A draft" not in shown
    assert "Taken back" not in shown


def test_who_left_the_class_has_no_line(world: World, teacher: Client) -> None:
    make_assignment(world)
    member = world.pupils[0]
    type(member).objects.filter(pk=member.pk).update(state="left", left_at=clock.now())
    assert "Aylin" not in page(teacher, "gradebook", world.classroom.pk)


def test_the_grid_sorts_by_name_share_and_assignment_both_ways(
    world: World, teacher: Client
) -> None:
    assignment = make_assignment(world)
    for member, right in zip(world.pupils, (1, 3, 2), strict=True):
        make_work(assignment, member, correct=[number < right for number in range(3)])

    def order(sort: str) -> list[str]:
        shown = page(teacher, "gradebook", world.classroom.pk, query=f"?sort={sort}")
        return sorted(("Aylin", "Ben", "Cem"), key=lambda name: shown.index(f"{name} Realname"))

    assert order("name") == ["Aylin", "Ben", "Cem"]
    assert order("-name") == ["Cem", "Ben", "Aylin"]
    assert order("share") == order(str(assignment.pk)) == ["Ben", "Cem", "Aylin"]
    assert order("-share") == order(f"-{assignment.pk}") == ["Aylin", "Cem", "Ben"]
    assert order("nonsense") == order("%00") == ["Aylin", "Ben", "Cem"]


@pytest.mark.parametrize("query", ["?columns=-1", "?columns=99999&rows=x", "?rows=0&columns=²"])
def test_a_page_that_is_not_there_is_the_nearest_one(
    query: str, world: World, teacher: Client
) -> None:
    make_assignment(world)
    assert "Aylin" in page(teacher, "gradebook", world.classroom.pk, query=query)


def large(pupils: int, assignments: int) -> World:
    """A class in which everybody has handed everything in."""
    world = make_class(pupils=pupils)
    first = make_assignment(world)
    works = []
    for number in range(assignments):
        one = make_assignment(world, title=f"No {number}") if number else first
        works += [
            Work(
                assignment=one,
                member=member,
                submitted_at=clock.now(),
                graded_at=clock.now(),
                points=number % 4,
                out_of=3,
            )
            for member in world.pupils
        ]
    Work.objects.bulk_create(works)
    return world


def queries(client: Client, path: str) -> int:
    client.get(path)  # what a process reads once is not counted
    with CaptureQueriesContext(connection) as caught:
        assert client.get(path).status_code == 200
    return len(caught)


def test_the_grid_of_two_hundred_pupils_and_sixty_assignments_takes_as_few_queries_as_a_small_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts = {}
    for pupils, assignments in ((3, 2), (200, 60)):
        world = large(pupils, assignments)
        client = world.client(world.teacher)
        for name in ("gradebook", "gradebook-csv"):
            path = reverse(name, args=[world.classroom.pk])
            counts[name, pupils] = queries(client, path)
        api = reverse("api-gradebook", args=[world.classroom.pk])
        counts["api", pupils] = queries(client, api)
        shown = page(client, "gradebook", world.classroom.pk)
        assert shown.count('scope="row"') == min(pupils + 1, paging.ROWS) + 1
        assert shown.count('scope="col"') == min(assignments, paging.COLUMNS) + 2
    assert max(counts.values()) <= MOST_QUERIES
    for name in ("gradebook", "gradebook-csv", "api"):
        assert counts[name, 200] == counts[name, 3]


def test_a_pupils_page_leads_to_every_try_and_says_which_counts(
    world: World, teacher: Client
) -> None:
    assignment = make_assignment(world, tries=2)
    member = world.pupils[0]
    first = make_work(assignment, member, correct=[True, True, False])
    second = make_work(assignment, member, correct=[True, False, False], try_no=2)
    shown = page(teacher, "gradebook-pupil", world.classroom.pk, member.pk)
    for work in (first, second):
        assert reverse("gradebook-work", args=[world.classroom.pk, work.pk]) in shown
    assert shown.count("is-accent") == 1
    assert "66.7%" in shown
    assert "Ben" not in shown.replace("Benutzer", "")


@pytest.mark.parametrize("name", ["gradebook-pupil", "gradebook-report"])
def test_a_pupils_page_takes_as_many_queries_for_one_assignment_as_for_twenty(
    name: str, world: World, teacher: Client
) -> None:
    counts = []
    for number in range(20):
        assignment = make_assignment(world, title=f"No {number}")
        make_work(assignment, world.pupils[0], correct=[True, False, None])
        if number in (0, 19):
            path = reverse(name, args=[world.classroom.pk, world.pupils[0].pk])
            counts.append(queries(teacher, path))
    assert counts[0] == counts[1] <= MOST_QUERIES


def real_work(world: World, right: str = "+-.", **fields: Any) -> tuple[Assignment, Work]:
    assignment = make_assignment(world, **fields)
    work = handed_in(assignment, world.pupils[0], right)
    services.grade(work)
    return assignment, work


def test_a_work_shows_each_puzzle_by_its_number_in_the_set(world: World, teacher: Client) -> None:
    _assignment, work = real_work(world)
    shown = page(teacher, "gradebook-work", world.classroom.pk, work.pk)
    assert "1 of 3 right" in shown
    assert "left out" in shown
    for number in (1, 2):
        assert reverse("gradebook-answer", args=[world.classroom.pk, work.pk, number]) in shown
    path = reverse("gradebook-work", args=[world.classroom.pk, work.pk])
    assert queries(teacher, path) <= MOST_QUERIES


def test_an_answer_is_shown_as_it_was_laid_with_its_verdict(world: World, teacher: Client) -> None:
    _assignment, work = real_work(world, "++-")
    for number in (1, 2, 3):
        path = reverse("gradebook-answer", args=[world.classroom.pk, work.pk, number])
        response = teacher.get(path)
        assert response.status_code == 200
        shown = response.content.decode()
        assert "verdict-line" in shown
        assert ("is-right" in shown) == (number < 3)
        assert queries(teacher, path) <= MOST_QUERIES
    for number in (0, 4, 999):
        path = reverse("gradebook-answer", args=[world.classroom.pk, work.pk, number])
        assert teacher.get(path).status_code == 404


def test_with_variants_the_board_is_the_pupils_and_is_labelled_and_the_number_is_the_sets(
    world: World, teacher: Client
) -> None:
    assignment = make_assignment(world, variants=True)
    member = world.pupils[0]
    work = Work.objects.create(assignment=assignment, member=member, submitted_at=clock.now())
    for index in range(3):
        work.answers.create(index=index, answer={"cannot": True})
    services.grade(work)
    seen = dict(work.answers.values_list("index", "attempt__colours"))
    changed = [index for index, colours in seen.items() if colours != "RYBK"]
    assert changed  # the world's keys are random, but 24 permutations to the third are many
    for index in range(3):
        shown = page(teacher, "gradebook-answer", world.classroom.pk, work.pk, index + 1)
        assert ("in colours of their own" in shown) == (index in changed)
        assert f"Puzzle {index + 1} of the assignment" in shown


def test_an_answer_on_paper_is_shown_as_it_was_kept(world: World, teacher: Client) -> None:
    assignment = make_assignment(world)
    work = handed_in(assignment, world.pupils[0], "+-.", source=Work.Source.PAPER)
    work.answers.create(index=2, correct=True)
    services.grade(work)
    shown = page(teacher, "gradebook-work", world.classroom.pk, work.pk)
    assert "on paper" in shown
    assert "verdict-line" in page(teacher, "gradebook-answer", world.classroom.pk, work.pk, 1)
    path = reverse("gradebook-answer", args=[world.classroom.pk, work.pk, 3])
    assert path not in shown
    assert teacher.get(path).status_code == 404


def test_a_work_under_way_is_nobodys_to_look_into(world: World, teacher: Client) -> None:
    work = make_work(make_assignment(world), world.pupils[0])
    path = reverse("gradebook-work", args=[world.classroom.pk, work.pk])
    assert teacher.get(path).status_code == 404


def test_a_note_is_written_once_read_by_teachers_and_deleted(world: World, teacher: Client) -> None:
    assignment = make_assignment(world)
    member, key = world.pupils[0], uuid.uuid4()
    path = reverse("gradebook-notes", args=[world.classroom.pk, member.pk])
    data = {"text": "Counts <pairs> twice", "assignment": str(assignment.pk), "key": str(key)}
    for _ in range(2):
        assert teacher.post(path, data).status_code == 303
    note = Note.objects.get()
    assert (note.member, note.assignment, note.author) == (member, assignment, world.teacher)
    shown = page(world.client(world.coteacher), "gradebook-pupil", world.classroom.pk, member.pk)
    assert "Counts &lt;pairs&gt; twice" in shown
    gone = reverse("gradebook-note-delete", args=[world.classroom.pk, note.pk])
    assert world.client(world.otherteacher).post(gone).status_code == 404
    assert world.client(member.player).post(gone).status_code == 404
    assert world.client(world.coteacher).post(gone).status_code == 303
    assert not Note.objects.exists()


@pytest.mark.parametrize("text", ["", "   ", "x" * 1_001])
def test_a_note_that_cannot_be_kept_says_so_and_keeps_what_was_written(
    text: str, world: World, teacher: Client
) -> None:
    path = reverse("gradebook-notes", args=[world.classroom.pk, world.pupils[0].pk])
    response = teacher.post(path, {"text": text, "key": str(uuid.uuid4())})
    assert response.status_code == 422
    assert not Note.objects.exists()
    if text.strip():
        assert text in response.content.decode()


def test_in_an_archived_class_the_gradebook_is_read_and_nothing_is_written(
    world: World, teacher: Client
) -> None:
    _assignment, work = real_work(world)
    type(world.classroom).objects.update(archived_at=clock.now())
    room, member = world.classroom.pk, world.pupils[0].pk
    for name, *args in (
        ("gradebook", room),
        ("gradebook-pupil", room, member),
        ("gradebook-work", room, work.pk),
        ("gradebook-misses", room),
    ):
        page(teacher, name, *args)
    key = str(uuid.uuid4())
    for name, args, data in (
        ("gradebook-notes", [room, member], {"text": "x", "key": key}),
        ("gradebook-misses", [room], {"key": key}),
        ("assignment-put-back", [room, work.assignment_id], {}),
        ("assignment-look", [room, work.assignment_id], {}),
    ):
        response = teacher.post(reverse(name, args=args), data)
        assert response.status_code == 409, name
        assert "archived" in response.content.decode()
