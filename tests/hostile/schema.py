"""Schemathesis over the OpenAPI document, in each role: examples, coverage, fuzzing, stateful.

Each batch asks as every role, a few addresses each. Seven times in ten the paths name what is the
role's own, else whatever Schemathesis makes up.
"""

from __future__ import annotations

import json
import logging
import random
import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from tests.hostile.lists import Elements
from tests.hostile.people import Person
from tests.hostile.tally import Tally
from tests.hostile.wire import Answer, Wire

OWN: Final = "/api/v1/classes/"  # nobody without a session or a token
PHASES: Final = ("examples", "coverage", "fuzzing", "stateful")
# What no schema of JSON can say, so that the check would find fault with what is right.
NOT_MEANT: Final = {
    # a hand in notation, a key that was used: a body may fit the schema and still be refused
    "positive_data_acceptance": {"enabled": False},
}
# A field of a search that is left empty counts as not given, as in a form.
NOT_GIVEN: Final = re.compile(r"[?&](day|date|days|rules|kind|theme|result|tries)=(&|$)")


def document(url: str) -> dict[str, Any]:
    """The OpenAPI document that the site serves."""
    answer = Wire(url).ask("GET", "/api/v1/schema/?format=json")
    assert answer.status == 200
    found: dict[str, Any] = json.loads(answer.body)
    return found


def attack(
    person: Person,
    url: str,
    given: dict[str, Any],
    tally: Tally,
    chance: random.Random,
    requests: int,
) -> None:
    """Let Schemathesis ask as one role, about so often."""
    elements = Elements(given)
    let_in = Wire(url).ask("GET", OWN, person.headers).status
    if let_in != (401 if person.role == "anonymous" else 200):
        tally.mismatches.append(f"{person.role} is not who it should be: {let_in} {OWN}")
    for event in _events(person, url, given, chance, requests):
        recorder = getattr(event, "recorder", None)
        if recorder is None or not type(event).__name__.endswith("Finished"):
            error = getattr(event, "value", None) or getattr(event, "exception", None)
            if error is not None:
                tally.mismatches.append(f"{person.role} {type(error).__name__}: {error}"[:1_500])
            continue
        for key, interaction in recorder.interactions.items():
            _note(person, recorder, key, interaction, tally, elements)


def _note(
    person: Person, recorder: Any, key: str, interaction: Any, tally: Tally, elements: Elements
) -> None:
    request, response = interaction.request, interaction.response
    body = (request.body or b"")[:600] if request.body else b""
    what = f"{person.role} {request.method} {request.uri[:400]} {body!r}"
    if response is None:
        tally.note(Answer(0), what)
        return
    answer = Answer(response.status_code, seconds=response.elapsed)
    tally.note(answer, what, lambda: _again(request))
    tally.touched.add(f"{person.role} {recorder.label}")
    sent = request.body or b""
    wrong = response.status_code == 200 and elements.complaints(
        recorder.label, sent, response.content
    )
    tally.mismatches += [f"list 200 {what} {one}" for one in wrong or ()]
    for check in recorder.checks.get(key, ()):
        failure = getattr(getattr(check, "failure_info", None), "failure", None)
        if failure is None or check.name == "not_a_server_error":
            continue
        of_negative = check.name == "negative_data_rejection"
        # a list is answered one by one, of which more is asked above
        if of_negative and response.status_code == 200 and elements.malformed(recorder.label, sent):
            continue
        if not of_negative or not NOT_GIVEN.search(request.uri):
            told = f"{failure.title}: {failure.message}"[:900]
            tally.mismatches.append(f"{check.name} {response.status_code} {what} {told}")


def _again(request: Any) -> Answer:
    own = {"host", "content-length", "connection"}
    headers = {
        name: ", ".join(values)
        for name, values in request.headers.items()
        if name.lower() not in own
    }
    split = urlsplit(request.uri)
    path = split.path + (f"?{split.query}" if split.query else "")
    return Wire(request.uri).ask(request.method, path, headers, request.body or b"")


def _events(
    person: Person, url: str, given: dict[str, Any], chance: random.Random, requests: int
) -> Iterator[Any]:
    import schemathesis
    from schemathesis.config import SchemathesisConfig
    from schemathesis.engine import from_schema

    logging.getLogger("urllib3").setLevel(logging.ERROR)
    operations = [
        {"include-name": f"{method.upper()} {path}", "parameters": _own(person, path)}
        for path, methods in given["paths"].items()
        for method in methods
        if _own(person, path)
    ]
    chosen = _sample(given, chance, requests)
    config = SchemathesisConfig.from_dict(
        {
            "seed": chance.getrandbits(30),
            "base-url": url,
            "headers": dict(person.headers),
            "workers": 1,
            "continue-on-failure": True,
            "request-timeout": 20,
            "warnings": False,
            "operations": operations if chance.random() < 0.7 else [],
            "checks": NOT_MEANT,
            "generation": {
                "max-examples": 3,
                "no-shrink": True,
                "database": "none",
                "with-security-parameters": False,
            },
            "phases": {
                **{name: {"enabled": True} for name in PHASES},
                "stateful": {"enabled": True, "max-steps": 5},
            },
        }
    )
    document = {**given, "paths": {path: given["paths"][path] for path in chosen}}
    yield from from_schema(schemathesis.openapi.from_dict(document, config=config)).execute()


def _sample(given: dict[str, Any], chance: random.Random, requests: int) -> list[str]:
    """So many addresses as are asked about so often."""
    each = 40  # requests that one address gets, all phases together
    paths = sorted(given["paths"])
    return sorted(chance.sample(paths, min(len(paths), max(1, round(requests / each)))))


def _own(person: Person, path: str) -> dict[str, str]:
    """What stands in the path where it names something of this person's."""
    shape = path.strip("/").split("/")
    for line in person.lines:
        parts = line.path.strip("/").split("/")
        if line.params and len(parts) == len(shape) and line.route.startswith("api/"):
            pairs = list(zip(shape, parts, strict=True))
            if all(one == other or one.startswith("{") for one, other in pairs):
                return {f"path.{one[1:-1]}": other for one, other in pairs if one[0] == "{"}
    return {}
