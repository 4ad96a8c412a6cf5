"""A hand of open class work that its pupil gives to an open tool: answered as ever, and its teacher
sees it. Nobody else's, nothing that is over, and never the hand itself."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts import clock, tokens
from accounts.models import Player
from classrooms.assignments import working
from classrooms.assignments.models import Assignment, Work
from classrooms.lookups.models import LookUp
from jobs import ring
from okey import Hand
from puzzles.canonical import permute
from puzzles.grading import hand_shown
from tests.classrooms.world import World, make_assignment, make_class, make_work
from tests.together import at_once

pytestmark = pytest.mark.django_db

TOOLS = ("solve", "outs", "advise", "referee")


def hand_of(assignment: Assignment, index: int = 0, colours: str = "RYBK") -> Hand:
    return hand_shown(assignment.puzzle_set.items.get(index=index).puzzle, colours)


def look(
    player: Player | None, hand: Hand, tool: str = "solve", client: Client | None = None
) -> Any:
    """Give a hand to a tool: the API with a token, the referee's page with a session."""
    data = {"hand": str(hand), "indicator": str(hand.indicator)}
    client = client or Client()
    if tool == "referee":
        if player is not None and player.user is not None:
            client.force_login(player.user)
        return client.get(f"/referee/?{urlencode({'rules': '101-guide', **data})}")
    headers = {"authorization": f"Bearer {tokens.issue(player, 'test')[1]}"} if player else {}
    body = {**data, "rules": "101-guide"}
    return client.post(f"/api/v1/{tool}/", body, content_type="application/json", headers=headers)


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("colours", ["RYBK", "KBYR"])
def test_the_hand_of_an_open_work_is_noted_whatever_its_colours(
    world: World, tool: str, colours: str
) -> None:
    assignment = make_assignment(world)
    work = make_work(assignment, world.pupils[0])
    hand = permute(hand_of(assignment, 1), colours)
    before = clock.now()
    for _ in range(2):
        assert look(world.pupil, hand, tool).status_code in {200, 400}
    row = LookUp.objects.get()
    assert (row.work, row.index, row.tool, row.times) == (work, 1, tool, 2)
    assert before <= row.first_at <= row.last_at


def test_in_a_list_every_hand_counts_and_what_cannot_be_read_none(world: World) -> None:
    assignment = make_assignment(world)
    make_work(assignment, world.pupils[0])
    lines = [
        {"hand": str(hand_of(assignment, 0)), "indicator": str(hand_of(assignment, 0).indicator)},
        {"hand": [str(tile) for tile in hand_of(assignment, 2).tiles]},
        {"hand": "Q1", "indicator": "R1"},
        {"hand": 7, "indicator": None},
        7,
    ]
    headers = {"authorization": f"Bearer {tokens.issue(world.pupil, 'test')[1]}"}
    answer = Client().post(
        "/api/v1/solve/", lines, content_type="application/json", headers=headers
    )
    assert answer.status_code == 200
    assert list(LookUp.objects.values_list("index", flat=True)) == [0]


def test_nothing_is_noted_of_others_of_other_hands_and_of_what_is_over(world: World) -> None:
    assignment = make_assignment(world)
    hand = hand_of(assignment)
    look(world.pupil, hand)  # not begun yet
    make_work(assignment, world.pupils[1], correct=[True, None, None])
    make_work(assignment, world.pupils[0])
    for player in (None, world.teacher, world.otherpupil.player, world.pupils[1].player):
        look(player, hand)
    look(world.pupil, Hand(hand.indicator, hand.tiles[:-1]))
    assert not LookUp.objects.exists()
    Assignment.objects.update(due_at=clock.now())
    look(world.pupil, hand)
    Assignment.objects.update(due_at=None, withdrawn_at=clock.now())
    look(world.pupil, hand)
    assert not LookUp.objects.exists()


def test_a_puzzle_whose_result_was_told_at_once_is_over(world: World) -> None:
    assignment = make_assignment(world, feedback="at-once")
    work = working.begin(assignment, world.pupils[0])
    item = assignment.puzzle_set.items.select_related("puzzle").get(index=0)
    working.keep(work, item, {"cannot": True})
    for index in (0, 1):
        look(world.pupil, hand_of(assignment, index))
    assert list(LookUp.objects.values_list("index", flat=True)) == [1]


def test_the_teacher_reads_it_beside_the_work_and_the_answer_and_the_pupil_is_told(
    world: World,
) -> None:
    assignment = make_assignment(world)
    pupil = world.client(world.pupil)
    page = pupil.get(f"/classes/{world.classroom.pk}/assignments/{assignment.pk}/")
    assert "your teacher sees that" in page.content.decode()
    work = working.begin(assignment, world.pupils[0])
    item = assignment.puzzle_set.items.select_related("puzzle").get(index=0)
    working.keep(work, item, {"cannot": True})
    look(world.pupil, hand_of(assignment), "referee")
    look(world.pupil, hand_of(assignment))
    working.hand_in(work)
    teacher = world.client(world.teacher)
    path = f"/classes/{world.classroom.pk}/gradebook/works/{work.pk}/"
    assert teacher.get(path).content.decode().count("looked up</span>") == 1
    answer = teacher.get(f"{path}1/").content.decode()
    assert "looked up while the work was open: 2 times" in answer
    assert "Referee, API: solve" in answer
    other = make_work(assignment, world.pupils[1], correct=[True, None, None])
    page = teacher.get(f"/classes/{world.classroom.pk}/gradebook/works/{other.pk}/")
    assert "looked up" not in page.content.decode()


def test_neither_rows_nor_logs_hold_the_hand_or_who_it_was(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    assignment = make_assignment(world)
    make_work(assignment, world.pupils[0])
    with caplog.at_level("DEBUG"):
        look(world.pupil, hand_of(assignment))
    said = " ".join(record.getMessage() for record in caplog.records if "SELECT" not in record.msg)
    assert str(hand_of(assignment)) not in said
    fields = {field.name for field in LookUp._meta.get_fields()}
    assert fields == {"id", "work", "index", "tool", "times", "first_at", "last_at"}


def test_a_look_up_beyond_the_limit_is_neither_answered_nor_noted(
    world: World, settings: Settings
) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "engine": (1, 3600)}
    assignment = make_assignment(world)
    make_work(assignment, world.pupils[0])
    codes = [look(world.pupil, hand_of(assignment)).status_code for _ in range(2)]
    assert codes == [200, 429]
    assert LookUp.objects.get().times == 1


def test_it_costs_one_query_more_for_whoever_has_no_work_under_way(world: World) -> None:
    hand = hand_of(make_assignment(world))
    client = Client()
    look(world.pupil, hand, "referee", client)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        look(None, hand, "referee", client)
    assert sum('"classrooms_' in one["sql"] for one in queries) == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_fifty_look_ups_at_once_are_one_row_that_counts_them(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    from classrooms.lookups.noting import note

    monkeypatch.setattr(ring, "ring", lambda bells: None)
    world = make_class()
    assignment = make_assignment(world)
    make_work(assignment, world.pupils[0])
    hand = hand_of(assignment)
    found = at_once(50, lambda _number: note(world.pupil, "solve", [hand]))
    assert found == [None] * 50
    assert LookUp.objects.get().times == 50
    assert Work.objects.count() == 1
