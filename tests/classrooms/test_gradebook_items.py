"""Figures by puzzle: shares, what parts a class, wrong answers, rules missed; and the review."""

from __future__ import annotations

import datetime as dt
import random
import statistics as exact
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts import clock
from classrooms.assignments.models import Assignment, Work
from classrooms.assignments.variants import colours_of, variant_of
from classrooms.gradebook import misses
from classrooms.gradebook.items import analyse
from classrooms.gradebook.statistics import FEWEST, discrimination, median
from classrooms.grading import services
from puzzles.canonical import permute_text
from puzzles.models import Puzzle
from tests.classrooms.test_grading_works import handed_in
from tests.classrooms.world import World, make_assignment, make_class, make_work
from tutor.texts import rule_text

PARTS_WELL = [True] * 5 + [False] * 5


@pytest.fixture
def teacher(world: World) -> Client:
    return world.client(world.teacher)


def test_a_puzzle_that_only_the_strong_have_right_parts_fully() -> None:
    assert discrimination(PARTS_WELL, [3] * 5 + [1] * 5) == pytest.approx(1.0)
    assert discrimination(PARTS_WELL, [1] * 5 + [3] * 5) == pytest.approx(-1.0)


@pytest.mark.parametrize(
    ("rights", "points"),
    [
        (PARTS_WELL[:4] + PARTS_WELL[5:], [3] * 4 + [1] * 5),  # nine works
        ([True] * 10, list(range(10))),
        ([False] * 10, list(range(10))),
        (PARTS_WELL, [2] * 5 + [1] * 5),  # the rests are equal
        ([], []),
    ],
)
def test_where_nothing_can_be_said_nothing_is(rights: list[bool], points: list[int]) -> None:
    assert discrimination(rights, points) is None


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 20)), min_size=FEWEST, max_size=60))
def test_discrimination_is_the_correlation_with_the_rest(pairs: list[tuple[bool, int]]) -> None:
    rights = [right for right, _rest in pairs]
    rests = [rest for _right, rest in pairs]
    found = discrimination(rights, [rest + right for right, rest in pairs])
    try:
        wanted = exact.correlation([float(one) for one in rights], [float(one) for one in rests])
    except exact.StatisticsError:
        assert found is None
    else:
        assert found == pytest.approx(wanted, abs=1e-9)


@given(st.lists(st.integers(0, 1_000), min_size=1))
def test_the_median_is_the_middle(values: list[int]) -> None:
    assert median(values) == exact.median(values)


def test_the_figures_are_those_of_the_tries_that_count(world: World) -> None:
    assignment = make_assignment(world, tries=2)
    for number, (member, right) in enumerate(zip(world.pupils, ("+-.", "++-", "--+"), strict=True)):
        services.grade(handed_in(assignment, member, right))
        if number == 0:  # a worse second try: the best counts
            services.grade(handed_in(assignment, member, "---", try_no=2))
    found = analyse(assignment)
    assert found.works == 3
    assert [(one.number, one.right, one.answered) for one in found.items] == [
        (1, 2, 3),
        (2, 1, 3),
        (3, 1, 2),
    ]
    assert [str(one.share) for one in found.items] == ["66.7", "33.3", "33.3"]
    assert all(one.discrimination is None for one in found.items)
    assert found.divides is None
    assert found.book.columns[0].points == sum(one.right for one in found.items) == 4


def test_a_wrong_answer_in_colours_of_their_own_is_counted_as_the_same(world: World) -> None:
    assignment = make_assignment(world, variants=True, count=1)
    item = assignment.puzzle_set.items.select_related("puzzle", "set__assignment").get()
    tiles = item.puzzle.position["hand"]
    plain = " ".join(sorted(str(one) for one in tiles if one[0] in "RYBK")[:3])
    for member in world.pupils:
        work = Work.objects.create(
            assignment=assignment,
            member=member,
            submitted_at=clock.now(),
            variant=variant_of(assignment, member),
        )
        laid = permute_text(plain, colours_of(work, item))
        work.answers.create(index=0, answer={"melds": laid})
        services.grade(work)
    [figures] = analyse(assignment).items
    assert figures.right == 0
    assert len(figures.wrong) == 1
    assert (figures.wrong[0].text, figures.wrong[0].count) == (plain, 3)


