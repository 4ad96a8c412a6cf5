"""At a table of friends somebody takes too long, leaves, or comes back."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest

from accounts.models import Player
from tests.tutor.conftest import Step
from tests.tutor.games import (
    begin,
    on_turn,
    one_turn,
    seat,
    sit,
    step,
    table,
    token,
    with_friends,
)
from tutor.models import Game
from tutor.practice import company, services
from tutor.practice.deeds import NotThere, Refused
from tutor.practice.tables import TURN_TIME

pytestmark = pytest.mark.django_db


# Taking too long, leaving, coming back


def test_a_bot_plays_on_when_the_time_has_run_out_and_not_before(
    host: Player, friend: Player, later: Step
) -> None:
    game = with_friends(host, friend)
    current, (other,) = on_turn(game, host, friend)
    assert table(game, other).time_left == TURN_TIME.total_seconds()
    later(TURN_TIME - dt.timedelta(seconds=1))
    company.go_on(other, game_id=game.pk)
    assert table(game, current).my_turn
    later(dt.timedelta(seconds=1))
    company.go_on(current, game_id=game.pk)  # nobody hands their own seat to a bot so
    assert table(game, current).my_turn
    company.go_on(other, game_id=game.pk)
    now = table(game, other)
    company.go_on(other, game_id=game.pk)  # once more changes nothing
    assert table(game, other).game.version == now.game.version
    assert now.my_turn
    assert table(game, current).away
    assert table(game, current).mine in now.row["stood_in"]
    with pytest.raises(Refused, match="turn"):
        step(game, current, "draw")


def test_whoever_is_stood_in_for_comes_back_and_plays_on(
    host: Player, friend: Player, later: Step
) -> None:
    game = with_friends(host, friend)
    current, (other,) = on_turn(game, host, friend)
    later(TURN_TIME)
    company.go_on(other, game_id=game.pk)
    company.come_back(current, game_id=game.pk)
    one_turn(game, other)
    assert table(game, current).my_turn


def test_every_move_and_word_of_whoever_is_on_turn_begins_the_time_anew(
    host: Player, friend: Player, later: Step
) -> None:
    game = with_friends(host, friend)
    current, (other,) = on_turn(game, host, friend)
    later(TURN_TIME / 2)
    company.come_back(current, game_id=game.pk)
    assert table(game, other).time_left == TURN_TIME.total_seconds()
    later(TURN_TIME / 2)
    company.leave(other, game_id=game.pk)  # the others' coming and going does not
    company.come_back(other, game_id=game.pk)
    assert table(game, other).time_left == TURN_TIME.total_seconds() / 2


def test_alone_with_bots_nobody_is_hurried(host: Player, friend: Player, later: Step) -> None:
    game = with_friends(host)
    later(TURN_TIME * 5)
    assert table(game, host).time_left is None
    sit(game, friend, "Ben")
    assert table(game, friend).time_left == 0
    for deed in (company.leave, company.come_back, company.go_on):
        with pytest.raises(Refused, match="alone"):
            deed(host, game_id=begin(host).pk)


def test_when_everybody_has_left_the_game_waits_for_the_first_to_come_back(
    host: Player, friend: Player
) -> None:
    game = with_friends(host, friend)
    current, (other,) = on_turn(game, host, friend)
    company.leave(other, game_id=game.pk)
    company.leave(current, game_id=game.pk)
    made = len(table(game, host).row["moves"])
    for who in (host, friend):
        company.go_on(who, game_id=game.pk)
    assert len(table(game, host).row["moves"]) == made
    company.come_back(other, game_id=game.pk)
    assert table(game, other).my_turn
    assert len(table(game, host).row["moves"]) > made


def test_the_host_takes_a_seat_back_whoever_is_on_turn(host: Player, friend: Player) -> None:
    game = with_friends(host, friend)
    one_turn(game, host) if table(game, host).my_turn else None
    company.take_back(host, game_id=game.pk, number=1, name="Cem")  # somebody else sat there
    assert seat(game, 1).player == friend
    company.take_back(host, game_id=game.pk, number=1, name="Ben")
    assert (seat(game, 1).player, seat(game, 1).level) == (None, "middle")
    assert table(game, host).my_turn or table(game, host).round.over
    assert not Game.objects.visible_to(friend).exists()
    for deed in (company.leave, company.come_back, company.go_on):
        with pytest.raises(NotThere):
            deed(friend, game_id=game.pk)


def test_in_a_round_one_comes_back_to_the_own_seat_alone(host: Player, friend: Player) -> None:
    game = with_friends(host, friend, length=3)
    assert company.give_up(friend, game_id=game.pk)
    assert sit(game, friend, "Ben").mine == 1
    company.give_up(friend, game_id=game.pk)
    others = [Player.objects.create() for _ in range(3)]
    seats = [sit(game, other, f"No {at}").mine for at, other in enumerate(others)]
    assert seats == [2, 3, 1]  # the seat whose tiles somebody knows comes last
    company.give_up(others[0], game_id=game.pk)
    with pytest.raises(Refused, match="closed"):
        sit(game, friend, "Ben")  # a seat is free, but these tiles are not for who knows others


def test_a_table_goes_on_without_its_host_and_the_next_decides(
    host: Player, friend: Player
) -> None:
    game = with_friends(host, friend)
    assert company.give_up(host, game_id=game.pk)
    now = table(game, friend)
    assert now.is_host
    assert now.my_turn or now.round.over
    assert not company.give_up(friend, game_id=game.pk)  # nobody else is there: put away, not left
    services.put_away(player=friend, game_id=game.pk)
    services.bring_back(player=friend, game_id=game.pk)
    assert table(game, friend).game.state == "active"


def test_a_table_that_waits_is_put_away_and_waits_again(host: Player) -> None:
    game = begin(host, friends=True, name="Ayşe")
    link = token(game)
    services.put_away(player=host, game_id=game.pk)
    with pytest.raises(Refused, match="closed"):
        company.sit_down(Player.objects.create(), token=link, name="Ben", key=uuid.uuid4())
    services.bring_back(player=host, game_id=game.pk)
    assert table(game, host).game.state == "waiting"


def test_a_round_between_friends_ends_with_the_same_score_for_all_and_a_match_goes_on(
    host: Player, friend: Player
) -> None:
    game = with_friends(host, friend, length=3)
    while not (now := table(game, host)).round.over:
        one_turn(game, on_turn(game, host, friend)[0])
    assert now.row["scores"] == table(game, friend).row["scores"]
    assert now.row["stood_in"] == []
    company.take_back(host, game_id=game.pk, number=1, name="Ben")
    assert seat(game, 1).former == friend
    done = services.deal_next(
        player=host, game_id=game.pk, version=now.game.version, key=uuid.uuid4()
    )
    assert len(done.table.game.rounds) == 2
    assert seat(game, 1).former is None  # of these tiles nobody knows any


def test_somebody_away_does_not_hold_up_the_end(host: Player, friend: Player) -> None:
    game = with_friends(host, friend, rules="classic")
    company.leave(friend, game_id=game.pk)
    while not table(game, host).round.over:
        one_turn(game, host)
    assert table(game, friend).game.state == "over"
