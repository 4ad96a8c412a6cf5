"""The page of the API works under the strict policy, from files of this site alone."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import sync_playwright
from pytest_django.live_server_helper import LiveServer


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_call_is_tried_on_the_page_of_the_api(
    live_server: LiveServer, chromium_path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        page = browser.new_page()
        trouble: list[str] = []
        page.on("console", lambda line: trouble.append(line.text) if line.type == "error" else None)
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((live_server.url, "data:"))
                else trouble.append(request.url)
            ),
        )
        page.goto(f"{live_server.url}/api/v1/docs/")
        call = page.locator(".opblock", has_text="/api/v1/visitor/")
        call.locator(".opblock-summary-control").click()
        call.get_by_role("button", name="Try it out").click()
        call.get_by_role("button", name="Execute").click()
        page.wait_for_selector(".live-responses-table .response-col_status:has-text('201')")
        browser.close()
    assert trouble == []
