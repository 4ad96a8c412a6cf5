"""Games over HTTP: what one seat sees, moves in notation, and nothing else."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any

import pytest

from accounts.models import Player
from okey import RULE_SETS
from okey.bots import choose, seen_by
from okey.position_text import format_position, parse_position
from okey.positions import read_position
from okey.record import parse_record
from okey.rules.rulesets import rule_set
from tests.calling import Api, code
from tests.tutor import games
from tutor.models import Game

pytestmark = pytest.mark.django_db

TABLES = [(key, seats) for key, rules in RULE_SETS.items() for seats in rules.seating.counts]


class Games:
    """The games of one player, in English."""

    def __init__(self, player: Player | None) -> None:
        self.site = Api(player)
        self.site.headers["Accept-Language"] = "en"

    def get(self, path: str, **query: Any) -> Any:
        return self.site.get(f"games/{path}", **query)

    def post(self, path: str, **body: Any) -> Any:
        body.setdefault("key", str(uuid.uuid4()))
        return self.site.post(f"games/{path}", body)

    def begin(self, rules: str = "101-club", **more: Any) -> Any:
        answer = self.post("", rules=rules, **more)
        assert answer.status_code == 201, answer.content
        return answer.json()

    def do(self, game: Any, what: str, **more: Any) -> Any:
        return self.post(f"{game['id']}/{what}/", version=game["version"], **more)


@pytest.fixture
def player() -> Player:
    return Player.objects.create()


@pytest.fixture
def api(player: Player) -> Games:
    return Games(player)


def good(game: Any, level: Any = "middle") -> list[str]:
    """Moves for one's seat, from nothing but what the answer says."""
    seen = read_position(game["position"], rule_set(game["rules"]))
    return [str(move) for move in choose(seen, level, "api")]


def played(api: Games, game: Any) -> Any:
    """The game when its round is over."""
    while game["score"] is None:
        answer = api.do(game, "moves", moves=good(game))
        assert answer.status_code == 200, answer.content
        assert answer.json()["illegal"] is None, answer.json()
        game = answer.json()["game"]
    return game


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_a_round_is_played_from_what_the_answers_say_and_its_record_follows(
    api: Games, rules: str, seats: int
) -> None:
    game = api.begin(rules, seats=seats)
    assert (game["seats"], game["seat"], game["state"]) == (seats, 0, "active")
    assert game["my_turn"] or game["score"]
    assert code(api.get(f"{game['id']}/record/")) == (409, "going")
    game = played(api, game)
    assert game["state"] == "over"
    assert game["position"] is None
    assert game["legal"] == []
    assert len(game["score"]["scores"]) == seats
    kept = api.get(f"{game['id']}/record/").json()
    assert parse_record(kept["text"]) == parse_record(json.dumps(kept["record"]))
    assert [one["move"] for one in game["moves"]] == [
        str(m) for m in parse_record(kept["text"]).moves
    ]
    answer = api.site.post("replay/", kept["record"]).json()
    assert answer["result"]["scores"] == game["score"]["scores"]


def test_an_answer_holds_no_tile_that_the_seat_does_not_see(api: Games, player: Player) -> None:
    game = api.begin("101-guide")
    for _ in range(3):
        table = games.table(Game.objects.get(pk=game["id"]), player)
        seen = seen_by(table.round, 0)
        position = game["position"]
        assert position["hands"][0] == " ".join(map(str, seen.hand or ()))
        assert all(isinstance(hand, int) for hand in position["hands"][1:])
        assert isinstance(position["stock"], int)
        assert table.game.seed not in json.dumps(game)
        said = json.dumps({**game, "position": None, "moves": []})
        assert re.findall(r"\b[RYBK]\d{1,2}\b", said) == []
        game = api.do(game, "moves", moves=good(game)).json()["game"]


def test_a_move_that_is_not_allowed_is_a_result_and_nothing_is_made(api: Games) -> None:
    game = api.begin()
    before = api.get(f"{game['id']}/").json()
    position = game["position"]
    if position["phase"] == "draw":
        game = api.do(game, "moves", moves=["draw"]).json()["game"]
        before, position = game, game["position"]
    first = position["hands"][0].split()[0]
    answer = api.do(game, "moves", moves=[f"open {first} {first} {first}"])
    assert answer.status_code == 200
    found = answer.json()
    assert found["illegal"]["violations"]
    assert found["illegal"]["move"].startswith("open")
    assert found["game"]["moves"] == before["moves"]
    assert api.get(f"{game['id']}/").json() == before


