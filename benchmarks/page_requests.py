"""Which requests `benchmarks.pages` makes: each address that answers GET, as each role it knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from django.test import Client

from benchmarks.page_world import Site
from tests.site import addresses
from tests.site.addresses import Address
from tutor.lessons.loading import lessons

SEEN: Final = (200, 204)
IN_CLASS: Final = ("teacher", "pupil")
ANYWHERE: Final = ("account", "anonymous")
ELSE: Final = ("staff", "token")  # where neither of those sees anything
RULES: Final = "101-guide"


@dataclass
class Page:
    """One request, and what was found out about it. `warm` and `cold` are seconds."""

    name: str
    role: str
    path: str
    client: Client
    headers: dict[str, str] = field(default_factory=dict)
    data: dict[str, str] | None = None  # of a POST
    code: int = 0
    is_file: bool = False  # to be kept, and holds all there is
    queries: int = 0
    warm: float = float("inf")
    cold: float = float("inf")

    def ask(self) -> Any:
        """Send it."""
        if self.data is not None:
            return self.client.post(self.path, self.data, headers=self.headers)
        return self.client.get(self.path, headers=self.headers)


def requests_of(site: Site) -> tuple[list[Page], list[str]]:
    """All with something to see; and the addresses where nobody does, with what they answer."""
    found: list[Page] = []
    left = []
    for line in addresses.listed():
        if "GET" not in line.methods:
            continue
        seen, codes = _of_line(site, line)
        found += seen
        others = [one for one in found if one.name.startswith(line.route)]
        if not seen and not (line.route and others):
            left.append(f"{line.route}: {', '.join(codes)}")
    found += _more(site)
    return found, left


def _of_line(site: Site, line: Address) -> tuple[list[Page], list[str]]:
    seen: list[Page] = []
    codes = []
    roles = IN_CLASS if line.in_class else (*ANYWHERE, *ELSE)
    for role in roles:
        if role in ELSE and seen:
            break
        for path in dict.fromkeys(_paths(site, line, role)):
            name = (line.route or "home") + ("?" if "?" in path else "")
            who = site.callers[role]
            page = Page(name, role, path, who.client, who.headers)
            answer = page.ask()
            codes.append(f"{role} {answer.status_code}")
            if answer.status_code in SEEN:
                seen.append(page)
    return seen, codes


def _paths(site: Site, line: Address, role: str) -> Iterator[str]:
    """As it is, and with the query that the file lists."""
    values = site.parameters(line, role)
    if values is None and (line.object or line.in_class):
        return  # not theirs
    path = line.path(values).partition("?")[0]
    yield path
    if line.query:
        yield path + line.query


def _more(site: Site) -> Iterator[Page]:
    """The next puzzle, a puzzle of each kind, asked and answered, and each lesson."""
    for role in ("account", "visitor"):
        who = site.callers[role]
        page = Page("next puzzle: chosen", role, "/puzzles/next/", who.client, {}, {"rules": RULES})
        yield page
        path = page.ask().headers["Location"]
        yield Page("next puzzle: its page", role, path, who.client)
    nobody = site.callers["anonymous"].client
    for kind, puzzle in site.shown.items():
        path = f"/puzzles/{puzzle.pk}/"
        yield Page(f"puzzles/<uuid:puzzle_id>/ {kind}", "anonymous", path, nobody)
    for kind, attempt in site.answered.items():
        path = f"/puzzles/history/{attempt.pk}/"
        yield Page(
            f"puzzles/history/<uuid:attempt_id>/ {kind}",
            "account",
            path,
            site.callers["account"].client,
        )
    for key in lessons():
        yield Page(f"learn/{key}/", "anonymous", f"/learn/{key}/", nobody)
