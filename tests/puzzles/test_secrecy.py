"""No answer leaves before its attempt, no puzzle before its day: by no page, format or guess."""

from __future__ import annotations

import ast
import datetime as dt
import json
import re
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts import clock, tokens
from accounts.models import Player, User
from accounts.players import SESSION_KEY
from puzzles.models import Daily, Puzzle, PuzzleSet, PuzzleSolution, SetItem
from puzzles.store import store_reserved
from tests.puzzles.conftest import RULES, proposals
from tests.site.addresses import with_second_factor

HTMX = {"HX-Request": "true"}
ROOT = Path(settings.BASE_DIR)

# Who reads solutions: grading. The store writes them with the puzzle. Nobody else names the table.
READERS = {"puzzles/grading.py", "puzzles/store.py", "puzzles/models.py"}


def _sources() -> list[Path]:
    rooms = ("accounts", "jobs", "tutor", "puzzles", "classrooms", "okeysite")
    return [
        path
        for room in rooms
        for path in (ROOT / room).rglob("*.py")
        if "migrations" not in path.parts
    ]


def test_only_grading_and_the_store_touch_the_table_of_solutions() -> None:
    for path in _sources():
        name = path.relative_to(ROOT).as_posix()
        if name in READERS:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            named = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.ImportFrom | ast.Import)
                else [node.attr]
                if isinstance(node, ast.Attribute)
                else [node.id]
                if isinstance(node, ast.Name)
                else []
            )
            assert "PuzzleSolution" not in named, f"{name} reads solutions"
            # the reverse relation, and lookups over it
            if isinstance(node, ast.keyword | ast.Constant):
                text = node.arg if isinstance(node, ast.keyword) else node.value
                assert not str(text).startswith("solution__"), f"{name} looks solutions up"


def test_the_store_only_writes_solutions() -> None:
    text = (ROOT / "puzzles/store.py").read_text()
    used = set(re.findall(r"PuzzleSolution\.objects\.(\w+)", text))
    assert used == {"bulk_create", "create"}


def test_serializers_name_their_fields() -> None:
    for path in _sources():
        text = path.read_text()
        assert "__all__" not in re.sub(r"^__all__ = .*$", "", text, flags=re.M), path


# The canary: solutions with a mark that a response may not hold.

MARK = "canary-7f3a"


@pytest.fixture
def marked(db: None) -> dict[str, Any]:
    """A world whose solutions are marked: today's daily, tomorrow's, practice, a set."""
    owner = Player.objects.create()
    today = clock.today()
    stored: dict[str, Any] = {"owner": owner}
    made = [one for one in proposals() if one.solution["opens_by"] == ["melds"]]
    for number, (name, days) in enumerate(
        (("past", -1), ("today", 0), ("tomorrow", 1), ("next week", 7))
    ):
        date = today + dt.timedelta(days=days)
        puzzle = store_reserved(made[number], public_from=clock.day_start(date))
        Daily.objects.create(date=date, rules=RULES, puzzle=puzzle, seed=f"{MARK}-seed-{name}")
        Puzzle.objects.filter(pk=puzzle.pk).update(seed=f"{MARK}-seed-{name}")
        stored[name] = puzzle
    from puzzles.store import store_shared

    practice = store_shared(made[4:5])[0]
    assert practice is not None
    stored["practice"] = practice.puzzle
    stored["set"] = PuzzleSet.objects.create(
        owner=owner, rules=RULES, kinds=["can-open"], count=1, seed="s", key=uuid.uuid4()
    )
    SetItem.objects.create(set=stored["set"], index=0, puzzle=practice.puzzle)
    for row in PuzzleSolution.objects.all():
        row.answer = {
            **row.answer,
            "best_points": 987_654,
            "pairs": 876_543,
            "best_melds": row.answer["best_melds"],
            "themes": [],
            "mark": MARK,
        }
        row.save()
    return stored


def melds_of(puzzle: Puzzle) -> str:
    """The arrangement as one text, which nobody lays by chance."""
    return str(PuzzleSolution.objects.get(puzzle=puzzle).answer["best_melds"])


