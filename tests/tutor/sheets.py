"""Score sheets for tests: begun and filled in as the pages do it."""

from __future__ import annotations

import re
import uuid
from typing import Any

from django.test import Client

from accounts.models import Player
from accounts.players import SESSION_KEY
from tutor.models import Sheet, SheetRound
from tutor.sheets import services
from tutor.sheets.book import open_book
from tutor.sheets.entry import new_entry
from tutor.sheets.services import Entered, Plan

# A round under every rule set that no field is missing for.
WON: dict[str, dict[str, str]] = {
    "101-guide": {"winner": "0", "opened1": "melds", "left1": "47"},
    "classic": {"winner": "2", "by": "pairs"},
    "101-club": {"winner": "1", "by": "pairs", "opened0": "melds", "left0": "15 *"},
    "101-siler": {"winner": "3", "opened0": "pairs", "left0": "9"},
}


def begin(
    player: Player,
    rules: str = "101-guide",
    names: tuple[str, ...] = ("Ayşe", "Ben", "Çağla", ""),
    *,
    teams: bool = False,
    rounds: int | None = None,
    pot: int | None = None,
) -> Sheet:
    """A new sheet of this player."""
    return services.create_sheet(player, Plan(rules, names, teams, rounds, pot), uuid.uuid4())


def entered(sheet: Sheet, **filled: str) -> Entered:
    """A round as it is filled in."""
    entry = new_entry(open_book(sheet), filled)
    assert entry.entered is not None, entry.form.errors
    return entry.entered


def write(sheet: Sheet, *, key: uuid.UUID | None = None, **filled: str) -> SheetRound:
    """Write a further round."""
    filled = filled or WON[sheet.rules]
    seen = open_book(sheet).last
    return services.write_round(
        sheet.player, sheet.pk, entered(sheet, **filled), key=key or uuid.uuid4(), seen=seen
    )


def visitor(client: Client) -> Player:
    """The client as a visitor who has done something here before."""
    player = Player.objects.create()
    session = client.session
    session[SESSION_KEY] = str(player.pk)
    session.save()
    return player


def hidden(response: Any) -> dict[str, str]:
    """What the form of a round carries unseen."""
    text = response.content.decode()
    return dict(re.findall(r'type="hidden" name="(key|seen|version)" value="([^"]+)"', text))


def url(sheet: Sheet, rest: str = "") -> str:
    """An address of a sheet."""
    return f"/referee/sheet/{sheet.pk}/{rest}"


__all__ = ["WON", "begin", "entered", "hidden", "url", "visitor", "write"]
