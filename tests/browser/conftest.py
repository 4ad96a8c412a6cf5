"""A real browser at a real server: Chromium, a site on a port, and a watch over all that it does.

The browser lives as long as this folder's tests: Playwright leaves an event loop running in the
thread of the tests, with which Django refuses its database unless it is told otherwise.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    Playwright,
    expect,
    sync_playwright,
)

from tests.browser.visit import Visit
from tests.browser.watch import Watch

WAIT_MS = 30_000  # for what a person waits for, on a machine that is busy
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
]

Open = Callable[..., Visit]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder, so that one can leave them out or run them alone."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package", autouse=True)
def _database_beside_an_event_loop() -> Iterator[None]:
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    yield
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
    else:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture(scope="package")
def playwright(pytestconfig: pytest.Config) -> Iterator[Playwright]:
    if pytestconfig.option.screenshot == "off":
        pytestconfig.option.screenshot = "only-on-failure"
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as running:
        yield running
    expect.set_options(timeout=None)


@pytest.fixture(scope="package")
def browser_type(playwright: Playwright, browser_name: str) -> BrowserType:
    found: BrowserType = getattr(playwright, browser_name)
    return found


@pytest.fixture(scope="package")
def browser(browser_type: BrowserType, chromium_path: str) -> Iterator[Browser]:
    arguments = [*ARGUMENTS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    launched = browser_type.launch(executable_path=chromium_path, args=arguments)
    yield launched
    launched.close()


@pytest.fixture(scope="package")
def browser_context_args() -> dict[str, Any]:
    return {"timezone_id": "Europe/Istanbul"}


@pytest.fixture
def open_site(
    new_context: Callable[..., BrowserContext], live_server: Any
) -> Iterator[Callable[..., Visit]]:
    """Somebody new in front of the site: `open_site(language="de", width=390)`.

    Afterwards nothing may have been asked of another host, and no script, policy or request may
    have failed, unless the test has said that it expects so.
    """
    watches = []

    def opened(
        *,
        language: str = "en",
        width: int = 1440,
        height: int | None = None,
        url: str = "",
        **more: Any,
    ) -> Visit:
        phone = width < 640 or (height or 999) < 480
        url = url or live_server.url
        context = new_context(
            base_url=url,
            locale={"de": "de-DE", "tr": "tr-TR", "en": "en-GB"}[language],
            viewport={"width": width, "height": height or (844 if phone else 900)},
            **{"has_touch": phone, "is_mobile": phone, **more},
        )
        context.set_default_timeout(WAIT_MS)
        watch = Watch(context, url)
        watches.append(watch)
        return Visit(context.new_page(), language, watch)

    yield opened
    for watch in watches:
        watch.nothing_amiss()
