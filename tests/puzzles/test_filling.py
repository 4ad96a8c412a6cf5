"""How a set is filled: in short jobs, the same in any order, of any kinds and difficulty."""

from __future__ import annotations

import uuid
from collections import Counter

import pytest
from django.test import Client

from accounts.models import Player, User
from jobs import services as jobs
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.runner import run_job
from jobs.services import Part
from puzzles import filling, generator, sets
from puzzles.kinds.base import BLOCK, Proposal
from puzzles.kinds.registry import kind_of, kinds_of
from puzzles.models import PuzzleSet, SetChunk
from puzzles.words import kind_name

pytestmark = pytest.mark.django_db

REPEATS = "meld-value"  # whose blocks have many positions in common


@pytest.fixture
def account(django_user_model: type[User]) -> Player:
    return Player.objects.create(user=django_user_model.objects.create_user("ada"))


def make(owner: Player, kinds: tuple[str, ...], count: int, **more: object) -> PuzzleSet:
    told = {"rules": "101-guide", "seed": "filling", **more}
    spec = sets.Specification(count=count, kinds=kinds, **told)  # type: ignore[arg-type]
    return sets.create_set(owner=owner, spec=spec, key=uuid.uuid4())[0]


def shown(puzzle_set: PuzzleSet) -> list[tuple[int, uuid.UUID, str]]:
    return list(puzzle_set.items.order_by("index").values_list("index", "puzzle", "colours"))


def run_in(order: int) -> None:
    """Work everything off, the jobs in one of several orders."""
    for _ in range(100):
        due = sorted(
            Job.objects.filter(state="queued"),
            key=lambda job: (job.args["chunk"] + order) * order % 7,
        )
        if not due:
            return
        run_job(due[0].pk)
    raise AssertionError("jobs without end")


def test_the_same_seed_gives_the_same_order_whichever_chunk_is_made_first(account: Player) -> None:
    made = []
    for order in (1, 6, 3):
        made.append(make(account, (REPEATS,), 4 * BLOCK))
        run_in(order)
    assert len(shown(made[0])) == 4 * BLOCK
    assert shown(made[0]) == shown(made[1]) == shown(made[2])
    stream = generator.stream(REPEATS, "101-guide", "filling")
    keys = [next(stream).canonical_key for _ in range(4 * BLOCK)]
    assert len(set(keys)) < len(keys), "no repeat in it: the test shows nothing"


