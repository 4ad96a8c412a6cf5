"""The practice table's pages: played through HTTP, and nothing hidden in any answer."""

from __future__ import annotations

import html
import re
import uuid
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from okey import RULE_SETS
from tests.tutor.games import begin, good, hidden, step, table, to_the_end, url
from tests.tutor.sheets import visitor
from tutor.models import Game

pytestmark = pytest.mark.django_db
HX: dict[str, Any] = {"headers": {"HX-Request": "true"}}


@pytest.fixture
def player(client: Client) -> Player:
    return visitor(client)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", html.unescape(response.content.decode()))


def advised(response: Any) -> str:
    """The moves that the page advises."""
    found = re.search(r'name="composed" value="([^"]+)"', response.content.decode())
    assert found is not None
    return html.unescape(found[1])


@pytest.mark.parametrize("key", RULE_SETS)
def test_following_advice_plays_a_whole_round_through_the_pages(key: str, client: Client) -> None:
    plan = {"rules": key, "level": "middle", "length": "round", "key": str(uuid.uuid4())}
    page = client.post("/play/", plan | {"seats": str(max(RULE_SETS[key].seating.counts))})
    assert page.status_code == 303
    address = page["Location"]
    page = client.get(address)
    for _ in range(120):
        if "data-round-over" in text(page):
            break
        assert "data-refused" not in text(page)
        page = client.post(f"{address}advice/", hidden(page), **HX)
        page = client.post(f"{address}moves/", hidden(page) | {"composed": advised(page)}, **HX)
        assert page.status_code == 200
    game = Game.objects.get()
    assert game.state == "over"
    assert len(game.rounds[0]["asked"]) > 0
    assert client.get(f"{address}rounds/1/record/").content.decode().startswith(f"rules: {key}")
    mistakes = client.get(f"{address}rounds/1/mistakes/", **HX)
    assert mistakes.status_code == 200
    assert "penalt" not in text(mistakes).lower()  # advice walks into none that can be avoided


def test_nothing_hidden_is_in_any_answer_while_a_round_runs(client: Client, player: Player) -> None:
    game = begin(player, "101-club", level="strong")
    while not (now := table(game, player)).round.over:
        answers = [
            client.get(url(game)),
            client.post(url(game, "advice/"), hidden(client.get(url(game))), **HX),
            client.post(url(game, "lanes/"), {"melds": "R1 R2 R3"}, **HX),
        ]
        now = table(game, player)
        seen = {str(tile) for tile in now.round.seats[now.mine].hand or ()}
        seen |= {str(tile) for seat in now.round.seats for tile in seat.discards}
        seen |= {str(laid.tile) for meld in now.round.table for laid in meld.tiles}
        secret = " ".join(map(str, now.round.seats[1].hand or ()))
        stock = " ".join(map(str, now.round.stock[:6]))
        for answer in answers:
            body = answer.content.decode()
            codes = set(re.findall(r'data-code="([^"]+)"', body))
            assert codes <= {str(tile) for tile in now.round.seats[now.mine].hand or ()}
            for canary in (game.seed, secret, stock):
                assert not canary or len(canary) < 8 or canary not in body
        for rest in ("rounds/1/record/", "rounds/1/mistakes/"):
            assert client.get(url(game, rest)).status_code == 404
        step(game, player)
        if now.round.moves > 40:
            break


def test_no_tile_of_another_hand_is_drawn_while_a_round_runs(
    client: Client, player: Player
) -> None:
    game = begin(player, "classic")
    now = table(game, player)
    page = client.get(url(game)).content.decode()
    drawn = len(re.findall(r'class="tile[ "]', page)) - page.count("tile-back")
    own = len(now.round.seats[0].hand or ())
    thrown = sum(len(seat.discards) for seat in now.round.seats if seat is not now.round.seats[0])
    assert drawn == own + thrown + 2  # the indicator and the okey


def test_a_refused_move_says_why_and_links_the_rule(client: Client, player: Player) -> None:
    game = begin(player)
    if table(game, player).round.turn.phase == "play":
        step(game, player)
    sent = hidden(client.get(url(game))) | {"moves": "discard R1"}
    for more in ({}, HX):
        page = client.post(url(game, "moves/"), sent, **more)
        assert page.status_code == 200
        assert "data-refused" in text(page)
        assert "/rules/101-club/turn.draw-first/" in text(page)
        assert ">discard R1</textarea>" in text(page)


