"""Every page: axe finds nothing, light and dark, wide and narrow; nothing overflows; what can be
pressed is large enough and reached with keys; one heading names the page; no script stumbles over
an event that hit no element."""

from __future__ import annotations

import datetime as dt
import os
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from accounts import clock
from accounts.models import User
from jobs.drain import drain_jobs
from jobs.models import Job
from tests.browser import hands, world
from tests.browser.conftest import Open
from tests.browser.visit import Visit
from tests.site import addresses
from tests.site.addresses import Address, Caller, caller

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
SIZES = [(320, 568), (360, 640), (390, 844), (768, 1024), (844, 390), (1440, 900)]
PUBLIC = [
    "/puzzles/",
    "/puzzles/archive/",
    "/puzzles/sets/",
    "/account/",
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/classes/",
    "/enter/",
    "/enter/handover/",
    "/join/",
    "/join/waiting/",
    "/rules/",
    "/rules/101-guide/run.no-wrap/",
    "/style/",
    "/privacy/",
    "/imprint/",
]
LOOK: dict[str, Any] = {"language": "de", "reduced_motion": "reduce"}
SMALL = 24  # pixels: the least that can be pressed
STOPS = 40  # how far the walk with Tab goes on a long page
# What axe has seen in this process. Languages differ in words and widths, which are measured in
# each; names, roles and colours come from the same templates, and are asked about once.
_seen: set[tuple[str, str]] = set()

# What can be pressed and is not large enough, or is not reached with keys. A link within a text is
# as high as its line; of a choice that is drawn by its label, the label is pressed; of things that
# share one stop (tiles of a rack), arrows lead from one to the next.
PRESSED = """([small]) => {
  const found = [];
  const shown = (one) => one.checkVisibility({ checkVisibilityCSS: true });
  const all = "a, button, input:not([type=hidden]), select, textarea, summary, [role=button],"
    + "[role=slider], [role=tab], [role=option], [role=checkbox]";
  for (const one of document.querySelectorAll(all)) {
    if (!shown(one)) continue;
    if (one.matches(":disabled")) continue;
    if (one.closest("[inert], [aria-hidden=true], .visually-hidden")) continue;
    const name = `${one.tagName.toLowerCase()}${one.id && "#" + one.id}.${one.className}`
      + ` "${(one.textContent || one.getAttribute("aria-label") || "").trim().slice(0, 30)}"`;
    const stop = (group) => [...group.querySelectorAll("[tabindex='0']")].some(shown);
    const together = "[role], fieldset, ol, ul, [data-board]";
    const groups = (part) => (part = part.parentElement?.closest(together))
      ? [part, ...groups(part)] : [];
    const shared = one.tabIndex < 0 && groups(one).some(stop);
    const nowhere = one.matches("a:not([href], [aria-disabled='true'])");
    if (nowhere) found.push(`${name} is a link to nowhere`);
    if (one.tabIndex > 0) found.push(`${name} jumps the queue`);
    if (one.tabIndex < 0 && !shared) found.push(`${name} is not reached with keys`);
    const style = getComputedStyle(one);
    if (style.display === "inline" && one.matches("a")) continue;
    const boxes = [one, ...(one.labels ?? [])].map((part) => part.getBoundingClientRect());
    const large = boxes.some((box) => box.width >= small - 0.5 && box.height >= small - 0.5);
    const box = boxes[0];
    if (!large && box.width > 1) found.push(`${name} is ${box.width} × ${box.height}`);
  }
  const heads = [...document.querySelectorAll("h1")].filter(shown);
  if (heads.length !== 1) found.push(`${heads.length} headings name the page`);
  return found;
}"""


