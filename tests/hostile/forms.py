"""Every form of every page, in every role, filled in badly."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final
from urllib.parse import quote, urljoin, urlsplit

from tests.hostile import values
from tests.hostile.encoding import Fields, encoded, urlencoded
from tests.hostile.people import CSRF, Line, Person
from tests.hostile.tally import Tally
from tests.hostile.wire import Answer, Wire

# What ends something (a log-in, an account, a class) is sent when all else has been.
ENDING: Final = re.compile(
    r"logout|account/(end|delete)|password|second-factor|delete|leave|archive|erase|revoke|remove"
)
TOKEN: Final = "csrfmiddlewaretoken"


@dataclass
class Form:
    """One form: where it goes, and what stands in it."""

    action: str
    method: str
    fields: Fields = field(default_factory=list)

    def key(self) -> str:
        """The same for the same form of another object."""
        path = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d", "*", urlsplit(self.action).path)
        names = sorted({re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "*", name) for name, _ in self.fields})
        return f"{self.method} {path} {','.join(names)}"[:300]


class _Reader(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self, address: str) -> None:
        super().__init__(convert_charrefs=True)
        self.address = address
        self.forms: list[Form] = []
        self._open: Form | None = None
        self._select = ""

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attrs = {name: value or "" for name, value in given}
        if tag == "form":
            action = urljoin(self.address, attrs.get("action") or self.address)
            self._open = Form(action, attrs.get("method", "get").upper())
            self.forms.append(self._open)
        for name in ("hx-post", "hx-get"):  # an element that asks by itself
            if tag != "form" and name in attrs:
                action = urljoin(self.address, attrs[name])
                self.forms.append(Form(action, name[3:].upper(), [("melds", "R1 R2 R3")]))
        if self._open is None:
            return
        named = attrs.get("name", "")
        if tag == "select":
            self._select = named
        elif tag == "option" and self._select:
            self._open.fields.append((self._select, attrs.get("value", "")))
        elif tag in ("input", "textarea", "button") and named and named != TOKEN:
            self._open.fields.append((named, attrs.get("value", "on" if tag == "input" else "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""


def forms_of(page: str, address: str) -> list[Form]:
    """The forms of a page that go to this site."""
    reader = _Reader(address)
    reader.feed(page)
    reader.close()
    return [form for form in reader.forms if not urlsplit(form.action).netloc]


def attack(person: Person, wire: Wire, tally: Tally, chance: random.Random, requests: int) -> None:
    """Look at pages of one role, then send their forms, and those of urls.yaml, filled in badly."""
    until = tally.requests + requests
    pages = [line for line in person.lines if "GET" in line.methods and not _api(line)]
    chance.shuffle(pages)
    found: dict[str, Form] = {}
    for line in pages[: requests * 2 // 5]:
        address = line.path + line.query
        answer = wire.ask("GET", address, person.headers)
        tally.note(answer, f"{person.role} GET {line.route}", _again(wire, person, "GET", address))
        if "html" in answer.headers.get("content-type", ""):
            for form in forms_of(answer.text, address):
                found.setdefault(form.key(), form)
    for line in person.lines:
        if "POST" in line.methods and not _api(line):
            form = Form(line.path, "POST", list(line.data.items()))
            found.setdefault(f"POST {line.route}", form)
    forms = list(found.items())
    chance.shuffle(forms)
    forms.sort(key=lambda one: bool(ENDING.search(one[1].action)))
    left = until - tally.requests
    each, over = divmod(left, max(1, len(forms)))
    for number, (key, form) in enumerate(forms):
        for _ in range(each + (number < over)):
            _send(person, form, key, wire, tally, chance)


def _api(line: Line) -> bool:
    return line.route.startswith(("api/", "static/"))


def _send(
    person: Person, form: Form, key: str, wire: Wire, tally: Tally, chance: random.Random
) -> None:
    fields = filled(form.fields, chance)
    tally.touched.add(f"{person.role} {key}")
    headers = dict(person.headers)
    if chance.random() < 0.2:
        headers["HX-Request"] = "true"
    if chance.random() < 0.2:
        headers["Accept-Language"] = chance.choice(("de", "tr", "xx", "*", "tr-TR;q=a"))
    action = form.action
    if chance.random() < 0.1:  # the path, too
        parts = action.split("/")
        at = chance.randrange(1, len(parts)) if len(parts) > 1 else 0
        parts[at] = quote(values.text(chance)[:500].encode("utf-8", "surrogatepass"), safe="")
        action = "/".join(parts)
    if form.method == "GET":
        joined = "&" if "?" in action else "?"
        action += joined + urlencoded(fields).decode()[:3_500]
        body, kind = b"", ""
    else:
        body, kind = encoded([*fields, (TOKEN, CSRF)], chance)
    answer = wire.ask(form.method, action, headers, body, kind)
    what = f"{person.role} {form.method} {action[:300]} {body[:400]!r}"
    tally.note(answer, what, _again(wire, person, form.method, action, body, kind))


def filled(given: Fields, chance: random.Random) -> Fields:
    """The fields with one value each of those offered, and some of them spoiled."""
    offered: dict[str, list[str]] = {}
    for name, value in given:
        offered.setdefault(name, []).append(value)
    fields = [(name, chance.choice(some)) for name, some in offered.items()]
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        if not fields:
            break
        at = chance.randrange(len(fields))
        name, value = fields[at]
        match chance.randrange(8):
            case 0:
                del fields[at]
            case 1:
                fields.insert(at, (name, values.text(chance)))
            case 2:
                fields[at] = (values.text(chance)[:100], value)
            case _:
                fields[at] = (name, values.text(chance))
    if chance.random() < 0.05:
        fields += [(f"field{number}", "x") for number in range(chance.choice((10, 500)))]
    return fields


def _again(
    wire: Wire, person: Person, method: str, path: str, body: bytes = b"", kind: str = ""
) -> Callable[[], Answer]:
    return lambda: wire.ask(method, path, person.headers, body, kind)
