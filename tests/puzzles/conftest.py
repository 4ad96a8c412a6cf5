"""A small cast: players, and puzzles that the generator made from one seed."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from accounts import clock
from accounts.models import Player
from puzzles import generator
from puzzles.kinds.base import Proposal
from puzzles.models import Puzzle, PuzzleSolution
from puzzles.store import store_reserved, store_shared
from tests.calling import Api

RULES = "101-club"


@cache
def proposals(rules: str = RULES, seed: str = "tests") -> tuple[Proposal, ...]:
    """The first block of a stream, made once for all tests."""
    return tuple(generator.block("can-open", rules, seed, 0))


def opens(puzzle: Puzzle) -> bool:
    return bool(PuzzleSolution.objects.get(puzzle=puzzle).answer["opens"])


def best_melds(puzzle: Puzzle) -> str:
    """Melds that open, of a puzzle that opens."""
    answer: dict[str, Any] = PuzzleSolution.objects.get(puzzle=puzzle).answer
    by_points = answer["best_points"] >= answer["threshold"]
    return str(answer["best_melds"] if by_points else answer["pair_melds"])


@pytest.fixture
def player(db: None) -> Player:
    return Player.objects.create()


@pytest.fixture
def stranger(db: None) -> Player:
    return Player.objects.create()


@pytest.fixture
def pool(db: None) -> list[Puzzle]:
    """Fifty practice puzzles, 25 of which open."""
    stored = store_shared(proposals())
    return [one.puzzle for one in stored if one is not None]


@pytest.fixture
def opener(pool: list[Puzzle]) -> Puzzle:
    """A hand that opens with runs and groups."""
    return next(
        puzzle
        for puzzle, made in zip(pool, proposals(), strict=True)
        if made.solution["best_points"] >= 103
    )


@pytest.fixture
def stuck(pool: list[Puzzle]) -> Puzzle:
    """A hand that does not open."""
    return next(puzzle for puzzle in pool if not opens(puzzle))


@pytest.fixture
def hidden(db: None) -> Puzzle:
    """A puzzle whose day has not come."""
    tomorrow = clock.day_start(clock.today() + dt.timedelta(days=1))
    return store_reserved(proposals(seed="hidden")[0], public_from=tomorrow)


class Clock:
    """The application's clock, to be set."""

    def __init__(self, moment: dt.datetime) -> None:
        self.moment = moment

    def __call__(self) -> dt.datetime:
        return self.moment

    def at(self, text: str) -> None:
        """Set it to a moment in Istanbul, as in `2026-12-24 23:59`."""
        self.moment = dt.datetime.fromisoformat(text).replace(tzinfo=clock.DAY_ZONE)

    def forward(self, **parts: float) -> None:
        self.moment += dt.timedelta(**parts)


@pytest.fixture
def the_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    stepped = Clock(dt.datetime.now(dt.UTC))
    monkeypatch.setattr(clock, "now", stepped)
    return stepped


@pytest.fixture
def new_key() -> Callable[[], uuid.UUID]:
    return uuid.uuid4


@pytest.fixture
def api(player: Player) -> Api:
    return Api(player)
