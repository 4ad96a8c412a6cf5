"""The examples that flip between the four rule sets, as the search has found them.

The search takes seconds, so what it finds stands in `flips.json`; `manage.py flips` writes it
again, and tests ask the engine about every one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from okey import RULE_SETS
from okey.flips import find_flips
from okey.rules.examples import AnyExample, Example, Play, Standing, Start, Tally

STORED: Final = Path(__file__).resolve().parent / "flips.json"
_KINDS: Final = {kind.__name__.lower(): kind for kind in (Example, Play, Tally, Start, Standing)}

Json = dict[str, Any]


def found() -> list[Json]:
    """Search for an example of every difference of two of the four rule sets."""
    return [
        {
            "rules": [ours, theirs],
            "path": flip.difference.path,
            "alone": flip.alone,
            "example": None if flip.example is None else example_json(flip.example),
        }
        for ours, theirs in combinations(RULE_SETS, 2)
        for flip in find_flips(RULE_SETS[ours], RULE_SETS[theirs])
    ]


def flip_of(ours: str, theirs: str, path: str) -> AnyExample | None:
    """The example stored for a difference; None where none was found."""
    return _stored().get((frozenset((ours, theirs)), path))


@cache
def _stored() -> dict[tuple[frozenset[str], str], AnyExample | None]:
    rows = json.loads(STORED.read_text("utf-8"))
    return {
        (frozenset(row["rules"]), row["path"]): row["example"] and example_of(row["example"])
        for row in rows
    }


def example_json(example: AnyExample) -> Json:
    """An example in values that JSON knows, without what stands there anyway."""
    plain = {name: value for name, value in asdict(example).items() if name != "rules"}
    usual = dict(_defaults(type(example)))
    changed = {name: value for name, value in plain.items() if usual.get(name, ...) != value}
    return {"kind": type(example).__name__.lower(), **changed}


def example_of(data: Json) -> AnyExample:
    """The example that `example_json` wrote."""
    fields = {name: _frozen(value) for name, value in data.items() if name != "kind"}
    example: AnyExample = _KINDS[data["kind"]](**fields)
    return example


def _defaults(kind: type) -> Iterator[tuple[str, Any]]:
    for name, field in kind.__dataclass_fields__.items():  # type: ignore[attr-defined]
        yield name, field.default


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
