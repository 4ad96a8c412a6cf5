"""Who asks: browsers with their cookies and the boards that they have open."""

from __future__ import annotations

import re
import secrets
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import psycopg

from benchmarks.load import made, town
from benchmarks.load.town import Person, Plan, Room, Town

SESSION, CSRF = "__Host-session", "__Host-csrf"
MOST_BOARDS: Final = 5
FIELD: Final = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
FORM: Final = re.compile(r'action="/puzzles/[0-9a-f-]+/answer/"')
LEVEL: Final = re.compile(r'name="level" value="(\d)"')


@dataclass(slots=True)
class Open:
    """A board that somebody has before them, with the fields of its form."""

    puzzle: str
    path: str
    fields: dict[str, str]
    melds: bool
    level: int


@dataclass(slots=True)
class Browser:
    """Somebody's browser, behind the proxy: an address, cookies, boards, a page to go to."""

    person: Person
    address: str
    language: str
    cookies: dict[str, str] = field(default_factory=dict)
    boards: deque[Open] = field(default_factory=lambda: deque(maxlen=MOST_BOARDS))
    next_url: str = ""

    def headers(self, *, htmx: bool = False, form: bool = False) -> dict[str, str]:
        """What it sends along. The proxy has ended TLS and says so."""
        found = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Accept-Language": self.language,
            "X-Forwarded-For": self.address,
            "X-Forwarded-Proto": "https",
        }
        if htmx:
            found |= {"HX-Request": "true", "X-CSRFToken": self.cookies[CSRF]}
        if form:
            found["Origin"] = "https://127.0.0.1"
        return found

    def keep(self, cookies: Mapping[str, Any]) -> None:
        """Keep what was set."""
        for name, morsel in cookies.items():
            if morsel.value:
                self.cookies[name] = morsel.value
            else:
                self.cookies.pop(name, None)

    def see(self, html: str, puzzle: str, path: str) -> None:
        """Read a page: where it asks a puzzle that is open, it becomes a board."""
        start = FORM.search(html)
        if start is None:
            return
        fields = dict(FIELD.findall(html, start.end(), start.end() + 1_500))
        if "key" not in fields or "data-result=" in html:
            return
        level = LEVEL.search(html)
        melds = 'class="board"' in html
        self.boards.append(Open(puzzle, path, fields, melds, int(level.group(1)) if level else 0))


class Crowd:
    """Everybody who may ask, and what they know: puzzles, answers, codes."""

    def __init__(self, plan: Plan, *, url: str = "", active: int = 2_000, part: int = 0) -> None:
        self.plan = plan
        self.town: Town = town.town_of(plan)
        self.chance = plan.stream("crowd")
        chance = plan.stream("puzzles")
        self.answers: dict[str, made.Made] = {}
        self.by_rules: dict[str, list[str]] = {}
        for one in made.pool(plan.of(town.PUZZLES, 400)):
            ident = dashed(town.uuid_of(chance))
            self.answers[ident] = one
            self.by_rules.setdefault(one.proposal.rules, []).append(ident)
        people = self.town.people
        visitors = self.town.visitors
        few = min(active, len(people))
        # Two crowds on one database are different people: every other one of each.
        people, visitors = people[part::2], visitors[part::2]
        few = min(few, len(people))
        chosen = self.chance.sample(people, few - few // 10)
        chosen += self.chance.sample(visitors, min(few // 10, len(visitors)))
        self.browsers = [self._browser(one) for one in chosen]
        self.teachers = [(self._browser(room.teacher), room) for room in self.town.rooms]
        self.pupils = [one for one in people if one.is_pupil]
        self.accounts = [one for one in people if not one.is_pupil]
        self._turn = 0
        self.asked = _asked(url) if url else {}

    def _browser(self, person: Person) -> Browser:
        browser = self.stranger(person)
        browser.cookies[SESSION] = person.session
        return browser

    def stranger(self, person: Person) -> Browser:
        """A browser in which nobody is logged in."""
        number = person.number
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        language = ("tr", "de", "en", "tr")[number % 4]
        return Browser(person, address, language, {CSRF: secrets.token_hex(16)})

    def new_visitor(self) -> Browser:
        """Somebody who was never here."""
        person = self.chance.choice(self.town.visitors)
        return Browser(
            person, f"172.16.{self.chance.randrange(256)}.9", "de", {CSRF: secrets.token_hex(16)}
        )

    def somebody(self) -> Browser:
        """Any of those who are about."""
        return self.chance.choice(self.browsers)

    def with_board(self, *, melds: bool | None = None) -> Browser | None:
        """Somebody who has a puzzle open; None where nobody has."""
        for _ in range(60):
            self._turn = (self._turn + 1) % len(self.browsers)
            found = self.browsers[self._turn]
            if found.boards and (melds is None or found.boards[-1].melds == melds):
                return found
        return None

    def teacher(self) -> tuple[Browser, Room]:
        """A teacher and their class."""
        return self.chance.choice(self.teachers)

    def puzzle_for(self, person: Person) -> str:
        """A puzzle of the rules that they play, none that their class's work asks just now."""
        rules = person.rules if person.rules in self.by_rules else next(iter(self.by_rules))
        room = self.town.rooms[person.room].id if person.room is not None else ""
        asked = self.asked.get(room, frozenset())
        while (found := self.chance.choice(self.by_rules[rules])) in asked:
            pass
        return found

    def form(self, board: Open, *, right: bool) -> list[tuple[str, str]]:
        """What the form of a board sends for a right or a wrong answer."""
        known = self.answers.get(board.puzzle)
        answer: dict[str, Any] = (
            {"cannot": True} if known is None else known.right if right else known.wrong
        )
        if "gave_up" in answer and known is not None:
            answer = known.right
        [(name, said)] = answer.items()
        fields = list(board.fields.items())
        if name == "melds":
            return [*fields, ("answer", "melds"), ("melds", said)]
        if name == "cannot":
            return [*fields, ("answer", "cannot")]
        if name in ("tiles", "numbers"):
            return [*fields, *(("answer", one) for one in said.split())]
        return [*fields, ("answer", said)]

    def card(self) -> tuple[Browser, str]:
        """A pupil who enters by card, and its code."""
        person = self.chance.choice(self.pupils)
        return self.stranger(person), town.card_of(self.plan, person)

    def account(self) -> Browser:
        """Somebody who logs in by password."""
        return self.stranger(self.chance.choice(self.accounts))


def _asked(url: str) -> dict[str, frozenset[str]]:
    """The puzzles of each class's work under way: elsewhere they are not told."""
    query = (
        "SELECT replace(a.classroom_id::text, '-', ''), array_agg(i.puzzle_id::text)"
        " FROM classrooms_assignment a JOIN puzzles_setitem i ON i.set_id = a.puzzle_set_id"
        " WHERE a.due_at > now() GROUP BY 1"
    )
    with psycopg.connect(url) as connection:
        return {room: frozenset(some) for room, some in connection.execute(query).fetchall()}


def dashed(digits: str) -> str:
    """An id as addresses have it."""
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