# Events that arrive at no element, as extensions, password managers and the end of a drag send
# them: what listens on the document bears them. Says what complained.
STRAYS = """async () => {
  const found = [];
  const complain = (event) => found.push(String(event.message ?? event.reason));
  for (const type of ["error", "unhandledrejection"]) addEventListener(type, complain);
  const key = (type, init) => new KeyboardEvent(type, { cancelable: true, ...init });
  for (const type of ["click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup"])
    document.dispatchEvent(new MouseEvent(type, { cancelable: true }));
  for (const type of ["input", "change", "focusin", "focusout", "submit", "keydown"])
    document.dispatchEvent(new Event(type, { cancelable: true }));
  for (const init of [{ key: "Escape" }, { key: "ArrowRight" }, { key: "1" }])
    for (const type of ["keydown", "keyup"]) document.dispatchEvent(key(type, init));
  await new Promise((resolve) => setTimeout(resolve));
  for (const type of ["error", "unhandledrejection"]) removeEventListener(type, complain);
  return found;
}"""


def _role(line: Address) -> str:
    """Who sees a page there: a visitor, else somebody with an account, else nobody."""
    roles = [role for role in ("visitor", "account") if 200 in line.codes("GET", role)]
    return roles[0] if roles else ""


# What urls.yaml lists and somebody sees; the back office is Django's own.
LINES = [
    line
    for line in addresses.listed()
    if not line.route.startswith(("api/", "admin/")) and _role(line)
]
# Series of a plot of which nothing is painted, though the plot is seen.
UNPAINTED = """() => {
  const painted = (one) => {
    const { fill, stroke } = getComputedStyle(one);
    return fill !== "none" || stroke !== "none";
  };
  return [...document.querySelectorAll(".plot svg")].filter((one) => one.checkVisibility())
    .flatMap((one) => [...one.querySelectorAll(".series")])
    .filter((one) => one.querySelector("rect, path, circle"))
    .filter((one) => ![...one.querySelectorAll("rect, path, circle")].some(painted))
    .map((one) => one.outerHTML.slice(0, 120));
}"""
# States of pages that an address alone shows, besides those of urls.yaml
STATES = [
    "/rules/",
    "/rules/?q=12-13-1",
    "/rules/?print=1",
    "/rules/compare/",
    "/referee/",
    "/puzzles/daily/",
]


@pytest.mark.parametrize("part", range(4))
def test_every_address_of_the_site(open_site: Open, live_server: object, part: int) -> None:
    world.put_daily(world.stuck(), clock.today() - dt.timedelta(days=1))
    world.put_daily(world.opener())
    cast = {role: caller(role) for role in ("visitor", "account")}
    visits = {role: sign_in(open_site(**LOOK), who) for role, who in cast.items()}
    for visit in visits.values():
        visit.watch.expect("404")
    amiss = []
    for line in LINES[part::4]:
        who = cast[_role(line)].player
        assert who is not None
        values = line.factory(who) if line.factory else {}
        amiss += see(visits[_role(line)], f"{line.path(values)}{line.query}")
    for path in STATES[part::4]:
        amiss += see(visits["visitor"], path)
    assert not amiss, "\n".join(amiss)


def see(visit: Visit, path: str) -> list[str]:
    """Open an address, and inspect it where it is a page; say what is amiss."""
    answer = visit.page.request.get(path)
    if not answer.headers.get("content-type", "").startswith("text/html"):
        return []
    visit.goto(path)
    found = []
    for look in (inspect, walk, stray):
        try:
            look(visit, path)
        except AssertionError as error:
            found.append(str(error).partition("\nassert")[0])
    return found


def sign_in(visit: Visit, who: Caller) -> Visit:
    """Give a browser the session of somebody."""
    (cookie,) = who.client.cookies.values()
    url = visit.watch.url
    visit.page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": url}])
    return visit


def test_a_page_that_is_not_there(open_site: Open, live_server: object) -> None:
    visit = open_site(language="tr", reduced_motion="reduce")
    visit.watch.expect("404")
    visit.goto("/nothing/")
    inspect(visit, "404")


