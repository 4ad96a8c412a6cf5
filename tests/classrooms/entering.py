"""What the tests of the ways in share: many at once, and a browser at a door."""

from __future__ import annotations

from typing import Any

from django.test import Client

from accounts.models import Player
from classrooms.entering import cards


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
