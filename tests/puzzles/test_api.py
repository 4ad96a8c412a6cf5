"""The API: the same services, typed bodies, stable codes."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest

from accounts import clock
from accounts.models import Player
from jobs.drain import drain_jobs
from puzzles import dailies
from puzzles.models import Attempt, Daily, Puzzle
from tests.calling import Api, code
from tests.puzzles.conftest import RULES, Clock, best_melds
from tests.puzzles.test_api_sets import order

pytestmark = pytest.mark.django_db


@pytest.fixture
def daily(the_clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Daily:
    monkeypatch.setattr(dailies, "DAYS_AHEAD", 1)
    the_clock.at("2026-12-24 12:00")
    dailies.ensure_dailies()
    drain_jobs()
    return Daily.objects.get(date=dt.date(2026, 12, 24), rules=RULES)


def test_a_puzzle_is_shown_with_its_position_and_without_its_answer(
    api: Api, opener: Puzzle
) -> None:
    body = api.get(f"puzzles/{opener.pk}/").json()
    assert body == {
        "id": str(opener.pk),
        "kind": "can-open",
        "kind_name": "Can you open?",
        "question": "Can you open with this hand?",
        "form": "melds",
        "options": [{"value": "cannot", "name": "Cannot open"}],
        "rules": RULES,
        "rules_name": body["rules_name"],
        "rules_version": opener.rules_version,
        "position": opener.position,
        "themes": opener.themes,
        "difficulty": opener.difficulty,
        "date": None,
        "stake": None,
    }


def test_the_daily_of_today_and_of_a_past_day(api: Api, daily: Daily, the_clock: Clock) -> None:
    today = api.get("puzzles/daily/", rules=RULES).json()
    assert (today["id"], today["date"]) == (str(daily.puzzle_id), "2026-12-24")
    the_clock.forward(days=1)
    past = api.get("puzzles/daily/", rules=RULES, date="2026-12-24").json()
    assert past["id"] == today["id"]
    assert api.get("puzzles/daily/", rules=RULES).json()["id"] != today["id"]


def test_a_day_to_come_is_answered_like_one_that_never_was(api: Api, daily: Daily) -> None:
    bodies = [
        api.get("puzzles/daily/", rules=RULES, date=date)
        for date in ("2026-12-25", "2999-01-01", "1999-01-01")
    ]
    assert {answer.status_code for answer in bodies} == {404}
    assert len({answer.content for answer in bodies}) == 1


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("puzzles/daily/", {"rules": "nonsense"}, 400),
        ("puzzles/daily/", {"date": "20261224"}, 400),
        ("puzzles/daily/", {"date": "tomorrow"}, 400),
        ("puzzles/next/", {"rules": "classic", "kind": "can-open"}, 400),
        ("puzzles/next/", {"kind": "chess"}, 400),
        ("puzzles/next/", {"theme": "greedy-trap"}, 400),
        ("puzzles/next/", {"theme": '"'}, 400),
    ],
)
def test_a_query_that_cannot_be_met_is_an_error_with_a_code(
    api: Api, path: str, query: dict[str, str], status: int
) -> None:
    answer = api.get(path, **query)
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"code", "at", "message"}


def test_next_gives_unseen_puzzles_until_there_is_none(api: Api, pool: list[Puzzle]) -> None:
    seen = {api.get("puzzles/next/", rules=RULES).json()["id"] for _ in pool}
    assert len(seen) == len(pool)
    assert code(api.get("puzzles/next/", rules=RULES)) == (404, "puzzles.none")


def test_next_by_theme(api: Api, pool: list[Puzzle]) -> None:
    body = api.get("puzzles/next/", rules=RULES, theme="close").json()
    assert "close" in body["themes"]


def test_what_next_gives_is_noted_as_chosen_by_the_server(
    api: Api, pool: list[Puzzle], player: Player
) -> None:
    chosen = api.get("puzzles/next/", rules=RULES).json()["id"]
    other = next(puzzle for puzzle in pool if str(puzzle.pk) != chosen)
    api.get(f"puzzles/{other.pk}/")
    assert Attempt.objects.get(puzzle=chosen).server_chosen
    assert not Attempt.objects.get(puzzle=other).server_chosen


def test_a_right_answer_is_201_with_everything_that_it_earned(api: Api, opener: Puzzle) -> None:
    answer = api.answer(opener, {"melds": best_melds(opener)})
    body = answer.json()
    assert answer.status_code == 201
    assert body["correct"] is True
    assert body["verdict"]["legal"] is True
    assert body["solution"]["best_points"] >= 101
    assert body["solution"]["certificate"]
    assert body["explanation"]["headline"]
    assert body["explanation"]["rule"] is None
    assert body["rating"] is None
    assert (body["context"], body["context_id"], body["try_no"]) == ("practice", None, 1)


def test_melds_may_come_as_a_list(api: Api, opener: Puzzle) -> None:
    body = api.answer(opener, {"melds": best_melds(opener).split(" | ")}).json()
    assert body["correct"] is True


def test_a_wrong_answer_is_201_with_verdict_explanation_and_nearest_change(
    api: Api, opener: Puzzle
) -> None:
    answer = api.answer(opener, {"melds": best_melds(opener).split(" | ")[0]})
    body = answer.json()
    assert (answer.status_code, body["correct"]) == (201, False)
    assert [one["rule"] for one in body["verdict"]["violations"]] == ["opening.points"]
    assert body["explanation"]["rule"] == "opening.points"
    assert body["explanation"]["text"]
    assert body["explanation"]["change"]["layout"]


def test_cannot_open_is_proved(api: Api, stuck: Puzzle) -> None:
    body = api.answer(stuck, {"cannot": True}).json()
    assert body["correct"] is True
    assert body["verdict"] is None
    best = body["solution"]["best_points"]
    assert str(best) in body["solution"]["certificate"]
    assert str(101 - best) in body["solution"]["certificate"]


@pytest.mark.parametrize("language", ["de", "tr", "en"])
def test_explanations_come_in_the_language_asked_for(
    api: Api, opener: Puzzle, language: str
) -> None:
    api.headers["Accept-Language"] = language
    told = api.answer(opener, {"cannot": True}).json()["explanation"]["headline"]
    expected = {
        "de": "Diese Hand eröffnet doch",
        "tr": "Bu el açılır",
        "en": "This hand does open",
    }
    assert told == expected[language]


def test_the_same_key_gives_the_same_body_with_200(api: Api, opener: Puzzle) -> None:
    key = str(uuid.uuid4())
    first = api.answer(opener, {"cannot": True}, key=key)
    second = api.answer(opener, {"cannot": True}, key=key)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.content == second.content


def test_another_key_for_an_answered_try_gives_the_first_body_with_200(
    api: Api, opener: Puzzle
) -> None:
    first = api.answer(opener, {"cannot": True})
    second = api.answer(opener, {"melds": best_melds(opener)})
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.content == second.content


def test_another_answer_with_the_same_key_is_409(api: Api, opener: Puzzle) -> None:
    key = str(uuid.uuid4())
    api.answer(opener, {"cannot": True}, key=key)
    answer = api.answer(opener, {"melds": best_melds(opener)}, key=key)
    assert code(answer) == (409, "key.reused")


def test_a_try_before_its_turn_is_409(api: Api, opener: Puzzle) -> None:
    assert code(api.answer(opener, {"cannot": True}, try_no=2)) == (409, "attempt.try")
    assert not Attempt.objects.exists()


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ({"melds": "R14 R2 R3"}, "notation.tile"),
        ({"melds": ""}, "notation.meld"),
        ({"melds": []}, "notation.meld"),
        ({"melds": "R1 R1 R1"}, "count.face"),
        ({"melds": "R1 " * 500}, None),
        ({"melds": 7}, None),
        ({"melds": None}, None),
        ({"melds": [["R1"]]}, None),
        ({"melds": "\ud800"}, None),
        ({"cannot": False}, "input.field"),
        ({"cannot": "perhaps"}, None),
        ({"cannot": True, "melds": "R1 R2 R3"}, None),
        ({}, None),
        ([], None),
        (None, None),
        ("cannot", None),
    ],
)
def test_an_answer_that_cannot_be_read_is_400_and_uses_nothing_up(
    api: Api, opener: Puzzle, answer: Any, error: str | None
) -> None:
    refused = api.answer(opener, answer)
    assert refused.status_code == 400
    assert set(refused.json()["error"]) == {"code", "at", "message"}
    if error:
        assert refused.json()["error"]["code"] == error
    assert not Attempt.objects.filter(answered_at__isnull=False).exists()


@pytest.mark.parametrize(
    "more",
    [
        {"key": "x"},
        {"key": None},
        {"try_no": 0},
        {"try_no": 10**30},
        {"context": "assignment"},
        {"context": "run"},
        {"context": "set"},
        {"context": "set", "context_id": str(uuid.uuid4())},
        {"context": "practice", "context_id": str(uuid.uuid4())},
    ],
)
def test_a_place_that_is_not_there_is_400(api: Api, opener: Puzzle, more: dict[str, Any]) -> None:
    assert api.answer(opener, {"cannot": True}, **more).status_code == 400
    assert not Attempt.objects.filter(answered_at__isnull=False).exists()


def test_without_an_identity_an_answer_is_401(opener: Puzzle) -> None:
    assert Api(None).answer(opener, {"cannot": True}).status_code == 401


def test_a_puzzle_whose_day_has_not_come_is_the_same_404_as_none(api: Api, hidden: Puzzle) -> None:
    there = api.get(f"puzzles/{hidden.pk}/")
    nowhere = api.get(f"puzzles/{uuid.uuid4()}/")
    assert there.status_code == nowhere.status_code == 404
    assert there.content == nowhere.content
    answers = [
        api.post(f"puzzles/{pk}/attempts/", {"answer": {"cannot": True}, "key": str(uuid.uuid4())})
        for pk in (hidden.pk, uuid.uuid4())
    ]
    assert answers[0].status_code == 404
    assert answers[0].content == answers[1].content


def test_on_its_day_the_daily_counts_without_being_named(api: Api, daily: Daily) -> None:
    assert api.answer(daily.puzzle, {"cannot": True}).json()["context"] == "daily"


def test_later_it_is_practice(api: Api, daily: Daily, the_clock: Clock) -> None:
    the_clock.forward(days=2)
    assert api.answer(daily.puzzle, {"cannot": True}).json()["context"] == "practice"


def test_reading_a_puzzle_opens_it_and_the_clock_is_the_servers(
    api: Api, opener: Puzzle, the_clock: Clock
) -> None:
    api.get(f"puzzles/{opener.pk}/")
    opened = clock.now()
    the_clock.forward(minutes=3)
    api.answer(opener, {"cannot": True})
    attempt = Attempt.objects.get()
    assert attempt.opened_at == opened
    assert attempt.answered_at == clock.now()


def test_no_body_holds_an_integer_id(api: Api, opener: Puzzle) -> None:
    made = order(api, count=3).json()
    drain_jobs()
    for body in (
        api.get(f"puzzles/{opener.pk}/").json(),
        api.answer(opener, {"cannot": True}).json(),
        api.get(f"sets/{made['id']}/").json(),
        api.get("sets/").json()["results"][0],
    ):
        assert isinstance(body["id"], str)
        uuid.UUID(body["id"])
