"""Who asks: one of each role, with the addresses of what is theirs. Run by itself, prints JSON.

A cast is used up by a batch: its forms log out, leave classes and delete accounts.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from accounts.models import Player
    from tests.classrooms.world import World
    from tests.site.addresses import Address

ROLES: Final = ("anonymous", "visitor", "account", "pupil", "teacher", "staff", "token")
OWNERS: Final = {"visitor", "account", "token"}  # who has games, sets and sheets: they are dear
CSRF: Final = "hostilehostilehostilehostilehost"  # as long as a secret of Django's


@dataclass(frozen=True)
class Line:
    """One address of urls.yaml, filled in for one role."""

    route: str
    path: str
    methods: list[str]
    data: dict[str, Any] = field(default_factory=dict)
    json: Any = None
    query: str = ""
    params: dict[str, str] = field(default_factory=dict)  # what in the path was filled in


@dataclass(frozen=True)
class Person:
    """Somebody who asks: how the site knows them, and where they may go."""

    role: str
    headers: dict[str, str]
    lines: list[Line]


Cast = dict[str, Person]


def read(text: str) -> list[Cast]:
    """The casts that this module printed when it was run."""
    return [
        {
            role: Person(role, person["headers"], [Line(**line) for line in person["lines"]])
            for role, person in cast.items()
        }
        for cast in json.loads(text)
    ]


def make_cast() -> Cast:
    """Everybody, new."""
    from accounts.models import Player
    from tests.classrooms.world import account, make_class
    from tests.site.addresses import with_second_factor

    world = make_class()
    staff = account(is_staff=True, is_superuser=True)
    assert staff.user is not None
    with_second_factor(staff.user)
    players: dict[str, Player | None] = {
        "anonymous": None,
        "visitor": Player.objects.create(),
        "account": account(),
        "pupil": world.pupil,
        "teacher": world.teacher,
        "staff": staff,
        "token": world.coteacher,
    }
    of_class: dict[str, dict[str, Any]] = {}
    return {role: _person(role, player, world, of_class) for role, player in players.items()}


def _person(
    role: str, player: Player | None, world: World, of_class: dict[str, dict[str, Any]]
) -> Person:
    from tests.site import addresses

    made = dict(of_class)
    lines = [_line(address, role, player, world, made) for address in addresses.listed()]
    of_class.update({key: value for key, value in made.items() if ".classrooms." in key})
    return Person(role, _headers(role, player), lines)


def _line(
    address: Address, role: str, player: Player | None, world: World, made: dict[str, Any]
) -> Line:
    """The address with an object of one's own, of one's class, or at random."""
    import re

    from django.utils.module_loading import import_string

    values: dict[str, Any] = {}
    if address.in_class:
        key = address.in_class
        if key not in made:
            made[key] = import_string(key)(world, "teacher")
        values = made[key]
    elif address.factory is not None and player is not None and role in OWNERS:
        if address.object not in made:
            made[address.object] = address.factory(player)
        values = made[address.object]
    shown = import_string(address.public)() if address.public else {}
    values = {**address.example, **shown, **values}
    named = {name for _, name in re.findall(r"<(?:(\w+):)?(\w+)>", address.route)}
    return Line(
        address.route,
        address.path(values),
        sorted(address.methods),
        {name: str(value) for name, value in (address.data or {}).items()},
        address.json,
        address.query,
        {name: str(value) for name, value in values.items() if name in named},
    )


def _headers(role: str, player: Player | None) -> dict[str, str]:
    from django.test import Client

    from accounts import tokens
    from accounts.players import SESSION_KEY

    if player is None:
        return {"Cookie": f"csrf={CSRF}", "X-CSRFToken": CSRF}
    if role == "token":
        return {"Authorization": f"Bearer {tokens.issue(player, 'hostile')[1]}"}
    client = Client()
    if player.user is not None:
        client.force_login(player.user)
    else:
        session = client.session
        session[SESSION_KEY] = str(player.pk)
        session.save()
    cookie = client.cookies["session"].value
    return {"Cookie": f"session={cookie}; csrf={CSRF}", "X-CSRFToken": CSRF}


def _put_up_puzzles() -> None:
    """Hands to practise with, and those of yesterday, today and tomorrow."""
    import datetime as dt

    from accounts import clock
    from puzzles.models import Daily, Puzzle
    from puzzles.store import store_reserved, store_shared
    from tests.puzzles.conftest import proposals

    if Puzzle.objects.exists():
        return
    for rules in ("101-guide", "101-club"):
        made = proposals(rules)
        store_shared(made[:20])
        for number, days in enumerate((-1, 0, 1)):
            date = clock.today() + dt.timedelta(days=days)
            puzzle = store_reserved(made[30 + number], public_from=clock.day_start(date))
            Daily.objects.create(date=date, rules=rules, puzzle=puzzle, seed=f"hostile {date}")


def main(count: int) -> None:
    """Write so many casts into the site's database and print them."""
    import django
    from django.db import connection

    django.setup()
    _put_up_puzzles()
    if connection.vendor == "postgresql":  # nobody waits for the disk
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit TO off")
    casts = [make_cast() for _ in range(count)]
    print(json.dumps([{role: asdict(who) for role, who in cast.items()} for cast in casts]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
