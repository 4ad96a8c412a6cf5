"""No English on a German or Turkish page, in no state of it, and nobody is called Sie or siz."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts import clock
from accounts.models import Player
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.states import State
from jobs.words import error_codes
from okey.rules.rulesets import RULE_SETS
from puzzles.models import Puzzle
from puzzles.store import store_shared
from tests.puzzles.conftest import RULES, best_melds, opens, proposals
from tests.site import addresses
from tests.site.addresses import Address, caller
from tests.site.spoken import faults, texts

pytestmark = pytest.mark.django_db
LANGUAGES = ("de", "tr")
PASSWORD = "an-old-tea-glass"
HTMX = {"HX-Request": "true"}


# The back office speaks Django's own words.
LINES = [line for line in addresses.listed() if not line.route.startswith("admin/")]


@pytest.fixture(autouse=True)
def without_limits(settings: Settings) -> None:
    """Ask as often as there are states."""
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (100000, 60))


def check(answer: Any, language: str) -> Any:
    """The answer, once nothing in it is English. A PDF's words go in as data: see test_sheet."""
    if answer.get("Content-Type") == "application/pdf":
        return answer
    found = faults(texts(answer), language)
    request = answer.wsgi_request
    assert not found, f"{request.method} {request.get_full_path()}: {found}"
    return answer


class Reader:
    """Somebody who reads the site in one language; every answer is checked."""

    def __init__(self, language: str, role: str = "visitor") -> None:
        who = caller(role)
        self.language, self.player, self.client = language, who.player, who.client
        self.headers = {"accept-language": language, **who.headers}

    def get(self, path: str, **more: Any) -> Any:
        return self._check(self.client.get(path, headers={**self.headers, **more}))

    def post(self, path: str, data: dict[str, Any] | None = None, **more: Any) -> Any:
        """Send a form, and follow to the page that shows its result."""
        answer = self._check(
            self.client.post(path, data or {}, headers={**self.headers, **_http(more)})
        )
        if answer.status_code in (302, 303):
            return self.get(answer.headers["Location"])
        return answer

    def ask(self, path: str, body: Any) -> Any:
        """Ask the API."""
        return self._check(
            self.client.post(path, body, content_type="application/json", headers=self.headers)
        )

    def _check(self, answer: Any) -> Any:
        return check(answer, self.language)


def _http(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.fixture(params=LANGUAGES)
def reader(request: pytest.FixtureRequest) -> Reader:
    return Reader(request.param)


@pytest.fixture
def pool() -> list[Puzzle]:
    return [stored.puzzle for stored in store_shared(proposals()[:16]) if stored is not None]


# Every address, as it is asked for in test_addresses.py


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.route)
def test_no_address_answers_in_english(line: Address, language: str) -> None:
    for role in ("anonymous", "visitor", "account"):
        who = caller(role)
        path = line.path(line.factory(who.player)) if line.factory and who.player else line.path()
        for method in ("GET", "POST", "PUT"):
            headers = {**who.headers, "accept-language": language}
            check(line.ask(who.client, method, path, headers), language)


# The rules


def test_every_rule_page_is_in_the_readers_language(reader: Reader) -> None:
    for key, rules in RULE_SETS.items():
        for rule in rules.rules:
            rule_id = getattr(rule, "id", rule)
            assert reader.get(f"/rules/{key}/{rule_id}/").status_code == 200


# A hand: open, and after each kind of answer


