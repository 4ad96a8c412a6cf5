"""Work that goes on behind the page: the first hands of a new site, and a set that is ordered.

The site runs here as `make run` starts it: web and worker as processes of their own, on an empty
database in a folder of this test.
"""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import expect

from okey.hand import Hand
from okey.rules.rulesets import rule_set
from okey.search import can_open
from tests.browser import world
from tests.browser.conftest import Open
from tests.browser.visit import Visit

ROOT = Path(__file__).resolve().parents[2]
WITHIN_MS = 60_000
WEB = ("-m", "gunicorn", "--config", "okeysite/gunicorn_conf.py", "okeysite.wsgi")
WORKER = (
    *("-W", "ignore:You", "-m", "celery", "--quiet", "-A", "okeysite", "worker"),
    *("--loglevel", "WARNING", "--without-gossip", "--without-mingle"),
)


@dataclass
class Site:
    """The processes of a site, and where it is reached."""

    folder: Path
    port: int
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, role: str, arguments: tuple[str, ...]) -> subprocess.Popen[bytes]:
        """Start a process in a group of its own."""
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self._environ(role),
            start_new_session=True,
        )
        self.running.append(process)
        return process

    def prepare(self) -> None:
        """Make the database and the static files."""
        subprocess.run(
            [sys.executable, "manage.py", "prepare"],
            cwd=ROOT,
            env=self._environ(""),
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def answers(self) -> bool:
        """Whether the web server is up."""
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self) -> None:
        """End every process group that was started here."""
        for process in self.running:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(30)

    def _environ(self, role: str) -> dict[str, str]:
        return {
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "DEVELOPMENT": "true",
            "VAR_DIR": str(self.folder),
            "PORT": str(self.port),
            "WEB_PROCESSES": "1",
            "ISTAKA_ROLE": role,
        }


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A new site whose web server is up, without a worker yet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    made = Site(tmp_path_factory.mktemp("site"), port)
    try:
        made.prepare()
        made.start("web", WEB)
        _until(made.answers)
        yield made
    finally:
        made.stop()


@pytest.fixture
def visitor(site: Site, open_site: Open) -> Callable[..., Visit]:
    """Somebody new at this site."""
    return lambda **more: open_site(url=site.url, **more)


def test_the_first_hands_come_while_the_page_is_up(
    site: Site, visitor: Callable[..., Visit]
) -> None:
    visit = visitor(language="de", width=390)
    visit.goto("/")
    pending = visit.page.locator("#pending")
    expect(pending).to_contain_text(visit.text("Today’s puzzle is being made"))
    site.start("worker", WORKER)
    visit.board.wait_for(timeout=WITHIN_MS)
    expect(pending).to_have_count(0)
    # The hand that came is a real one, and can be answered at once.
    visit.ready()
    hand = Hand.parse(visit.rack_codes(), _indicator(site))
    visit.cannot_button.tap()
    visit.expect_result("wrong" if can_open(hand, rule_set(world.RULES)) else "right")
    _until(lambda: _count(site, "SELECT count(*) FROM puzzles_daily") >= 3 * 14)


def test_a_set_is_ordered_watched_and_played(site: Site, visitor: Callable[..., Visit]) -> None:
    _work(site)
    visit = visitor(language="tr")
    _order(visit, 60)
    done = visit.page.locator(".pick a")
    expect(done).to_have_count(60, timeout=WITHIN_MS)
    done.first.click()
    visit.ready()
    visit.cannot_button.click()
    expect(visit.panel.locator("[data-result]")).to_be_visible()
    visit.page.go_back()
    expect(visit.page.locator(".pick .is-right, .pick .is-wrong")).to_have_count(1)


def test_a_set_is_cancelled_and_taken_up_again(site: Site, visitor: Callable[..., Visit]) -> None:
    worker = _work(site)
    _halt(site, worker)  # so that there is something to cancel
    visit = visitor(language="de")
    try:
        _order(visit, 40)
        address = visit.page.url
        visit.page.get_by_role("link", name=visit.text("Show the work")).click()
        visit.page.locator("#job-cancel").click()
        expect(visit.page.locator("#job [data-state]")).to_have_attribute("data-state", "cancelled")
        expect(visit.page.locator("#job")).to_contain_text(
            visit.text("You cancelled it. What was ready before is kept.")
        )
        visit.goto(address)
        expect(visit.page.locator(".message.is-error")).to_be_visible()
        visit.page.locator(".message.is-error a").click()
        visit.page.locator("#job-retry").click()
        expect(visit.page.locator("#job progress")).to_be_visible()
    finally:
        os.killpg(worker.pid, signal.SIGCONT)
    # The page asks again by itself, says in words that it is done, and leads to the set.
    state = visit.page.locator("#job [data-state]")
    expect(state).to_have_attribute("data-state", "done", timeout=WITHIN_MS)
    expect(visit.said).to_contain_text(visit.text("Everything is ready."))
    visit.page.get_by_role("link", name=visit.text("Show what was made")).click()
    expect(visit.page.locator(".pick a")).to_have_count(40)


def _order(visit: Visit, count: int) -> None:
    """Order a set and see its page."""
    visit.goto("/puzzles/sets/")
    visit.page.locator("#id_count").fill(str(count))
    visit.page.locator("main form .button.is-primary").click()
    visit.page.wait_for_url("**/puzzles/sets/*-*/")


def _work(site: Site) -> subprocess.Popen[bytes]:
    """The worker, started unless it runs."""
    for process in site.running:
        if "celery" in process.args and process.poll() is None:  # type: ignore[operator]
            return process
    return site.start("worker", WORKER)


def _halt(site: Site, worker: subprocess.Popen[bytes]) -> None:
    """Stop the worker where it stands, but not while it holds the only right to write."""
    for _ in range(100):
        os.killpg(worker.pid, signal.SIGSTOP)
        _until(lambda: _stands(worker.pid))
        with closing(sqlite3.connect(site.folder / "istaka.sqlite3", timeout=0.5)) as database:
            try:
                database.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:  # it was stopped in the middle of a write
                os.killpg(worker.pid, signal.SIGCONT)
                time.sleep(0.05)
                continue
            return
    raise AssertionError("the worker never stopped writing")


def _stands(group: int) -> bool:
    """Whether all processes of a group have stopped: a signal is heeded after it was sent."""
    states = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _parent, its_group, *_ = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        if int(its_group) == group:
            states.add(state)
    return states <= set("TtZX")


def _indicator(site: Site) -> str:
    query = (
        "SELECT json_extract(position, '$.indicator') FROM puzzles_puzzle p JOIN puzzles_daily d"
    )
    where = " ON d.puzzle_id = p.id WHERE d.rules = ? ORDER BY d.date LIMIT 1"
    with _database(site) as database:
        return str(database.execute(query + where, [world.RULES]).fetchone()[0])


def _count(site: Site, query: str) -> int:
    with _database(site) as database:
        return int(database.execute(query).fetchone()[0])


def _database(site: Site) -> sqlite3.Connection:
    return sqlite3.connect(site.folder / "istaka.sqlite3", timeout=20)


def _until(condition: Callable[[], bool]) -> None:
    """Wait until it holds."""
    end = time.monotonic() + WITHIN_MS / 1000
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen in time")
