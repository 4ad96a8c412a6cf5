"""Objects that belong to somebody, for the addresses that name one.

Each function makes one for a player and returns the parameters of its address.
"""

from __future__ import annotations

from typing import Any

from accounts import tokens
from accounts.models import Player


def token(player: Player) -> dict[str, Any]:
    """An API token."""
    row, _plain = tokens.issue(player, "laptop")
    return {"token_id": row.pk}