def answers(puzzle: Puzzle) -> Iterator[dict[str, str]]:
    """Right and wrong answers to a puzzle, and some that cannot be read."""
    yield {"answer": "cannot"}
    if opens(puzzle):
        melds = best_melds(puzzle)
        yield {"melds": melds}
        yield {"melds": melds.split(" | ")[0]}
    hand = [str(tile) for tile in puzzle.position["hand"]]
    for start in range(0, 9, 3):  # whatever lies side by side: many kinds of wrong melds
        yield {"melds": " ".join(hand[start : start + 3])}
        yield {"melds": f"{' '.join(hand[start : start + 2])} | {hand[start + 3]}"}
    yield {"melds": ""}
    yield {"melds": "R14 X"}
    yield {"melds": "R1 R1 R1 R1 R1"}
    yield {"melds": "R1 " * 300}


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_every_answer_is_explained_in_the_readers_language(
    reader: Reader, pool: list[Puzzle], headers: dict[str, str]
) -> None:
    for puzzle in [next(filter(opens, pool)), next(p for p in pool if not opens(p))]:
        reader.get(f"/puzzles/{puzzle.pk}/")
        for answer in answers(puzzle):
            one = Reader(reader.language)
            data = {"answer": "melds", "key": uuid.uuid4(), "context": "practice", **answer}
            one.post(f"/puzzles/{puzzle.pk}/answer/", {**data, "try_no": 1}, **headers)
        for wrong in ({"try_no": 3}, {"try_no": 1, "key": ""}, {"try_no": 99}, {"context": "x"}):
            reader.post(f"/puzzles/{puzzle.pk}/answer/", {**data, **wrong}, **headers)


def test_every_move_is_judged_in_the_readers_language(reader: Reader, pool: list[Puzzle]) -> None:
    puzzle = next(filter(opens, pool))
    for answer in answers(puzzle):
        if "melds" in answer:
            reader.post(f"/puzzles/{puzzle.pk}/lanes/", answer, **HTMX)


def test_practice_with_and_without_a_hand_that_fits(reader: Reader, pool: list[Puzzle]) -> None:
    assert "Location" not in reader.post("/puzzles/next/", {"rules": RULES}).headers
    reader.post("/puzzles/next/", {"rules": "classic"})
    reader.post("/puzzles/next/", {"rules": RULES, "theme": "close"})
    reader.post("/puzzles/next/", {})
    reader.get("/puzzles/")


# Dailies and sets


def test_todays_hand_before_it_is_dealt_and_after(reader: Reader) -> None:
    from puzzles import dailies

    for path in ("/", "/puzzles/daily/", "/puzzles/archive/"):
        reader.get(path, rules="")
    dailies.ensure_dailies()
    drain_jobs()
    page = reader.get("/puzzles/daily/")
    found = re.search(r'data-puzzle="([^"]+)"', page.content.decode())
    assert found
    for path in ("/", "/puzzles/archive/"):
        reader.get(path)
    data = {"answer": "cannot", "key": uuid.uuid4(), "context": "daily", "try_no": 1}
    reader.post(f"/puzzles/{found.group(1)}/answer/", data)
    for path in ("/", "/puzzles/daily/", "/puzzles/archive/"):
        reader.get(path)


SPECIFICATIONS: list[dict[str, Any]] = [
    {},
    {"rules": "x", "count": "many"},
    {"rules": RULES, "count": "0", "difficulty_from": "1", "difficulty_to": "99999", "seed": "ü"},
    {"rules": RULES, "count": "1000", "difficulty_from": "1500", "difficulty_to": "1000"},
    {"rules": RULES, "count": "2", "difficulty_from": "x", "difficulty_to": "1.5", "key": "x"},
]


@pytest.mark.parametrize("data", SPECIFICATIONS)
def test_a_set_that_cannot_be_made_is_refused_in_the_readers_language(
    reader: Reader, data: dict[str, Any]
) -> None:
    reader.post("/puzzles/sets/", {"key": uuid.uuid4(), **data})


def test_a_set_is_made_in_the_readers_language(reader: Reader) -> None:
    made = [
        reader.post("/puzzles/sets/", {"rules": RULES, "count": count, "key": uuid.uuid4()})
        for count in (1, 2, 3)
    ]
    paths = [page.wsgi_request.path for page in made]
    for job in Job.objects.filter(owner=reader.player, parent=None):
        reader.get(f"/jobs/{job.pk}/")
    last = Job.objects.filter(owner=reader.player, parent=None).order_by("created_at").last()
    assert last is not None
    reader.post(f"/jobs/{last.pk}/cancel/")
    drain_jobs()
    for path in (*paths, "/puzzles/sets/"):
        assert reader.get(path).status_code == 200
    page = reader.get(paths[0]).content.decode()
    found = re.search(r'href="(/puzzles/[0-9a-f-]{36}/[^"]*)"', page.partition('class="pick"')[2])
    assert found
    assert reader.get(found.group(1).replace("&amp;", "&")).status_code == 200