def test_the_hand_that_is_being_dealt(open_site: Open, live_server: object) -> None:
    visit = open_site(language="de", reduced_motion="reduce")
    visit.goto("/")
    expect(visit.page.locator("#pending")).to_be_visible()
    inspect(visit, "being dealt")


@pytest.mark.parametrize("language", ["de", "tr", "en"])
def test_a_hand_from_the_first_tile_to_a_wrong_and_a_right_answer(
    open_site: Open, live_server: object, language: str
) -> None:
    deal, lanes = world.mistake()
    world.put_daily(deal)
    visit = open_site(language=language, reduced_motion="reduce")
    visit.deal()
    inspect(visit, "untouched")
    hands.lay(visit, [lanes[0], lanes[1][:2]], hands.tap)
    expect(visit.lanes.nth(1)).to_have_attribute("data-state", "short")
    hands.touch(visit, visit.rack.locator("[data-tile]").first)
    inspect(visit, "one meld, one begun, one tile picked up")
    visit.page.keyboard.press("Escape")
    _answer(visit, world.notation(lanes))
    visit.expect_result("wrong")
    inspect(visit, "wrong")
    visit.panel.locator("[data-lay]").click()
    visit.ready()
    expect(visit.strip).to_have_attribute("data-state", "ok")
    inspect(visit, "laid so")
    hands.touch(visit, visit.open_button)
    expect(visit.panel.locator(".verdict-line.is-right")).to_be_visible()
    inspect(visit, "right")


def test_a_hand_that_cannot_open(open_site: Open, live_server: object) -> None:
    world.put_daily(world.stuck())
    visit = open_site(language="de", reduced_motion="reduce")
    visit.deal("/puzzles/daily/")
    hands.touch(visit, visit.cannot_button)
    visit.expect_result("right")
    inspect(visit, "proved")


def test_another_colour_of_tiles_is_reached_with_keys_on_a_phone(
    open_site: Open, live_server: object
) -> None:
    visit = open_site(width=360)
    visit.goto("/referee/")
    visit.page.locator(".palette-colours input:checked").focus()
    visit.page.keyboard.press("ArrowRight")
    visit.page.keyboard.press("Tab")
    focused = visit.page.locator(".palette-tile:focus")
    expect(focused).to_be_visible()
    expect(focused).to_have_attribute("data-code", "Y1")


def test_sets_and_the_work_behind_them(open_site: Open, live_server: object) -> None:
    visit = open_site(language="de", reduced_motion="reduce")
    visit.goto("/puzzles/sets/")
    visit.page.locator("#id_count").fill("3")
    visit.page.locator("main form .button.is-primary").click()
    visit.page.wait_for_url("**/puzzles/sets/*-*/")
    expect(visit.page.locator("progress")).to_be_visible()
    address = visit.page.url
    inspect(visit, "a set that is being made")
    job = Job.objects.get(parent=None)
    visit.goto(f"/jobs/{job.pk}/")
    inspect(visit, "its work")
    drain_jobs()
    expect(visit.page.locator("[data-state=done]")).to_be_visible()
    inspect(visit, "its work, done")
    visit.page.goto(address)
    expect(visit.page.locator(".pick a")).to_have_count(3)
    inspect(visit, "a set")
    visit.page.locator(".pick a").first.click()
    visit.ready()
    inspect(visit, "a hand of the set")


def test_the_account_page_of_somebody_logged_in(open_site: Open, live_server: object) -> None:
    User.objects.create_user("nermin", password="an-old-tea-glass")
    visit = open_site(language="de", reduced_motion="reduce")
    log_in(visit, "nermin", "an-old-tea-glass")
    visit.goto("/account/")
    visit.page.locator("#tokens form input[type=text]").fill("laptop")
    visit.page.locator("#tokens form .button").last.click()
    expect(visit.page.locator("#new-token")).to_be_visible()
    inspect(visit, "account")
    for path in ["/account/delete/", "/account/password/change/", "/account/email/"]:
        visit.goto(path)
        inspect(visit, path)


