"""The address that reproduces a result exactly, and the same as lines of notation.

Both carry the rule set and its version: a later version may judge otherwise, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse

from okey import RuleSet

VERSION: Final = "v"  # of the rule set, in an address
_LINE: Final = re.compile(r"^\s*([a-z]{1,20})\s*:\s*(.*?)\s*$", re.IGNORECASE)
_MOST_LINES: Final = 60


@dataclass(frozen=True, slots=True)
class VersionNote:
    """An address made under another version of the rule set. `made` is empty if it is none."""

    made: str
    now: int


def address(name: str, rules: RuleSet, values: Mapping[str, str]) -> str:
    """The address of a tab with what was asked; empty values are left out."""
    query = {"rules": rules.key, VERSION: str(rules.version)}
    query |= {key: value for key, value in values.items() if value}
    return f"{reverse(name)}?{urlencode(query)}"


def version_note(asked: str, rules: RuleSet) -> VersionNote | None:
    """What to say where the address was made under another version than the present one."""
    if not asked or asked == str(rules.version):
        return None
    known = asked if asked.isascii() and asked.isdigit() and len(asked) <= 6 else ""
    return VersionNote(known, rules.version)


def notation(values: Mapping[str, str]) -> str:
    """What was asked as lines `field: value`, to be kept and pasted again.

    >>> notation({"indicator": "B10", "hand": "R1 R2", "seen": ""})
    'indicator: B10\\nhand: R1 R2'
    """
    return "\n".join(f"{key}: {value}" for key, value in values.items() if value)


def read_notation(text: str, fields: Iterable[str]) -> dict[str, str]:
    """Read lines `field: value` again; empty where the text is no such notation.

    A line without a field goes on with the one before. A field that is not known makes the whole
    text something else.

    >>> read_notation("Indicator: B10\\nhand: R1\\nR2", ("indicator", "hand"))
    {'indicator': 'B10', 'hand': 'R1 R2'}
    """
    known, found, last = set(fields), dict[str, str](), ""
    for line in text.splitlines()[:_MOST_LINES]:
        match = _LINE.match(line)
        if match is None:
            if line.strip() and not last:
                return {}
            if line.strip():
                found[last] = f"{found[last]} {line.strip()}".strip()
            continue
        last = match[1].lower()
        if last not in known:
            return {}
        found[last] = match[2]
    return found
