"""How hard a position is at first: weights of features, fitted once on simulated solvers.

`python -m benchmarks difficulty --write` makes `efforts.json`; docs/puzzle-difficulty.md has the
table. What a kind itself makes of its features is one of them. A kind that is not in it yet stands
by that alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

EFFORT: Final = "effort"  # the name of what the kind itself makes of its features
WEIGHTS: Final = Path(__file__).with_name("efforts.json")


def fitted(key: str, features: Mapping[str, int], effort: float) -> float:
    """The effort of a position of this kind, 0 to 1; `effort` is what the kind makes of it."""
    own = weights().get(key)
    found = effort
    if own is not None:
        numbers = {**features, EFFORT: effort}
        found = own["base"] + sum(
            weight * numbers.get(name, 0) for name, weight in own["weights"].items()
        )
    return min(1.0, max(0.0, float(found)))


@cache
def weights() -> Mapping[str, Any]:
    """By kind: `base`, and `weights` by feature."""
    loaded: Mapping[str, Any] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return loaded
