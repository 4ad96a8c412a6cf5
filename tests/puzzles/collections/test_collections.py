"""Sets with others: names, links, files, and a whole set handed in."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.players import SESSION_KEY, merge_players
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.runner import run_job
from okey.errors import InputError
from puzzles.collections import exchange, handing_in, sharing
from puzzles.models import Attempt, Puzzle, PuzzleSet, PuzzleSolution, SetItem, Submission
from tests.puzzles.conftest import RULES, best_melds

pytestmark = pytest.mark.django_db


def login(client: Client, player: Player) -> None:
    session = client.session
    session[SESSION_KEY] = str(player.pk)
    session.save()


@pytest.fixture
def five(player: Player, pool: list[Puzzle]) -> PuzzleSet:
    """A set of five hands of the player's."""
    made = PuzzleSet.objects.create(
        owner=player, rules=RULES, kinds=["can-open"], count=5, seed="five", key=uuid.uuid4()
    )
    for index, puzzle in enumerate(pool[:5]):
        SetItem.objects.create(set=made, index=index, puzzle=puzzle)
    return made


def right(puzzle: Puzzle) -> dict[str, Any]:
    opens = PuzzleSolution.objects.get(puzzle=puzzle).answer["opens"]
    return {"melds": best_melds(puzzle)} if opens else {"cannot": True}


def wrong(puzzle: Puzzle) -> dict[str, Any]:
    opens = PuzzleSolution.objects.get(puzzle=puzzle).answer["opens"]
    return {"cannot": True} if opens else {"melds": "R1 R2 R3"}


# Links


def test_a_set_is_its_owners_until_it_is_shared_and_then_its_readers(
    client: Client, stranger: Player, five: PuzzleSet
) -> None:
    login(client, stranger)
    page = reverse("set", args=[five.pk])
    assert client.get(page).status_code == 404
    address = reverse("set-shared", args=[sharing.share(five)])
    assert client.get(address).status_code == 200
    assert client.get(page).status_code == 404  # looking is not joining
    assert client.post(address).status_code == 303
    assert client.get(page).status_code == 200
    for own in ("set-name", "set-link"):
        assert client.post(reverse(own, args=[five.pk])).status_code == 404
    assert client.post(address).status_code == 303
    assert five.readers.count() == 1


def test_a_link_that_was_taken_back_leads_nowhere_and_a_new_one_is_another(
    client: Client, five: PuzzleSet
) -> None:
    first = sharing.share(five)
    assert sharing.share(five) == first
    sharing.unshare(five)
    assert client.get(reverse("set-shared", args=[first])).status_code == 404
    assert sharing.share(five) != first


def test_a_name_is_escaped_and_an_empty_one_is_that_of_the_contents(
    client: Client, player: Player, five: PuzzleSet
) -> None:
    login(client, player)
    client.post(reverse("set-name", args=[five.pk]), {"name": "<b>Friday</b>"})
    page = client.get(reverse("set", args=[five.pk])).content.decode()
    assert "<b>Friday</b>" not in page
    assert "&lt;b&gt;Friday&lt;/b&gt;" in page


# Files


def test_a_file_has_no_solution_and_gives_the_same_puzzles_back(
    player: Player, stranger: Player, five: PuzzleSet
) -> None:
    five.name = "Friday"
    five.save()
    text = exchange.to_file(five)
    for puzzle in Puzzle.objects.filter(set_items__set=five):
        melds = PuzzleSolution.objects.get(puzzle=puzzle).answer["best_melds"]
        assert not melds or melds not in text
    assert "opens" not in text
    made = exchange.import_set(owner=stranger, found=exchange.from_file(text), key=uuid.uuid4())
    drain_jobs()
    assert made.items.count() == 5
    assert (made.name, made.rules) == ("Friday", RULES)
    positions = [item.puzzle.position for item in made.items.order_by("index")]
    assert positions == [item.puzzle.position for item in five.items.order_by("index")]
    assert not Puzzle.objects.shared().filter(set_items__set=made).exists()  # not for the pool


def test_the_same_key_reads_a_file_once(player: Player, five: PuzzleSet) -> None:
    found, key = exchange.from_file(exchange.to_file(five)), uuid.uuid4()
    first = exchange.import_set(owner=player, found=found, key=key)
    assert exchange.import_set(owner=player, found=found, key=key) == first
    drain_jobs()
    assert first.items.count() == 5


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": "chess"}, "format"),
        ({"version": 2}, "version"),
        ({"name": 7}, "name"),
        ({"name": "a\nb"}, "name"),
        ({"rules": None}, "rules"),
        ({"rules": "bridge"}, "bridge"),
        ({"puzzles": []}, "puzzles"),
        ({"puzzles": "many"}, "puzzles"),
        ({"puzzles": [{}] * 101}, "puzzles"),
        ({"puzzles": [7]}, "puzzles[0]"),
        ({"puzzles": [{"kind": "chess", "position": {}}]}, "chess"),
        ({"puzzles": [{"kind": "can-open", "position": {}}]}, "puzzles[0].position"),
        ({"puzzles": [{"kind": "can-open", "position": 7}]}, "puzzles[0].position"),
        (
            {"puzzles": [{"kind": "can-open", "position": {"indicator": "B10", "hand": ["Z9"]}}]},
            "puzzles[0].position",
        ),
        ({"puzzles": [{"kind": "winning-hand", "position": {}}]}, "puzzles[0]"),
    ],
)
def test_a_file_that_is_not_right_says_where(
    five: PuzzleSet, change: dict[str, object], place: str
) -> None:
    body = json.loads(exchange.to_file(five)) | change
    with pytest.raises(InputError) as caught:
        exchange.from_file(json.dumps(body))
    assert place in caught.value.at


