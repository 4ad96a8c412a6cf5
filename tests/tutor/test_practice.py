"""The practice table: every deed is done once, by whom it belongs to, and tells nothing hidden."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from accounts import clock, privacy
from accounts.models import Player
from accounts.players import merge_players
from okey import RULE_SETS, InputError
from okey.record import format_record, parse_record
from okey.replay import replay_answer
from okey.rules.rulesets import rule_set
from tests.tutor.games import begin, begin_deal, good, step, table, to_the_end
from tutor import cleaning
from tutor.models import Game, GameSeat
from tutor.practice import replays, services
from tutor.practice.bots import bots_moves
from tutor.practice.services import NotThere, Plan, Refused, Stale

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    return Player.objects.create()


def start_of_turn(game: Game, player: Player) -> Game:
    """The game with the player on turn before anything was drawn."""
    if table(game, player).round.turn.phase == "play":
        return step(game, player).table.game
    return game


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_round_is_played_to_its_score_and_its_record_replays_to_the_same(
    key: str, player: Player
) -> None:
    now = to_the_end(begin(player, key), player)
    assert now.game.state == "over"
    record = now.record(0)
    assert parse_record(format_record(record)) == record
    from okey.record import record_line

    answer = replay_answer(record_line(record), rule_set(key))
    assert answer["status"] == "over"
    assert answer["result"]["scores"] == now.game.rounds[0]["scores"]


def test_the_same_post_twice_makes_its_moves_once(player: Player) -> None:
    game, key = begin(player), uuid.uuid4()
    text = good(table(game, player))
    first = step(game, player, text, version=1, key=key)
    again = step(game, player, text, version=1, key=key)
    assert first.table.game.version == again.table.game.version == 2
    assert again.table.game.rounds == first.table.game.rounds


def test_who_has_seen_an_older_version_changes_nothing_and_gets_the_present_one(
    player: Player,
) -> None:
    game = begin(player)
    after = step(game, player).table.game
    with pytest.raises(Stale) as caught:
        step(game, player, version=1)
    assert caught.value.table.game.version == after.version
    assert table(game, player).game.rounds == after.rounds


def test_a_move_that_breaks_a_rule_changes_nothing_and_names_the_rule(player: Player) -> None:
    game = start_of_turn(begin(player), player)
    done = step(game, player, "discard R1")
    assert done.illegal is not None
    assert "turn.draw-first" in [one.rule for one in done.illegal.violations]
    assert table(game, player).game.version == game.version


def test_of_several_moves_all_are_made_or_none(player: Player) -> None:
    game = start_of_turn(begin_deal(player, "a turn", "classic"), player)
    before = step(game, player, "draw").table
    first, second = (before.round.seats[before.mine].hand or ())[:2]
    with pytest.raises(Refused, match="turn"):  # the first one ends the turn
        step(game, player, f"discard {first}; discard {second}")
    assert table(game, player).round == before.round


@pytest.mark.parametrize("further", ["draw", "take", "discard R1", "open R1 R2 R3"])
def test_nobody_moves_for_the_next_seat_or_learns_what_it_holds(
    further: str, player: Player
) -> None:
    game = start_of_turn(begin_deal(player, "a turn", "classic"), player)
    now = step(game, player, "draw").table
    for tile in (now.round.seats[now.mine].hand or ())[:3]:
        with pytest.raises(Refused, match="turn"):
            step(game, player, f"discard {tile}; {further}")
    assert table(game, player).round == now.round


def test_nothing_is_sent_with_a_draw_that_would_ask_what_it_brings(player: Player) -> None:
    game = start_of_turn(begin_deal(player, "a turn", "classic"), player)
    for face in ("R1", "B13"):
        with pytest.raises(Refused, match="draw"):
            step(game, player, f"draw; discard {face}; discard {face}")
    assert table(game, player).round.turn.phase == "draw"


@pytest.mark.parametrize(
    "text",
    [
        "jump",
        "",
        "draw\x00",
        "1: draw",
        "9: draw",
        "discard R99",
        "x" * 2_000,
        ";".join(["draw"] * 30),
    ],
)
def test_what_is_no_move_is_malformed(text: str, player: Player) -> None:
    game = begin(player)
    with pytest.raises(InputError):
        services.make_moves(player=player, game_id=game.pk, version=1, key=uuid.uuid4(), text=text)


def test_a_move_is_taken_back_until_a_tile_was_shown(player: Player) -> None:
    game = start_of_turn(begin(player, "101-guide"), player)
    drawn = step(game, player, "draw").table
    assert not drawn.can_undo
    with pytest.raises(Refused, match="undo"):
        services.undo(player=player, game_id=game.pk, version=drawn.game.version, key=uuid.uuid4())


def test_what_was_laid_in_this_turn_is_taken_back(player: Player) -> None:
    now = None
    for _ in range(12):
        game = begin(player)
        while not (now := table(game, player)).round.over:
            laying = [
                one for one in good(now).split("; ") if one.startswith(("open", "lay", "add"))
            ]
            if laying and good(now).startswith(laying[0]):
                before = now.round
                laid = step(game, player, laying[0]).table
                assert laid.can_undo
                back = services.undo(
                    player=player, game_id=game.pk, version=laid.game.version, key=uuid.uuid4()
                )
                assert back.table.round == before
                return
            step(game, player)
    pytest.fail("nothing was laid in twelve rounds")


def test_after_the_end_nothing_is_done_any_more(player: Player) -> None:
    game = to_the_end(begin(player), player).game
    with pytest.raises(Refused, match="over"):
        step(game, player, "draw")
    with pytest.raises(Refused, match="deal"):
        services.deal_next(player=player, game_id=game.pk, version=game.version, key=uuid.uuid4())


def test_a_match_goes_on_with_the_next_seat_until_it_is_over(player: Player) -> None:
    game = begin(player, length=3)
    for number in range(3):
        now = to_the_end(game, player)
        assert now.match is not None
        assert len(now.match.played) == number + 1
        if number < 2:
            done = services.deal_next(
                player=player, game_id=game.pk, version=now.game.version, key=uuid.uuid4()
            )
            starters = [row["starter"] for row in done.table.game.rounds]
            assert starters[-1] == (starters[-2] + 1) % 4
    assert now.game.state == "over"
    assert now.match is not None
    assert now.match.over


def test_asking_for_advice_is_written_down(player: Player) -> None:
    game = begin(player)
    known: dict[str, Any] = {"player": player, "game_id": game.pk, "key": uuid.uuid4()}
    done = services.ask_advice(version=1, **known)
    assert done.table.asked
    made = len(done.table.row["moves"])
    assert Game.objects.get(pk=game.pk).rounds[-1]["asked"] == [made]
    again = services.ask_advice(version=1, **known)
    assert again.table.game.version == done.table.game.version


def test_a_game_of_somebody_else_is_not_there(player: Player) -> None:
    game, other = begin(player), Player.objects.create()
    known: dict[str, Any] = {"player": other, "game_id": game.pk}
    for deed in (services.undo, services.ask_advice, services.deal_next):
        with pytest.raises(NotThere):
            deed(version=1, key=uuid.uuid4(), **known)
    with pytest.raises(NotThere):
        services.make_moves(version=1, key=uuid.uuid4(), text="draw", **known)
    with pytest.raises(NotThere):
        services.put_away(**known)


def test_a_game_that_was_put_away_comes_back_for_a_day(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(player)
    services.put_away(player=player, game_id=game.pk)
    assert not Game.objects.visible_to(player).exists()
    services.bring_back(player=player, game_id=game.pk)
    assert Game.objects.visible_to(player).get().state == "active"
    services.put_away(player=player, game_id=game.pk)
    later = clock.now() + cleaning.KEEP * 2
    monkeypatch.setattr(clock, "now", lambda: later)
    cleaning.throw_away(Game)
    assert not Game.objects.exists()


def test_the_same_post_begins_one_game(player: Player) -> None:
    key, plan = uuid.uuid4(), Plan("101-club", 2, ("middle",))
    games = {services.create_game(player=player, plan=plan, key=key).pk for _ in range(2)}
    assert len(games) == Game.objects.count() == 1


def test_nobody_has_more_games_than_allowed(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_GAMES", 1)
    begin(player)
    with pytest.raises(Refused, match="games-many"):
        begin(player)


def test_a_bot_without_a_move_does_not_stop_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from okey.deal import deal_round

    monkeypatch.setattr("tutor.practice.bots.choose", lambda *_: ())
    begun = deal_round(rule_set("classic"), "stands still", 0)
    rounds = [after for _, after in bots_moves(begun, ["middle"] * 4, "s")]
    assert rounds[-1].over


def test_a_replay_that_goes_on_is_that_of_all_the_moves(player: Player) -> None:
    now = to_the_end(begin(player, "101-siler"), player)
    kept = now.played
    replays._kept.clear()
    assert table(now.game, player).played == kept


def test_a_move_of_older_rules_breaks_the_game_and_nothing_else(player: Player) -> None:
    game = begin(player)
    game.rounds[-1]["moves"] = ["draw", "draw"]
    game.save()
    with pytest.raises(replays.Broken):
        _ = table(game, player).round


# Privacy


def test_what_is_exported_does_not_tell_the_deals_to_come(player: Player) -> None:
    game = begin(player)
    text = str(privacy.export(player))
    assert str(game.pk) in text
    assert game.seed not in text


def test_erasing_a_player_deletes_a_game_alone_and_leaves_a_shared_one_to_a_bot(
    player: Player,
) -> None:
    alone, shared, friend = begin(player), begin(player), Player.objects.create()
    GameSeat.objects.filter(game=shared, number=1).update(player=friend)
    privacy.erase(player)
    assert not Game.objects.filter(pk=alone.pk).exists()
    seat = GameSeat.objects.get(game=shared, number=0)
    assert (seat.player, seat.level) == (None, "middle")
    assert Game.objects.visible_to(friend).exists()


def test_a_visitors_games_move_to_the_account(player: Player) -> None:
    game, account = begin(player), Player.objects.create()
    shared = begin(player)
    GameSeat.objects.filter(game=shared, number=1).update(player=account)
    merge_players(player, account)
    assert set(Game.objects.visible_to(account)) == {game, shared}
    assert GameSeat.objects.get(game=shared, number=0).level == "middle"
