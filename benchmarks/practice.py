"""How long a move at the practice table takes until the bots' moves are on the page.

    python -m benchmarks.practice

Rounds are played through HTTP by following advice, on a new SQLite file with the site's own
settings, in one process, against three strong bots (one at a table for two). Each POST of moves is
timed on the wall: the referee, the bots, the row and the page. Beside it stand a bare page of the
same run (the site's frame with a session and one query), and the ratio of both medians.
"""

from __future__ import annotations

import re
import statistics
import sys
import time
import uuid
from html import unescape
from typing import Any

from benchmarks.pages import BARE, call_command, settings  # first: settings

# isort: split
from django.test import Client
from django.test.utils import setup_test_environment

from benchmarks.measure import table, where
from okey import RULE_SETS
from tutor.models import Game

GAMES = 4  # of each rule set
MOST_MOVES = 60  # of one's own in a round
MOST_MS = 300  # at the median, in every rule set
HX = {"HX-Request": "true"}


def hidden(response: Any) -> dict[str, str]:
    """What the form of a table carries unseen."""
    found = r'type="hidden" name="(key|version)" value="([^"]+)"'
    return dict(re.findall(found, response.content.decode()))


def game(client: Client, key: str) -> list[float]:
    """The milliseconds of every POST of moves in one round."""
    seats = str(max(RULE_SETS[key].seating.counts))
    plan = {"rules": key, "level": "strong", "length": "round", "seats": seats}
    address = client.post("/play/", plan | {"key": str(uuid.uuid4())})["Location"]
    page, taken = client.get(address), []
    for _ in range(MOST_MOVES):
        if "data-round-over" in page.content.decode():
            break
        page = client.post(f"{address}advice/", hidden(page), headers=HX)
        found = re.search(r'name="composed" value="([^"]+)"', page.content.decode())
        assert found is not None
        sent = hidden(page) | {"composed": unescape(found[1])}
        start = time.perf_counter()
        page = client.post(f"{address}moves/", sent, headers=HX)
        taken.append((time.perf_counter() - start) * 1000)
        assert page.status_code == 200
    return taken


def bare(client: Client) -> float:
    """The milliseconds of a bare page."""
    start = time.perf_counter()
    assert client.get(BARE).status_code == 200
    return (time.perf_counter() - start) * 1000


def main() -> int:
    """Print the table. Return 1 where a median is above what is promised."""
    settings.ROOT_URLCONF = "benchmarks.bare_urls"
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (10**9, 60))
    setup_test_environment()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    client = Client(headers={"accept-language": "de"})
    client.get("/play/")
    frame = statistics.median(bare(client) for _ in range(30))
    rows, late, medians = [], [], []
    for key in RULE_SETS:
        taken = sorted(ms for _ in range(GAMES) for ms in game(client, key))
        median, high = statistics.median(taken), taken[int(len(taken) * 0.95)]
        rows.append(
            [key, str(len(taken)), *(f"{ms:.0f}" for ms in (median, high, taken[-1])),
             f"{median / frame:.1f}"]
        )  # fmt: skip
        medians.append(median)
        if median >= MOST_MS:
            late.append(key)
    Game.objects.all().delete()
    print(f"{where()}\n\nbare page: {frame:.1f} ms\n")
    print(table(["rules", "moves", "median ms", "95 % ms", "most ms", "bare pages"], rows))
    for key in late:
        print(f"{key}: a move takes longer than {MOST_MS} ms", file=sys.stderr)
    print(f"a move until one's own turn again: medians {min(medians):.0f} to {max(medians):.0f} ms")
    return int(bool(late))


if __name__ == "__main__":
    sys.exit(main())
