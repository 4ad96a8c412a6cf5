"""The table of all puzzle kinds."""

from __future__ import annotations

from typing import Final

from okey.errors import InputError
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.can_open import CanOpen

_ALL: Final[tuple[AskedKind, ...]] = (
    CanOpen(),
    # Hands
    # The table, turns and scores
)

KINDS: Final[dict[str, AskedKind]] = {kind.key: kind for kind in _ALL}
FIRST_KIND: Final = CanOpen.key  # of the dailies, and wherever none is asked for


def kind_of(key: str) -> AskedKind:
    """The kind with this key. Raise `InputError` (`kind.unknown`) where there is none."""
    try:
        return KINDS[key]
    except KeyError:
        raise InputError("kind.unknown", f"kind: {key[:40]}") from None


def rule_sets() -> tuple[str, ...]:
    """Keys of the rule sets for which there is any kind, in the order of the kinds."""
    return tuple(dict.fromkeys(key for kind in KINDS.values() for key in kind.rule_sets))
