"""Answers of a whole class while its teacher ends the live round: each is in a grade or refused."""

from __future__ import annotations

import uuid
from copy import deepcopy

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from classrooms.assignments import working
from classrooms.assignments.models import Work
from classrooms.live import services as live
from classrooms.live.models import LiveRound
from jobs import ring
from tests.classrooms.world import make_assignment, make_class
from tests.together import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

PUPILS, ENDS = 20, 5


@pytest.fixture(autouse=True)
def quiet(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ring for nobody, and count nothing."""
    monkeypatch.setattr(ring, "ring", lambda bells: None)
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (1_000_000, 60))


def test_a_class_answers_while_its_teacher_ends_the_round_many_times() -> None:
    world = make_class(pupils=PUPILS)
    row = make_assignment(world)
    running = live.start(world.classroom.pk, row.pk, actor=world.teacher)
    works = [working.begin(row, member) for member in world.pupils]
    clients = [world.client(member.player) for member in world.pupils]
    teacher = world.client(world.teacher)
    room = world.classroom.pk

    def post(cookies: object, path: str, fields: dict[str, str]) -> int:
        client = Client()
        client.cookies = deepcopy(cookies)  # type: ignore[assignment]
        return client.post(path, fields).status_code

    def act(number: int) -> list[int]:
        if number >= PUPILS:
            path = reverse("live-end", args=[room, running.pk])
            return [post(teacher.cookies, path, {"key": str(uuid.uuid4())})]
        work, cookies = works[number], clients[number].cookies
        return [
            post(
                cookies,
                f"/classes/{room}/assignments/{row.pk}/work/{work.pk}/{place}/",
                {"answer": "cannot"},
            )
            for place in (1, 2, 3)
        ]

    answers = at_once(PUPILS + ENDS, act)
    codes = [code for one in answers for code in (one if isinstance(one, list) else [one])]
    assert {code for code in codes if not isinstance(code, int) or code >= 500} == set()
    assert LiveRound.objects.get().ended_at is not None
    for work in Work.objects.all():
        assert work.submitted_at is not None
        assert work.graded_at is not None
        assert not work.answers.filter(correct=None).exists()
        assert work.points == work.answers.filter(correct=True).count()
