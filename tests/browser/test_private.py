"""After logging out nothing private is left: not on a page gone back to, not in any storage."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import Player, User
from tests.browser import hands, world
from tests.browser.conftest import Open
from tests.browser.test_accessible import log_in
from tests.browser.visit import Visit

NAME, PASSWORD, TOKEN = "nermin-of-the-tea-house", "an-old-tea-glass", "laptop-under-the-stairs"
PRIVATE = (NAME, TOKEN)
KEYS = {"istaka", "htmx-current-path-for-history"}  # what lies on the table; htmx's own address


@pytest.fixture
def visit(open_site: Open, live_server: object) -> Visit:
    """Somebody logged in, with a token, who has laid tiles and looked at the account page last."""
    User.objects.create_user(NAME, password=PASSWORD)
    world.put_daily(world.opener())
    opened = open_site(language="de")
    log_in(opened, NAME, PASSWORD)
    opened.ready()
    hands.lay(opened, world.opener().best[:1], hands.tap)
    opened.goto("/account/")
    opened.page.locator("#id_name").fill(TOKEN)
    opened.page.locator("#tokens form .button").last.click()
    expect(opened.page.locator("#tokens")).to_contain_text(TOKEN)
    expect(opened.page.locator("main")).to_contain_text(NAME)
    return opened


def test_going_back_shows_nothing_private(visit: Visit) -> None:
    secret = visit.page.locator("#new-token").input_value()
    _log_out(visit)
    for _ in range(3):
        visit.page.go_back()
        expect(visit.page.locator("footer.footer")).to_be_visible()
        html = visit.page.content()
        for marker in (*PRIVATE, secret):
            assert marker not in html, visit.page.url


def test_storage_holds_nothing_private_and_no_tiles_laid(visit: Visit) -> None:
    player = str(Player.objects.get().pk)
    _log_out(visit)
    visit.ready()
    assert visit.laid() == []
    assert visit.page.evaluate("Object.keys(localStorage)") == []
    kept = visit.page.evaluate("Object.entries(sessionStorage)")
    assert {key.partition(":")[0] for key, _ in kept} <= KEYS
    assert not any(marker in str(kept) for marker in (*PRIVATE, player))
    assert visit.page.evaluate("caches.keys()") == []
    assert visit.page.evaluate("indexedDB.databases()") == []
    names = {cookie.get("name") for cookie in visit.page.context.cookies()}
    assert names <= {"csrf", "language", "theme", "session"}


def test_a_second_tab_is_out_as_well(visit: Visit) -> None:
    other = visit.page.context.new_page()
    other.goto("/account/")
    expect(other.locator("main")).to_contain_text(NAME)
    _log_out(visit)
    other.reload()
    assert not any(marker in other.content() for marker in PRIVATE)
    expect(other.locator("main")).to_contain_text(visit.text("Log in"))


def test_while_logged_in_storage_holds_the_table_alone(visit: Visit) -> None:
    stored = visit.page.evaluate("Object.entries(sessionStorage)")
    assert {key.partition(":")[0] for key, _ in stored} == KEYS
    assert not any(marker in str(stored) for marker in PRIVATE)
    assert visit.page.evaluate("Object.keys(localStorage)") == []


def _log_out(visit: Visit) -> None:
    visit.page.locator("form[action$='/logout/'] .button").click()
    visit.page.wait_for_url("**/")
    expect(visit.page.locator(".account-link")).to_be_visible()
