"""What this room keeps about a person."""

from __future__ import annotations

import uuid
from typing import Final

from accounts.models import Player
from accounts.registry import Entry
from tutor.models import Sheet


def merge_sheets(visitor: Player, account: Player) -> None:
    """Give a visitor's sheets to the account, with a new key where both used the same."""
    keys = set(Sheet.objects.filter(player=account).values_list("key", flat=True))
    for sheet in Sheet.objects.filter(player=visitor, key__in=keys):
        sheet.key = uuid.uuid4()
        sheet.save(update_fields=["key"])
    Sheet.objects.filter(player=visitor).update(player=account)


ENTRIES: Final = [
    Entry(
        "tutor.Sheet",
        "player",
        ("export", "erase"),
        "Score sheets: rules, the names typed in, the rounds agreed on, the pot.",
        merge=merge_sheets,
        moments=("created_at", "updated_at"),
    ),
    Entry(
        "tutor.SheetRound",
        "sheet__player",
        ("export", "erase"),
        "The rounds on those sheets.",
        hidden=("id",),
    ),
]
