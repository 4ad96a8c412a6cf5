"""Positions as text: one field a line, as people write them down.

    indicator: B10
    turn: 1 draw
    hand 1: R7 Y9 K2
    hand 0: 9
    opened: melds=105 - - -
    table: 0: R4 R5 R6 | 0: R7 Y7 B7
    discards 0: K2 R3
    stock: 12
    turns: 3

A `#` begins a comment. Reading what was written gives the same round again:
`parse_position(format_position(round)) == round`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from okey.errors import InputError
from okey.positions import position_json, read_position
from okey.rules.model import RuleSet
from okey.rules.rulesets import rule_set
from okey.table import PARTNERS, Round

MOST_LETTERS: Final = 20_000
_FIELD: Final = re.compile(r"([a-z]+(?: [a-z]+)?)(?: ([0-9]{1,2}))?:(.*)")
_YES: Final = {"yes": True, "no": False}
_WHOLE: Final = re.compile(r"[0-9]{1,3}")


def parse_position(text: str, rules: RuleSet | None = None) -> Round:
    """Read a position; `rules` beats the line that names a rule set.

    Raise `InputError`: `input.field` for a line that is no field, or stands twice, and what
    `okey.positions.read_position` raises.
    """
    if len(text) > MOST_LETTERS:
        raise InputError("input.field", f"position: {len(text)}")
    line: dict[str, Any] = {}
    seated: dict[str, dict[int, str]] = {"hand": {}, "discards": {}}
    for raw in text.splitlines():
        content = raw.partition("#")[0].strip()
        if not content:
            continue
        found = _FIELD.fullmatch(content)
        if found is None:
            raise InputError("input.field", content[:40])
        name, seat, value = found[1], found[2], found[3].strip()
        if seat is None:
            if name in line:
                raise InputError("input.field", name)
            line[name] = value
        elif name not in seated or int(seat) in seated[name]:
            raise InputError("input.field", f"{name} {seat}")
        else:
            seated[name][int(seat)] = value
    fields = dict(_fields(line))
    if rules is None:
        rules = rule_set(str(fields.get("rules") or ""))
    seats = fields.get("seats") or 4
    for name, key in (("hand", "hands"), ("discards", "discards")):
        if seated[name]:
            fields[key] = _seated(seated[name], seats, name)
    return read_position(fields, rules)


def _seated(values: Mapping[int, str], seats: object, name: str) -> list[Any]:
    """A value a seat: a number of tiles for a hand that is not known, or tiles."""
    if type(seats) is not int or not all(seat < seats for seat in values):
        raise InputError("input.field", name)
    given = [values.get(seat) for seat in range(seats)]
    if name == "discards":
        return [value or "" for value in given]
    return [int(value) if value and _WHOLE.fullmatch(value) else value for value in given]


def _fields(line: Mapping[str, str]) -> dict[str, Any]:
    """The fields as JSON has them."""
    read: dict[str, Any] = {}
    for name, value in line.items():
        match name:
            case "rules" | "indicator" | "hand" | "opened" | "table" | "discard":
                read[name] = value
            case "turn":
                seat, _, phase = value.partition(" ")
                read["turn"] = _number(seat, name)
                if phase:
                    read["phase"] = phase.strip()
            case "seats" | "starter":
                read[name] = _number(value, name)
            case "stock":
                read[name] = _number(value, name) if _WHOLE.fullmatch(value) else value
            case "turns":
                numbers = [_number(word, name) for word in value.split()]
                read[name] = numbers[0] if len(numbers) == 1 else numbers
            case "shown":
                read[name] = [_number(word, name) for word in value.split()]
            case "risk":
                if value not in _YES:
                    raise InputError("input.field", f"risk: {value[:40]}")
                read[name] = _YES[value]
            case "teams":
                read[name] = _teams(value)
            case "this turn":
                read["this_turn"] = _this_turn(value)
            case _:
                raise InputError("input.field", name)
    return read


def _number(text: str, name: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise InputError("input.field", f"{name}: {text[:40]}")
    return int(text)


def _teams(value: str) -> list[list[int]]:
    """Two teams, `0 2 | 1 3`; `yes` for those who sit opposite one another."""
    if value == "yes":
        return [list(team) for team in PARTNERS]
    return [[_number(word, "teams") for word in team.split()] for team in value.split("|")]


def _this_turn(value: str) -> dict[str, Any]:
    """What was done in this turn: `discard K9, used, opened, added 3 high, paid, last`."""
    own: dict[str, Any] = {"last": False}
    for part in value.split(","):
        first, _, rest = part.strip().partition(" ")
        if first in ("used", "opened", "paid", "last") and not rest:
            own[first] = True
        elif first == "added":
            own.setdefault("added", []).append(rest)
        elif first and "source" not in own:
            own["source"] = first
            if rest:
                own["taken"] = rest
        elif first:
            raise InputError("input.field", f"this turn: {part.strip()[:40]}")
    return own


def format_position(round_: Round) -> str:
    """Write a position. What was written for moves, and a round that is over, has no text."""
    line = position_json(round_)
    own = line["this_turn"]
    lines = [
        f"rules: {line['rules']}",
        f"indicator: {line['indicator']}",
        f"seats: {line['seats']}",
        f"turn: {line['turn']} {line['phase']}",
        f"starter: {line['starter']}",
    ]
    lines += [f"hand {seat}: {hand}" for seat, hand in enumerate(line["hands"])]
    if "opened" in line:
        lines.append("opened: " + " ".join(way or "-" for way in line["opened"]))
    if "table" in line:
        melds = (f"{meld['owner']}: {meld['kind']}: {meld['tiles']}" for meld in line["table"])
        lines.append("table: " + " | ".join(melds))
    for seat, discards in enumerate(line.get("discards", ())):
        if discards:
            lines.append(f"discards {seat}: {discards}")
    lines.append(f"stock: {line['stock']}")
    lines.append("turns: " + " ".join(map(str, line["turns"])))
    if "shown" in line:
        lines.append("shown: " + " ".join(map(str, line["shown"])))
    if "risk" in line:
        lines.append("risk: yes")
    if "teams" in line:
        lines.append("teams: " + " | ".join(" ".join(map(str, team)) for team in line["teams"]))
    parts = [f"{own['source']} {own.get('taken', '')}".strip()] if "source" in own else []
    parts += [name for name in ("used", "opened", "paid", "last") if own.get(name)]
    parts += [f"added {one}" for one in own.get("added", ())]
    return "\n".join([*lines, "this turn: " + ", ".join(parts)]) + "\n"