def test_a_table_that_has_gone_on_is_shown_and_nothing_typed_is_lost(
    client: Client, player: Player
) -> None:
    game = begin(player)
    sent = hidden(client.get(url(game))) | {"moves": "declare pairs"}
    after = step(game, player).table.game
    page = client.post(url(game, "moves/"), sent)
    assert page.status_code == 409
    assert "This game has gone on meanwhile" in text(page)
    assert "declare pairs</textarea>" in text(page)
    assert Game.objects.get(pk=game.pk).version == after.version


@pytest.mark.parametrize(
    "sent",
    [
        {"moves": "jump"},
        {"moves": "<script>alert(1)</script>"},
        {"moves": "discard R99"},
        {"moves": "draw", "version": "x"},
        {"moves": "draw", "version": "9" * 30},
        {"moves": "draw", "key": "no"},
        {"moves": "9" * 5_000},
        {"moves": "finish"},
        {},
    ],
)
def test_garbage_is_answered_with_400_and_changes_nothing(
    sent: dict[str, str], client: Client, player: Player
) -> None:
    game = begin(player)
    page = client.post(url(game, "moves/"), hidden(client.get(url(game))) | sent)
    assert page.status_code == 400
    assert "<script>alert" not in page.content.decode()
    assert Game.objects.get(pk=game.pk).version == 1


def test_without_a_script_moves_are_typed(client: Client, player: Player) -> None:
    game = begin(player)
    page = client.get(url(game))
    moves = "\n".join(good(table(game, player)).split("; ")).lower().replace("*", "*")
    sent = hidden(page) | {"moves": moves}
    assert client.post(url(game, "moves/"), sent).status_code == 303
    assert Game.objects.get(pk=game.pk).version == 2


def test_lanes_are_judged_and_nothing_is_written(client: Client, player: Player) -> None:
    game = begin(player)
    for melds in ("R1 R2", "R1 R2 R3 | R7 Y7 B7", "R12 R13 R1", "R1 R1", "|||", "*" * 50, "R99"):
        page = client.post(url(game, "lanes/"), {"melds": melds})
        assert page.status_code == 200
    assert "strip-line" in text(client.post(url(game, "lanes/"), {"melds": "R1 R2 R3"}))
    assert Game.objects.get(pk=game.pk).version == 1


@pytest.mark.parametrize("state", ["begun", "over", "match"])
def test_a_page_asks_few_questions(
    state: str, client: Client, player: Player, django_assert_max_num_queries: Any
) -> None:
    game = begin(player, length=3 if state == "match" else 1)
    if state != "begun":
        to_the_end(game, player)
    with django_assert_max_num_queries(8):
        client.get(url(game))
    with django_assert_max_num_queries(8):
        client.get("/play/")


def test_a_game_is_deleted_and_brought_back(client: Client, player: Player) -> None:
    game = begin(player)
    page = client.post(url(game, "delete/"), follow=True)
    assert "is deleted" in text(page)
    assert client.get(url(game)).status_code == 404
    assert client.post(url(game, "restore/")).status_code == 303
    assert client.get(url(game)).status_code == 200


def test_the_next_round_of_a_match_is_dealt(client: Client, player: Player) -> None:
    game = begin(player, length=3)
    page = client.get(url(to_the_end(game, player).game))
    assert "Deal the next round" in text(page)
    page = client.post(url(game, "deal/"), hidden(page), **HX)
    assert "Round 2 of 3" in text(page)
    assert len(Game.objects.get(pk=game.pk).rounds) == 2


@pytest.mark.parametrize("language", ["de", "tr"])
def test_every_state_is_drawn_in_every_language(
    language: str, client: Client, player: Player
) -> None:
    client.cookies.load({"istaka_language": language})
    headers = {"Accept-Language": language}
    for key in RULE_SETS:
        game = begin(player, key, length=None)
        assert client.get(url(game), headers=headers).status_code == 200
        to_the_end(game, player)
        page = client.get(url(game), headers=headers)
        assert f'lang="{language}"' in page.content.decode()
        assert "How the table stood" not in text(page)
