"""Puzzles that are given one by one in the form: links, numbers of a set, one's own history."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.urls import reverse

from accounts import clock
from classrooms.assignments import giving
from classrooms.assignments.models import Assignment
from puzzles.models import Attempt, Puzzle, PuzzleSet, SetItem
from tests.classrooms.assigning import new_fields
from tests.classrooms.world import World, make_puzzles

pytestmark = pytest.mark.django_db


def sent(world: World, **more: Any) -> Any:
    address = reverse("assignment-new", args=[world.classroom.pk])
    return world.client(world.teacher).post(address, new_fields(**more))


def puzzles_of(row: Assignment) -> list[uuid.UUID]:
    return list(row.puzzle_set.items.order_by("index").values_list("puzzle", flat=True))


def answered(world: World, puzzle: Puzzle, **more: Any) -> Attempt:
    return Attempt.objects.create(
        player=world.teacher,
        puzzle=puzzle,
        context=Attempt.Context.PRACTICE,
        opened_at=clock.now(),
        answered_at=clock.now(),
        answer={"cannot": True},
        key=uuid.uuid4(),
        correct=False,
        rules_version=1,
        engine_version="1",
        generator_version=1,
        **more,
    )


def test_links_and_ids_give_puzzles_in_their_order_each_once(world: World) -> None:
    one, two, three = make_puzzles(3)
    links = f"https://istaka.example/puzzles/{two.pk}/?from=x\n\n {one.pk}\n/puzzles/{two.pk}/\n"
    answer = sent(world, source="given", links=links + str(three.pk).upper())
    assert answer.status_code == 303
    row = Assignment.objects.get()
    assert puzzles_of(row) == [two.pk, one.pk, three.pk]
    assert row.puzzle_set.job is None


def test_numbers_of_a_set_are_taken_in_the_order_typed(world: World) -> None:
    puzzles = make_puzzles(3)
    own = PuzzleSet.objects.create(
        owner=world.teacher, rules="101-club", kinds=["can-open"], count=3, key=uuid.uuid4()
    )
    for index, puzzle in enumerate(puzzles):
        SetItem.objects.create(set=own, index=index, puzzle=puzzle, colours="YRBK")
    assert sent(world, source="set", set=str(own.pk), numbers="3, 1").status_code == 303
    assert puzzles_of(Assignment.objects.get()) == [puzzles[2].pk, puzzles[0].pk]
    for wrong in ("4", "0-2", "3-1", "all", "1 2"):
        page = sent(world, source="set", set=str(own.pk), numbers=wrong)
        assert page.status_code == 422
        assert "numbers" in page.context["form"].errors
    assert Assignment.objects.count() == 1


def test_what_one_answered_is_offered_and_nobody_elses(world: World) -> None:
    one, two, three = make_puzzles(3)
    answered(world, one)
    hidden = answered(world, two)
    Puzzle.objects.filter(pk=two.pk).update(reserved=True)
    Attempt.objects.filter(pk=hidden.pk).update(player=world.coteacher)
    offered = [pk for pk, _label in giving.from_history(world.teacher)]
    assert offered == [str(one.pk)]
    assert giving.from_history(world.coteacher) == []  # it is made for one use, as a daily is
    answer = sent(world, source="given", links=str(three.pk), history=[str(one.pk)])
    assert answer.status_code == 303
    assert puzzles_of(Assignment.objects.get()) == [three.pk, one.pk]
    assert sent(world, source="given", history=[str(two.pk)]).status_code == 422


@pytest.mark.parametrize(
    "links", ["", "no puzzle", f"{uuid.UUID(int=1)}", f"{uuid.UUID(int=1)} {uuid.UUID(int=2)}"]
)
def test_what_is_no_puzzle_is_said_and_nothing_is_made(world: World, links: str) -> None:
    page = sent(world, source="given", links=links)
    assert page.status_code == 422
    assert page.context["form"].errors
    assert not Assignment.objects.exists()


def test_puzzles_of_two_rule_sets_are_refused(world: World) -> None:
    one, two, _three = make_puzzles(3)
    Puzzle.objects.filter(pk=two.pk).update(rules="classic")
    page = sent(world, source="given", links=f"{one.pk}\n{two.pk}")
    assert page.status_code == 422
    assert not Assignment.objects.exists()
