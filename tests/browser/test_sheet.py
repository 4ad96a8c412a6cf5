"""The score sheet in the hand: filled in with a thumb or with keys, and nothing is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Open
from tests.browser.test_accessible import inspect
from tests.browser.visit import Visit
from tutor.models import Sheet, SheetRound

PHONE = {"width": 360, "height": 640}


def begin(visit: Visit, rules: str = "101-guide", *, pot: str = "") -> None:
    """Begin a sheet as a person does."""
    page = visit.page
    visit.goto("/referee/sheet/")
    if rules != "101-guide":
        choose(page, "rules", rules)
        expect(page.locator(f"input[name=rules][value='{rules}']")).to_be_checked()
        page.wait_for_load_state("networkidle")
    for seat, name in enumerate(["Ayşe", "Ben", "Çağla", "Dörte"]):
        page.locator(f"#id_name{seat}").fill(name)
    if pot:
        page.locator("#id_pot").fill(pot)
    page.locator("#new-sheet .button.is-primary").click()
    page.wait_for_selector("#round-form")


def choose(page: Page, name: str, value: str) -> None:
    """Tap one of a few."""
    page.locator(f"label:has(> input[name={name}][value='{value}'])").click()


def fill(page: Page, winner: str, **left: str) -> None:
    """The common case: who finished, and what is left of those who opened."""
    choose(page, "winner", winner)
    for name, value in left.items():
        page.locator(f"#id_{name}").fill(value)


def sums(page: Page, *wanted: str) -> None:
    """Wait until this is what the round brings."""
    expect(page.locator("#sum dd")).to_have_text(list(wanted))


def send(page: Page) -> None:
    """Write it down."""
    page.locator(".sheet-dock .button.is-primary").click()


def columns(page: Page) -> list[str]:
    """The scores of the last round on the paper."""
    return (
        page.locator(".sheet-table tbody").last.locator("tr").first.locator("td").all_inner_texts()
    )


def fits(visit: Visit, where: str) -> None:
    """See that the page is no wider than the phone, in a language of longer words too."""
    assert visit.overflow() <= 0, where


@pytest.mark.parametrize("language", ["de", "tr", "en"])
def test_a_round_is_one_tap_and_three_numbers_on_a_phone(
    open_site: Open, live_server: object, language: str
) -> None:
    visit = open_site(language=language, reduced_motion="reduce", **PHONE)
    page = visit.page
    look = inspect if language == "de" else fits
    begin(visit)
    look(visit, "an empty sheet")
    fill(page, "0", left1="47", left3="9")
    sums(page, "−101", "47", "202", "9")
    expect(page.locator("input[name=opened1][value=melds]")).to_be_checked()
    expect(page.locator("input[name=opened2][value='']")).to_be_checked()
    expect(page.locator("[data-seat='0'] .own")).to_have_count(1)
    expect(page.locator("[data-seat='0']")).to_be_hidden()
    box = page.locator(".sheet-dock .button.is-primary").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]
    assert box["height"] >= 44
    look(visit, "a round that is filled in")
    send(page)
    page.wait_for_url("**shown=1")
    assert [cell.strip() for cell in columns(page)][1:] == ["47", "202", "9"]
    look(visit, "after a round")
    page.locator("#shown form button").click()
    page.wait_for_url("**removed=1")
    page.locator("form[action$='/restore/'] button").first.click()
    page.wait_for_url("**shown=1")
    page.locator(".sheet-table th a").click()
    expect(page.locator("#id_left1")).to_have_value("47")
    look(visit, "a round")
    page.locator("#id_left1").fill("74")
    sums(page, "−101", "74", "202", "9")
    send(page)
    page.wait_for_url("**shown=1")
    assert [row.scores for row in SheetRound.objects.all()] == [[-101, 74, 202, 9]]
    visit.goto(page.url.partition("?")[0] + "settings/")
    look(visit, "settings")
    visit.goto("/referee/sheet/")
    look(visit, "the list")


def test_the_end_of_a_match_with_chips(open_site: Open, live_server: object) -> None:
    visit = open_site(language="de", reduced_motion="reduce", **PHONE)
    page = visit.page
    visit.goto("/referee/sheet/")
    begin(visit, "101-club", pot="1000")
    Sheet.objects.update(rounds=3)
    for number in (1, 2, 3):
        fill(page, "0", left1="47")
        send(page)
        page.wait_for_url(f"**shown={number}")
    expect(page.locator(".sheet-ending")).to_be_visible()
    expect(page.locator("#round-form")).to_have_count(0)
    inspect(visit, "the end")
    page.emulate_media(media="print")
    expect(page.locator(".sheet-table")).to_be_visible()
    for gone in (".masthead", "#shown", ".sheet-standing", ".sheet-head .button"):
        expect(page.locator(gone).first).to_be_hidden()


def test_what_is_filled_in_comes_back_after_a_reload(open_site: Open, live_server: object) -> None:
    visit = open_site(**PHONE)
    page = visit.page
    begin(visit)
    fill(page, "2", left0="33", left1="5")
    page.locator("details:has(#id_giver1) summary").click()
    page.locator("#id_giver1").fill("1")
    page.reload()
    expect(page.locator("input[name=winner][value='2']")).to_be_checked()
    expect(page.locator("#id_left0")).to_have_value("33")
    expect(page.locator("#id_giver1")).to_be_visible()
    sums(page, "33", "106", "−101", "202")
    send(page)
    page.wait_for_url("**shown=1")
    # What is written does not come back.
    expect(page.locator("#id_left0")).to_have_value("")
    assert page.evaluate("Object.keys(localStorage).filter(k => k.includes('sheet'))") == []
    fill(page, "1", left0="1")
    page.locator("[data-clear-draft]").click()
    expect(page.locator("#id_left0")).to_have_value("")
    page.reload()
    expect(page.locator("#id_left0")).to_have_value("")


def test_an_offline_moment_loses_nothing_and_writes_nothing_twice(
    open_site: Open, live_server: object
) -> None:
    visit = open_site(**PHONE)
    visit.watch.expect("ERR_INTERNET_DISCONNECTED")
    visit.watch.expect("ERR_FAILED")
    visit.watch.expect("htmx:")
    page = visit.page
    begin(visit)
    page.context.set_offline(True)
    fill(page, "0", left1="47")
    send(page)
    expect(page.locator("[data-unsent]")).to_be_visible()
    page.context.set_offline(False)

    def answer_is_lost(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/referee/sheet/*-*/", answer_is_lost, times=1)
    send(page)
    expect(page.locator(".sheet-dock .button.is-primary")).to_be_enabled()
    expect(page.locator("[data-unsent]")).to_be_visible()
    assert SheetRound.objects.count() == 1
    send(page)  # it was not known that it was written
    page.wait_for_url("**shown=1")
    assert SheetRound.objects.count() == 1


def test_two_phones_at_one_sheet(open_site: Open, live_server: object) -> None:
    first = open_site(**PHONE)
    begin(first)
    second = open_site(
        **PHONE, reduced_motion="reduce", storage_state=first.page.context.storage_state()
    )
    second.watch.expect("409")
    second.goto(first.page.url)
    fill(first.page, "0", left1="47")
    fill(second.page, "3", left0="12")
    send(first.page)
    first.page.wait_for_url("**shown=1")
    send(second.page)
    problem = second.page.locator("[data-problem]")
    expect(problem).to_contain_text("Ben 47")
    expect(problem).to_be_focused()
    expect(second.page.locator("#id_left0")).to_have_value("12")
    inspect(second, "a conflict")
    problem.locator("button").click()
    second.page.wait_for_url("**shown=2")
    scores = [row.scores for row in SheetRound.objects.order_by("number")]
    assert scores == [[-101, 47, 202, 202], [12, 202, 202, -101]]


def test_a_round_is_filled_in_with_keys_alone(open_site: Open, live_server: object) -> None:
    visit = open_site()
    page = visit.page
    begin(visit)
    page.locator("input[name=winner]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(page.locator("input[name=winner][value='1']")).to_be_checked()
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.name")
        if focused == "left0":
            page.keyboard.type("21")
            page.keyboard.press("Enter")
            break
    page.wait_for_url("**shown=1")
    assert SheetRound.objects.get().scores == [21, -101, 202, 202]


def test_what_is_missing_is_said_at_its_field(open_site: Open, live_server: object) -> None:
    visit = open_site(reduced_motion="reduce", **PHONE)
    visit.watch.expect("400")
    page = visit.page
    begin(visit)
    choose(page, "winner", "0")
    choose(page, "opened1", "melds")
    send(page)
    expect(page.locator("#id_left1")).to_be_focused()
    expect(page.locator("#id_left1_error")).to_be_visible()
    inspect(visit, "a field is missing")
    page.locator("#id_left1").fill("47")
    sums(page, "−101", "47", "202", "202")
    send(page)
    page.wait_for_url("**shown=1")