def test_what_is_no_move_is_an_error_with_its_place(api: Games) -> None:
    game = api.begin()
    assert code(api.do(game, "moves", moves=["jump"])) == (400, "notation.move")
    assert code(api.do(game, "moves", moves=[]))[0] == 400
    assert code(api.do(game, "moves", moves="draw")) == (400, "field.not-a-list")
    assert code(api.post(f"{game['id']}/moves/", moves=["draw"])) == (400, "field.required")
    assert code(api.post("", rules="chess")) == (400, "field.invalid-choice")
    assert code(api.post("", rules="101-guide", seats=3)) == (400, "match.seats")


def test_the_same_key_is_done_once_and_an_old_version_is_told(api: Games) -> None:
    key = str(uuid.uuid4())
    game = api.begin(key=key)
    assert api.begin(key=key)["id"] == game["id"]
    sent = {"moves": good(game), "key": str(uuid.uuid4())}
    first, again = (api.do(game, "moves", **sent).json() for _ in range(2))
    assert first["game"]["moves"] == again["game"]["moves"]
    assert code(api.do(game, "moves", moves=["draw"])) == (409, "stale")
    assert api.get("").json()["count"] == 1


def test_a_move_is_taken_back_and_advice_can_be_played(api: Games) -> None:
    game = api.begin("101-siler", level="random")
    for _ in range(4):
        advised = api.do(game, "advice").json()
        assert advised["reasons"][0]["message"].endswith(".")
        game = api.do(advised["game"], "moves", moves=advised["moves"]).json()["game"]
        if game["score"]:
            return
    if game["position"]["phase"] == "draw":
        game = api.do(game, "moves", moves=["draw"]).json()["game"]
    assert code(api.do(game, "undo")) == (409, "undo")  # it has shown a tile


def test_a_match_goes_on_with_the_next_round(api: Games) -> None:
    game = api.begin("101-club", seats=2, length="match", level="random")
    assert code(api.do(game, "deal")) == (409, "deal")
    game = played(api, game)
    assert [one["seat"] for one in game["standings"]] == [0, 1]
    assert game["can_deal"]
    after = api.do(game, "deal").json()["game"]
    assert after["round"] == 1
    assert code(api.get(f"{game['id']}/record/")) == (409, "going")
    assert api.get(f"{game['id']}/record/", round=0).status_code == 200
    assert code(api.get(f"{game['id']}/record/", round=2)) == (404, "not-found")


@pytest.mark.parametrize("what", ["", "moves/", "undo/", "advice/", "deal/", "record/"])
def test_nobody_else_finds_a_game(api: Games, what: str) -> None:
    game = api.begin()
    body = {"version": 1, "moves": ["draw"]}
    for other in (Games(Player.objects.create()), Games(None)):
        for place in (game["id"], uuid.uuid4()):
            path = f"{place}/{what}"
            answer = other.get(path) if what in ("", "record/") else other.post(path, **body)
            assert code(answer) == (404, "not-found")
    assert Games(Player.objects.create()).get("").json()["results"] == []
    assert code(Games(None).post("", rules="classic"))[0] == 401


def test_a_table_with_friends_is_seen_from_each_seat_and_only_from_there(player: Player) -> None:
    friend = Player.objects.create()
    made = games.with_friends(player, friend)
    mine, theirs = (Games(one).get(f"{made.pk}/").json() for one in (player, friend))
    assert (mine["seat"], theirs["seat"]) == (0, 1)
    assert mine["position"]["hands"][0] != theirs["position"]["hands"][0]
    assert isinstance(mine["position"]["hands"][1], int)
    assert isinstance(theirs["position"]["hands"][0], int)
    assert mine["my_turn"] + theirs["my_turn"] == 1
    late = mine if theirs["my_turn"] else theirs
    other = player if theirs["my_turn"] else friend
    assert code(Games(other).do(late, "moves", moves=["draw"])) == (409, "turn")


def test_the_position_opens_in_the_engine(api: Games) -> None:
    game = api.begin()
    seen = read_position(game["position"], rule_set("101-club"))
    assert parse_position(format_position(seen)) == seen
