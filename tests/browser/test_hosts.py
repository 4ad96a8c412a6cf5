"""Every page asks no other host, breaks no policy and writes no error."""

from __future__ import annotations

import datetime as dt

from accounts import clock
from tests.browser import world
from tests.browser.conftest import Open
from tests.browser.test_accessible import PUBLIC

PAGES = ["/", "/puzzles/daily/", *PUBLIC, "/api/v1/docs/", "/admin/login/"]


def test_every_page_keeps_to_itself(open_site: Open, live_server: object) -> None:
    """The watch over the visit is the test: see `watch.py`."""
    world.put_daily(world.stuck(), clock.today() - dt.timedelta(days=1))
    world.put_daily(world.opener())
    visit = open_site(language="tr")
    for path in PAGES:
        answer = visit.page.goto(path, wait_until="load")
        assert answer is not None
        assert answer.ok, path


def test_the_watch_sees_a_breach_and_another_host(open_site: Open, live_server: object) -> None:
    visit = open_site()
    visit.goto("/privacy/")
    with visit.page.expect_console_message(lambda said: said.text.startswith("policy:")):
        visit.page.evaluate(
            "document.body.insertAdjacentHTML('beforeend', '<img src=\"https://example.com/a\">')"
        )
    assert any("img-src" in error for error in visit.watch.errors)
    visit.watch.errors.clear()
    visit.watch.foreign.clear()