def test_a_job_makes_one_block_when_time_is_up_and_the_next_goes_on_there(
    account: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = make(account, (REPEATS,), 20, difficulty=(1_300, 1_400))
    drain_jobs()
    monkeypatch.setattr(filling, "SECONDS", 0.0)
    asked: list[int] = []
    plain = generator.block

    def counted(kind: str, rules: str, seed: str, number: int) -> list[Proposal]:
        asked.append(number)
        return plain(kind, rules, seed, number)

    monkeypatch.setattr(generator, "block", counted)
    sliced = make(account, (REPEATS,), 20, difficulty=(1_300, 1_400))
    ran = drain_jobs()
    assert ran == len(asked) > 1
    assert asked == list(range(len(asked)))
    assert shown(sliced) == shown(wide)


def test_progress_counts_puzzles_and_ends_at_all_of_them(
    account: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filling, "SECONDS", 0.0)
    job = make(account, (REPEATS, "read-okey"), 40, difficulty=(1_150, 1_400)).job
    assert job is not None
    seen = [job.progress()]
    while (part := Job.objects.filter(state="queued").order_by("created_at").first()) is not None:
        run_job(part.pk)
        seen.append(job.progress())
    assert {one.total for one in seen} == {40}
    assert [one.done for one in seen] == sorted(one.done for one in seen)
    assert (seen[0].done, seen[-1].done) == (0, 40)


def test_a_set_of_all_kinds_is_full_after_one_block_of_each(
    account: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = "classic"
    kinds = kinds_of(rules)
    asked: Counter[str] = Counter()
    plain = generator.block

    def counted(kind: str, rules: str, seed: str, number: int) -> list[Proposal]:
        asked[kind] += 1
        return plain(kind, rules, seed, number)

    monkeypatch.setattr(generator, "block", counted)
    made = make(account, kinds, 12 * len(kinds), rules=rules)
    drain_jobs()
    rows = list(made.items.order_by("index").values_list("puzzle__kind", flat=True))
    assert rows == [*kinds] * 12
    assert asked == dict.fromkeys(kinds, 1)


def test_of_a_kind_that_gives_out_the_places_go_to_the_others(
    account: Player, client: Client
) -> None:
    """Of scores in classic Okey there are 85 positions, for a hundred places."""
    kinds = ("score-round", "read-okey", "valid-meld")
    made = make(account, kinds, 300, rules="classic")
    drain_jobs()
    found = Counter(made.items.values_list("puzzle__kind", flat=True))
    assert found["score-round"] == 85
    assert found.total() == 300
    assert made.job is not None
    made.job.refresh_from_db()
    assert made.job.state == "done"
    assert account.user is not None
    client.force_login(account.user)
    page = client.get(f"/puzzles/sets/{made.pk}/").content.decode()
    assert f"There were too few of: {kind_name('score-round')}. Others" in page
    assert made.job.progress().done == made.job.progress().total == 300
    again = make(account, kinds, 300, rules="classic")
    run_in(5)
    assert shown(again) == shown(made)


def test_a_kind_with_nothing_in_the_range_is_given_up_soon(
    account: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    plain = generator.block

    def counted(kind: str, rules: str, seed: str, number: int) -> list[Proposal]:
        asked.append(number)
        return plain(kind, rules, seed, number)

    monkeypatch.setattr(generator, "block", counted)
    make(account, (REPEATS,), 5, difficulty=(2_399, 2_400))
    drain_jobs()
    assert len(asked) == filling.EMPTY_BLOCKS


def test_nothing_is_left_of_chunks_when_a_set_is_full_and_a_late_part_changes_nothing(
    account: Player,
) -> None:
    made = make(account, (REPEATS,), 60)
    drain_jobs()
    assert not SetChunk.objects.exists()
    before = shown(made)
    Job.objects.filter(kind=filling.CHUNK_JOB).update(state="queued", attempts=0, finished_at=None)
    drain_jobs()
    assert shown(made) == before


def test_a_part_that_is_run_again_before_its_set_is_full_writes_nothing_twice(
    account: Player,
) -> None:
    made = make(account, (REPEATS,), 60)
    first = made.job.children.get(args__chunk=0)  # type: ignore[union-attr]
    run_job(first.pk)
    before = shown(made)
    Job.objects.filter(pk=first.pk).update(state="queued", attempts=0, finished_at=None)
    run_job(first.pk)
    assert shown(made)[: len(before)] == before
    drain_jobs()
    assert len(shown(made)) == 60


def test_a_part_written_while_its_set_was_cancelled_does_nothing(account: Player) -> None:
    made = make(account, (REPEATS,), 60)
    assert made.job is not None
    first = made.job.children.get(args__chunk=0)
    jobs.cancel(made.job)
    first.refresh_from_db()
    late = jobs.enqueue_beside(first, Part(first.kind, first.args, total=50))
    drain_jobs()
    late.refresh_from_db()
    assert late.state == "cancelled"
    assert shown(made) == []


def test_a_part_of_an_older_release_is_finished_by_this_one(account: Player) -> None:
    made = make(account, (REPEATS, "read-okey"), 60)
    SetChunk.objects.all().delete()
    assert made.job is not None
    made.job.children.all().delete()
    old = Job.objects.create(
        kind=filling.CHUNK_JOB,
        queue="generate",
        args={"set": str(made.pk), "first": 0, "last": 50},
        owner=account,
        parent=made.job,
        progress_total=50,
    )
    drain_jobs()
    old.refresh_from_db()
    assert old.state == "done"
    assert len(shown(made)) == 60


def test_a_set_of_a_theme_has_nothing_without_it(account: Player) -> None:
    kind = kind_of("can-open")
    theme = next(key for key, one in kind.themes.items() if not one.tells)
    made = make(account, ("can-open",), 6, theme=theme)
    drain_jobs()
    themes = [item.puzzle.themes for item in made.items.select_related("puzzle")]
    assert len(themes) == 6
    assert all(theme in one for one in themes)
