"""The three ways to attack: bytes, forms, and the schema of the API."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from tests.hostile import forms, raw, schema
from tests.hostile.people import ROLES, Cast
from tests.hostile.site import Site
from tests.hostile.tally import Tally
from tests.hostile.wire import Wire

PARTS: Final = ("bytes", "forms", "schema")
IN_FORMS: Final = tuple(role for role in ROLES if role != "token")  # a token opens no page


def attack(part: str, site: Site, cast: Cast, *, seed: int, batch: int, requests: int) -> Tally:
    """One batch, the same for the same seed and number but for ids and keys."""
    chance = random.Random(f"{part} {seed} {batch}")
    tally = Tally(part, seed, batch)
    wire = Wire(site.url)
    if part == "bytes":
        raw.attack([cast[role] for role in ROLES], wire, tally, chance, requests)
    elif part == "forms":
        for role, share in _shares(IN_FORMS, requests):
            forms.attack(cast[role], wire, tally, chance, share)
    else:
        given = schema.document(site.url)
        for role, share in _shares(ROLES, requests):
            schema.attack(cast[role], site.url, given, tally, chance, share)
    wire.close()
    return tally


def _shares(roles: Sequence[str], requests: int) -> list[tuple[str, int]]:
    """So many requests for each role that all of them come to the number."""
    each, over = divmod(requests, len(roles))
    return [(role, each + (number < over)) for number, role in enumerate(roles)]