@pytest.mark.parametrize("reason", [*error_codes(), "ValueError"])
@pytest.mark.parametrize("queue", ["generate", "grade", "mail"])
def test_a_job_says_in_the_readers_language_why_it_failed(
    reader: Reader, reason: str, queue: str
) -> None:
    job = Job.objects.create(
        owner=reader.player,
        kind=f"{queue}.something",
        queue=queue,
        state=State.FAILED,
        last_error=reason,
        finished_at=clock.now(),
    )
    reader.get(f"/jobs/{job.pk}/")
    reader.get(f"/jobs/{job.pk}/", hx_request="true")


@pytest.mark.parametrize("state", [State.QUEUED, State.DONE, State.CANCELLED])
def test_a_job_tells_its_state_in_the_readers_language(reader: Reader, state: State) -> None:
    job = Job.objects.create(
        owner=reader.player,
        kind="generate.something",
        queue="generate",
        state=state,
        progress_done=1,
        progress_total=3,
        finished_at=None if state == State.QUEUED else clock.now(),
    )
    reader.get(f"/jobs/{job.pk}/")
    reader.post(f"/jobs/{job.pk}/cancel/")
    reader.post(f"/jobs/{job.pk}/retry/")


# Accounts: every form with what it refuses, every mail


def test_forms_of_accounts_refuse_in_the_readers_language(reader: Reader) -> None:
    for data in (
        {},
        {"username": "a b!", "email": "nobody", "password1": "123"},
        {"username": "x" * 300, "email": "x" * 300 + "@example.org", "password1": "x" * 9000},
        {"username": "a", "password1": "password"},
        {"username": "aylin-tea", "password1": "aylin-tea"},
        {"username": "n\x00l", "password1": PASSWORD},
    ):
        reader.post("/account/signup/", data)
    for data in ({}, {"login": "nobody", "password": "wrong-glass"}, {"login": "x" * 400}):
        reader.post("/account/login/", data)
    for data in ({}, {"email": "nobody"}):
        reader.post("/account/password/reset/", data)
    for data in ({}, {"name": "x" * 100}, {"name": "a\x00b"}):
        reader.post("/account/tokens/", data)
    for path in ("language", "theme"):
        reader.post(f"/{path}/", {path: "nonsense"})


def test_an_account_lives_and_its_mails_are_in_the_readers_language(reader: Reader) -> None:
    reader.post(
        "/account/signup/",
        {"username": "aylin", "email": "aylin@example.org", "password1": PASSWORD},
    )
    for path in ("", "email/", "password/change/", "delete/", "reauthenticate/", "logout/"):
        reader.get(f"/account/{path}")
    _follow_the_link(reader)
    _follow_the_link(reader)  # it was used
    for data in (
        {"email": "aylin@example.org", "action_add": ""},
        {"email": "x", "action_add": ""},
        {"email": "new@example.org", "action_add": ""},
        {"email": "new@example.org", "action_send": ""},
        {"email": "new@example.org", "action_remove": ""},
    ):
        reader.post("/account/email/", data)
    for data in (
        {},
        {"oldpassword": "wrong", "password1": "123", "password2": "124"},
        {"oldpassword": PASSWORD, "password1": "a-new-tea-glass", "password2": "a-newer-one-yet"},
        {"oldpassword": PASSWORD, "password1": "a-new-tea-glass", "password2": "a-new-tea-glass"},
    ):
        reader.post("/account/password/change/", data)
    reader.post("/account/reauthenticate/", {"password": "wrong"})
    for number in range(21):
        reader.post("/account/tokens/", {"name": f"№ {number}"})
    token = Player.objects.get(user__username="aylin").tokens.first()
    assert token is not None
    reader.post(f"/account/tokens/{token.pk}/revoke/")
    reader.post("/account/delete/", {"password": "wrong"})
    reader.post("/account/logout/")
    reader.post("/account/password/reset/", {"email": "aylin@example.org"})
    reader.post("/account/password/reset/", {"email": "nobody@example.org"})
    reader.post(
        "/account/signup/",
        {"username": "ben", "email": "aylin@example.org", "password1": PASSWORD},
    )
    assert len(mail.outbox) > 5
    for message in mail.outbox:
        assert not faults([str(message.subject), *str(message.body).splitlines()], reader.language)


