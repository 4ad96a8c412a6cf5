"""A table with friends: who sits down, leaves and comes back, and what bots do meanwhile."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from accounts import clock, privacy
from accounts.models import Player
from accounts.players import merge_players
from tests.tutor.conftest import Step
from tests.tutor.games import (
    begin,
    good,
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
from tutor.practice import company, deeds, services
from tutor.practice.deeds import NotThere, Refused, Stale
from tutor.practice.tables import TURN_TIME, Table

pytestmark = pytest.mark.django_db


# Sitting down


def test_nothing_is_dealt_before_the_host_begins(host: Player, friend: Player) -> None:
    game = begin(host, friends=True, name="Ayşe")
    assert (game.state, game.rounds) == ("waiting", [])
    sit(game, friend, "Ben")
    with pytest.raises(Refused, match="host"):
        company.start(friend, game_id=game.pk, key=uuid.uuid4())
    known: dict[str, Any] = {"player": host, "game_id": game.pk, "version": 1}
    for deed in (services.undo, services.ask_advice, services.deal_next):
        with pytest.raises(Refused, match="waiting"):
            deed(key=uuid.uuid4(), **known | {"version": table(game, host).game.version})
    company.start(host, game_id=game.pk, key=uuid.uuid4())
    company.start(host, game_id=game.pk, key=uuid.uuid4())  # pressed twice
    now = table(game, friend)
    assert (now.mine, len(now.game.rounds), now.game.state) == (1, 1, "active")
    assert now.levels == [None, None, "middle", "middle"]


def test_nobody_sits_twice_and_a_full_table_a_finished_or_an_unknown_one_says_the_same(
    host: Player, friend: Player
) -> None:
    game = begin(host, "101-club", seats=2, friends=True, name="Ayşe")
    link = token(game)
    assert sit(game, friend, "Ben").mine == sit(game, friend, "Somebody").mine == 1
    assert seat(game, 1).name == "Ben"
    other = Player.objects.create()
    for wrong in (link, "nothing", "", link[:-1]):
        with pytest.raises(Refused, match="closed"):
            company.sit_down(other, token=wrong, name="Cem", key=uuid.uuid4())
    company.take_back(host, game_id=game.pk, number=1, name="Ben")
    Game.objects.filter(pk=game.pk).update(state="over")
    with pytest.raises(Refused, match="closed"):
        company.sit_down(other, token=link, name="Cem", key=uuid.uuid4())


def test_two_at_a_table_are_not_called_the_same(host: Player, friend: Player) -> None:
    game = begin(host, friends=True, name="Ayşe")
    for name in ("Ayşe", "AYŞE", "Mert"):
        with pytest.raises(Refused, match="name"):
            sit(game, friend, name)
    assert sit(game, friend, "Deniz").mine == 1  # that bot makes room


def test_a_new_link_makes_the_one_before_useless_and_a_closed_one_opens_nothing(
    host: Player, friend: Player
) -> None:
    game = begin(host, friends=True, name="Ayşe")
    first, key = token(game), uuid.uuid4()
    for _ in range(2):  # one press that arrives twice makes one link
        company.renew_link(host, game_id=game.pk, key=key)
    second = token(game)
    assert first != second
    with pytest.raises(Refused, match="closed"):
        company.sit_down(friend, token=first, name="Ben", key=uuid.uuid4())
    company.close_link(host, game_id=game.pk)
    assert token(game) == ""
    with pytest.raises(Refused, match="closed"):
        company.sit_down(friend, token=second, name="Ben", key=uuid.uuid4())
    company.renew_link(host, game_id=game.pk, key=uuid.uuid4())
    assert token(game) not in ("", first, second)
    assert sit(game, friend, "Ben").mine == 1


def test_only_the_digest_of_a_link_is_stored(host: Player) -> None:
    game = begin(host, friends=True, name="Ayşe")
    stored = Game.objects.filter(pk=game.pk).values_list().get()
    assert len(token(game)) >= 24
    assert token(game) not in str(stored)


def test_what_is_for_the_host_is_refused_to_others_and_hidden_from_strangers(
    host: Player, friend: Player
) -> None:
    game = with_friends(host, friend)
    deeds: list[Callable[[Player], Any]] = [
        lambda who: company.take_back(who, game_id=game.pk, number=0, name="Ayşe"),
        lambda who: company.renew_link(who, game_id=game.pk, key=uuid.uuid4()),
        lambda who: company.close_link(who, game_id=game.pk),
    ]
    for deed in deeds:
        with pytest.raises(Refused, match="host"):
            deed(friend)
        with pytest.raises(NotThere):
            deed(Player.objects.create())
    with pytest.raises(NotThere):  # the host's own seat is given up, not taken back
        company.take_back(host, game_id=game.pk, number=0, name="Ayşe")


def test_a_friend_has_no_more_games_than_allowed(
    host: Player, friend: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(host, friends=True, name="Ayşe")
    monkeypatch.setattr(services, "MOST_GAMES", 1)
    begin(friend)
    with pytest.raises(Refused, match="games-many"):
        sit(game, friend, "Ben")


# Playing


def test_each_plays_from_their_own_seat_and_nobody_for_another(
    host: Player, friend: Player
) -> None:
    game = with_friends(host, friend)
    for _ in range(6):
        current, (other,) = on_turn(game, host, friend)
        with pytest.raises(Refused, match="turn"):
            step(game, other, "draw")
        if one_turn(game, current).round.over:
            return
        assert table(game, other).my_turn
        assert not table(game, current).can_undo


def test_who_sits_down_makes_no_move_of_another_stale(host: Player, friend: Player) -> None:
    game = with_friends(host, level="middle")
    seen = table(game, host)
    assert seen.my_turn
    sit(game, friend, "Ben")
    assert Game.objects.get(pk=game.pk).version > seen.game.version
    done = step(game, host, good(seen), version=seen.game.version)
    assert done.illegal is None
    with pytest.raises(Stale):
        step(game, host, good(seen), version=seen.game.version)


def test_advice_is_given_where_the_host_allows_it_and_for_the_own_turn_alone(
    host: Player, friend: Player
) -> None:
    for allowed in (True, False):
        game = with_friends(host, friend, advice=allowed)
        current, (other,) = on_turn(game, host, friend)
        version = table(game, host).game.version
        known: dict[str, Any] = {"game_id": game.pk, "version": version, "key": uuid.uuid4()}
        with pytest.raises(Refused, match="turn"):
            services.ask_advice(player=other, **known)
        if allowed:
            assert services.ask_advice(player=current, **known).table.asked
            assert not table(game, other).asked
        else:
            with pytest.raises(Refused, match="advice"):
                services.ask_advice(player=current, **known)


def test_a_draw_is_not_taken_back(host: Player, friend: Player) -> None:
    game = with_friends(host, friend, rules="classic")
    current, (other,) = on_turn(game, host, friend)
    one_turn(game, current)
    now = step(game, other, "draw").table
    assert not now.can_undo
    for who in (host, friend):
        with pytest.raises(Refused, match="undo"):
            services.undo(player=who, game_id=game.pk, version=now.game.version, key=uuid.uuid4())


# Somebody is quicker, between what a deed has read and what it writes


@pytest.fixture
def meanwhile() -> Iterator[Callable[[Callable[[], Any]], None]]:
    """Let something happen just before the next deed writes."""
    own = pytest.MonkeyPatch()  # undone in the middle of a test, with nobody else's changes

    def happens(what: Callable[[], Any]) -> None:
        def first(*args: Any, **kwargs: Any) -> Table:
            own.undo()
            what()
            return deeds.written(*args, **kwargs)

        for module in (company, services):
            own.setattr(module, "written", first)

    yield happens
    own.undo()


def test_a_seat_that_was_just_taken_is_not_taken_twice(
    host: Player, friend: Player, meanwhile: Callable[[Callable[[], Any]], None]
) -> None:
    game = begin(host, seats=2, friends=True, name="Ayşe")
    other, link = Player.objects.create(), token(game)
    meanwhile(lambda: sit(game, other, "Cem"))
    with pytest.raises(Refused, match="closed"):
        company.sit_down(friend, token=link, name="Ben", key=uuid.uuid4())
    assert seat(game, 1).player == other


def test_the_next_free_seat_is_taken_where_one_was_just_taken(
    host: Player, friend: Player, meanwhile: Callable[[Callable[[], Any]], None]
) -> None:
    game = begin(host, friends=True, name="Ayşe")
    other = Player.objects.create()
    meanwhile(lambda: sit(game, other, "Cem"))
    assert sit(game, friend, "Ben").mine == 2
    assert seat(game, 1).player == other


def test_a_move_from_a_seat_that_was_just_taken_back_is_not_made(
    host: Player, friend: Player, meanwhile: Callable[[Callable[[], Any]], None]
) -> None:
    game = with_friends(host, friend)
    if table(game, host).my_turn:
        one_turn(game, host)
    if table(game, host).round.over:
        return
    version = table(game, friend).game.version
    text = good(table(game, friend))
    meanwhile(lambda: company.take_back(host, game_id=game.pk, number=1, name="Ben"))
    with pytest.raises(NotThere):
        step(game, friend, text, version=version)
    assert table(game, host).my_turn or table(game, host).round.over


def test_a_seat_is_taken_back_though_its_friend_has_just_moved(
    host: Player, friend: Player, meanwhile: Callable[[Callable[[], Any]], None]
) -> None:
    game = with_friends(host, friend)
    if table(game, host).my_turn:
        one_turn(game, host)
    meanwhile(lambda: step(game, friend))
    company.take_back(host, game_id=game.pk, number=1, name="Ben")
    assert seat(game, 1).player is None
    assert table(game, host).my_turn or table(game, host).round.over


def test_a_bot_does_not_play_on_for_whoever_has_just_moved(
    host: Player, friend: Player, later: Step, meanwhile: Callable[[Callable[[], Any]], None]
) -> None:
    game = with_friends(host, friend)
    current, (other,) = on_turn(game, host, friend)
    moment = clock.now() + TURN_TIME
    meanwhile(lambda: company.come_back(current, game_id=game.pk))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(clock, "now", lambda: moment)
        company.go_on(other, game_id=game.pk)
        assert table(game, current).my_turn


# Privacy


def test_erasing_whoever_is_on_turn_leaves_their_turn_to_a_bot(
    host: Player, friend: Player
) -> None:
    game = with_friends(host, friend)
    current, (other,) = on_turn(game, host, friend)
    before = table(game, other).game.version
    privacy.erase(current)
    now = table(game, other)
    assert now.game.version > before  # the page of the other learns of it
    assert now.time_left == 0
    company.go_on(other, game_id=game.pk)
    assert table(game, other).my_turn or table(game, other).round.over


def test_a_visitor_who_logs_in_keeps_the_seat_and_a_bot_that_stood_in(
    host: Player, friend: Player
) -> None:
    game, account = with_friends(host, friend), Player.objects.create()
    left = with_friends(host, friend)
    company.leave(friend, game_id=game.pk)
    company.give_up(friend, game_id=left.pk)
    merge_players(friend, account)
    assert seat(game, 1).player == account
    assert seat(game, 1).bot_since is not None
    assert seat(left, 1).former == account


def test_two_seats_at_one_table_become_one_where_both_are_the_same_person(
    host: Player, friend: Player
) -> None:
    game = with_friends(host, friend)
    before = Game.objects.get(pk=game.pk).version
    merge_players(friend, host)
    assert seat(game, 0).player == host
    assert (seat(game, 1).player, seat(game, 1).level) == (None, "middle")
    assert Game.objects.get(pk=game.pk).version > before


def test_what_is_exported_names_no_link_and_nobody_else(host: Player, friend: Player) -> None:
    game = with_friends(host, friend)
    text = str(privacy.export(friend))
    assert str(game.pk) in text
    for hidden in (game.seed, game.token_hash, token(game), str(host.pk), "Ayşe"):
        assert hidden not in text
