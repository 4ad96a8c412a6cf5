"""A card's code behind the # of a link: it enters by itself, and then stands in no address."""

from __future__ import annotations

import pytest
from playwright.sync_api import Request, expect

from classrooms.entering import cards
from tests.browser.conftest import Open
from tests.classrooms.world import World, make_class


@pytest.fixture
def world(live_server: object) -> World:
    return make_class()


def test_a_code_behind_the_hash_enters_and_is_in_no_address(open_site: Open, world: World) -> None:
    code = cards.renew(world.pupil)
    visit = open_site(language="de", width=390)
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(f"{request.url} {request.headers.get('referer', '')}")

    visit.page.on("request", note)
    visit.goto(f"/enter/#{code}")
    bar = visit.page.locator(".card-bar")
    expect(bar).to_contain_text(world.pupils[0].nickname)
    assert not [line for line in asked if code in line]
    visit.page.go_back()
    assert code not in visit.page.url
    visit.goto("/rules/")
    bar.locator("button").click()
    expect(visit.page.locator(".card-bar")).to_have_count(0)
