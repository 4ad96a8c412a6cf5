"""A pupil works through an assignment on a phone, by tap."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.conf import settings as site
from django.urls import reverse
from playwright.sync_api import expect

from accounts import clock
from accounts.models import Player
from classrooms.assignments.models import Assignment, Work
from puzzles.models import PuzzleSet, SetItem
from puzzles.store import store_reserved
from tests.browser import hands, world
from tests.browser.conftest import Open
from tests.browser.visit import Visit
from tests.classrooms.world import World, make_class

PHONE = 390


@pytest.fixture
def cast(live_server: object) -> World:
    return make_class(rules=world.RULES)


@pytest.fixture
def row(cast: World) -> Assignment:
    """Two hands: one that opens and one that does not."""
    made = PuzzleSet.objects.create(
        owner=None, rules=world.RULES, kinds=["can-open"], count=2, seed="x", key=uuid.uuid4()
    )
    for index, deal in enumerate((world.opener(), world.stuck())):
        puzzle = store_reserved(deal.proposal, public_from=clock.now())
        SetItem.objects.create(set=made, index=index, puzzle=puzzle)
    return Assignment.objects.create(
        classroom=cast.classroom,
        title="Friday",
        rules=world.RULES,
        puzzle_set=made,
        created_by=cast.teacher,
        frozen_at=clock.now(),
    )


def sit_down(visit: Visit, cast: World, player: Player) -> None:
    """Give the browser the session of somebody of the class."""
    cookie = cast.client(player).cookies[site.SESSION_COOKIE_NAME]
    url = visit.watch.url
    visit.page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": url}])


def test_a_pupil_solves_by_tap_hands_in_and_is_told(
    open_site: Open, cast: World, row: Assignment
) -> None:
    visit = open_site(language="de", width=PHONE)
    sit_down(visit, cast, cast.pupil)
    page = visit.page
    visit.goto(reverse("class", args=[cast.classroom.pk]))
    page.get_by_role("link", name="Friday").click()
    page.get_by_role("button", name=visit.text("Begin")).click()
    visit.ready()
    hands.lay(visit, world.opener().best, hands.tap)
    assert visit.overflow() <= 0
    visit.open_button.click()
    expect(page.locator(".eyebrow")).to_contain_text("2")
    visit.ready()
    visit.cannot_button.click()
    expect(page.locator(".pick .is-kept")).to_have_count(2)
    page.get_by_role("button", name=visit.text("Hand in")).click()
    expect(page.locator("h1")).to_contain_text("2")
    expect(page.locator(".pick .is-right")).to_have_count(2)
    work = Work.objects.get()
    assert (work.points, work.out_of) == (2, 2)
    page.locator(".pick a").first.click()
    visit.expect_result("right")
    assert visit.overflow() <= 0


def test_a_round_moves_pupils_in_and_its_end_takes_them_out(
    open_site: Open, cast: World, row: Assignment
) -> None:
    teacher = open_site(language="en")
    sit_down(teacher, cast, cast.teacher)
    pupil = open_site(language="tr", width=PHONE)
    sit_down(pupil, cast, cast.pupil)
    pupil.goto(reverse("class", args=[cast.classroom.pk]))
    teacher.goto(reverse("live", args=[cast.classroom.pk]))
    teacher.page.get_by_role("button", name="Start for everybody").click()
    pupil.ready()  # on the first puzzle, without a tap
    pupil.cannot_button.click()
    expect(teacher.page.locator(".live-table td.is-wrong")).to_have_count(1)
    teacher.page.get_by_role("button", name="End the round").click()
    expect(pupil.page.locator("h2").first).to_have_text(pupil.text("The live round is over"))
    work: Any = Work.objects.get()
    assert (work.points, work.out_of) == (0, 2)
