"""Practice: unseen hands of all difficulties, never a daily; the pool is made by workers."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts import clock
from accounts.models import Player
from jobs.drain import drain_jobs
from jobs.models import Job
from okey.errors import InputError
from puzzles import practice, sets
from puzzles.forms import SetForm
from puzzles.kinds.base import BLOCK
from puzzles.kinds.registry import KINDS
from puzzles.models import Attempt, Puzzle, PuzzleSolution
from puzzles.store import store_reserved
from tests.puzzles.conftest import RULES, proposals

pytestmark = pytest.mark.django_db


def test_every_puzzle_comes_once_before_there_is_none(player: Player, pool: list[Puzzle]) -> None:
    seen = []
    for _ in pool:
        chosen = practice.choose_next(player, rules=RULES)
        assert chosen is not None
        practice.chosen_by_server(player, chosen)
        seen.append(chosen.pk)
    assert len(set(seen)) == len(pool)
    assert practice.choose_next(player, rules=RULES) is None


def test_what_one_player_has_seen_another_still_gets(
    player: Player, stranger: Player, pool: list[Puzzle]
) -> None:
    Puzzle.objects.exclude(pk=pool[0].pk).update(state="withdrawn")
    practice.chosen_by_server(player, pool[0])
    assert practice.choose_next(player, rules=RULES) is None
    assert practice.choose_next(stranger, rules=RULES) == pool[0]
    assert practice.choose_next(None, rules=RULES) == pool[0]


def test_a_theme_is_kept(player: Player, pool: list[Puzzle]) -> None:
    for _ in range(20):
        chosen = practice.choose_next(player, rules=RULES, theme="false-okey")
        assert chosen is not None
        assert "F" in chosen.position["hand"]


@pytest.mark.parametrize(
    "choice",
    [
        {"rules": "classic", "kind": "can-open"},
        {"rules": "nonsense"},
        {"rules": RULES, "kind": "chess"},
        {"rules": RULES, "theme": "nonsense"},
        {"rules": RULES, "theme": "greedy-trap"},  # it would tell that the hand opens
    ],
)
def test_what_is_not_there_cannot_be_chosen(choice: dict[str, str]) -> None:
    with pytest.raises(InputError):
        practice.choose_next(None, **choice)


def test_a_daily_is_never_chosen_neither_past_nor_to_come(player: Player) -> None:
    for number, days in enumerate((-1, 0, 1)):
        store_reserved(
            proposals()[number],
            public_from=clock.day_start(clock.today() + dt.timedelta(days=days)),
        )
    assert practice.choose_next(player, rules=RULES) is None


def test_a_withdrawn_puzzle_is_not_chosen(player: Player, pool: list[Puzzle]) -> None:
    Puzzle.objects.update(state="withdrawn")
    assert practice.choose_next(player, rules=RULES) is None


def test_opening_and_choosing_are_one_row(player: Player, opener: Puzzle) -> None:
    practice.chosen_by_server(player, opener)
    practice.chosen_by_server(player, opener)
    assert Attempt.objects.get().server_chosen


@pytest.fixture
def two_kinds(settings: Any) -> list[tuple[str, str]]:
    """A site with two kinds: the places (kind and rule set) that its pool has."""
    settings.ISTAKA_POOL_KINDS = ["can-open", "chips"]
    return [(key, rules) for key in settings.ISTAKA_POOL_KINDS for rules in KINDS[key].rule_sets]


def test_a_fresh_site_gets_a_pool_of_everything_made_by_jobs(
    two_kinds: list[tuple[str, str]],
) -> None:
    practice.ensure_pool()
    assert not Puzzle.objects.exists()
    drain_jobs()
    for kind, rules in two_kinds:
        made = Puzzle.objects.public().filter(kind=kind, rules=rules)
        assert made.count() == practice.FIRST_POOL
    assert Puzzle.objects.count() == PuzzleSolution.objects.count()


def test_every_kind_and_rule_set_is_asked_for_at_once() -> None:
    practice.ensure_pool()
    places = sum(len(kind.rule_sets) for kind in KINDS.values())
    assert Job.objects.count() == places
    assert places * BLOCK >= 600  # what a newcomer finds within minutes


def test_asking_for_the_pool_again_makes_nothing_new(two_kinds: list[tuple[str, str]]) -> None:
    practice.ensure_pool()
    jobs = Job.objects.count()
    practice.ensure_pool()
    assert Job.objects.count() == jobs
    drain_jobs()
    rows, jobs = Puzzle.objects.count(), Job.objects.count()
    practice.ensure_pool()
    drain_jobs()
    assert (Puzzle.objects.count(), Job.objects.count()) == (rows, jobs)


def test_the_pool_grows_by_a_block_for_a_player_who_has_seen_nearly_all(
    player: Player, pool: list[Puzzle]
) -> None:
    practice.keep_ahead(player, rules=RULES)
    assert not Job.objects.exists()
    for puzzle in pool[:20]:
        practice.chosen_by_server(player, puzzle)
    practice.keep_ahead(player, rules=RULES)
    practice.keep_ahead(player, rules=RULES)
    assert Job.objects.count() == 1
    drain_jobs()
    assert Puzzle.objects.filter(rules=RULES).count() == 100


def test_nobody_can_have_a_set_made_of_the_pools_own_stream(player: Player) -> None:
    # its far blocks would look like a pool that is full
    spec = sets.Specification(rules=RULES, count=1, seed=practice.POOL_SEED)
    with pytest.raises(InputError):
        sets.create_set(owner=player, spec=spec, key=uuid.uuid4())
    assert not SetForm(
        {"rules": RULES, "count": 1, "seed": practice.POOL_SEED, "key": uuid.uuid4()}, most=100
    ).is_valid()


def test_the_command_makes_the_stream_of_a_seed_once(capsys: pytest.CaptureFixture[str]) -> None:
    for new in (70, 0):
        call_command("generate_puzzles", rules=RULES, count=70, seed="by hand")
        assert f"{new} of them new" in capsys.readouterr().out
    assert Puzzle.objects.filter(seed="by hand").count() == 70
    assert PuzzleSolution.objects.count() == 70


@pytest.mark.parametrize(
    "options", [{"rules": "classic"}, {"rules": "x"}, {"count": 0}, {"seed": ""}]
)
def test_the_command_says_what_it_cannot_do(options: dict[str, object]) -> None:
    with pytest.raises(CommandError):
        call_command("generate_puzzles", **{"rules": RULES, "count": 5, "seed": "s", **options})
