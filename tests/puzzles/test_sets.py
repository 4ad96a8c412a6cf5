"""Sets: made in chunks by workers that may come twice, at once or too late; never with a repeat."""

from __future__ import annotations

import html
import uuid

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils import translation

from accounts.models import Player, User
from accounts.players import SESSION_KEY
from accounts.tokens import issue
from jobs import services as jobs
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.runner import run_job
from puzzles import filling, generator, sets, words
from puzzles.canonical import canonical_key, permute
from puzzles.grading import hand_shown
from puzzles.kinds.base import BLOCK, EASIEST, Proposal
from puzzles.models import Puzzle, PuzzleSet, PuzzleSolution, SetItem
from puzzles.sets import Specification, create_set
from puzzles.store import hand_of, store_reserved, store_shared
from tests.puzzles.conftest import RULES
from tests.together import at_once, raised

pytestmark = pytest.mark.django_db


@pytest.fixture
def account(django_user_model: type[User]) -> Player:
    """Somebody with an account, who may have larger sets."""
    return Player.objects.create(user=django_user_model.objects.create_user("ada"))


def make(player: Player, count: int = 60, **more: object) -> PuzzleSet:
    spec = Specification(RULES, count, **{"seed": "sets", **more})  # type: ignore[arg-type]
    return create_set(owner=player, spec=spec, key=uuid.uuid4())[0]


def shown(puzzle_set: PuzzleSet) -> list[tuple[int, str, list[str]]]:
    """What the set's solver sees, place by place."""
    items = puzzle_set.items.select_related("puzzle").order_by("index")
    hands = [(item.index, hand_shown(item.puzzle, item.colours)) for item in items]
    return [(index, str(hand.indicator), sorted(map(str, hand.tiles))) for index, hand in hands]


def test_a_set_holds_the_stream_of_its_seed_in_order(player: Player) -> None:
    puzzle_set = make(player, 60)
    drain_jobs()
    stream = generator.stream("can-open", RULES, "sets")
    expected = [next(stream) for _ in range(60)]
    assert [row[2] for row in shown(puzzle_set)] == [sorted(p.position["hand"]) for p in expected]
    assert [row[0] for row in shown(puzzle_set)] == list(range(60))


def test_the_same_seed_links_the_same_rows_for_another_player(
    player: Player, stranger: Player
) -> None:
    one = make(player)
    drain_jobs()
    rows = Puzzle.objects.count()
    other = make(stranger)
    drain_jobs()
    assert Puzzle.objects.count() == rows == PuzzleSolution.objects.count()
    assert shown(one) == shown(other)


def test_a_position_that_is_there_in_other_colours_is_linked_and_shown_as_the_seed_gives_it(
    player: Player,
) -> None:
    proposal = generator.propose("can-open", RULES, "sets", 0)
    twisted = permute(hand_of(proposal.position), "BKRY")
    _store_as(proposal, twisted.indicator, [str(tile) for tile in reversed(twisted.tiles)])
    puzzle_set = make(player, 3)
    drain_jobs()
    item = puzzle_set.items.get(index=0)
    assert item.puzzle.seed == "elsewhere"
    assert item.colours != "RYBK"
    assert shown(puzzle_set)[0][2] == sorted(proposal.position["hand"])


def _store_as(proposal: Proposal, indicator: object, hand: list[str]) -> None:
    from dataclasses import replace

    store_shared(
        [
            replace(
                proposal,
                seed="elsewhere",
                position={"indicator": str(indicator), "hand": hand},
            )
        ]
    )


def test_a_puzzle_whose_day_has_not_come_is_never_linked(player: Player, hidden: Puzzle) -> None:
    from accounts import clock

    proposal = generator.propose("can-open", RULES, "sets", 0)
    reserved = store_reserved(proposal, public_from=clock.now().replace(year=2999))
    puzzle_set = make(player, 3)
    drain_jobs()
    item = puzzle_set.items.get(index=0)
    assert item.puzzle_id != reserved.pk
    assert item.puzzle.canonical_key == reserved.canonical_key