def _follow_the_link(reader: Reader) -> None:
    link = re.search(r"https?://testserver(\S+)", str(mail.outbox[0].body))
    assert link
    reader.get(link.group(1))
    reader.post(link.group(1))


# What goes wrong


def test_faults_of_ours_are_told_in_the_readers_language(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("okeysite.views.render", lambda *_: 1 / 0)
    client = Client(raise_request_exception=False)
    for path in ("/privacy/", "/imprint/"):
        answer = check(client.get(path, headers=reader.headers), reader.language)
        assert answer.status_code == 500


def test_an_old_form_is_told_in_the_readers_language(reader: Reader) -> None:
    client = caller("visitor", enforce_csrf=True).client
    for path in ("/language/", "/api/v1/puzzles/next/", "/puzzles/next/"):
        check(client.post(path, {}, headers=reader.headers), reader.language)


BODIES = [
    *("{", "[]", "7", '{"a": 1, "a": 2}', "[" * 200, '{"a": 1e999}', '{"a": "\\ud800"}', "\xff"),
    '{"rules": null, "indicator": 7, "hand": {}, "melds": true}',
    '{"rules": "x", "indicator": "B10", "hand": "R1", "melds": "R1"}',
    '{"rules": "101-guide", "indicator": "B10", "hand": "R14", "melds": "R1 |x"}',
    '{"rules": "101-guide", "indicator": "B10", "hand": "R1 R1 R1", "melds": "R1 R1 R1"}',
    '{"rules": "101-guide", "indicator": "F", "hand": "R1", "seen": 5, "as": "x"}',
    '{"answer": {"cannot": 7}, "key": "x", "context": "nowhere", "try_no": 99}',
    '{"answer": {"melds": 7}, "key": null, "context_id": 5, "try_no": "x"}',
    '{"answer": {"melds": "R14"}, "key": "5b5bd9f5-5a0b-4e39-8f2f-5e2c3a2c9d11"}',
    '{"rules": "", "count": 0, "difficulty": [9, 1], "key": "5b5bd9f5", "seed": "'
    + "x" * 99
    + '"}',
    '{"rules": "101-guide", "count": "many", "difficulty": "x", "kinds": ["y"], "key": 1}',
]


def test_the_api_refuses_in_the_readers_language(reader: Reader, pool: list[Puzzle]) -> None:
    paths = [f"/api/v1/{name}/" for name in ("solve", "judge", "outs", "advise", "sets")]
    for path in (*paths, f"/api/v1/puzzles/{pool[0].pk}/attempts/"):
        for body in BODIES:
            answer = reader.ask(path, body)
            assert answer.status_code < 500
    for path in (
        "puzzles/next/?rules=x&kind=y",
        "puzzles/next/?rules=101-guide&kind=y",
        "puzzles/next/?theme=" + "x" * 50,
        "puzzles/daily/?date=tomorrow",
        "puzzles/daily/?date=2020-01-01",
        "sets/?page=7",
        "sets/?page=x",
        "rules/nothing/",
        "rulesets/nothing/",
    ):
        reader.get(f"/api/v1/{path}")
        reader.get(f"/api/v1/{path}", accept="text/html")
    who = Reader(reader.language)
    who.headers["authorization"] = "Bearer ist_wrong"
    who.get("/api/v1/sets/")
    answer = who.client.post("/api/v1/solve/", "x", content_type="text/csv", headers=who.headers)
    check(answer, reader.language)