def inspect(visit: Visit, where: str) -> None:
    """Ask axe in the four looks of a page, and measure it on every screen."""
    page = visit.page
    before = page.viewport_size
    assert before is not None
    state = (os.environ.get("PYTEST_CURRENT_TEST", "").partition("[")[0], where)
    for size in [(1440, 900), (390, 844)] if state not in _seen else []:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme="light")
        _axe(visit, f"{where}, light, {size[0]}", {"type": "tag", "values": TAGS})
        page.emulate_media(color_scheme="dark")
        _axe(visit, f"{where}, dark, {size[0]}", {"type": "rule", "values": ["color-contrast"]})
    _seen.add(state)
    page.emulate_media(color_scheme="light")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert visit.overflow() <= 0, f"{where} is {visit.overflow()} px too wide at {width}"
        if width in (360, 1440):
            found = page.evaluate(PRESSED, [SMALL])
            assert not found, f"{where} at {width}\n" + "\n".join(found)
    unpainted = page.evaluate(UNPAINTED)
    assert not unpainted, f"{where} draws nothing for\n" + "\n".join(unpainted)
    page.set_viewport_size(before)


def walk(visit: Visit, where: str) -> None:
    """Go through a page with Tab: no stop holds on, and each is drawn."""
    page = visit.page
    page.evaluate("window.stops = new Set()")
    count: int = page.evaluate(
        """() => [...document.querySelectorAll("a[href], button, select, textarea, summary")]
          .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility()).length"""
    )
    for _ in range(min(count, STOPS)):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            """() => {
              const one = document.activeElement;
              const known = window.stops.has(one);
              window.stops.add(one);
              const style = getComputedStyle(one);
              const drawn = one.matches(":focus-visible") || one === document.body;
              return { known, drawn, html: one.outerHTML.slice(0, 120), outline: style.outline };
            }"""
        )
        assert not stop["known"], f"{where}: Tab comes back to {stop['html']}"
        assert stop["drawn"], f"{where}: {stop['html']} does not show that it has the focus"


def stray(visit: Visit, where: str) -> None:
    """Send events to the document itself: every script on the page bears them."""
    complaints = visit.page.evaluate(STRAYS)
    assert not complaints, f"{where}, an event at no element: {complaints}"


def log_in(visit: Visit, name: str, password: str) -> None:
    """Log in as a person does."""
    visit.goto("/account/login/")
    visit.page.locator("input[name=login]").fill(name)
    visit.page.locator("input[name=password]").fill(password)
    visit.page.locator("main form .button.is-primary").click()
    visit.page.wait_for_url("**/")


def test_axe_would_find_a_fault(open_site: Open, live_server: object) -> None:
    visit = open_site()
    visit.goto("/privacy/")
    visit.page.evaluate(
        """document.querySelector("main").insertAdjacentHTML("beforeend",
           '<input><p id="pale">pale</p>');
           document.getElementById("pale").style.color = "#ddd";"""
    )
    found = _violations(visit, {"type": "tag", "values": TAGS})
    assert {one.partition(":")[0] for one in found} == {"label", "color-contrast"}


def _axe(visit: Visit, where: str, only: dict[str, Any]) -> None:
    told = _violations(visit, only)
    assert not told, f"{where}\n" + "\n".join(told)


def _violations(visit: Visit, only: dict[str, Any]) -> list[str]:
    """What axe finds; its script is put into the page once."""
    if not visit.page.evaluate("'axe' in window"):
        visit.page.evaluate(Axe().axe_script)
    found = visit.page.evaluate(
        "only => axe.run({ runOnly: only, resultTypes: ['violations'] })", only
    )
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def _answer(visit: Visit, melds: str) -> None:
    """Type an answer, as one may with a script, too."""
    visit.page.locator("details.typed summary").click()
    visit.page.locator("#typed-melds").fill(melds)
    visit.page.locator("details.typed button[value=melds]").click()
    visit.ready()
