"""The pages of a class, as its teacher and as a pupil: axe finds nothing, and nothing overflows.

Light on a wide screen and dark on a phone; with `ISTAKA_LONG=1` all four looks and six sizes that
`test_accessible.py` looks at, and the walk by keys, and the other language.
"""

from __future__ import annotations

import os
from typing import Any, Final

import pytest
from django.utils.module_loading import import_string
from playwright.sync_api import expect
from pytest_django import Settings

from classrooms.live import services
from tests.browser.conftest import Open
from tests.browser.test_accessible import (
    LOOK,
    PRESSED,
    SMALL,
    TAGS,
    UNPAINTED,
    _axe,
    inspect,
    stray,
    walk,
)
from tests.browser.test_assignments import sit_down
from tests.browser.visit import Visit
from tests.classrooms.world import World, make_assignment, make_class, make_work
from tests.site import addresses
from tests.site.addresses import Address

LONG: Final = os.environ.get("ISTAKA_LONG") == "1"
LINES: Final = [
    line
    for line in addresses.listed()
    if line.in_class and "GET" in line.methods and not line.is_api
]
LOOKS: Final = [(1440, 900, "light"), (360, 640, "dark")]


@pytest.fixture
def cast(live_server: object, settings: Settings) -> World:
    settings.ISTAKA_LTI = True
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (100_000, 60))
    return make_class()


@pytest.mark.parametrize("role", ["teacher", "pupil"])
def test_every_page_of_a_class(open_site: Open, cast: World, role: str) -> None:
    visit = open_site(**LOOK)
    sit_down(visit, cast, cast.teacher if role == "teacher" else cast.pupil)
    seen, amiss = 0, []
    lines = [line for line in LINES if 200 in line.inside("GET", role)]
    for line in sorted(lines, key=lambda line: "/live/" in line.route):  # a round calls pupils away
        path = _path(line, cast)
        answer = visit.page.request.get(path)
        assert answer.ok, path
        if "<html" not in answer.text():  # a file, or a part of a page
            continue
        seen += 1
        visit.page.goto(path)
        visit.page.wait_for_load_state("networkidle")
        for look in (inspect, walk, stray) if LONG else (glance,):
            try:
                look(visit, path)
            except AssertionError as error:
                amiss.append(str(error).partition("\nassert")[0])
    assert seen >= (20 if role == "teacher" else 8)
    assert not amiss, "\n".join(amiss)


def test_a_live_round_after_its_state_was_swapped_in(open_site: Open, cast: World) -> None:
    # More puzzles than a phone is wide.
    row = make_assignment(cast, count=10)
    live = services.start(cast.classroom.pk, row.pk, actor=cast.teacher)
    path = f"/classes/{cast.classroom.pk}/live/{live.pk}/"
    visit = open_site(**LOOK)
    sit_down(visit, cast, cast.teacher)
    visit.goto(path)
    with visit.page.expect_response(lambda answer: "/state/" in answer.url):
        pass
    glance(visit, "a live round, as its teacher")
    pupil = open_site(**LOOK)
    sit_down(pupil, cast, cast.pupil)
    pupil.goto(f"/classes/{cast.classroom.pk}/live/")
    pupil.page.wait_for_url(lambda url: "/live/" not in url)  # it begins by itself
    glance(pupil, "a live round, as a pupil")


def test_what_a_class_did_is_drawn(open_site: Open, cast: World) -> None:
    row = make_assignment(cast)
    for number, pupil in enumerate(cast.pupils):
        make_work(row, pupil, correct=[True, number > 0, False])
    where = f"/classes/{cast.classroom.pk}"
    visit = open_site(**LOOK)
    sit_down(visit, cast, cast.teacher)
    for path in (
        f"{where}/assignments/{row.pk}/results/",
        f"{where}/gradebook/",
        f"{where}/gradebook/pupils/{cast.pupils[1].pk}/",
        f"{where}/gradebook/missed/",
    ):
        visit.goto(path)
        glance(visit, path)
    visit.goto(f"{where}/assignments/{row.pk}/results/")
    expect(visit.page.locator(".plot rect.rect")).to_have_count(3)


def _path(line: Address, cast: World) -> str:
    values: dict[str, Any] = import_string(line.in_class)(cast, "teacher")
    return f"{line.path(values)}{line.query}"


def glance(visit: Visit, where: str) -> None:
    """Axe on a wide screen in the light and on a phone in the dark; what can be pressed, widths."""
    page = visit.page
    before = page.viewport_size
    assert before is not None
    for width, height, scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        _axe(visit, f"{where}, {scheme}, {width}", {"type": "tag", "values": TAGS})
        assert visit.overflow() <= 0, f"{where} is {visit.overflow()} px too wide at {width}"
        found = page.evaluate(PRESSED, [SMALL])
        assert not found, f"{where} at {width}\n" + "\n".join(found)
        unpainted = page.evaluate(UNPAINTED)
        assert not unpainted, f"{where} draws nothing for\n" + "\n".join(unpainted)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(before)