@pytest.mark.parametrize(
    ("text", "code"),
    [("", 400), ("{", 400), ("[" * 50_000, 400), ("7", 400), ("null", 400), ("x" * 70_000, 413)],
)
def test_what_is_no_file_is_an_error_on_the_page_and_makes_nothing(
    client: Client, player: Player, text: str, code: int
) -> None:
    login(client, player)
    sent = client.post(reverse("set-import"), {"text": text, "key": str(uuid.uuid4())})
    assert sent.status_code == code
    assert not PuzzleSet.objects.exists()


# Handed in whole


def test_nothing_is_judged_before_a_set_is_handed_in(
    client: Client, player: Player, five: PuzzleSet
) -> None:
    login(client, player)
    begun = client.post(reverse("set-whole", args=[five.pk]))
    row = Submission.objects.get()
    assert begun["Location"] == reverse("submission", args=[row.pk])
    page = reverse("submission-item", args=[row.pk, 1])
    shown = client.get(page).content.decode()
    assert reverse("puzzle-hint", args=[five.items.all()[0].puzzle_id]) not in shown
    sent = {"answer": "cannot", "key": str(uuid.uuid4())}
    kept = client.post(page, sent)
    assert (kept.status_code, kept["Location"]) == (
        303,
        reverse("submission-item", args=[row.pk, 2]),
    )
    htmx = client.post(page, sent, headers={"HX-Request": "true"})
    assert (htmx.status_code, htmx["HX-Redirect"]) == (
        204,
        reverse("submission-item", args=[row.pk, 2]),
    )
    row.refresh_from_db()
    assert row.answers == {"0": {"cannot": True}}
    assert not Attempt.objects.answered().exists()


def test_a_set_is_graded_by_a_job_and_comes_back_with_a_mark_and_the_rules_missed(
    client: Client, player: Player, five: PuzzleSet
) -> None:
    login(client, player)
    row = handing_in.begin(player=player, puzzle_set=five)
    items = list(five.items.select_related("puzzle").order_by("index"))
    for item in items[:3]:
        handing_in.keep(row, item, right(item.puzzle))
    handing_in.keep(row, items[3], wrong(items[3].puzzle))
    job = handing_in.hand_in(row)
    assert handing_in.hand_in(Submission.objects.get()) == job
    with pytest.raises(handing_in.HandedIn):
        handing_in.keep(row, items[4], right(items[4].puzzle))
    drain_jobs()
    row.refresh_from_db()
    assert (row.mark, row.asked) == (3, 5)
    graded = handing_in.results(row)
    assert [one.attempt is not None for one in graded] == [True] * 4 + [False]
    page = client.get(reverse("submission", args=[row.pk])).content.decode()
    assert reverse("history-attempt", args=[graded[3].attempt.pk]) in page  # type: ignore[union-attr]


def test_a_grading_job_that_comes_again_grades_nothing_twice(
    player: Player, five: PuzzleSet
) -> None:
    row = handing_in.begin(player=player, puzzle_set=five)
    for item in five.items.select_related("puzzle"):
        handing_in.keep(row, item, right(item.puzzle))
    job = handing_in.hand_in(row)
    run_job(job.pk)
    count = Attempt.objects.count()
    Submission.objects.update(graded_at=None, mark=None, asked=None)
    Job.objects.filter(pk=job.pk).update(state="queued", finished_at=None)
    run_job(job.pk)
    row.refresh_from_db()
    assert Attempt.objects.count() == count == 5
    assert (row.mark, row.asked) == (5, 5)


def test_another_way_round_begins_anew_and_counts_as_a_further_try(
    player: Player, five: PuzzleSet
) -> None:
    marks = []
    for says in (wrong, right):
        row = handing_in.begin(player=player, puzzle_set=five)
        assert handing_in.begin(player=player, puzzle_set=five) == row
        for item in five.items.select_related("puzzle"):
            handing_in.keep(row, item, says(item.puzzle))
        handing_in.hand_in(row)
        drain_jobs()
        row.refresh_from_db()
        marks.append(row.mark)
    assert marks == [0, 5]
    assert Submission.objects.count() == 2


def test_an_answer_that_cannot_be_read_is_not_kept(player: Player, five: PuzzleSet) -> None:
    row = handing_in.begin(player=player, puzzle_set=five)
    item = five.items.select_related("puzzle")[0]
    for raw in ({"melds": "Z1 Z2"}, {"tile": "R1"}, {"melds": 7}, {}):
        with pytest.raises(InputError):
            handing_in.keep(row, item, raw)
    row.refresh_from_db()
    assert row.answers == {}


def test_a_submission_is_nobody_elses(
    client: Client, player: Player, stranger: Player, five: PuzzleSet
) -> None:
    row = handing_in.begin(player=player, puzzle_set=five)
    login(client, stranger)
    assert client.get(reverse("submission", args=[row.pk])).status_code == 404
    assert client.post(reverse("submission-hand-in", args=[row.pk])).status_code == 404


def test_who_logs_in_keeps_what_was_read_and_begun(
    player: Player, stranger: Player, five: PuzzleSet
) -> None:
    third = Player.objects.create()
    for one in (stranger, third):
        sharing.join(five, one)
        handing_in.begin(player=one, puzzle_set=five)
    merge_players(third, stranger)
    assert five.readers.count() == 1
    assert Submission.objects.filter(player=stranger).count() == 1
