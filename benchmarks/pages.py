"""What the rulebook's and the referee's pages cost, in bare pages of the same run.

    python -m benchmarks.pages

A bare page is the site's frame with a session and one query. Each page is asked in turn with it,
in one process, on a new SQLite file with the site's own settings but without Django's cache; the
quickest of several rounds counts. `remembered` leaves alone what functions remember of texts and
verdicts, which change only with the code; `forgotten` empties all of it before every request.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

os.environ["DEVELOPMENT"] = "true"
_folder = tempfile.TemporaryDirectory(prefix="istaka-bench-")
os.environ["DATABASE_URL"] = f"sqlite:///{_folder.name}/pages.sqlite3"
os.environ["DJANGO_SETTINGS_MODULE"] = "okeysite.settings"

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.shortcuts import render  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext, setup_test_environment  # noqa: E402
from django.urls import include, path  # noqa: E402

from accounts.models import Player  # noqa: E402
from benchmarks.measure import table, times, where  # noqa: E402

ROUNDS = 9
MOST = 6  # bare pages
BARE = "/bare/"
HAND = "R10+R11+*+R13+R7+Y7+B7+K7+Y9+B9+K9+R1+R2+Y4+Y6+B1+K1+K3+K5+B5+R4"
PAGES = {
    "rules": "/rules/",
    "search": "/rules/?q=pair",
    "rule of melds": "/rules/101-guide/run.no-wrap/",
    "rule of the table": "/rules/101-club/layoff.run-cap/",
    "rule of scores": "/rules/101-siler/score.okey-held/",
    "glossary": "/rules/glossary/",
    "compare": "/rules/compare/",
    "compare two": "/rules/compare/?a=101-guide&b=101-club",
    "compare a hand": "/rules/compare/?a=101-club&b=classic&tiles=K12+K13+K1+|",
    "referee": "/referee/",
    "referee, a hand": f"/referee/?rules=101-guide&indicator=B10&hand={HAND}",
    "referee, table": "/referee/table/",
    "referee, score": "/referee/score/?rules=101-club",
    "sheets": "/referee/sheet/",
    "notation": "/notation/",
}


def bare(request: HttpRequest) -> HttpResponse:
    """The frame of the site, with a session and one query."""
    request.session.get("anything")
    Player.objects.count()
    return render(request, "base.html")


urlpatterns = [path("bare/", bare), path("", include("okeysite.urls"))]


def forget() -> None:
    """Empty what functions of the site and the engine remember, but for the files of texts."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("tutor", "puzzles") and name != "tutor.loading":
            _forget(module)


def _forget(module: ModuleType) -> None:
    for value in vars(module).values():
        clear: Callable[[], None] | None = getattr(value, "cache_clear", None)
        if callable(clear):
            clear()


def seconds(client: Client, address: str, *, forgetting: bool) -> float:
    """The time of one request."""
    if forgetting:
        forget()
    else:
        client.get(address)  # the one before may have been made to forget
    start = time.process_time()
    response: Any = client.get(address)
    taken = time.process_time() - start
    assert response.status_code == 200, (address, response.status_code)
    return taken


def main() -> int:
    """Print the table. Return 1 where a page costs more than it may."""
    settings.ROOT_URLCONF = "benchmarks.pages"
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    setup_test_environment()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    client = Client(headers={"accept-language": "de"})
    addresses = {"bare": BARE, **PAGES}
    best = {(name, way): float("inf") for name in addresses for way in (False, True)}
    for address in addresses.values():
        client.get(address)  # templates are read once
    gc.disable()
    for _ in range(ROUNDS):
        for name, address in addresses.items():
            for way in (False, True):
                best[name, way] = min(best[name, way], seconds(client, address, forgetting=way))
        gc.collect()
    print(where())
    rows, worst = [], 0.0
    for name, address in addresses.items():
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        ratio, cold = (best[name, way] / best["bare", way] for way in (False, True))
        worst = max(worst, ratio)
        milliseconds = f"{best[name, False] * 1e3:.1f} ms"
        rows.append([name, str(len(queries)), milliseconds, times(ratio), times(cold)])
    print(table(["page", "queries", "processor time", "remembered", "forgotten"], rows))
    print(f"dearest page: {times(worst)} bare pages (asked: at most {MOST})")
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
