"""A random generator that a seed and what a seat sees decide, the same everywhere."""

from __future__ import annotations

import random
from hashlib import sha256

from okey.table import Round


def chance(seed: str, seen: Round) -> random.Random:
    """A generator for one decision: the same seed in the same situation throws the same dice."""
    hand = " ".join(map(str, seen.hand or ()))
    text = f"okey.bots {seen.turn.seat} {seen.moves} {seen.turn.phase} {hand} {seed}"
    digest = sha256(text.encode("utf-8", "surrogatepass")).digest()
    return random.Random(int.from_bytes(digest))  # noqa: S311 (a game)