def test_the_times_are_from_one_kept_answer_to_the_next(world: World) -> None:
    assignment = make_assignment(world)
    start = clock.now() - dt.timedelta(hours=1)
    work = handed_in(assignment, world.pupils[0], "++-", opened_at=start)
    for index, second in ((0, 30), (2, 75), (1, 95)):
        work.answers.filter(index=index).update(saved_at=start + dt.timedelta(seconds=second))
    services.grade(work)
    assert [one.seconds for one in analyse(assignment).items] == [30.0, 20.0, 45.0]


def test_rules_missed_are_counted_by_pupil_and_named_by_the_catalogue(
    world: World, teacher: Client
) -> None:
    assignment = make_assignment(world)
    for member in world.pupils[:2]:
        services.grade(handed_in(assignment, member, "---"))
    found = analyse(assignment)
    assert found.rules
    assert max(one.pupils for one in found.rules) == 2
    page = teacher.get(reverse("assignment-results", args=[world.classroom.pk, assignment.pk]))
    shown = page.content.decode()
    for one in found.rules:
        assert rule_text(one.rule, "en").title in shown


def many(world: World, pupils: int) -> Assignment:
    """An assignment in which skill decides the first two puzzles, and a coin the third."""
    draw = random.Random(5)
    assignment = make_assignment(world)
    for number, member in enumerate(world.pupils[:pupils]):
        strong = number % 2 == 0
        make_work(assignment, member, correct=[strong, strong, draw.random() < 0.5])
    return assignment


def test_the_page_names_the_puzzle_that_divides_and_guards_against_few_works(db: None) -> None:
    for pupils, told in ((FEWEST - 1, False), (FEWEST + 4, True)):
        world = make_class(pupils=pupils)
        assignment = many(world, pupils)
        found = analyse(assignment)
        assert (found.divides is not None) == told
        path = reverse("assignment-results", args=[world.classroom.pk, assignment.pk])
        shown = world.client(world.teacher).get(path).content.decode()
        assert ("divides the class" in shown) == told
        assert ("too few works" in shown) != told


def test_the_figures_take_as_few_queries_for_a_large_class_as_for_a_small_one(db: None) -> None:
    counts = []
    for pupils in (3, 60):
        world = make_class(pupils=pupils)
        assignment = many(world, pupils)
        client = world.client(world.teacher)
        for name in ("assignment-results", "assignment-results-csv", "api-assignment-results"):
            path = reverse(name, args=[world.classroom.pk, assignment.pk])
            client.get(path)
            with CaptureQueriesContext(connection) as caught:
                assert client.get(path).status_code == 200
            counts.append(len(caught))
    assert counts[:3] == counts[3:]
    assert max(counts) <= 15


def test_the_api_has_the_figures_of_the_pages(world: World, teacher: Client) -> None:
    hour = dt.timedelta(hours=1)
    assignment = make_assignment(
        world, due_at=clock.now() - hour, opens_at=None, late_until=clock.now() + hour
    )
    make_work(assignment, world.pupils[0], correct=[True, False, None], late=True)
    book = teacher.get(reverse("api-gradebook", args=[world.classroom.pk])).json()
    line = next(one for one in book["results"] if one["nickname"] == "Aylin")
    assert (line["points"], line["out_of"], line["share"]) == (1, 3, 33.3)
    assert line["scores"][0]["state"] == "done"
    assert line["scores"][0]["late"] is True
    assert book["count"] == 4
    path = reverse("api-assignment-results", args=[world.classroom.pk, assignment.pk])
    items = teacher.get(path).json()["items"]
    assert [one["share"] for one in items] == [100.0, 0.0, 0.0]
    page = teacher.get(reverse("gradebook", args=[world.classroom.pk]) + "?page_size=1")
    assert "33.3%" in page.content.decode()


