"""The next puzzle: near the strength, unseen, and as cheap in a large pool as in a small one."""

from __future__ import annotations

import random
import uuid
from collections import Counter
from collections.abc import Sequence
from statistics import mean

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import clock
from accounts.models import Player
from puzzles import practice
from puzzles.models import Attempt, PlayerRating, Puzzle, PuzzleOffer
from puzzles.ratings import choosing, offers
from tests.puzzles.conftest import RULES

pytestmark = pytest.mark.django_db
KINDS = ("can-open", "outs", "wait")


def make(
    levels: Sequence[int], *, kind: str = "can-open", themes: Sequence[str] = ()
) -> list[Puzzle]:
    """Puzzles of these difficulties, without a position."""
    rows = [
        Puzzle(
            kind=kind,
            rules=RULES,
            rules_version=1,
            engine_version="1",
            generator_version=1,
            seed=f"{kind} {uuid.uuid4()}"[:64],
            index=number,
            position={},
            canonical_key=str(uuid.uuid4()),
            themes=list(themes),
            difficulty=level,
        )
        for number, level in enumerate(levels)
    ]
    Puzzle.objects.bulk_create(rows)
    offers.place(rows)
    return rows


def rate(player: Player, rating: float) -> None:
    PlayerRating.objects.create(
        player=player,
        rules=RULES,
        rating=rating,
        deviation=60,
        volatility=0.06,
        rated_at=clock.now(),
    )


def choose(
    player: Player | None, kinds: Sequence[str] = KINDS[:1], **more: object
) -> Puzzle | None:
    return choosing.choose(player, rules=RULES, kinds=kinds, chance=random.Random(1), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("rating", [900, 1500, 2100])
def test_puzzles_near_the_players_strength_come(player: Player, rating: int) -> None:
    make(range(600, 2400, 3))
    rate(player, rating)
    chance = random.Random(rating)
    levels = []
    for _ in range(100):
        found = choosing.choose(player, rules=RULES, kinds=KINDS[:1], chance=chance)
        assert found is not None
        levels.append(found.difficulty)
    assert mean(levels) == pytest.approx(rating + choosing.AIM, abs=30)
    assert max(abs(level - rating) for level in levels) < 500
    assert len(set(levels)) > 40


def test_somebody_of_whom_nothing_is_known_begins_in_the_middle() -> None:
    make(range(600, 2400, 3))
    found = choose(None)
    assert found is not None
    assert 1100 < found.difficulty < 1800


def test_every_kind_comes_as_often_however_many_puzzles_it_has(player: Player) -> None:
    for kind, count in zip(KINDS, (400, 40, 40), strict=True):
        make([1400 + number % 100 for number in range(count)], kind=kind)
    rate(player, 1500)
    chance = random.Random(5)
    kinds = Counter(
        found.kind
        for _ in range(120)
        if (found := choosing.choose(player, rules=RULES, kinds=KINDS, chance=chance))
    )
    assert min(kinds[kind] for kind in KINDS) >= 20


def test_a_kind_with_nothing_near_gives_way_to_one_that_has(player: Player) -> None:
    make([700] * 20, kind="outs")
    make([2000] * 20, kind="wait")
    rate(player, 2050)
    for seed in range(20):
        found = choosing.choose(
            player, rules=RULES, kinds=("outs", "wait"), chance=random.Random(seed)
        )
        assert found is not None
    near = Counter(
        found.kind
        for seed in range(60)
        if (
            found := choosing.choose(
                player, rules=RULES, kinds=("outs", "wait"), chance=random.Random(seed)
            )
        )
    )
    assert near["wait"] == 60


def test_a_theme_is_looked_for_in_its_own_rows(player: Player) -> None:
    make([1450] * 50)
    rare = make([900], themes=["close"])
    found = choose(player, theme="close")
    assert found == rare[0]
    practice.chosen_by_server(player, rare[0])
    assert choose(player, theme="close") is None


def test_who_has_seen_all_around_is_led_to_the_nearest_that_is_left(player: Player) -> None:
    rows = make(range(600, 2400, 2))
    rate(player, 1500)
    seen = [row for row in rows if 700 < row.difficulty < 2300]
    Attempt.objects.bulk_create(
        Attempt(
            player=player,
            puzzle=row,
            context="practice",
            rules_version=1,
            engine_version="1",
            generator_version=1,
        )
        for row in seen
    )
    found = choose(player)
    assert found is not None
    assert found.difficulty in {700, 2300}


def test_a_rating_that_has_moved_moves_the_choice(player: Player) -> None:
    _easy, hard = make([1440, 1440])
    PuzzleOffer.objects.filter(puzzle=hard).update(level=2300)
    rate(player, 2350)
    assert choose(player) == hard


@pytest.mark.parametrize("state", ["empty", "fresh", "seen", "withdrawn"])
def test_the_choice_costs_few_queries_whatever_there_is(player: Player, state: str) -> None:
    if state != "empty":
        rows = make(range(1300, 1600, 2))
    if state == "seen":
        for row in rows:
            practice.chosen_by_server(player, row)
    if state == "withdrawn":
        Puzzle.objects.update(state="withdrawn")
    with CaptureQueriesContext(connection) as asked:
        found = choose(player)
    assert (found is not None) == (state == "fresh")
    assert len(asked) <= 13
    assert len(asked) <= 5 or state != "fresh"


def test_no_query_sorts_by_chance_or_lists_what_was_seen(player: Player) -> None:
    make(range(1300, 1600, 2))
    with CaptureQueriesContext(connection) as asked:
        choose(player)
    text = " ".join(query["sql"] for query in asked).upper()
    assert "RANDOM" not in text
    assert "NOT IN" not in text


def test_a_pool_runs_low_where_few_are_left_unseen_around_the_strength(player: Player) -> None:
    rows = make(range(1300, 1360))
    low = {"rules": RULES, "kind": "can-open", "few": 40}
    for row in rows[:20]:
        practice.chosen_by_server(player, row)
    assert not choosing.running_low(player, **low)  # type: ignore[arg-type]
    practice.chosen_by_server(player, rows[20])
    with CaptureQueriesContext(connection) as asked:
        assert choosing.running_low(player, **low)  # type: ignore[arg-type]
    assert len(asked) == 2
