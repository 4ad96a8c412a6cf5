"""How hard a position is at first: weights of features, fitted once on simulated solvers.

`python -m benchmarks difficulty --write` makes `efforts.json`; docs/puzzle-difficulty.md has the
table. A kind that is not in it yet says itself how hard it thinks a position is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

WEIGHTS: Final = Path(__file__).with_name("efforts.json")


def fitted(key: str, features: Mapping[str, int]) -> float | None:
    """The effort of a position of this kind, 0 to 1; None where the kind was not fitted."""
    own = weights().get(key)
    if own is None:
        return None
    found = own["base"] + sum(
        weight * features.get(name, 0) for name, weight in own["weights"].items()
    )
    return min(1.0, max(0.0, float(found)))


@cache
def weights() -> Mapping[str, Any]:
    """By kind: `base`, and `weights` by feature."""
    loaded: Mapping[str, Any] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return loaded
