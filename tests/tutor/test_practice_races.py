"""Two tabs at one table, at the same moment: one of them wins, and nothing is done twice."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from accounts import clock, privacy
from accounts.models import Player
from tests.together import at_once
from tests.tutor.games import begin, good, sit, table, token, with_friends
from tutor.models import Game, GameSeat
from tutor.practice import company, services
from tutor.practice.deeds import Done, NotThere, Refused, Stale
from tutor.practice.services import Plan
from tutor.practice.tables import TURN_TIME, Table

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TABS = 6
ROUNDS = 50  # how often two want the same


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


def sound(game: Game) -> Table:
    """The table, once every move of it is legal and each seat is somebody's."""
    now = Game.objects.get(pk=game.pk)
    seats = list(GameSeat.objects.filter(game=game).order_by("number"))
    assert [seat.number for seat in seats] == list(range(now.seats))
    players = [seat.player_id for seat in seats if seat.player_id]
    assert len(players) == len(set(players))
    found = Table(now, tuple(seats), 0)
    assert found.waiting or found.round  # every move in it is legal
    return found


def test_of_two_friends_who_want_the_last_seat_at_once_one_gets_it() -> None:
    for _ in range(ROUNDS):
        game = begin(Player.objects.create(), seats=2, friends=True, name="Ayşe")
        link, friends = token(game), [Player.objects.create() for _ in range(2)]

        def take(number: int, link: str = link, friends: list[Player] = friends) -> Any:
            return company.sit_down(
                friends[number], token=link, name=f"No {number}", key=uuid.uuid4()
            )

        answers = at_once(2, take)
        assert sorted(type(one).__name__ for one in answers) == ["Refused", "Table"]
        assert [one.code for one in answers if isinstance(one, Refused)] == ["closed"]
        winner = next(at for at, one in enumerate(answers) if isinstance(one, Table))
        assert sound(game).seats[1].player == friends[winner]


def test_friends_who_come_at_once_all_get_a_seat_and_nobody_two() -> None:
    for _ in range(5):
        game = begin(Player.objects.create(), friends=True, name="Ayşe")
        link, friends = token(game), [Player.objects.create() for _ in range(3)]

        def take(number: int, link: str = link, friends: list[Player] = friends) -> Any:
            who = number % 3  # each presses twice
            return company.sit_down(friends[who], token=link, name=f"No {who}", key=uuid.uuid4())

        answers = at_once(6, take)
        assert all(isinstance(one, Table) for one in answers), answers
        assert {seat.player for seat in sound(game).seats[1:]} == set(friends)


def test_a_seat_is_taken_back_while_its_friend_plays() -> None:
    for _ in range(10):
        host, friend = Player.objects.create(), Player.objects.create()
        game = with_friends(host, friend)
        now = table(game, friend)
        if not now.my_turn:
            company.leave(host, game_id=game.pk)
            company.come_back(host, game_id=game.pk)
            now = table(game, friend)
        version, text = now.game.version, good(now) if now.my_turn else "draw"

        def act(
            number: int, game: Game = game, who: tuple[Player, Player] = (host, friend),
            seen: tuple[int, str] = (version, text),
        ) -> Any:  # fmt: skip
            if number == 0:
                return company.take_back(who[0], game_id=game.pk, number=1, name="Ben")
            return services.make_moves(
                player=who[1], game_id=game.pk, version=seen[0], key=uuid.uuid4(), text=seen[1]
            )

        first, second = at_once(2, act)
        assert isinstance(first, Done), first
        assert isinstance(second, Done | NotThere | Refused | Stale), second
        after = sound(game)
        if after.round.over:  # the friend's move was first, and a bot has finished: nothing to take
            continue
        assert after.seats[1].player is None
        assert after.round.turn.seat == 0


def test_every_page_lets_a_bot_on_and_it_plays_once(monkeypatch: pytest.MonkeyPatch) -> None:
    host, friends = Player.objects.create(), [Player.objects.create() for _ in range(3)]
    game = with_friends(host, *friends)
    everybody = [host, *friends]
    late = next(at for at, who in enumerate(everybody) if table(game, who).my_turn)
    moment = clock.now() + TURN_TIME
    monkeypatch.setattr(clock, "now", lambda: moment)
    before = Game.objects.get(pk=game.pk)
    answers = at_once(4, lambda number: company.go_on(everybody[number], game_id=game.pk))
    assert all(isinstance(one, Done) for one in answers), answers
    after = sound(game)
    assert after.game.version == before.version + 1
    assert [seat.number for seat in after.seats if seat.bot_since] == [late]
    assert after.round.over or after.round.turn.seat == (late + 1) % 4


def test_somebody_is_erased_while_others_move_sit_down_and_leave() -> None:
    for _ in range(5):
        host, friend, other = (Player.objects.create() for _ in range(3))
        game = with_friends(host, friend)
        now = table(game, host)
        text, link = good(now) if now.my_turn else "draw", token(game)

        def act(
            number: int, game: Game = game, who: tuple[Player, ...] = (host, friend, other),
            seen: tuple[int, str, str] = (now.game.version, text, link),
        ) -> Any:  # fmt: skip
            if number == 0:
                return privacy.erase(who[1])
            if number == 1:
                return company.leave(who[1], game_id=game.pk)
            if number == 2:
                return company.sit_down(who[2], token=seen[2], name="Cem", key=uuid.uuid4())
            return services.make_moves(
                player=who[0], game_id=game.pk, version=seen[0], key=uuid.uuid4(), text=seen[1]
            )

        answers = at_once(4, act)
        assert answers[0] is None, answers
        assert isinstance(answers[1], Done | NotThere), answers
        assert isinstance(answers[2], Table), answers
        after = sound(game)
        assert other in {seat.player for seat in after.seats}
        assert friend.pk not in {seat.player_id for seat in after.seats}
        sit(game, Player.objects.create(), "Dora")
