"""What the tests of the ways in share: many at once, and a browser at a door."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from accounts.models import Player
from classrooms.entering import cards, joining
from classrooms.people.models import JoinCode, Member
from tests.classrooms.world import World


def enter(client: Client, code: str) -> Any:
    """Type a card's code."""
    return client.post("/enter/", {"code": code})


def by_card(player: Player) -> Client:
    """A browser in which this pupil is in by a new card."""
    client = Client()
    assert enter(client, cards.renew(player)).status_code == 302
    return client


def who(client: Client) -> str:
    """The id of the user who is in; empty for nobody."""
    return str(client.session.get("_auth_user_id", ""))


def make(world: World, **fields: Any) -> JoinCode:
    """A code of the class."""
    options = {"places": 30, "approval": True, **fields}
    return joining.make_code(world.classroom, actor=world.teacher, **options)


def ask(client: Client, code: str, nickname: str = "Deniz", real_name: str = "") -> Any:
    """Send the form."""
    return client.post("/join/", {"code": code, "nickname": nickname, "real_name": real_name})


def asked(nickname: str = "Deniz") -> Member:
    found: Member = Member.objects.get(nickname=nickname)
    return found


def offered(client: Client) -> str:
    """What the waiting page offers whoever was let in."""
    found = re.search(
        r'name="offer" value="([^"]+)"', client.get("/join/waiting/").content.decode()
    )
    assert found is not None
    return found.group(1)
