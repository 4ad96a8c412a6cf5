"""The page of a job: its owner's alone, moving while there is something to see."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts.models import Player, User
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.services import Part, cancel, enqueue, enqueue_children
from jobs.states import State
from jobs.words import REASONS

pytestmark = pytest.mark.django_db
Login = Callable[[Player], Client]


@pytest.fixture
def login() -> Login:
    """A browser in which a player's account is logged in."""

    def enter(player: Player) -> Client:
        player.user = User.objects.create_user(f"u{player.pk.hex[:12]}")
        player.save()
        client = Client()
        client.force_login(player.user)
        return client

    return enter


@pytest.fixture
def mine(player: Player) -> Job:
    return enqueue(kind="generate.steps", args={"total": 8}, owner=player, total=8)


ADDRESSES = [("get", "job"), ("post", "job-cancel"), ("post", "job-retry")]


@pytest.mark.parametrize(("method", "name"), ADDRESSES)
def test_a_job_of_somebody_else_looks_like_one_that_never_was(
    login: Login, mine: Job, other: Player, method: str, name: str
) -> None:
    client = login(other)
    foreign = getattr(client, method)(reverse(name, args=[mine.pk]))
    unknown = getattr(client, method)(reverse(name, args=[uuid.uuid4()]))
    assert foreign.status_code == unknown.status_code == 404
    mine.refresh_from_db()
    assert mine.state == State.QUEUED


@pytest.mark.parametrize(("method", "name"), ADDRESSES)
def test_a_stranger_sees_nothing_and_is_not_made_a_player(
    client: Client, mine: Job, method: str, name: str
) -> None:
    players = Player.objects.count()
    assert getattr(client, method)(reverse(name, args=[mine.pk])).status_code == 404
    assert Player.objects.count() == players


def test_a_job_of_nobody_is_seen_by_nobody(login: Login, player: Player, job: Job) -> None:
    assert login(player).get(reverse("job", args=[job.pk])).status_code == 404


@pytest.mark.parametrize("name", ["job-cancel", "job-retry"])
def test_what_changes_a_job_is_posted_and_guarded(
    login: Login, player: Player, mine: Job, name: str
) -> None:
    login(player)
    assert player.user is not None
    guarded = Client(enforce_csrf_checks=True)
    guarded.force_login(player.user)
    assert guarded.get(reverse(name, args=[mine.pk])).status_code == 405
    assert guarded.post(reverse(name, args=[mine.pk])).status_code == 403
    mine.refresh_from_db()
    assert mine.state == State.QUEUED


def test_the_page_shows_progress_and_asks_again(login: Login, player: Player, mine: Job) -> None:
    Job.objects.filter(pk=mine.pk).update(progress_done=3)
    page = login(player).get(mine.get_absolute_url())
    body = page.content.decode()
    assert page.status_code == 200
    assert '<progress aria-label="Waiting its turn" value="3" max="8">' in body
    assert f'hx-get="{mine.get_absolute_url()}"' in body
    assert reverse("job-cancel", args=[mine.pk]) in body
    assert reverse("job-retry", args=[mine.pk]) not in body


def test_asking_again_answers_with_the_moving_part_and_stops_at_the_end(
    login: Login, player: Player, mine: Job
) -> None:
    client = login(player)
    headers = {"HX-Request": "true"}
    part = client.get(mine.get_absolute_url(), headers=headers)
    assert part.status_code == 200
    assert "<html" not in part.content.decode()
    assert "HX-Request" in part["Vary"]
    drain_jobs()
    part = client.get(mine.get_absolute_url(), headers=headers)
    assert part.status_code == 286
    assert 'data-state="done"' in part.content.decode()
    page = client.get(mine.get_absolute_url())
    assert "hx-get" not in page.content.decode()


def test_going_back_in_the_browser_gets_the_whole_page(
    login: Login, player: Player, mine: Job
) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    page = login(player).get(mine.get_absolute_url(), headers=headers)
    assert "<html" in page.content.decode()


def test_the_page_is_kept_by_nobody(login: Login, player: Player, mine: Job) -> None:
    assert "no-store" in login(player).get(mine.get_absolute_url())["Cache-Control"]


def test_cancelling_twice_is_cancelling_once(login: Login, player: Player, mine: Job) -> None:
    client = login(player)
    for _ in range(2):
        answer = client.post(reverse("job-cancel", args=[mine.pk]))
        assert (answer.status_code, answer["Location"]) == (303, mine.get_absolute_url())
    body = client.get(mine.get_absolute_url()).content.decode()
    assert 'data-state="cancelled"' in body
    assert reverse("job-retry", args=[mine.pk]) in body