def test_the_gradebook_in_the_api_comes_in_pages(world: World, teacher: Client) -> None:
    make_assignment(world)
    path = reverse("api-gradebook", args=[world.classroom.pk])
    first = teacher.get(path, {"page_size": 3}).json()
    assert (len(first["results"]), first["count"]) == (3, 4)
    assert len(teacher.get(first["next"]).json()["results"]) == 1


def graded(world: World, rights: tuple[str, ...]) -> Assignment:
    assignment = make_assignment(world)
    for member, right in zip(world.pupils, rights, strict=True):
        services.grade(handed_in(assignment, member, right))
    return assignment


def puzzle_at(assignment: Assignment, index: int) -> Puzzle:
    found: Puzzle = assignment.puzzle_set.items.get(index=index).puzzle
    return found


def test_a_miss_is_a_puzzle_that_no_try_of_a_pupil_got_right(world: World) -> None:
    assignment = graded(world, ("+--", "+-+", "+.-"))
    found = misses.misses(world.classroom)
    assert [(one.number, one.pupils, one.asked) for one in found] == sorted(
        [(2, 2, 2), (3, 2, 3)], key=lambda one: str(puzzle_at(assignment, one[0] - 1).pk)
    )
    services.grade(handed_in(assignment, world.pupils[0], "-++", try_no=2))
    assert [(one.number, one.pupils) for one in misses.misses(world.classroom)] == sorted(
        [(2, 1), (3, 1)], key=lambda one: str(puzzle_at(assignment, one[0] - 1).pk)
    )


def test_what_was_withdrawn_or_is_of_another_class_is_no_miss(world: World) -> None:
    assignment = graded(world, ("+--", "+--", "+--"))
    Puzzle.objects.filter(pk=puzzle_at(assignment, 1).pk).update(state=Puzzle.State.WITHDRAWN)
    assert [one.number for one in misses.misses(world.classroom)] == [3]
    assert misses.misses(world.otherclass) == []
    Assignment.objects.filter(pk=assignment.pk).update(withdrawn_at=clock.now())
    assert misses.misses(world.classroom) == []


def test_one_click_makes_one_draft_of_what_was_missed(world: World, teacher: Client) -> None:
    assignment = graded(world, ("+--", "+--", "+--"))
    path = reverse("gradebook-misses", args=[world.classroom.pk])
    shown = teacher.get(path).content.decode()
    assert "3 of 3" in shown
    data = {"key": str(uuid.uuid4())}
    for _ in range(2):
        assert teacher.post(path, data).status_code == 303
    made = Assignment.objects.exclude(pk=assignment.pk).get()
    assert made.frozen_at is None
    assert {item.puzzle_id for item in made.puzzle_set.items.all()} == {
        puzzle_at(assignment, index).pk for index in (1, 2)
    }


def test_where_nothing_was_missed_no_draft_is_made(world: World, teacher: Client) -> None:
    graded(world, ("+++", "+++", "+++"))
    path = reverse("gradebook-misses", args=[world.classroom.pk])
    assert "Nothing was missed" in teacher.get(path).content.decode()
    assert teacher.post(path, {"key": str(uuid.uuid4())}).status_code == 409
    assert Assignment.objects.count() == 1


def test_the_review_can_be_of_some_kinds_alone(world: World) -> None:
    graded(world, ("+--", "+--", "+--"))
    assert misses.class_misses(world.classroom, kinds=["wait"]) == []
    assert len(misses.class_misses(world.classroom, kinds=["can-open"], most=1)) == 1


def test_the_misses_take_as_few_queries_for_many_as_for_few(world: World, teacher: Client) -> None:
    counts: list[int] = []
    path = reverse("gradebook-misses", args=[world.classroom.pk])
    for _ in range(2):
        for _ in range(4):
            graded(world, ("+--", "-+-", "--+"))
        teacher.get(path)
        with CaptureQueriesContext(connection) as caught:
            teacher.get(path)
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 15