def clients(owner: Player) -> dict[str, tuple[Client, dict[str, str]]]:
    """Everybody who asks, the owner of the set by session and by token among them."""
    staff = User.objects.create_superuser("root", password="an-old-tea-glass")
    with_second_factor(staff)
    Player.objects.create(user=staff)
    found: dict[str, tuple[Client, dict[str, str]]] = {"anonymous": (Client(), {})}
    for name, player in (("visitor", Player.objects.create()), ("owner", owner)):
        client = Client()
        session = client.session
        session[SESSION_KEY] = str(player.pk)
        session.save()
        found[name] = (client, {})
    client = Client()
    client.force_login(staff)
    found["staff"] = (client, {})
    _row, plain = tokens.issue(owner, "crawl")
    found["token"] = (Client(), {"Authorization": f"Bearer {plain}"})
    return found


def addresses(world: dict[str, Any]) -> list[str]:
    """Every address of this room that answers a GET, and what shows puzzles elsewhere."""
    ids = [world[name].pk for name in ("past", "today", "practice", "tomorrow", "next week")]
    today = clock.today()
    found = ["/", "/puzzles/", "/puzzles/archive/", "/puzzles/sets/", "/puzzles/daily/"]
    found += [f"/puzzles/daily/{today + dt.timedelta(days=days)}/" for days in (-1, 0, 1, 7)]
    found += [f"/puzzles/{pk}/" for pk in ids]
    found += [f"/puzzles/sets/{world['set'].pk}/"]
    found += [f"/puzzles/{world['practice'].pk}/?context=set&context_id={world['set'].pk}"]
    found += [f"/api/v1/puzzles/{pk}/" for pk in ids]
    found += [f"/api/v1/sets/{world['set'].pk}/", "/api/v1/sets/", "/api/v1/schema/"]
    found += [
        f"/api/v1/puzzles/daily/?date={today + dt.timedelta(days=days)}" for days in (-1, 0, 1)
    ]
    found += ["/api/v1/puzzles/next/", "/account/export/", "/nothing/"]
    found += [
        reverse(f"admin:puzzles_{name}_changelist") for name in ("puzzle", "daily", "puzzleset")
    ]
    found += [reverse("admin:puzzles_puzzle_change", args=[pk]) for pk in ids]
    return found


