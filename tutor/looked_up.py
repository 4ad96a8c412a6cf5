"""Hands that somebody gives to the open tools: a higher room may want to note some of them.

`ISTAKA_LOOKED_UP` names its function; without one nothing is noted. Nothing is ever refused here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import Player
from okey import Hand
from okey.errors import InputError


def note(player: Player | None, tool: str, hands: Iterable[Hand]) -> None:
    """Tell which hands a player gave to a tool: `referee`, `solve`, `outs` or `advise`."""
    path: str = getattr(settings, "ISTAKA_LOOKED_UP", "")
    if path and player is not None:
        import_string(path)(player, tool, list(hands))


def hands_of(body: Any) -> list[Hand]:
    """The hands of a request of the API, as far as they can be read."""
    found = []
    for line in body if isinstance(body, list) else [body]:
        if not isinstance(line, dict):
            continue
        hand, indicator = line.get("hand"), line.get("indicator")
        if isinstance(hand, list):
            hand = " ".join(map(str, hand))
        if isinstance(hand, str) and isinstance(indicator, str):
            try:
                found.append(Hand.parse(hand, indicator))
            except InputError:
                continue
    return found