def test_a_withdrawn_position_is_left_out_and_the_set_is_full_all_the_same(
    player: Player,
) -> None:
    store_shared([generator.propose("can-open", RULES, "sets", 1)])
    Puzzle.objects.update(state=Puzzle.State.WITHDRAWN)
    puzzle_set = make(player, 3)
    drain_jobs()
    assert puzzle_set.items.count() == 3
    assert not puzzle_set.items.filter(puzzle__state="withdrawn").exists()


def test_a_repeat_in_the_stream_is_replaced_by_the_next_proposal(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = generator.block

    def repeating(kind: str, rules: str, seed: str, number: int) -> list[Proposal]:
        """The second block begins with three positions of the first."""
        made = plain(kind, rules, seed, number)
        return made if number != 1 else plain(kind, rules, seed, 0)[:3] + made[3:]

    monkeypatch.setattr(generator, "block", repeating)
    puzzle_set = make(player, 2 * BLOCK)
    drain_jobs()
    keys = list(puzzle_set.items.values_list("puzzle__canonical_key", flat=True))
    assert len(keys) == len(set(keys)) == 2 * BLOCK


def test_the_difficulty_asked_for_is_kept(player: Player) -> None:
    puzzle_set = make(player, 60, difficulty=(1700, 2000))
    drain_jobs()
    found = [item.puzzle.difficulty for item in puzzle_set.items.select_related("puzzle")]
    assert len(found) == 60
    assert all(1700 <= figure <= 2000 for figure in found)


def test_a_range_in_which_nothing_lies_fails_with_a_reason_and_not_for_ever(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filling, "MOST_BLOCKS", 2)
    puzzle_set = make(player, 10, difficulty=(2390, 2399))
    drain_jobs()
    puzzle_set.refresh_from_db()
    assert puzzle_set.job is not None
    assert puzzle_set.job.state == "failed"
    ends = puzzle_set.job.children.values_list("state", "attempts").order_by("created_at")
    assert list(ends) == [("done", 1), ("failed", 1)]
    assert sets.state_of(puzzle_set, 0) == "failed"


def test_each_chunk_run_twice_changes_nothing(player: Player) -> None:
    puzzle_set = make(player, 60)
    drain_jobs()
    before = list(puzzle_set.items.order_by("index").values())
    rows = Puzzle.objects.count()
    Job.objects.filter(kind=sets.CHUNK_JOB).update(state="queued", attempts=0, finished_at=None)
    drain_jobs()
    assert list(puzzle_set.items.order_by("index").values()) == before
    assert Puzzle.objects.count() == rows


def test_a_set_deleted_while_it_is_made_leaves_no_error(player: Player) -> None:
    make(player, 60)
    PuzzleSet.objects.all().delete()
    drain_jobs()
    assert not Job.objects.filter(kind=sets.CHUNK_JOB).exclude(state="done").exists()


def test_cancelled_it_keeps_what_is_made_and_retried_it_makes_the_rest(account: Player) -> None:
    puzzle_set = make(account, 150)
    job = puzzle_set.job
    assert job is not None
    run_job(job.children.get(args__chunk=0).pk)
    jobs.cancel(job)
    assert sets.state_of(PuzzleSet.objects.get(), puzzle_set.items.count()) == "cancelled"
    assert puzzle_set.items.count() == 50
    drain_jobs()
    assert puzzle_set.items.count() == 50
    job.refresh_from_db()
    jobs.retry(job)
    drain_jobs()
    job.refresh_from_db()
    assert job.state == "done"
    assert puzzle_set.items.count() == 150


def test_progress_is_live_in_puzzles(account: Player) -> None:
    job = make(account, 150).job
    assert job is not None
    seen = [job.progress().done]
    for child in job.children.order_by("created_at", "pk"):
        run_job(child.pk)
        seen.append(Job.objects.get(pk=job.pk).progress().done)
    assert seen == [0, 50, 100, 150]
    assert job.progress().total == 150


def test_no_set_shows_the_same_position_twice_in_any_colours(player: Player) -> None:
    puzzle_set = make(player, 100)
    drain_jobs()
    items = puzzle_set.items.select_related("puzzle")
    keys = {canonical_key(hand_shown(item.puzzle, item.colours)) for item in items}
    assert len(keys) == 100


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_sets_of_one_seed_made_at_once_share_their_rows() -> None:
    players = [Player.objects.create() for _ in range(4)]
    made = [make(player, 100) for player in players]
    children = list(Job.objects.filter(kind=sets.CHUNK_JOB).values_list("pk", flat=True))
    assert raised(len(children), lambda number: run_job(children[number])) == []
    drain_jobs(skip_waits=True)
    assert SetItem.objects.count() == 400
    assert Puzzle.objects.count() == PuzzleSolution.objects.count() == 100
    assert all(shown(one) == shown(made[0]) for one in made)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_same_order_sent_twenty_times_at_once_makes_one_set() -> None:
    player, key = Player.objects.create(), uuid.uuid4()

    def ask(_number: int) -> uuid.UUID:
        return create_set(owner=player, spec=Specification(RULES, 5), key=key)[0].pk

    assert set(at_once(20, ask)) == {PuzzleSet.objects.get().pk}
    assert Job.objects.filter(kind=sets.SET_JOB).count() == 1
    with transaction.atomic():
        assert Job.objects.filter(kind=sets.CHUNK_JOB).count() == 1


@pytest.mark.parametrize("language", ["en", "de", "tr"])
def test_a_range_too_narrow_is_said_with_what_to_do_on_the_page_in_its_work_and_in_the_api(
    player: Player, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(filling, "MOST_BLOCKS", 1)
    puzzle_set = make(player, 60, difficulty=(EASIEST, EASIEST))
    drain_jobs()
    job = Job.objects.get(parent=None)
    assert (job.state, job.last_error) == ("failed", "set.too-narrow")
    failed = job.children.get(state="failed")  # the two chunks looked, and the last part says so
    assert (job.children.count(), failed.attempts) == (3, 1)  # no attempt more could have helped
    with translation.override(language):
        told = str(words.TOO_NARROW)
    assert language == "en" or told != words.TOO_NARROW._args[0]  # type: ignore[attr-defined]
    plain = issue(player, "tests")[1]
    api = Client(headers={"Authorization": f"Bearer {plain}", "Accept-Language": language})
    for path in (f"/api/v1/sets/{puzzle_set.pk}/", f"/api/v1/jobs/{job.pk}/"):
        body = api.get(path).json()
        assert (body["state"], body["error"], body["reason"]) == ("failed", "set.too-narrow", told)
    assert api.get("/api/v1/sets/").json()["results"][0]["error"] == "set.too-narrow"
    browser = Client(headers={"Accept-Language": language})
    session = browser.session
    session[SESSION_KEY] = str(player.pk)
    session.save()
    browser.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    for path in (f"/puzzles/sets/{puzzle_set.pk}/", f"/jobs/{job.pk}/"):
        assert told in html.unescape(browser.get(path).content.decode())


def test_a_set_may_have_several_kinds_which_take_turns(player: Player) -> None:
    kinds = ("read-okey", "meld-value", "spot-mistake")
    spec = sets.Specification(rules="101-club", count=6, kinds=kinds, seed="several")
    made, _new = sets.create_set(owner=player, spec=spec, key=uuid.uuid4())
    drain_jobs()
    rows = list(made.items.order_by("index").values_list("puzzle__kind", flat=True))
    assert rows == [*kinds, *kinds]


def test_a_small_kind_gives_out_and_the_set_says_so(player: Player) -> None:
    spec = sets.Specification(rules="classic", count=100, kinds=("score-round",), seed="all")
    made, _new = sets.create_set(owner=player, spec=spec, key=uuid.uuid4())
    drain_jobs()
    made.refresh_from_db()
    assert made.items.count() < 100
    assert sets.state_of(made, made.items.count()) == "failed"
