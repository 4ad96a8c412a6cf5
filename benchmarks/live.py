"""A live round of thirty: what polling and answering cost, in bare frames of the same run.

    python -m benchmarks live [--pupils N] [--seconds N]

A real gunicorn with the site's own configuration serves a new SQLite file, the embedded default.
Each pupil asks every three seconds whether the round is over, and answers a puzzle about every nine
seconds: the page, then the answer. The teacher's page asks every two seconds how everybody stands.
Beside them one more client asks for the bare frame of the site (a session and one query) twice a
second. So every figure is of a busy server. Whoever measures runs on the same machine.
"""

from __future__ import annotations

import argparse
import http.client
import signal
import statistics
import sys
import threading
import time
import urllib.parse
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from benchmarks import class_login as shared  # sets the database up

MOST: Final = 4.0  # bare frames that a poll without news may cost

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from benchmarks.measure import table, times, where  # noqa: E402
from classrooms.assignments import working  # noqa: E402
from classrooms.assignments.models import Work  # noqa: E402
from classrooms.live import services  # noqa: E402
from okeysite import catalogues  # noqa: E402
from tests.classrooms.world import World, make_assignment, make_class  # noqa: E402

PUZZLES: Final = 10
took: dict[str, list[float]] = defaultdict(list)
codes: dict[tuple[str, int], int] = defaultdict(int)
lock = threading.Lock()


class Browser:
    """Somebody's connection with their session."""

    def __init__(self, port: int, client: Client | None) -> None:
        self.port = port
        self.cookies = {} if client is None else {k: v.value for k, v in client.cookies.items()}
        self.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=shared.PATIENCE)

    def ask(self, name: str, address: str, body: dict[str, str] | None = None) -> Any:
        """One request, timed under a name."""
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        sent = None
        if body is not None:
            sent = urllib.parse.urlencode({**body, "csrfmiddlewaretoken": "a" * 32})
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "HX-Request": "true",
                "Origin": f"http://127.0.0.1:{self.port}",
            }
        begin = time.perf_counter()
        self.connection.request("GET" if body is None else "POST", address, sent, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        with lock:
            took[name].append(time.perf_counter() - begin)
            codes[name, answer.status] += 1
        assert answer.status < 400, f"{name}: {answer.status}"
        assert body is None or "HX-Redirect" in answer.headers, "the answer was not taken"
        return answer, text


def every(seconds: float, until: float, deed: Callable[[int], None], shift: float = 0.0) -> None:
    """Do something again and again, at a steady pace."""
    begin, count = time.monotonic() + shift, 0
    while (now := time.monotonic()) < until:
        if now < begin + count * seconds:
            time.sleep(min(0.05, begin + count * seconds - now))
            continue
        deed(count)
        count += 1


def main() -> int:
    """Print the table. Return 1 where a poll costs more than it may, or an answer was lost."""
    parser = argparse.ArgumentParser(prog="benchmarks live", description=__doc__)
    parser.add_argument("--pupils", type=int, default=30)
    parser.add_argument("--seconds", type=int, default=40)
    options = parser.parse_args()
    catalogues.compile_all()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    world = make_class(pupils=options.pupils)
    row = make_assignment(world, count=PUZZLES, due_at=None)
    live = services.start(world.classroom.pk, row.pk, actor=world.teacher)
    works = [working.begin(row, member) for member in world.pupils]
    port = shared._free_port()
    server = shared._serve(port)
    try:
        shared._wait_for(port)
        _run(world, live, works, port, options.seconds)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(shared.PATIENCE)
    begin = time.perf_counter()
    services.end(live, actor=world.teacher)
    ended = time.perf_counter() - begin
    graded = Work.objects.filter(graded_at__isnull=False).count()
    print(where())
    print(_table())
    print(f"the end hands in and grades {graded} works in {ended:.2f} s")
    unchanged = statistics.median(took["pupil asks: over?"]) / statistics.median(took["bare frame"])
    print(f"a poll without news costs {times(unchanged)} bare frames (asked: at most {MOST:.0f})")
    kept = sum(work.answers.count() for work in works)
    asked = len(took["pupil answers"])
    print(f"{kept} answers are kept of {asked} that were sent")
    return int(unchanged > MOST or kept < min(asked, options.pupils * PUZZLES))


def _run(world: World, live: Any, works: list[Work], port: int, seconds: int) -> None:
    until = time.monotonic() + seconds
    args = [live.classroom_id, live.pk]
    threads = []

    def pupil(number: int) -> None:
        work, browser = works[number], Browser(port, world.client(world.pupils[number].player))
        over = reverse("live-over", args=args)
        due = time.monotonic() + 8 * number / len(works)
        place = 0

        def deed(_count: int) -> None:
            nonlocal due, place
            browser.ask("pupil asks: over?", over)
            if time.monotonic() >= due and place < PUZZLES:
                item = reverse(
                    "work-item", args=[live.classroom_id, live.assignment_id, work.pk, place + 1]
                )
                browser.ask("pupil opens a puzzle", item)
                browser.ask("pupil answers", item, {"answer": "cannot"})
                place, due = place + 1, due + 8

        every(3, until, deed, shift=3 * number / len(works))

    def teacher() -> None:
        browser, version = Browser(port, world.client(world.teacher)), ""
        state = reverse("live-state", args=args)

        def deed(_count: int) -> None:
            nonlocal version
            answer, text = browser.ask("teacher asks how it stands", f"{state}?v={version}")
            if answer.status == 200:
                version = text.partition("?v=")[2][:16]

        every(2, until, deed)

    def frame() -> None:
        browser = Browser(port, world.client(world.coteacher))
        every(0.5, until, lambda _count: browser.ask("bare frame", "/frame/") and None)

    for number in range(len(works)):
        world.client(world.pupils[number].player)
        threads.append(threading.Thread(target=pupil, args=(number,)))
    world.client(world.teacher)
    world.client(world.coteacher)
    threads += [threading.Thread(target=teacher), threading.Thread(target=frame)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _table() -> str:
    plain = statistics.median(took["bare frame"])
    rows = []
    for name, found in took.items():
        middle = statistics.median(found)
        high = sorted(found)[int(len(found) * 0.95)]
        without = codes[name, 204]
        rows.append(
            [
                name,
                str(len(found)),
                str(without),
                f"{middle * 1e3:.1f} ms",
                f"{high * 1e3:.1f} ms",
                times(middle / plain),
            ]
        )
    return table(["request", "count", "204", "median", "p95", "median, bare frames"], rows)


if __name__ == "__main__":
    sys.exit(main())
