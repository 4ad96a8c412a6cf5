"""After logging out no private page is left in a browser, of whichever role.

Everything that belongs to somebody carries a mark; a page is private where the mark is on it. They
are visited one after another, in a browser that keeps pages for going back as it does for people
(the test tool would switch that off), and then somebody else sits down at the device.
`ISTAKA_LONG=1`: every private page, else one in several.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    Page,
    Route,
    TimeoutError,
    expect,
)
from pytest_django import Settings

from classrooms.entering import cards
from tests.browser.conftest import ARGUMENTS, WAIT_MS
from tests.browser.planting import PLANTED, mark
from tests.browser.stage import Stage, build

LONG: Final = os.environ.get("ISTAKA_LONG") == "1"
MARK: Final = "privat-"
# The most private ones, each time; the others in turns.
ALWAYS: Final = ("/account/", "/gradebook/", "/live/", "/work/", "/data/", "/cards/", "/play/")
TAKEN: Final = 5  # of so many others one
PUBLIC: Final = {"puzzles.PublicName.name"}  # who stands there wants to be read
KEPT: Final = """async () => ({
  local: Object.entries(localStorage),
  session: Object.entries(sessionStorage),
  caches: await caches.keys(),
  databases: (await indexedDB.databases()).map((one) => one.name),
})"""
# What the browser's own cache gives without asking the site
CACHED: Final = """async (paths) => {
  const found = [];
  for (const path of paths) {
    const options = { cache: "only-if-cached", mode: "same-origin" };
    const answer = await fetch(path, options).catch(() => null);
    if (answer && answer.ok) found.push(await answer.text());
  }
  return found.join("");
}"""
RESTORED: Final = "addEventListener('pageshow', (event) => window.restored = event.persisted);"


@pytest.fixture(scope="module")
def keeping(browser_type: BrowserType, chromium_path: str) -> Iterator[Browser]:
    """A browser that keeps pages for going back, as it does by itself."""
    launched = browser_type.launch(
        executable_path=chromium_path,
        args=[*ARGUMENTS, *(["--no-sandbox"] if os.geteuid() == 0 else [])],
        ignore_default_args=["--disable-back-forward-cache"],
    )
    yield launched
    launched.close()


@pytest.fixture
def device(keeping: Browser, live_server: Any) -> Iterator[BrowserContext]:
    """A shared device."""
    context = keeping.new_context(base_url=live_server.url, locale="en-GB")
    context.set_default_timeout(WAIT_MS)
    context.add_init_script(RESTORED)
    yield context
    context.close()


@pytest.fixture
def stage(live_server: Any, settings: Settings) -> Stage:
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (100_000, 60))
    built = build()
    mark(MARK, set(PLANTED) - PUBLIC)
    return built


def by_session(stage: Stage, role: str) -> Callable[[BrowserContext, str], None]:
    """Log in by the session that the role has."""

    def enter(device: BrowserContext, url: str) -> None:
        device.add_cookies(
            [
                {"name": one.key, "value": one.value, "url": url}
                for one in stage.client(role).cookies.values()
            ]
        )

    return enter


@pytest.mark.parametrize("role", ["account", "teacher", "pupil"])
def test_after_logging_out_no_private_page_is_left(
    device: BrowserContext, stage: Stage, live_server: Any, role: str
) -> None:
    page = device.new_page()
    if role == "pupil":  # on a device of the class, by the card
        page.goto("/enter/")
        page.locator("input[name=code]").fill(cards.renew(stage.world.pupil))
        page.locator("main form .button.is-primary").click()
        page.wait_for_url("**/classes/**")
    else:
        by_session(stage, role)(device, live_server.url)
    private = _private(page, [path for other, path in stage.pages() if other == role])
    assert len(private) >= (3 if role == "pupil" else 5)
    for path in private:
        page.goto(path)
        page.wait_for_load_state("networkidle")  # a live round calls its pupils away
        assert MARK in page.content(), path
    tab = device.new_page()
    tab.goto(private[0])
    assert MARK in tab.content()
    _leave(page)
    _nothing_is_left(page, private)
    tab.reload()
    assert MARK not in tab.content()
    assert MARK not in page.evaluate(CACHED, private)
    for path in private:
        assert MARK not in page.request.get(path).text(), path
    assert {cookie.get("name") for cookie in device.cookies()} <= {
        *("csrf", "language", "theme", "session"),
    }


def _private(page: Page, paths: list[str]) -> list[str]:
    """The pages that say something private to whoever is logged in, without those that end it."""
    found = []
    for number, path in enumerate(sorted(set(paths))):
        wanted = LONG or number % TAKEN == 0 or any(part in path for part in ALWAYS)
        if not wanted or "/logout/" in path:
            continue
        answer = page.request.get(path)
        if answer.headers.get("content-type", "").startswith("text/html") and (
            MARK in answer.text()
        ):
            assert "no-store" in answer.headers["cache-control"], path
            found.append(path)
    return found


def _leave(page: Page) -> None:
    """Log out as a person does: in the header, or on the account's page."""
    end = page.locator("form[action$='/account/end/'] button")
    if end.count() == 0:
        page.goto("/account/")
        end = page.locator("form[action$='/logout/'] .button")
    end.first.click()
    page.wait_for_url("**/")
    expect(page.locator("footer.footer")).to_be_visible()
    assert MARK not in page.content()


def _nothing_is_left(page: Page, private: list[str]) -> None:
    """Go back page by page; look into everything that a browser keeps."""
    for _ in range(len(private)):
        before = page.url
        try:
            page.go_back()
        except TimeoutError:  # what is restored is no navigation to the test tool
            raise AssertionError(f"from {before} back, a page was kept whole") from None
        assert not page.evaluate("window.restored"), f"{page.url} was kept whole"
        assert MARK not in page.content(), page.url
    kept = page.evaluate(KEPT)
    assert MARK not in str(kept)
    assert kept["local"] == kept["caches"] == kept["databases"] == []


def test_a_page_that_may_be_kept_would_be_found(device: BrowserContext, live_server: Any) -> None:
    """The browser does keep pages here: going back to what forbids nothing restores it whole."""
    page = device.new_page()

    def answer(route: Route) -> None:
        route.fulfill(headers={"content-type": "text/html"}, body="<!doctype html><h1>x</h1>")

    page.route("**/kept-*/", answer)
    for number in (1, 2):
        page.goto(f"/kept-{number}/")
    page.unroute("**/kept-*/")
    page.evaluate("() => { history.back(); }")
    page.wait_for_function("window.restored === true")
    assert page.url.endswith("/kept-1/")