def texts(answer: Any) -> str:
    """Everything that a client receives: body, headers, cookies."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return f"{body.decode(errors='replace')} {dict(answer.headers)} {answer.cookies}"


@pytest.mark.django_db
def test_no_response_before_the_attempt_holds_anything_of_a_solution(
    marked: dict[str, Any],
) -> None:
    secrets = [MARK, "987654", "987,654", "876543"]
    secrets += [melds_of(marked[name]) for name in ("past", "today", "practice", "tomorrow")]
    for role, (client, headers) in clients(marked["owner"]).items():
        for address in addresses(marked):
            joined = "&" if "?" in address else "?"
            rules = "" if "/admin/" in address else f"{joined}rules={RULES}"
            for more in ({}, HTMX, {"Accept": "application/json"}):
                answer = client.get(address + rules, headers={**headers, **more})
                assert answer.status_code < 500
                received = texts(answer)
                for secret in secrets:
                    assert secret not in received, f"{role} {address}: {secret}"


@pytest.mark.django_db
@pytest.mark.parametrize("melds", ["", "R1 R2 R3", "R1 Y1 B1 K1", "R14", "R1 R1 R1"])
def test_neither_lanes_nor_errors_tell_anything_of_a_solution(
    marked: dict[str, Any], melds: str
) -> None:
    puzzle = marked["today"]
    client = Client()
    for answer in (
        client.post(f"/puzzles/{puzzle.pk}/lanes/", {"melds": melds}),
        client.post(f"/puzzles/{puzzle.pk}/answer/", {"answer": "melds", "melds": "R14"}),
        client.post(f"/puzzles/{puzzle.pk}/answer/", {"answer": "both", "key": uuid.uuid4()}),
    ):
        received = texts(answer)
        for secret in (MARK, "987654", melds_of(puzzle)):
            assert secret not in received


@pytest.mark.django_db
def test_after_the_attempt_the_solution_is_seen_by_that_player_alone(
    marked: dict[str, Any],
) -> None:
    puzzle = marked["today"]
    everybody = clients(marked["owner"])
    visitor = everybody["visitor"][0]
    visitor.post(f"/puzzles/{puzzle.pk}/answer/", {"answer": "cannot", "key": uuid.uuid4()})
    best = "987654"
    seen = re.sub(r"[.,\s]", "", texts(visitor.get(f"/puzzles/{puzzle.pk}/")))
    assert best in seen
    for role, (client, headers) in everybody.items():
        if role != "visitor":
            answer = client.get(f"/puzzles/{puzzle.pk}/", headers=headers)
            assert best not in re.sub(r"[.,\s]", "", texts(answer)), role


@pytest.mark.django_db
def test_tomorrows_puzzle_is_found_by_no_guess(marked: dict[str, Any]) -> None:
    puzzle, tomorrow = marked["tomorrow"], clock.today() + dt.timedelta(days=1)
    pk, seed = puzzle.pk, f"{MARK}-seed-tomorrow"
    post = {"answer": "cannot", "key": str(uuid.uuid4()), "context": "daily"}
    guesses = [
        f"/puzzles/{pk}/",
        f"/puzzles/{pk.hex}/",
        f"/puzzles/{str(pk).upper()}/",
        f"/puzzles/{pk}/?context=daily",
        f"/puzzles/{pk}/?context=practice&try_no=1",
        f"/puzzles/{pk}/?context=set&context_id={marked['set'].pk}",
        f"/puzzles/daily/{tomorrow}/",
        f"/puzzles/daily/{tomorrow:%Y%m%d}/",
        f"/puzzles/daily/{tomorrow:%G-W%V-%u}/",
        f"/puzzles/daily/{tomorrow}T00:00/",
        f"/puzzles/daily/?date={tomorrow}",
        f"/?date={tomorrow}",
        "/puzzles/daily/tomorrow/",
        "/puzzles/daily/latest/",
        f"/puzzles/daily/{seed}/",
        f"/puzzles/{seed}/",
        "/puzzles/archive/?page=0",
        "/puzzles/archive/?page=last",
        f"/api/v1/puzzles/{pk}/",
        f"/api/v1/puzzles/daily/?date={tomorrow}",
        f"/api/v1/puzzles/daily/?date={tomorrow}&format=json",
        f"/api/v1/puzzles/daily/?date={clock.today()}&date={tomorrow}",
    ]
    hand = " ".join(puzzle.position["hand"])
    for role, (client, headers) in clients(marked["owner"]).items():
        for guess in guesses:
            joined = "&" if "?" in guess else "?"
            answer = client.get(f"{guess}{joined}rules={RULES}", headers=headers)
            received = texts(answer)
            assert answer.status_code < 500
            assert f'"{pk}"' not in received, f"{role} {guess}"
            assert hand not in received, f"{role} {guess}"
            assert json.dumps(puzzle.position["hand"]) not in received, f"{role} {guess}"
            assert seed not in received.replace(guess, ""), f"{role} {guess}"
        for path in (f"/puzzles/{pk}/answer/", f"/puzzles/{pk}/lanes/"):
            assert client.post(path, post, headers=headers).status_code == 404
        answer = client.post(
            f"/api/v1/puzzles/{pk}/attempts/",
            {"answer": {"cannot": True}, "key": post["key"]},
            content_type="application/json",
            headers=headers,
        )
        assert answer.status_code in {401, 404}


@pytest.mark.django_db
def test_the_mark_would_be_found(marked: dict[str, Any]) -> None:
    """The crawl has teeth: what it looks for is really there to be leaked."""
    assert MARK in json.dumps(PuzzleSolution.objects.get(puzzle=marked["today"]).answer)
    assert len(melds_of(marked["today"])) > 20
