"""Who lives in the data set: users, players, sessions, classes with their teachers and pupils.

Everything follows from the seed and the day. Ids, session keys and codes are drawn from streams
named after what they are, so that whoever knows the seed finds them again.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from classrooms.entering import codes

USERS, CLASSES, PUZZLES, ATTEMPTS = 20_000, 500, 20_000, 1_000_000
PUPILS: Final = 30  # of a class
VISITORS: Final = 2_000
RULES: Final = {"101-guide": 0.6, "101-club": 0.2, "101-siler": 0.1, "classic": 0.1}
BACK: Final = 200  # days that the site has been running
SPAN: Final = dt.timedelta(days=BACK)
PASSWORD: Final = "an-old-tea-glass"
_NAMES = """
Ada Ali Aylin Ben Can Cem Defne Deniz Ece Efe Elif Emma Emre Eren Eva Finn Hana Ida Ilayda Jan Jonas
Kaan Lara Lea Lena Leo Lina Mats Mert Mia Mila Mira Nil Noah Paul Pia Rosa Sara Selin Sude Theo Tim
Tom Umut Yusuf Zeynep
"""
NAMES: Final = tuple(_NAMES.split())


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be made: how many of each, from which seed, as of which moment."""

    seed: int
    scale: float
    moment: dt.datetime

    def of(self, whole: int, least: int = 1) -> int:
        """So much of a whole at this scale."""
        return max(least, round(whole * self.scale))

    def stream(self, name: str) -> random.Random:
        """Chance for one thing, the same whatever else is drawn."""
        return random.Random(f"{self.seed}/{name}")


@dataclass(slots=True)
class Person:
    """A player; with a user unless it is a visitor. `skill` stands on the scale of ratings."""

    number: int
    player: str
    rules: str
    skill: float
    user: int | None = None
    name: str = ""
    session: str = ""
    room: int | None = None  # the class of a pupil or a teacher
    is_teacher: bool = False
    member: str = ""
    seen: set[int] = field(default_factory=set)  # puzzles of the pool that class work asked

    @property
    def is_pupil(self) -> bool:
        """Whether they enter by card."""
        return self.room is not None and not self.is_teacher


@dataclass(slots=True)
class Room:
    """A class."""

    number: int
    id: str
    rules: str
    code: str
    teacher: Person
    pupils: list[Person]


@dataclass(slots=True)
class Town:
    """All of them."""

    plan: Plan
    people: list[Person]
    rooms: list[Room]
    visitors: list[Person]

    def everybody(self) -> Iterator[Person]:
        """Users first, then visitors."""
        yield from self.people
        yield from self.visitors


def uuid_of(chance: random.Random) -> str:
    """An id, as 32 digits."""
    return f"{chance.getrandbits(128):032x}"


def code_of(plan: Plan, kind: str, number: int, symbols: int) -> str:
    """The code of a card or a class: it follows from the seed, the database has its digest."""
    chance = plan.stream(f"{kind}/{number}")
    return "".join(chance.choice(codes.ALPHABET) for _ in range(symbols))


def card_of(plan: Plan, person: Person) -> str:
    """The code on a pupil's card."""
    return code_of(plan, "card", person.number, codes.CARD)


def town_of(plan: Plan) -> Town:
    """The whole town: in this order teachers, pupils, accounts, visitors."""
    chance = plan.stream("town")
    rooms_wanted = plan.of(CLASSES, 2)
    users = max(plan.of(USERS), rooms_wanted * (PUPILS + 1) + 20)
    rules = list(RULES)
    weights = list(RULES.values())

    def person(number: int, own: str = "") -> Person:
        return Person(
            number=number,
            player=uuid_of(chance),
            rules=own or chance.choices(rules, weights)[0],
            skill=min(2_300.0, max(800.0, chance.gauss(1_480, 230))),
            session=f"{chance.getrandbits(160):032x}"[:32],
        )

    people: list[Person] = []
    rooms: list[Room] = []
    for number in range(rooms_wanted):
        own = chance.choices(rules, weights)[0]
        teacher = person(len(people), own)
        people.append(teacher)
        pupils = [person(len(people) + at, own) for at in range(PUPILS)]
        people += pupils
        teacher.is_teacher = True
        code = code_of(plan, "join", number, codes.JOIN)
        rooms.append(Room(number, uuid_of(chance), own, code, teacher, pupils))
        for one in (teacher, *pupils):
            one.room, one.member = number, uuid_of(chance)
    while len(people) < users:
        people.append(person(len(people)))
    for one in people:
        one.user = one.number + 1
        one.name = f"{NAMES[one.number % len(NAMES)]}{one.number}"
    visitors = [person(len(people) + at) for at in range(plan.of(VISITORS, 5))]
    return Town(plan, people, rooms, visitors)
