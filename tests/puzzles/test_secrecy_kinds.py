"""Of no kind does anything of the solution leave before its attempt."""

from __future__ import annotations

import html
import json
import os
import uuid
from typing import Any

import pytest
from django.test import Client

from accounts import tokens
from accounts.models import Player
from accounts.players import SESSION_KEY
from okey.rules.rulesets import rule_set
from puzzles.kinds.registry import KINDS
from puzzles.models import Puzzle, PuzzleSolution
from tests.puzzles.kinds import PLACES, some
from tests.puzzles.test_asked_pages import HTMX, fields, stored, wrong_of
from tutor.tasks.base import Form

pytestmark = pytest.mark.django_db
MARK = "canary-51c9"
LONG = os.environ.get("ISTAKA_LONG") == "1"
ROLES = ("anonymous", "visitor", "token")
DRAWN = (Form.MELDS, Form.MOVES)  # of which an answer stands on no page by itself


@pytest.fixture
def asking() -> dict[str, tuple[Client, dict[str, str]]]:
    """Everybody who asks: nobody yet, a visitor, a client of the API."""
    visitor = Client()
    session = visitor.session
    session[SESSION_KEY] = str(Player.objects.create().pk)
    session.save()
    _row, plain = tokens.issue(Player.objects.create(), "crawl")
    return {
        "anonymous": (Client(), {}),
        "visitor": (visitor, {}),
        "token": (Client(), {"Authorization": f"Bearer {plain}"}),
    }


def marked(key: str, rules: str) -> Puzzle:
    puzzle = stored(key, rules)
    row = PuzzleSolution.objects.get(puzzle=puzzle)
    row.answer |= {"mark": MARK, "themes": [], "right": [*row.answer.get("right", []), MARK]}
    row.save()
    return puzzle


def secrets_of(puzzle: Puzzle) -> list[str]:
    """What may not be read before: the mark, the proof, an answer that is put together."""
    kind, rules = KINDS[puzzle.kind], rule_set(puzzle.rules)
    one = some(puzzle.kind, puzzle.rules)[0]
    solution = kind.solution(one.exercise, one.right, rules, [])
    found = [MARK, kind.prove(one.exercise, solution, "en")]
    if kind.form in DRAWN and one.right[0] not in one.exercise.options:
        found.append(one.right[0])
    return found


def received(client: Client, puzzle: Puzzle, headers: dict[str, str]) -> list[str]:
    """All that an address of the puzzle answers before an attempt."""
    page, api = f"/puzzles/{puzzle.pk}/", f"/api/v1/puzzles/{puzzle.pk}/"
    place = {"context": "practice", "try_no": 1}
    key = {"key": uuid.uuid4()}
    as_json: dict[str, Any] = {"content_type": "application/json", "headers": headers}
    answers = [
        client.get(page, headers=headers),
        client.get(page, headers={**headers, **HTMX}),
        client.get(api, headers=headers),
        client.post(f"{page}lanes/", {"melds": "R1 R2 R3"}, headers=headers),
        client.post(f"{page}answer/", {**place, **key, "answer": "R99"}, headers=headers),
        client.post(f"{page}answer/", {**place, "answer": "R99"}, headers=headers),
        client.post(f"{page}hint/", {**place, **key, "level": 1}, headers=headers),
        client.post(f"{page}hint/", {**place, **key, "level": 2}, headers={**headers, **HTMX}),
        client.post(f"{page}hint/", {**place, **key, "level": 9}, headers=headers),
        client.post(f"{api}hints/", json.dumps({"level": 2}), **as_json),
        client.post(f"{api}attempts/", json.dumps({"answer": {"choice": "x"}}), **as_json),
        client.get(page, headers=headers),
        client.get("/puzzles/", {"rules": puzzle.rules}, headers=headers),
        client.get("/api/v1/kinds/", headers=headers),
    ]
    assert all(answer.status_code < 500 for answer in answers)
    return [
        f"{html.unescape(answer.content.decode())} {dict(answer.headers)} {answer.cookies}"
        for answer in answers
    ]


def askers(key: str, rules: str) -> tuple[str, ...]:
    """Who asks: everybody in a kind's first rule set, in the others one after the other.

    With ISTAKA_LONG=1 everybody in all of them.
    """
    at = KINDS[key].rule_sets.index(rules)
    return ROLES if at == 0 or LONG else (ROLES[at % len(ROLES)],)


@pytest.mark.parametrize(("key", "rules"), PLACES)
def test_no_kind_tells_its_solution_before_the_attempt(
    asking: dict[str, tuple[Client, dict[str, str]]], key: str, rules: str
) -> None:
    puzzle = marked(key, rules)
    secrets = secrets_of(puzzle)
    for role in askers(key, rules):
        client, headers = asking[role]
        for number, text in enumerate(received(client, puzzle, headers)):
            for secret in secrets:
                assert secret not in text, f"{key} {role} {number}: {secret}"


@pytest.mark.parametrize("key", KINDS)
def test_what_is_looked_for_is_really_told_afterwards(client: Client, key: str) -> None:
    """The crawl has teeth."""
    rules = KINDS[key].rule_sets[0]
    puzzle = stored(key, rules)
    *_, proof = secrets_of(puzzle)[:2]
    answer = client.post(f"/puzzles/{puzzle.pk}/hint/", {
        "level": 3, "key": uuid.uuid4(), "context": "practice", "try_no": 1,
    })  # fmt: skip
    assert proof in html.unescape(client.get(answer["Location"]).content.decode())


@pytest.mark.parametrize("key", ["lay-off", "spot-mistake", "meld-value"])
def test_after_one_player_has_answered_no_other_reads_the_solution(
    asking: dict[str, tuple[Client, dict[str, str]]], key: str
) -> None:
    rules = KINDS[key].rule_sets[0]
    puzzle = stored(key, rules)
    visitor = asking["visitor"][0]
    visitor.post(f"/puzzles/{puzzle.pk}/answer/", fields(puzzle, wrong_of(key, rules)))
    for role in ("anonymous", "token"):
        client, headers = asking[role]
        for text in received(client, puzzle, headers):
            for secret in secrets_of(puzzle):
                assert secret not in text
