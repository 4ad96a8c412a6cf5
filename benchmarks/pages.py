"""What every page costs, in bare pages of the same run.

    python -m benchmarks.pages [--rounds N] [--only WORD] [--profile WORD]

Every address of `tests/site/urls.yaml` that answers GET is asked by each role that it answers, on a
new SQLite file with a site in use (`page_world.py`), with the site's own settings, Django's cache
included. A bare page is the site's frame with a session and one query, asked by the same person in
turn with the page, in the same process: processor time, the quickest of several rounds.
`forgotten` empties Django's cache and all that functions remember of texts and verdicts before the
request. `--profile` shows where the time of one page goes.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import os
import pstats
import sys
import tempfile
import time
from collections.abc import Callable
from types import ModuleType
from typing import Final

os.environ["DEVELOPMENT"] = "true"
_folder = tempfile.TemporaryDirectory(prefix="istaka-bench-")
os.environ["VAR_DIR"] = _folder.name
os.environ["DATABASE_URL"] = f"sqlite:///{_folder.name}/pages.sqlite3"
os.environ["LOG_LEVEL"] = "CRITICAL"  # pages that are not there, asked for on purpose
os.environ["DJANGO_SETTINGS_MODULE"] = "okeysite.settings"

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.cache import cache  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from benchmarks.measure import table, times, where  # noqa: E402
from benchmarks.page_requests import Page, requests_of  # noqa: E402
from benchmarks.page_world import make_site  # noqa: E402
from okeysite import catalogues  # noqa: E402

MOST: Final = 6.0  # bare pages, of any page
MOST_HOT: Final = 3.0  # of the daily and the next puzzle
HOT: Final = ("home", "puzzles/daily/", "next puzzle")
BARE: Final = "/frame/"
ROOMS: Final = ("accounts", "classrooms", "jobs", "okeysite", "puzzles", "tutor")


def forget() -> None:
    """Empty what the site remembers, but for the files of texts."""
    cache.clear()
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ROOMS and name != "tutor.loading":
            _forget(module)


def _forget(module: ModuleType) -> None:
    for value in vars(module).values():
        clear: Callable[[], None] | None = getattr(value, "cache_clear", None)
        if callable(clear):
            clear()


def seconds(page: Page) -> float:
    """The processor time of one request."""
    start = time.process_time()
    answer = page.ask()
    taken = time.process_time() - start
    assert answer.status_code == page.code, (page.path, answer.status_code)
    return taken


def limit(page: Page) -> float:
    """How many bare pages a page may cost; a file holds all there is, and costs what it holds."""
    if page.is_file:
        return float("inf")
    return MOST_HOT if page.name.startswith(HOT) else MOST


def measure(pages: list[Page], rounds: int) -> dict[str, float]:
    """Fill in what each page costs; the seconds of the bare page by role."""
    bare = {one.role: Page("bare", one.role, BARE, one.client, one.headers) for one in pages}
    for page in (*bare.values(), *pages):
        page.ask()
        with CaptureQueriesContext(connection) as asked:
            answer = page.ask()
        page.code, page.queries = answer.status_code, len(asked)
        page.is_file = "filename" in answer.headers.get("Content-Disposition", "")
    gc.disable()
    for number in range(rounds):
        for page in pages:
            if number == 0:
                forget()
                page.cold = seconds(page)
            frame = bare[page.role]
            page.ask()
            page.warm = min(page.warm, seconds(page))
            frame.warm = min(frame.warm, seconds(frame))
        gc.collect()
    gc.enable()
    return {role: page.warm for role, page in bare.items()}


def profile(page: Page, calls: int = 20) -> None:
    """Print where the time of a page goes."""
    page.ask()
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(calls):
        page.ask()
    profiler.disable()
    print(f"\n{page.name} {page.role} {page.path}")
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(70)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(30)


def main() -> int:
    """Print the table, the worst first. Return 1 where a page costs more than it may."""
    parser = argparse.ArgumentParser(prog="benchmarks.pages", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--only", default=[""], nargs="*", help="pages whose name or role holds one"
    )
    parser.add_argument("--profile", action="store_true", help="show where their time goes")
    options = parser.parse_args()
    settings.ROOT_URLCONF = "benchmarks.bare_urls"
    settings.ALLOWED_HOSTS = ["*"]
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (10**6, 60))
    catalogues.compile_all()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    pages, left = requests_of(make_site())
    pages = [one for one in pages if any(word in f"{one.name} {one.role}" for word in options.only)]
    if options.profile:
        for page in pages:
            profile(page)
        return 0
    bare = measure(pages, options.rounds)
    print(where())
    for role, taken in bare.items():
        print(f"bare page, {role}: {taken * 1e3:.2f} ms")
    pages.sort(key=lambda one: -one.warm / bare[one.role])
    rows, over = [], []
    for page in pages:
        ratio, cold = page.warm / bare[page.role], page.cold / bare[page.role]
        if ratio > limit(page):
            over.append(page)
        rows.append(
            [
                page.name,
                page.role,
                str(page.queries),
                f"{page.warm * 1e3:.1f} ms",
                times(ratio) + (" !" if page in over else ""),
                times(cold),
            ]
        )
    print(table(["page", "role", "queries", "processor time", "bare pages", "forgotten"], rows))
    print("nobody sees anything at: " + "; ".join(left))
    files = [page for page in pages if page.is_file]
    shown = [page for page in pages if not page.is_file]
    said = [
        f"{len(some)} {name}, the dearest {times(some[0].warm / bare[some[0].role])} bare pages"
        f" ({some[0].name})"
        for name, some in (("pages", shown), ("files", files))
        if some
    ]
    dear = ", ".join(f"{page.name} as {page.role}" for page in over) or "none"
    print(
        f"{'; '.join(said)}; over what pages may cost ({MOST:.0f}, the daily and the next puzzle"
        f" {MOST_HOT:.0f}): {dear}"
    )
    return int(bool(over))


if __name__ == "__main__":
    sys.exit(main())
