"""The three ways to attack: bytes, forms, and the schema of the API."""

from __future__ import annotations

import random
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
        each, over = divmod(requests, len(IN_FORMS))
        for number, role in enumerate(IN_FORMS):
            forms.attack(cast[role], wire, tally, chance, each + (number < over))
    else:
        given = schema.document(site.url)
        role = ROLES[batch % len(ROLES)]
        schema.attack(cast[role], site.url, given, tally, chance, requests)
    wire.close()
    return tally
