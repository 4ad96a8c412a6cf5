"""What somebody writes into a field, a query or a body who means no good."""

from __future__ import annotations

import json
import random
import uuid
from typing import Any, Final

TILES: Final = "R1 R2 R3 R4 Y1 Y2 Y3 B10 B11 B12 K1 K2 K3 R13 Y13 B13 K13 * F"

TEXTS: Final = (
    *("", " ", "\t\r\n", "0", "-1", "1e400", "NaN", "Infinity", "0x10", "²", "٣", "１２", "true"),
    *("9" * 20, "9" * 5_000, "-9223372036854775809", "2147483648", "1.5", "1,5", "١٢٣"),
    *("\x00", "a\x00b", "\ud800", "a\udfffb", "\ufeff", "\u202eabc", "🀄" * 50, "ı" * 300, "İ"),
    *("%s%n%x", "{0}", "{{7*7}}", "${7*7}", "__class__", "../../etc/passwd", "..\\..\\x", "//e"),
    *("' OR 1=1 --", '"; DROP TABLE x; --', "\\", "`id`", "$(id)", "|", ";", "a" * 40_000),
    *("<script>alert(1)</script>", '"><img src=x onerror=1>', "javascript:alert(1)", "&lt;"),
    *("0000-00-00", "9999-12-31", "2026-02-30", "10000-01-01", "-1-01-01", "2026-W60-9"),
    *("0001-01-01T00:00", "9999-12-31T23:59", "2026-13-45T99:99", "24:00", "1970-01-01T00:00Z"),
    *("00000000-0000-0000-0000-000000000000", "not-a-uuid", "{" + "a" * 36 + "}", "null", "[]"),
    *("R1 R2 R3", "R1 R1 R1 R1", "R0 R14 X9", "R1 R2 R3 | | B1", "R10-13", "*" * 30, "| | |"),
    *("R1 " * 1_000, "draw stock; discard R1", "discard *", "lay R1 R2 R3", "{}", "[" * 1_000),
    *("=1+1", "@SUM(A1)", "+1", "-1+1", "\r\nSet-Cookie: a=b", "http://evil.example/", "///"),
    *("de", "xx", "EN_us", "101-guide", "101-nothing", "classic", "melds", "pairs", "cannot"),
    *("Europe/Istanbul", "../Istanbul", "/etc/localtime", "Nowhere/Land", "UTC+99"),
)
JSON: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63) - 1, 10**18, 1.5, -0.0, 1e308),
    *([], {}, [[]], [None], {"": ""}, [[[[[[[]]]]]]], {"a": {"b": {"c": {"d": {}}}}}),
    *(["R1"] * 50, [1, "a", None], list(range(1_000)), [{}] * 300, {str(n): n for n in range(300)}),
)


def text(chance: random.Random) -> str:
    """One text: of the list, of tiles, or of letters at random."""
    drawn = chance.random()
    if drawn < 0.75:
        return chance.choice(TEXTS)
    if drawn < 0.85:
        return " ".join(chance.choices(TILES.split(), k=chance.randint(1, 30)))
    if drawn < 0.9:
        return str(uuid.UUID(int=chance.getrandbits(128), version=4))
    return "".join(chr(chance.choice((*range(32, 127), 0x131, 0x1F004))) for _ in range(20))


def value(chance: random.Random) -> Any:
    """One value of JSON."""
    return chance.choice(JSON) if chance.random() < 0.5 else text(chance)


def mutated(given: Any, chance: random.Random, depth: int = 0) -> Any:
    """A body with some of its values, or all of it, replaced, left out or doubled."""
    if depth == 0 and chance.random() < 0.05:
        return value(chance)
    if isinstance(given, dict):
        changed = dict(given)
        for name in chance.sample(sorted(changed), min(len(changed), chance.randint(0, 2))):
            match chance.randrange(5):
                case 0:
                    del changed[name]
                case 1:
                    changed[name] = [changed[name]]
                case _:
                    changed[name] = mutated(changed[name], chance, depth + 1)
        if chance.random() < 0.1:
            changed[text(chance)[:200]] = value(chance)
        return changed
    if isinstance(given, list) and given and chance.random() < 0.7:
        place = chance.randrange(len(given))
        return [*given[:place], mutated(given[place], chance, depth + 1), *given[place + 1 :]]
    return value(chance)


def as_json(body: Any) -> bytes:
    """JSON, lone surrogates and all."""
    return json.dumps(body, ensure_ascii=True).encode()
