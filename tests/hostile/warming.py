"""Ask for every page until the server has in memory what it keeps: tables, templates, catalogues.

What it holds after that is what it needs; only what comes on top of it is growth.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from tests.hostile.people import CSRF, Cast, Person
from tests.hostile.site import Site
from tests.hostile.values import as_json
from tests.hostile.wire import Wire

LANGUAGES: Final = ("en", "de", "tr")
ROUNDS: Final = 6  # at most
STILL: Final = 1_024  # KiB: a round that adds less has found everything there
THREADS: Final = 4


def warm(site: Site, cast: Cast) -> int:
    """Ask in rounds, each page in another language, until a round adds nothing; how many rounds."""
    before = sum(site.memory().values())
    for number in range(ROUNDS):
        _log_in_at_once(site)
        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(partial(_visit, site, number), cast.values()))
        after = sum(site.memory().values())
        if number >= len(LANGUAGES) - 1 and after - before < STILL * site.processes:
            return number + 1
        before = after
    return ROUNDS


def _visit(site: Site, number: int, person: Person) -> None:
    wire = Wire(site.url)
    for place, line in enumerate(person.lines):
        language = LANGUAGES[(place + number) % len(LANGUAGES)]
        headers = {**person.headers, "Accept-Language": language}
        if "GET" in line.methods:
            wire.ask("GET", line.path + line.query, headers)
        if "POST" in line.methods and line.json is not None:
            wire.ask("POST", line.path, headers, as_json(line.json), "application/json")
    wire.close()


def _log_in_at_once(site: Site) -> None:
    """As many passwords at the same time as a process hashes."""
    headers = {"Cookie": f"csrf={CSRF}", "X-CSRFToken": CSRF}
    kind = "application/x-www-form-urlencoded"

    def log_in(number: int) -> None:
        body = f"login=nobody{number}&password=wrong".encode()
        Wire(site.url).ask("POST", "/account/login/", headers, body, kind)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(log_in, range(THREADS * 2)))
