"""Bytes at a real gunicorn: shapes that are no request, and JSON bodies that are nearly right."""

from __future__ import annotations

import random
from collections.abc import Sequence
from urllib.parse import quote

from tests.hostile import values
from tests.hostile.encoding import raw as utf8
from tests.hostile.people import Line, Person
from tests.hostile.shapes import SHAPES, Shape
from tests.hostile.tally import Tally
from tests.hostile.wire import Answer, Wire

# What gunicorn says of a transfer coding that it does not know, as RFC 9112 (6.1) wants it.
UNKNOWN_CODING = 501


def attack(
    people: Sequence[Person], wire: Wire, tally: Tally, chance: random.Random, requests: int
) -> None:
    """Half of them broken on the wire, half of them well-formed calls of the API."""
    for number in range(requests):
        person = people[number % len(people)]
        if number // len(people) % 2:
            _call(person, wire, tally, chance)
        else:
            _shape(person, SHAPES[number % len(SHAPES)], wire, tally, chance)


def _shape(person: Person, shape: Shape, wire: Wire, tally: Tally, chance: random.Random) -> None:
    line = chance.choice([line for line in person.lines if "POST" in line.methods])
    who = "".join(f"{name}: {value}\r\n" for name, value in person.headers.items()).encode()
    sent = shape(wire.host, line.path, who, chance)
    answer = wire.send(sent)
    if answer.status == UNKNOWN_CODING and b"Transfer-Encoding" in sent:
        answer.status = 400
    _nothing_smuggled(sent, answer, tally)
    name = getattr(shape, "__name__", "")
    tally.touched.add(f"{name} {line.route}")
    what = f"{person.role} {name} {line.route} {sent[:700]!r}"
    tally.note(answer, what, lambda: wire.send(sent), raw=True)


def _nothing_smuggled(sent: bytes, answer: Answer, tally: Tally) -> None:
    """A hidden request must not be answered with what the one around it asked for."""
    if b"/account/export/" in sent and answer.more and b'"account"' in answer.more:
        heads = sent.lower().partition(b"\r\n\r\n")[0]
        both = b"content-length" in heads and b"transfer-encoding" in heads
        doubled = heads.count(b"content-length") > 1
        if both or doubled:
            tally.faults.append(f"smuggled: {sent[:600]!r}")


def _call(person: Person, wire: Wire, tally: Tally, chance: random.Random) -> None:
    line = chance.choice([line for line in person.lines if line.route.startswith("api/")])
    method = chance.choice(line.methods)
    path = _path(line, chance)
    body = b""
    if method != "GET":
        given = line.json if line.json is not None else {}
        body = values.as_json(values.mutated(given, chance))
    elif chance.random() < 0.7:
        path += _query(line, chance)
    kind = "application/json" if method != "GET" else ""
    headers = {**person.headers, "Accept-Language": chance.choice(("en", "de", "tr"))}
    answer = wire.ask(method, path, headers, body, kind)
    tally.touched.add(f"{method} {line.route}")
    what = f"{person.role} {method} {path[:300]} {body[:600]!r}"
    tally.note(answer, what, lambda: wire.ask(method, path, headers, body, kind))
    asks_for_yaml = line.route == "api/v1/schema/"  # the document has formats of its own
    if 400 <= answer.status < 500 and not asks_for_yaml and not _tells_why(answer):
        tally.faults.append(f"no error of the API: {answer.status} {what} {answer.body[:200]!r}")


def _tells_why(answer: Answer) -> bool:
    return b'"error":{"code":"' in answer.body.replace(b" ", b"")


def _path(line: Line, chance: random.Random) -> str:
    path = line.path
    if line.params and chance.random() < 0.15:
        _, value = chance.choice(sorted(line.params.items()))
        path = path.replace(value, quote(utf8(values.text(chance)[:800]), safe=""))
    return path


def _query(line: Line, chance: random.Random) -> str:
    names = [
        "rules",
        "date",
        "kind",
        "theme",
        "page",
        "page_size",
        "days",
        "tries",
        "mode",
        "a",
        "b",
    ]
    names += ["result", "state", "format", "cursor", "limit", "from", "to", "context", "context_id"]
    pairs = [(chance.choice(names), values.text(chance)[:600]) for _ in range(chance.randint(1, 4))]
    joined = "&".join(f"{name}={quote(utf8(value), safe='')}" for name, value in pairs)
    return f"{line.query}&{joined}" if line.query else f"?{joined}"
