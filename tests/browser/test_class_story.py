"""A club from its first day to its grades: one site, a teacher, three phones, one sheet of paper.

The site runs as `make run` starts it. Whatever the site says of a grade, on a page or in a file, is
compared with what the engine says of the answers that were laid here.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from okey.hand import Hand
from okey.rules.rulesets import rule_set
from okey.search import OpeningSolution, arrange_pairs, solve
from tests.browser import hands
from tests.browser.conftest import Open
from tests.browser.test_work import WITHIN_MS, WORKER, Site, site
from tests.browser.visit import Visit
from tests.browser.world import Lanes

__all__ = ["site"]  # the fixture

RULES: Final = "101-guide"
PASSWORD: Final = "an-old-tea-glass"
COUNT: Final = 5
ENTERS: Final = {"Aylin": "de", "Ben": "tr", "Cem": "en"}  # with the language of the phone
PAPER: Final = "Deniz"


@dataclass(frozen=True)
class Question:
    """A puzzle of the assignment with the engine's own answer."""

    opens: bool
    best: Lanes


@pytest.fixture
def teacher(site: Site, open_site: Open) -> Visit:
    """Somebody who signs up."""
    visit = open_site(language="en", url=site.url)
    visit.goto("/account/signup/")
    page = visit.page
    page.locator("#id_username").fill("ms-kaya")
    page.locator("#id_email").fill("kaya@example.org")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("main form button.is-primary").click()
    page.wait_for_url(lambda url: "signup" not in url)
    return visit


@pytest.fixture
def phone(site: Site, open_site: Open) -> Callable[[str], Visit]:
    """A pupil's phone."""
    return lambda name: open_site(language=ENTERS[name], width=390, url=site.url)


def test_a_club_from_its_first_day_to_its_grades(
    site: Site, teacher: Visit, phone: Callable[[str], Visit], tmp_path: Path
) -> None:
    page = teacher.page
    class_url = _make_class(teacher)
    _add_pupils(teacher, class_url)
    codes = _print_cards(page, class_url, tmp_path)
    assert set(codes) == {*ENTERS, PAPER}
    assert len(set(codes.values())) == len(codes)
    assignment_url = _make_assignment(site, teacher, class_url)
    asked = _questions(site)
    assert len(asked) == COUNT

    visits = {name: phone(name) for name in ENTERS}
    for name, visit in visits.items():
        _enter(visit, codes[name])
    # Aylin answers everything, each as the engine would
    _begin(visits["Aylin"], assignment_url)
    for question in asked:
        _answer(visits["Aylin"], right=question.opens, lay=question.best)
    _hand_in(visits["Aylin"], assignment_url)
    # Cem gets a week more; then the time of everybody is over, but late work is taken
    _give_more_time(page, site, assignment_url)
    _let_hours_pass(site, 2)
    # Ben says of every hand that it cannot open, and is late
    _begin(visits["Ben"], assignment_url)
    for _ in asked:
        _answer(visits["Ben"], right=False, lay=[])
    _hand_in(visits["Ben"], assignment_url)
    # Cem answers the first only, and is in time
    _begin(visits["Cem"], assignment_url)
    _answer(visits["Cem"], right=asked[0].opens, lay=asked[0].best)
    _hand_in(visits["Cem"], assignment_url)
    # what Deniz wrote on paper: the first two right, the third wrong, nothing else
    _enter_paper(page, assignment_url, "++-..")

    stuck = sum(not one.opens for one in asked)
    points = {"Aylin": COUNT, "Ben": stuck, "Cem": 1, PAPER: 2}
    right = _right_by_puzzle(asked)
    assert sum(right) == sum(points.values())
    _check_grid(page, class_url, points)
    _check_csv(page, class_url, points)
    _check_results(page, assignment_url, right)
    _check_reports(page, class_url, points)
    _check_pupil_pages(visits, points, assignment_url)


def _right_by_puzzle(asked: list[Question]) -> list[int]:
    """How many of the four have each puzzle right."""
    paper = [1, 1, 0, 0, 0]
    return [1 + (not one.opens) + (number == 0) + paper[number] for number, one in enumerate(asked)]


# --- the teacher ----------------------------------------------------------------------------------


def _make_class(visit: Visit) -> str:
    page = visit.page
    visit.goto("/classes/")
    page.locator("#id_name").fill("Okey on Tuesdays")
    page.locator("#id_nickname").fill("Ms Kaya")
    page.locator("#id_rules").select_option(RULES)
    page.locator("main form button.is-primary").click()
    page.wait_for_url(re.compile(r"/classes/[0-9a-f-]{36}/"))
    found = re.search(r"/classes/[0-9a-f-]{36}/", page.url)
    assert found is not None
    return found.group()


