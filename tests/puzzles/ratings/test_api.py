"""Ratings, history, dashboard, training in the API: as on the pages, and for oneself alone."""

from __future__ import annotations

import uuid

import pytest

from accounts.models import Player
from puzzles.models import Attempt, PlayerRating, Puzzle, PuzzleRating, PuzzleSet
from tests.calling import Api
from tests.puzzles.conftest import RULES
from tests.puzzles.ratings.helpers import rated

pytestmark = pytest.mark.django_db


def test_an_attempt_says_what_it_changed_in_the_rating(api: Api, pool: list[Puzzle]) -> None:
    chosen = api.get("puzzles/next/", rules=RULES).json()
    body = {"answer": {"cannot": True}, "key": str(uuid.uuid4())}
    first = api.post(f"puzzles/{chosen['id']}/attempts/", body)
    row = PlayerRating.objects.get()
    assert first.status_code == 201
    assert first.json()["rating"] == {
        "before": 1500,
        "after": round(row.rating),
        "deviation": round(row.deviation),
        "provisional": True,
        "taken_back": False,
    }
    again = api.post(f"puzzles/{chosen['id']}/attempts/", body)
    assert again.json() == first.json()


def test_an_attempt_that_does_not_rate_has_no_rating(api: Api, opener: Puzzle) -> None:
    answer = api.post(
        f"puzzles/{opener.pk}/attempts/", {"answer": {"cannot": True}, "key": str(uuid.uuid4())}
    )
    assert answer.json()["rating"] is None


@pytest.mark.parametrize(
    ("query", "choice"),
    [({}, "mixed"), ({"kind": "can-open"}, "kind"), ({"theme": "false-okey"}, "theme")],
)
def test_how_the_puzzle_was_chosen_is_kept(
    api: Api, pool: list[Puzzle], query: dict[str, str], choice: str
) -> None:
    assert api.get("puzzles/next/", rules=RULES, **query).status_code == 200
    attempt = Attempt.objects.get()
    assert (attempt.choice, attempt.server_chosen) == (choice, True)


def test_ratings_are_those_of_the_player_alone(
    api: Api, player: Player, stranger: Player, opener: Puzzle
) -> None:
    rated(stranger, opener)
    assert api.get("ratings/").json() == []
    rated(player, opener)
    (one,) = api.get("ratings/").json()
    assert one["rules"] == RULES
    assert one["attempts"] == 1
    assert one["provisional"] is True


def test_a_puzzle_never_tells_its_rating_before_the_answer(
    api: Api, stranger: Player, opener: Puzzle
) -> None:
    rated(stranger, opener)
    moved = PuzzleRating.objects.get().rating
    body = api.get(f"puzzles/{opener.pk}/").json()
    assert body["difficulty"] in {opener.difficulty, None}
    assert round(moved) not in body.values()


def test_the_history_is_paginated_and_narrowed(
    api: Api, player: Player, pool: list[Puzzle]
) -> None:
    made = [rated(player, puzzle, right=number > 0) for number, puzzle in enumerate(pool[:3])]
    body = api.get("history/", page_size=2).json()
    assert body["count"] == 3
    assert len(body["results"]) == 2
    (missed,) = api.get("history/", result="wrong", rules=RULES, tries="first").json()["results"]
    assert missed["id"] == str(made[0].pk)
    assert missed["correct"] is False
    assert missed["rating"]["after"] < 1500
    assert 0 < missed["expected"] < 1
    assert "verdict" not in missed


@pytest.mark.parametrize("query", [{"rules": "x"}, {"days": 100}, {"took": "1"}, {"day": "today"}])
def test_a_filter_that_cannot_be_read_is_an_error(api: Api, query: dict[str, object]) -> None:
    assert api.get("history/", **query).status_code == 400


def test_the_dashboard_has_the_figures_of_the_page(
    api: Api, player: Player, pool: list[Puzzle]
) -> None:
    for number, puzzle in enumerate(pool[:6]):
        rated(player, puzzle, right=number % 2 == 0)
    body = api.get("dashboard/", rules=RULES, days=7).json()
    assert body["total"]["answers"] == 6
    assert body["total"]["right"] == 3
    assert body["kinds"] == [{"kind": "can-open"} | body["total"]]
    assert sum(day["answers"] for day in body["by_day"]) == 6
    assert [step["took"] for step in body["times"]] == ["15", "30", "60", "120", "300", "more"]
    assert body["course"][-1]["rating"] == round(PlayerRating.objects.get().rating)
    assert body["rules_missed"]


@pytest.mark.parametrize("query", [{"rules": "x"}, {"days": 0}, {"days": 91}])
def test_a_dashboard_of_what_there_is_not_is_an_error(api: Api, query: dict[str, object]) -> None:
    assert api.get("dashboard/", **query).status_code == 400


def test_training_makes_a_set_once(api: Api, player: Player, pool: list[Puzzle]) -> None:
    body = {"rules": RULES, "kinds": ["can-open"], "key": str(uuid.uuid4())}
    first = api.post("dashboard/training/", body)
    assert first.status_code == 201
    again = api.post("dashboard/training/", body)
    assert (again.status_code, again.json()) == (200, first.json())
    assert str(PuzzleSet.objects.get().pk) == first.json()["set"]
    found = api.get(f"sets/{first.json()['set']}/").json()
    assert found["state"] == "done"
    assert len(found["puzzles"]) == first.json()["count"]
    other = body | {"rules": "101-guide"}
    assert api.post("dashboard/training/", other).status_code == 409


@pytest.mark.parametrize(
    "change", [{"kinds": []}, {"kinds": ["chess"]}, {"rules": "chess"}, {"theme": "nonsense"}]
)
def test_training_of_what_there_is_not_is_an_error(
    api: Api, pool: list[Puzzle], change: dict[str, object]
) -> None:
    body = {"rules": RULES, "kinds": ["can-open"], "key": str(uuid.uuid4())} | change
    assert api.post("dashboard/training/", body).status_code == 400
    assert not PuzzleSet.objects.exists()
