"""Does an answer contain what a case expects? See the cases' own runner for the same language.

`"key~"` finds every element somewhere in a list, `"key#"` compares tiles in any order, `"absent"`
lists keys that are null or missing; everything else of a dict is a partial match.
"""

from __future__ import annotations

from typing import Any


def mismatches(expected: Any, answer: Any, path: str = "answer") -> list[str]:
    """What differs, each with its place; empty where the answer is as expected."""
    if isinstance(expected, dict):
        if not isinstance(answer, dict):
            return [f"{path}: {answer!r} is no object"]
        found = []
        for key, value in expected.items():
            found += _key_mismatches(key, value, answer, path)
        return found
    if isinstance(expected, list):
        if not isinstance(answer, list) or len(answer) != len(expected):
            return [f"{path}: {answer!r} instead of {expected!r}"]
        pairs = enumerate(zip(expected, answer, strict=True))
        return [fault for at, (e, a) in pairs for fault in mismatches(e, a, f"{path}[{at}]")]
    if isinstance(expected, str) and isinstance(answer, list):
        answer = " ".join(map(str, answer))
    same_type = isinstance(expected, bool) == isinstance(answer, bool)
    return [] if same_type and expected == answer else [f"{path}: {answer!r}, not {expected!r}"]


def _key_mismatches(key: str, expected: Any, answer: dict[str, Any], path: str) -> list[str]:
    if key == "absent":
        return [f"{path}.{name} is there" for name in expected if answer.get(name) is not None]
    name = key.rstrip("#~")
    value = answer.get(name)
    if key.endswith("#"):
        same = _same_tiles(expected, value)
        return [] if same else [f"{path}.{name}: {value!r}, not the tiles {expected!r}"]
    if key.endswith("~"):
        some = value.split() if isinstance(value, str) else value
        if not isinstance(some, list):
            return [f"{path}.{name}: {value!r} is no list"]
        return [
            f"{path}.{name}: no {one!r} in {some!r}"
            for one in expected
            if all(mismatches(one, element) for element in some)
        ]
    return mismatches(expected, value, f"{path}.{name}")


def _same_tiles(expected: Any, value: Any) -> bool:
    """Tiles in any order; a list with nulls or with texts of several tiles has a bag a seat."""
    if isinstance(expected, list) and any(one is None or " " in one for one in expected):
        return (
            isinstance(value, list)
            and len(value) == len(expected)
            and all(
                one is None or _bag(one) == _bag(own)
                for one, own in zip(expected, value, strict=True)
            )
        )
    return _bag(expected) == _bag(value)


def _bag(tiles: Any) -> list[str] | None:
    if isinstance(tiles, list):
        tiles = " ".join(tiles)
    return sorted(tiles.split()) if isinstance(tiles, str) else None