def test_trying_again_twice_is_trying_once(login: Login, player: Player, mine: Job) -> None:
    client = login(player)
    cancel(mine)
    for _ in range(2):
        assert client.post(reverse("job-retry", args=[mine.pk])).status_code == 303
    mine.refresh_from_db()
    assert mine.state == State.QUEUED


def test_trying_again_with_two_others_under_way_says_why_not(
    login: Login, player: Player, mine: Job
) -> None:
    client = login(player)
    cancel(mine)
    for _ in range(2):
        enqueue(kind="grade.write", args={}, owner=player)
    answer = client.post(reverse("job-retry", args=[mine.pk]), follow=True)
    assert "Other work of yours is still under way" in answer.content.decode()


@pytest.mark.parametrize("reason", [*REASONS, "ValueError"])
def test_a_failure_says_why_and_never_names_an_exception(
    login: Login, player: Player, reason: str
) -> None:
    failed = enqueue(kind="grade.give_up", args={}, owner=player)
    drain_jobs()
    Job.objects.filter(pk=failed.pk).update(last_error=reason)
    body = login(player).get(failed.get_absolute_url()).content.decode()
    assert 'data-state="failed"' in body
    assert str(REASONS.get(reason, "Something went wrong on our side")) in body
    assert "ValueError" not in body


def test_a_finished_job_leads_to_what_it_made(
    login: Login, player: Player, settings: object
) -> None:
    settings.ISTAKA_JOB_RESULTS = {  # type: ignore[attr-defined]
        "grade.write": "tests.jobs.test_pages.somewhere"
    }
    done = enqueue(kind="grade.write", args={}, owner=player)
    drain_jobs()
    assert 'href="/somewhere/"' in login(player).get(done.get_absolute_url()).content.decode()


def somewhere(job: Job) -> str:
    """The address of the result."""
    return "/somewhere/"


@pytest.mark.parametrize("parts", [2, 40])
def test_the_page_costs_the_same_for_few_parts_and_many(
    login: Login, player: Player, parts: int
) -> None:
    parent = enqueue(kind="generate.set", args={}, owner=player)
    enqueue_children(parent, [Part("grade.write", total=5)] * parts)
    client = login(player)
    with CaptureQueriesContext(connection) as queries:
        client.get(parent.get_absolute_url())
    assert len(queries) <= 9


# --- the API --------------------------------------------------------------------------------------


def api(name: str, job_id: uuid.UUID) -> str:
    return reverse(name, args=[job_id])


def test_the_api_tells_state_and_progress(login: Login, player: Player) -> None:
    parent = enqueue(kind="generate.set", args={}, owner=player)
    children = enqueue_children(parent, [Part("grade.write", total=5)] * 2)
    client = login(player)
    answer = client.get(api("api-job", parent.pk)).json()
    assert answer["id"] == str(parent.pk)
    assert (answer["state"], answer["done"], answer["total"]) == ("running", 0, 10)
    Job.objects.filter(pk=children[0].pk).update(progress_done=5)
    assert client.get(api("api-job", parent.pk)).json()["done"] == 5


@pytest.mark.parametrize(
    ("method", "name"), [("get", "api-job"), ("post", "api-job-cancel"), ("post", "api-job-retry")]
)
def test_the_api_gives_nobody_elses_job(
    login: Login, mine: Job, other: Player, method: str, name: str
) -> None:
    client = login(other)
    foreign = getattr(client, method)(api(name, mine.pk))
    unknown = getattr(client, method)(api(name, uuid.uuid4()))
    assert foreign.status_code == unknown.status_code == 404
    assert foreign.content == unknown.content


def test_the_api_cancels_and_tries_again_and_repeats_are_harmless(
    login: Login, player: Player, mine: Job
) -> None:
    client = login(player)
    for _ in range(2):
        assert client.post(api("api-job-cancel", mine.pk)).json()["state"] == "cancelled"
    for _ in range(2):
        assert client.post(api("api-job-retry", mine.pk)).json()["state"] == "queued"
    drain_jobs()
    answer = client.post(api("api-job-retry", mine.pk))
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "job.not-retryable"
    assert client.post(api("api-job-cancel", mine.pk)).json()["state"] == "done"


def test_the_api_says_when_one_has_too_much_under_way(
    login: Login, player: Player, mine: Job
) -> None:
    client = login(player)
    cancel(mine)
    for _ in range(2):
        enqueue(kind="grade.write", args={}, owner=player)
    answer = client.post(api("api-job-retry", mine.pk))
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


def test_every_sentence_is_there_in_every_language() -> None:
    for language in ("de", "tr", "en"):
        with translation.override(language):
            assert all(str(text) for text in REASONS.values())