def _add_pupils(visit: Visit, class_url: str) -> None:
    page = visit.page
    visit.goto(f"{class_url}pupils/add/")
    lines = [f"{name}, {name} Realname" for name in (*ENTERS, PAPER)]
    page.locator("textarea").fill("\n".join(lines))
    page.locator("main form button.is-primary").click()
    page.locator("button[name=make]").click()
    for name in (*ENTERS, PAPER):
        expect(page.locator("main")).to_contain_text(name)


def _print_cards(page: Page, class_url: str, folder: Path) -> dict[str, str]:
    """The codes that stand on the printed cards, by nickname."""
    page.goto(f"{class_url}cards/")
    with page.expect_download() as sheet:
        page.locator("main form button.is-primary").click()
    path = folder / "cards.pdf"
    sheet.value.save_as(path)
    text = "\n".join(one.extract_text() for one in PdfReader(path).pages)
    codes = re.findall(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b", text)
    names = re.findall("|".join((*ENTERS, PAPER)), text)
    return dict(zip(names, codes, strict=True))


def _make_assignment(site: Site, visit: Visit, class_url: str) -> str:
    """Order puzzles, see them being made, and settle them."""
    page = visit.page
    visit.goto(f"{class_url}assignments/new/")
    page.locator("#id_title").fill("Can you open?")
    page.locator("#id_count").fill(str(COUNT))
    page.locator("main form button.is-primary").click()
    # Nobody works yet, so the page shows that the puzzles are to come, and asks by itself.
    expect(page.locator("#making progress")).to_be_visible()
    site.start("worker", WORKER)
    settle = page.locator("form[action$='/freeze/'] button")
    expect(settle).to_be_visible(timeout=WITHIN_MS)
    settle.click()
    expect(settle).to_have_count(0)
    found = re.search(r"/classes/[0-9a-f-]{36}/assignments/[0-9a-f-]{36}/", page.url)
    assert found is not None
    return found.group()


def _give_more_time(page: Page, site: Site, assignment_url: str) -> None:
    """For everybody it was due an hour ago by the time that Ben begins; Cem has a week."""
    now = dt.datetime.now(dt.UTC) + dt.timedelta(hours=3)  # as Istanbul writes it
    page.goto(f"{assignment_url}edit/")
    page.locator("#id_due_at").fill(f"{now + dt.timedelta(hours=1):%Y-%m-%dT%H:%M}")
    page.locator("#id_late_until").fill(f"{now + dt.timedelta(days=2):%Y-%m-%dT%H:%M}")
    page.locator("main form button.is-primary").click()
    page.wait_for_url(f"**{assignment_url}")
    cem = page.locator(".assignment-pupils li", has_text="Cem")
    cem.locator("a").click()
    page.locator("#id_due_at").fill(f"{now + dt.timedelta(days=7):%Y-%m-%dT%H:%M}")
    page.locator("main form button.is-primary").click()
    page.wait_for_url(f"**{assignment_url}*")


def _let_hours_pass(site: Site, hours: int) -> None:
    """The clock of a running site cannot be set: so its rows become older."""
    moments = {
        "classrooms_assignment": ("created_at", "frozen_at", "due_at", "late_until"),
        "classrooms_extension": ("due_at",),
        "classrooms_work": ("opened_at", "submitted_at", "graded_at"),
        "classrooms_workanswer": ("saved_at",),
    }
    with sqlite3.connect(site.folder / "istaka.sqlite3", timeout=20) as database:
        for table, columns in moments.items():
            for column in columns:
                database.execute(
                    f"UPDATE {table} SET {column} ="
                    f" strftime('%Y-%m-%d %H:%M:%f', {column}, '-{hours} hours')"
                    f" WHERE {column} IS NOT NULL"
                )


def _enter_paper(page: Page, assignment_url: str, marks: str) -> None:
    page.goto(f"{assignment_url}paper/")
    _fetch_sheets(page)
    row = page.locator(".paper-grid tbody tr", has_text=PAPER)
    row.locator("input[name^='m-']").evaluate(
        "(box, marks) => { box.value = marks; box.dispatchEvent(new Event('input')); }", marks
    )
    page.locator("form[data-marks] button.is-primary").click()
    expect(row.locator("input[name^='m-']")).to_have_value(marks)


def _fetch_sheets(page: Page) -> None:
    """Have a sheet made for each pupil, see that it is being made, and read what came."""
    page.locator("button[name=what][value=sheets]").click()
    link = page.locator("#files a.button")
    expect(link).to_be_visible(timeout=WITHIN_MS)
    with page.expect_download() as sheets:
        link.click()
    text = " ".join(one.extract_text() for one in PdfReader(sheets.value.path()).pages)
    assert all(name in text for name in (*ENTERS, PAPER))
    assert "Realname" not in text


# --- the pupils -----------------------------------------------------------------------------------


def _enter(visit: Visit, code: str) -> None:
    visit.goto("/enter/")
    visit.page.locator("main form input[type=text]").first.fill(code.lower())
    visit.page.locator("main form button.is-primary").click()
    visit.page.wait_for_url(re.compile("/classes/"))


def _begin(visit: Visit, assignment_url: str) -> None:
    visit.goto(assignment_url)
    visit.page.locator("form[action$='/begin/'] button").click()
    visit.ready()


def _answer(visit: Visit, *, right: bool, lay: Lanes) -> None:
    """Answer the puzzle on the screen; `right`: with melds, else that it cannot open."""
    page, before = visit.page, visit.page.url
    if right:
        hands.lay(visit, lay, hands.tap)
        visit.open_button.tap()
    else:
        visit.cannot_button.tap()
    page.wait_for_function("before => location.href !== before", arg=before)


def _hand_in(visit: Visit, assignment_url: str) -> None:
    page = visit.page
    visit.goto(assignment_url)
    page.locator("main a[href*='/work/']").first.click()
    page.locator("form[action$='/hand-in/'] button").click()
    expect(page.locator("form[action$='/hand-in/']")).to_have_count(0)


# --- what the engine says, and what the site does -------------------------------------------------


def _questions(site: Site) -> list[Question]:
    query = (
        "SELECT p.position FROM classrooms_assignment a"
        " JOIN puzzles_setitem i ON i.set_id = a.puzzle_set_id"
        ' JOIN puzzles_puzzle p ON p.id = i.puzzle_id ORDER BY i."index"'
    )
    with sqlite3.connect(site.folder / "istaka.sqlite3", timeout=20) as database:
        positions = [json.loads(row[0]) for row in database.execute(query)]
    return [_question(position) for position in positions]


def _question(position: dict[str, object]) -> Question:
    hand = Hand.parse(position["hand"], position["indicator"])  # type: ignore[arg-type]
    found = solve(hand, rule_set(RULES))
    assert isinstance(found, OpeningSolution)
    melds = found.best_melds if "melds" in found.opens_by else arrange_pairs(hand)
    lanes = [[str(laid.tile) for laid in meld.tiles] for meld in melds]
    return Question(found.can_open, lanes if found.can_open else [])


def _check_grid(page: Page, class_url: str, points: dict[str, int]) -> None:
    page.goto(f"{class_url}gradebook/")
    for name, wanted in points.items():
        row = page.locator(".grade-grid tbody tr", has_text=name)
        cell = row.locator("td").first
        expect(cell.locator("[aria-hidden=true]").nth(1)).to_have_text(str(wanted))
        expect(row.locator(".is-sum small")).to_contain_text(f"{wanted}")
        expect(cell.locator(".mark-late")).to_have_count(1 if name == "Ben" else 0)


def _check_csv(page: Page, class_url: str, points: dict[str, int]) -> None:
    answer = page.request.get(f"{class_url}gradebook/csv/")
    text = answer.body().decode("utf-8")
    assert text.startswith("\ufeff")
    head, *rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    found = {row[0]: row for row in rows}
    for name, wanted in points.items():
        line = dict(zip(head, found[name], strict=True))
        assert int(line["Points"]) == wanted
        assert int(line["Out of"]) == COUNT
        assert float(line["Share in percent"]) == pytest.approx(100 * wanted / COUNT)
        assert line["Can you open?: remark"] == ("late" if name == "Ben" else "")


def _check_results(page: Page, assignment_url: str, right: list[int]) -> None:
    page.goto(f"{assignment_url}results/")
    rows = page.locator(".item-list > li")
    expect(rows).to_have_count(COUNT)
    for number, wanted in enumerate(right):
        expect(rows.nth(number)).to_contain_text(f"{wanted} of 4 right ({25 * wanted}.0%)")


def _check_reports(page: Page, class_url: str, points: dict[str, int]) -> None:
    for name, wanted in points.items():
        page.goto(f"{class_url}gradebook/")
        page.locator(".grade-grid tbody th a", has_text=name).click()
        report = page.get_by_role("link", name="Report with nickname").get_attribute("href")
        assert report is not None
        content = page.request.get(report).body()
        text = " ".join(one.extract_text() for one in PdfReader(io.BytesIO(content)).pages)
        assert f"{wanted} of {COUNT} points" in text
        assert f"{wanted}/{COUNT}" in text
        assert name in text
        others = {*points} - {name}
        assert not [other for other in others if other in text]
        assert "Realname" not in text


def _check_pupil_pages(
    visits: dict[str, Visit], points: dict[str, int], assignment_url: str
) -> None:
    for name, visit in visits.items():
        visit.goto(assignment_url)
        told = visit.text("%(points)s of %(out_of)s right") % {
            "points": points[name],
            "out_of": COUNT,
        }
        expect(visit.page.locator("main")).to_contain_text(told)
        assert visit.overflow() <= 0
