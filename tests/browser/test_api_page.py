"""The page of the API works under the strict policy, from files of this site alone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Open


def test_a_call_is_tried_on_the_page_of_the_api(open_site: Open, live_server: object) -> None:
    page = open_site().page
    page.goto("/api/v1/docs/")
    call = page.locator(".opblock", has_text="/api/v1/visitor/")
    call.locator(".opblock-summary-control").click()
    call.get_by_role("button", name="Try it out").click()
    call.get_by_role("button", name="Execute").click()
    answer = call.locator(".live-responses-table .response-col_status").last
    expect(answer).to_contain_text("201")
