"""Sets in the API: ordered, made by a job, answered, and one's own."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from accounts.players import SESSION_KEY
from jobs.drain import drain_jobs
from tests.calling import Api, code
from tests.puzzles.conftest import RULES

pytestmark = pytest.mark.django_db


# Sets


def order(api: Api, **more: Any) -> Any:
    return api.post(
        "sets/", {"rules": RULES, "count": 60, "seed": "api", "key": str(uuid.uuid4()), **more}
    )


def test_a_set_is_taken_in_with_202_and_made_by_a_job(api: Api) -> None:
    answer = order(api)
    body = answer.json()
    assert answer.status_code == 202
    assert (body["state"], body["done"], body["total"]) == ("queued", 0, 60)
    assert api.get(f"jobs/{body['job']}/").json()["total"] == 60
    drain_jobs()
    made = api.get(f"sets/{body['id']}/").json()
    assert (made["state"], made["done"]) == ("done", 60)
    assert [one["number"] for one in made["puzzles"]] == list(range(1, 61))
    job = api.get(f"jobs/{body['job']}/").json()
    assert (job["state"], job["done"], job["total"]) == ("done", 60, 60)


def test_the_same_key_gives_the_same_set_and_another_order_with_it_is_409(api: Api) -> None:
    key = str(uuid.uuid4())
    assert order(api, key=key).json()["id"] == order(api, key=key).json()["id"]
    assert code(order(api, key=key, count=61)) == (409, "key.reused")


def test_pages_and_api_count_the_sets_of_a_player_together(
    api: Api, player: Player, client: Client, settings: Any
) -> None:
    settings.ISTAKA_LIMITS = settings.ISTAKA_LIMITS | {"set": (1, 3_600)}
    assert order(api).status_code == 202
    assert code(order(api)) == (429, "limited")
    session = client.session
    session[SESSION_KEY] = str(player.pk)
    session.save()
    form = {"rules": RULES, "count": 3, "key": str(uuid.uuid4())}
    assert client.post("/puzzles/sets/", form).status_code == 429


def test_a_third_unfinished_set_is_429(api: Api) -> None:
    codes = [order(api).status_code for _ in range(3)]
    assert codes == [202, 202, 429]


@pytest.mark.parametrize(
    "more",
    [
        {"count": 101},
        {"count": 0},
        {"count": "many"},
        {"rules": "classic", "kinds": ["can-open"]},
        {"rules": "nonsense"},
        {"kinds": []},
        {"kinds": ["chess"]},
        {"kinds": ["can-open", "can-open"]},
        {"difficulty": [1500]},
        {"difficulty": [2000, 1000]},
        {"difficulty": [0, 9000]},
        {"seed": "a b"},
        {"seed": "x" * 65},
        {"key": ""},
    ],
)
def test_an_order_that_cannot_be_met_is_400(api: Api, more: dict[str, Any]) -> None:
    answer = order(api, **more)
    assert answer.status_code == 400
    assert set(answer.json()["error"]) == {"code", "at", "message"}


def test_an_account_may_have_a_thousand(django_user_model: Any) -> None:
    account = Player.objects.create(user=django_user_model.objects.create_user("ada"))
    assert order(Api(account), count=1000).status_code == 202
    assert order(Api(account), count=1001).status_code == 400


def test_sets_are_ones_own(api: Api, stranger: Player) -> None:
    made = order(api).json()
    other = Api(stranger)
    assert other.get("sets/").json()["results"] == []
    there, nowhere = other.get(f"sets/{made['id']}/"), other.get(f"sets/{uuid.uuid4()}/")
    assert there.status_code == nowhere.status_code == 404
    assert there.content == nowhere.content
    assert [one["id"] for one in api.get("sets/").json()["results"]] == [made["id"]]


def test_a_hand_of_a_set_is_answered_in_the_set(api: Api) -> None:
    made = order(api, count=3).json()
    drain_jobs()
    first = api.get(f"sets/{made['id']}/").json()["puzzles"][0]
    body = api.post(
        f"puzzles/{first['id']}/attempts/",
        {
            "answer": {"cannot": True},
            "key": str(uuid.uuid4()),
            "context": "set",
            "context_id": made["id"],
        },
    ).json()
    assert (body["context"], body["context_id"]) == ("set", made["id"])
