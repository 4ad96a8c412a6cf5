"""No English on the notation page in German or Turkish, in no state of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from okey.record import format_record, parse_record
from tests.site.spoken import faults, texts
from tutor.notation.links import record_url, step_url
from tutor.notation.replays import replayed
from tutor.notation.samples import sample_records

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("language", ["de", "tr"])]
SAMPLES = sample_records()
DEAL = format_record(SAMPLES["1-101-guide"]).partition("\n\n")[0]
REFUSED = (
    "draw",
    "discard R9",
    "open R1 R5 R11 | B7 B13 *",
    "open R1 R4",
    "lay R4 R5 R7",
    "add R1 @1",
    "swap R1 @3",
    "take",
    "take indicator",
    "declare pairs",
    "show indicator",
    "pass",
    "finish R1 R4 R5",
    "2: discard R1",
    "discard R1; discard K11",
    "discard R1; take; discard K11",
    "discard R1; draw; take",
)
ERRORS = (
    *("", "fly", "{", "x" * 45_000, "rules: 102"),
    *(f"{DEAL}\n{more}" for more in ("discard R14", "hand 0: R1", "teams: 0 2 | 1 3", "seats: 3")),
    DEAL.replace("stock: Y4", "stock:"),
    DEAL.replace("hand 1: ", "hand 1: R1 "),
    DEAL.replace("hand 3", "hand 5"),
)


@pytest.fixture(autouse=True)
def without_limits(settings: Settings) -> None:
    """Ask for more than anybody looks at."""
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (1_000_000, 60))


def check(answer: Any, language: str) -> None:
    assert answer.status_code < 500
    found = faults(texts(answer), language)
    assert not found, f"{answer.wsgi_request.get_full_path()[:80]}: {found}"


@pytest.mark.parametrize("key", SAMPLES)
def test_every_kind_of_step(client: Client, key: str, language: str) -> None:
    record = SAMPLES[key]
    seen = set()
    for number, state in enumerate(replayed(record).steps):
        kind = (str(state["text"]).split()[0], tuple(event["rule"] for event in state["events"]))
        if kind in seen and number < len(record.moves):
            continue
        seen.add(kind)
        url = step_url(record_url(record).partition("r=")[2].partition("&")[0], number)
        check(client.get(url, headers={"accept-language": language}), language)


@pytest.mark.parametrize("moves", REFUSED)
def test_every_refusal(client: Client, moves: str, language: str) -> None:
    record = parse_record(f"{DEAL}\n{moves}")
    assert replayed(record).refused is not None
    url = record_url(record).replace("step=0", "step=9")
    check(client.get(url, headers={"accept-language": language}), language)


@pytest.mark.parametrize("text", ERRORS)
def test_every_error(client: Client, text: str, language: str) -> None:
    headers = {"accept-language": language}
    answer = client.post("/notation/", {"record": text}, headers=headers)
    assert answer.status_code == 422
    check(answer, language)
    check(client.get("/notation/", {"r": "x"}, headers=headers), language)


@pytest.mark.parametrize("name", ["tiles", "melds", "move"])
@pytest.mark.parametrize(
    "text",
    [
        *("R1 * F", "R5 R6 * | R7 Y7", "R5 R7", "R1 R1 R1", "R14", "x" * 500, "K12 K13 K1"),
        *(
            "discard R7",
            "2: open R1 R2 R3 | group: * * R8",
            "add * @3 low",
            "swap K1 @2",
            "take R7",
        ),
    ],
)
def test_everything_that_is_tried(client: Client, name: str, text: str, language: str) -> None:
    headers = {"accept-language": language, "HX-Request": "true", "HX-Trigger-Name": name}
    for more in ({}, {"indicator": "F"}, {"rules": "classic"}):
        check(client.get("/notation/", {name: text, **more}, headers=headers), language)
