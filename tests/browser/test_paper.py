"""A teacher enters a pile of sheets: by keys without leaving them, and by tap on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from classrooms.assignments.models import Assignment, Work
from tests.browser.conftest import Open
from tests.browser.test_accessible import inspect
from tests.browser.test_assignments import sit_down
from tests.classrooms.world import World, make_assignment, make_class


@pytest.fixture
def cast(live_server: object) -> World:
    return make_class(pupils=2)


@pytest.fixture
def row(cast: World) -> Assignment:
    return make_assignment(cast, count=3)


def marks() -> dict[str, int | None]:
    """The points of what was entered, by nickname."""
    works = Work.objects.filter(source="paper").select_related("member")
    return {work.member.nickname: work.points for work in works}


def test_two_sheets_are_entered_by_keys_alone(
    open_site: Open, cast: World, row: Assignment
) -> None:
    visit = open_site(language="de", reduced_motion="reduce")
    sit_down(visit, cast, cast.teacher)
    page = visit.page
    visit.goto(f"/classes/{cast.classroom.pk}/assignments/{row.pk}/paper/")
    inspect(visit, "results from paper")
    page.locator(".paper-box").first.focus()
    page.keyboard.type("+-.+++")  # goes on to the next pupil by itself
    first = page.locator("tbody tr").first.locator(".paper-box")
    expect(first.nth(1)).to_have_attribute("data-mark", "wrong")
    page.keyboard.press("ArrowUp")
    page.locator("form[data-marks] .button.is-primary").click()
    expect(page.locator(".paper-box").first).to_have_attribute("data-mark", "right")
    page.wait_for_load_state("networkidle")
    assert marks() == {"Aylin": 1, "Ben": 3}


def test_a_sheet_is_entered_and_corrected_by_tap_on_a_phone(
    open_site: Open, cast: World, row: Assignment
) -> None:
    visit = open_site(language="tr", width=360)
    sit_down(visit, cast, cast.teacher)
    page = visit.page
    visit.goto(f"/classes/{cast.classroom.pk}/assignments/{row.pk}/paper/")
    assert visit.overflow() <= 0
    line = page.locator("tbody tr").first
    line.locator(".paper-tool").first.click()  # all right
    line.locator(".paper-box").nth(2).click()  # the last one wrong after all
    expect(line.locator(".paper-box").nth(2)).to_have_attribute("data-mark", "wrong")
    page.locator("form[data-marks] .button.is-primary").click()
    page.wait_for_load_state("networkidle")
    assert marks() == {"Aylin": 2}
