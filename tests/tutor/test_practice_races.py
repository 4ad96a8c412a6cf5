"""Two tabs at one table, at the same moment: one of them wins, and nothing is done twice."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from accounts.models import Player
from tests.jobs.test_races import at_once
from tests.tutor.games import begin, good, table
from tutor.models import Game
from tutor.practice import services
from tutor.practice.services import Done, Plan, Stale

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TABS = 6


def test_of_tabs_that_have_seen_the_same_exactly_one_moves() -> None:
    player = Player.objects.create()
    game = begin(player)
    text = good(table(game, player))

    def move(_number: int) -> Any:
        return services.make_moves(
            player=player, game_id=game.pk, version=1, key=uuid.uuid4(), text=text
        )

    answers = at_once(TABS, move)
    assert sum(isinstance(one, Done) for one in answers) == 1
    assert sum(isinstance(one, Stale) for one in answers) == TABS - 1
    now = Game.objects.get(pk=game.pk)
    assert now.version == 2
    table(now, player).round  # noqa: B018 - every move in it is legal


def test_one_post_that_comes_many_times_at_once_is_done_once() -> None:
    player = Player.objects.create()
    game, key = begin(player), uuid.uuid4()
    text = good(table(game, player))
    answers = at_once(
        TABS,
        lambda _number: services.make_moves(
            player=player, game_id=game.pk, version=1, key=key, text=text
        ),
    )
    assert all(isinstance(one, Done) for one in answers)
    assert Game.objects.get(pk=game.pk).version == 2


def test_one_press_begins_one_game() -> None:
    player, key = Player.objects.create(), uuid.uuid4()
    plan = Plan("101-club", 4, ("middle",) * 3)
    answers = at_once(
        TABS, lambda _number: services.create_game(player=player, plan=plan, key=key).pk
    )
    assert len(set(answers)) == Game.objects.count() == 1
