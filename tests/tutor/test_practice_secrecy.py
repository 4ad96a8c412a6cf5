"""Nobody at a table learns another's tiles or the order of the stock from any answer.

Two proofs over whole rounds. Every answer is drawn once more from what the seat sees, with all
other hands and the stock taken away: it must be the same, so nothing hidden can have gone into it.
And it is searched for the tiles themselves.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import clock
from accounts.models import Player
from okey import RULE_SETS
from okey.bots import seen_by
from okey.replay import Played
from okey.table import Round
from tests.tutor.games import good, hidden, step, table, token, url, with_friends
from tests.tutor.sheets import visitor
from tutor.models import Game
from tutor.practice import company, shown
from tutor.practice.shown import RackTile
from tutor.practice.tables import Table, open_table

pytestmark = pytest.mark.django_db
NEW = {"X-Request-ID"}  # headers that are another's in every answer
HX: dict[str, Any] = {"headers": {"HX-Request": "true"}}
_FRESH = re.compile(rb'(name="(?:csrfmiddlewaretoken|key)" value="[^"]*")|("exported_at": "[^"]*")')


@pytest.fixture(autouse=True)
def without_limits(settings: Settings) -> None:
    """Ask as often as there are moves."""
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (10**7, 60))


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no second pass between an answer and the same once more."""
    moment = clock.now()
    monkeypatch.setattr(clock, "now", lambda: moment)


class Sitting:
    """Two friends and two bots at a table, and a stranger who has the link."""

    def __init__(self, rules: str, seats: int) -> None:
        self.clients = [Client(), Client()]
        self.players = [visitor(client) for client in self.clients]
        self.stranger = Client()
        self.game = with_friends(*self.players, rules=rules, seats=seats, advice=True)

    def table(self, seat: int = 0) -> Table:
        return table(self.game, self.players[seat])

    @property
    def on_turn(self) -> int:
        """The number of the friend who is on turn."""
        return next(at for at in range(2) if self.table(at).my_turn)

    def answers(self, seat: int) -> Iterator[tuple[str, Any]]:
        """Everything that a seat can ask for without doing a move, in every format."""
        client, game = self.clients[seat], self.game
        yield "page in Turkish", client.get(url(game), headers={"Accept-Language": "tr"})
        page = client.get(url(game))
        version = hidden(page)["version"]
        yield "poll", client.get(url(game), {"version": int(version) - 1}, **HX)
        yield "poll again", client.get(url(game), {"version": version}, **HX)
        held = self.table(seat).round.seats[seat].hand or ()
        for melds in ("R1 R2 R3 | B7 B8", " ".join(map(str, held[:3]))):
            yield "lanes", client.post(url(game, "lanes/"), {"melds": melds}, **HX)
        for rest in ("moves/", "undo/", "go-on/", "seats/0/take-back/"):
            # Refused, or without an effect: what is said must tell nothing either.
            sent = hidden(page) | {"moves": "discard R99"}
            yield rest, client.post(url(game, rest), sent, **HX)
        if seat != self.on_turn:
            for text in ("draw", "take", f"discard {held[0]}", "open R1 R2 R3"):
                sent = hidden(page) | {"moves": text, "key": str(uuid.uuid4())}
                yield text, client.post(url(game, "moves/"), sent, **HX)
            yield "advice", client.post(url(game, "advice/"), hidden(page), **HX)
            yield "back", client.post(url(game, "back/"), **HX)
        else:
            for further in ("discard B13", "take"):
                moves = {"moves": f"discard {held[0]}; {further}", "key": str(uuid.uuid4())}
                yield moves["moves"], client.post(url(game, "moves/"), hidden(page) | moves, **HX)
        yield "list", client.get("/play/")
        yield "link", client.get(f"/play/join/{token(game)}/")
        yield "export", client.get("/account/export/")
        for rest in ("rounds/1/record/", "rounds/1/mistakes/", "rounds/0/record/"):
            yield rest, client.get(url(game, rest))

    def answers_to_a_stranger(self) -> Iterator[tuple[str, Any]]:
        """The same addresses for somebody who has the link at most."""
        game, client = self.game, self.stranger
        yield "link", client.get(f"/play/join/{token(game)}/")
        yield "page", client.get(url(game))
        yield "poll", client.get(url(game), {"version": 1}, **HX)
        for rest in ("moves/", "lanes/", "undo/", "advice/", "go-on/", "back/", "leave/"):
            yield rest, client.post(url(game, rest), {"moves": "draw", "melds": "R1"}, **HX)
        for rest in ("rounds/1/record/", "rounds/1/mistakes/"):
            yield rest, client.get(url(game, rest))


def everything(answer: Any) -> bytes:
    """Body, headers and cookies of an answer, without what is new in every one."""
    said = sorted((name, value) for name, value in answer.headers.items() if name not in NEW)
    headers = "\n".join(f"{name}: {value}" for name, value in said)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return _FRESH.sub(b"", body) + headers.encode()


def only_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take from every table what whoever looks does not see, before anything is drawn."""
    whole = Table.played_in

    def seen(self: Table, number: int) -> Played:
        played = whole(self, number)
        return Played(played.moves, tuple(seen_by(one, self.mine) for one in played.rounds))

    monkeypatch.setattr(Table, "played_in", seen)


def sequences(now: Table, mine: int) -> list[str]:
    """Texts that only somebody who sees other hands or the stock could write."""
    rows = [seat.hand or () for at, seat in enumerate(now.round.seats) if at != mine]
    rows.append(tuple(tile for tile in now.round.stock if tile is not None))
    return [
        separator.join(str(tile) for tile in row[at : at + 4])
        for row in rows
        for at in range(max(len(row) - 3, 0))
        for separator in (" ", ",", ", ", '","', '", "')
    ]


def codes(body: bytes) -> set[str]:
    """The tiles that an answer holds for a script."""
    found = re.findall(rb'data-(?:code|tile)="([^"]+)"', body)
    return {one.decode().rpartition("-")[0] or one.decode() for one in found}


def see_to_it(sitting: Sitting, seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at everything that a seat gets now."""
    now = sitting.table(seat)
    first = list(sitting.answers(seat))
    with monkeypatch.context() as patched:
        only_seen(patched)
        again = list(sitting.answers(seat))
    assert [name for name, _ in first] == [name for name, _ in again]
    own = {str(tile) for tile in now.round.seats[seat].hand or ()}
    secret = [text.encode() for text in sequences(now, seat) if len(text) >= 11]
    for (name, one), (_name, other) in zip(first, again, strict=True):
        body = everything(one)
        assert body == everything(other), f"{name} knows what seat {seat} does not see"
        assert codes(body) <= own, name
        assert now.game.seed.encode() not in body, name
        assert not [text for text in secret if text in body], name


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_answer_of_a_whole_round_follows_from_what_its_seat_sees(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(rules, max(RULE_SETS[rules].seating.counts))
    turns = 0
    while not sitting.table().round.over:
        current = sitting.on_turn
        if turns % 9 == list(RULE_SETS).index(rules):  # each looks at other moments of it
            for seat in range(2):
                see_to_it(sitting, seat, monkeypatch)
            for name, answer in sitting.answers_to_a_stranger():
                body = everything(answer)
                assert not codes(body), name
                if name != "link":
                    assert answer.status_code == 404, name
        step(sitting.game, sitting.players[current])
        turns += 1
    assert turns > 5
    for client in sitting.clients:  # now everything may be seen
        assert client.get(url(sitting.game, "rounds/1/record/")).status_code == 200


def test_advice_and_refusals_follow_from_what_the_seat_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = Sitting("101-guide", 4)
    for _ in range(8):
        if sitting.table().round.over:
            break
        seat = sitting.on_turn
        client, game = sitting.clients[seat], sitting.game
        page = client.get(url(game))
        client.post(url(game, "advice/"), hidden(page), **HX)
        first = everything(client.get(url(game), **HX))
        with monkeypatch.context() as patched:
            only_seen(patched)
            assert everything(client.get(url(game), **HX)) == first
        assert b"data-advice" in first
        other = sitting.clients[1 - seat].get(url(game), **HX)
        assert b"data-advice" not in other.content
        step(game, sitting.players[seat])


def test_the_answer_to_a_move_follows_from_what_the_seat_sees_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = Sitting("101-club", 4)
    for _ in range(12):
        if sitting.table().round.over:
            break
        seat = sitting.on_turn
        client, game = sitting.clients[seat], sitting.game
        page = client.get(url(game))
        sent = hidden(page) | {"moves": good(sitting.table(seat))}
        answer = client.post(url(game, "moves/"), sent, **HX)
        now = sitting.table(seat)
        own = {str(tile) for tile in now.round.seats[seat].hand or ()}
        assert codes(answer.content) <= own
        if now.round.over:
            break
        # The same POST once more shows the same, from what is seen alone.
        first = everything(client.post(url(game, "moves/"), sent, **HX))
        with monkeypatch.context() as patched:
            only_seen(patched)
            assert everything(client.post(url(game, "moves/"), sent, **HX)) == first


def test_whoever_lost_the_seat_gets_nothing_more_even_in_the_middle_of_a_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = Sitting("101-club", 4)
    game, (host, friend) = sitting.game, sitting.players
    client = sitting.clients[1]
    page = client.get(url(game))
    whole = Table.played_in

    def taken_meanwhile(self: Table, number: int) -> Played:
        monkeypatch.setattr(Table, "played_in", whole)
        company.take_back(host, game_id=game.pk, number=1, name="Ben")
        return whole(self, number)

    monkeypatch.setattr(Table, "played_in", taken_meanwhile)
    sent = hidden(page) | {"moves": "declare pairs"}
    answer = client.post(url(game, "leave/"), sent, **HX)
    assert answer.status_code == 404
    assert not codes(answer.content)
    for rest in ("", "moves/", "lanes/", "back/"):
        method = client.post if rest else client.get
        assert method(url(game, rest), sent, **HX).status_code == 404
    assert Game.objects.visible_to(friend).count() == 0


def test_a_table_whose_seat_is_gone_is_not_shown_from_another_seat() -> None:
    sitting = Sitting("101-club", 4)
    assert open_table(sitting.game, Player.objects.create()) is None
    assert open_table(sitting.game, None) is None


def test_this_test_would_find_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting("classic", 4)

    def rack_of_the_next(now: Round, *_rest: Any, **_more: Any) -> tuple[Any, ...]:
        hand = now.seats[1].hand or ()
        return tuple(
            RackTile(f"{tile}-1", str(tile), None, "a tile", str(at))
            for at, tile in enumerate(hand)
        )

    see_to_it(sitting, 0, monkeypatch)
    monkeypatch.setattr(shown, "seen_by", lambda round_, _mine: round_)
    monkeypatch.setattr(shown, "_rack", rack_of_the_next)
    with pytest.raises(AssertionError, match="knows what seat 0 does not see"):
        see_to_it(sitting, 0, monkeypatch)


def test_the_export_is_read_as_json_and_has_the_game_without_what_decides_it() -> None:
    sitting = Sitting("101-club", 4)
    found = json.loads(sitting.clients[1].get("/account/export/").content)["data"]["tutor.Game"][0]
    assert found["id"] == str(sitting.game.pk)
    assert not {"seed", "token_hash", "keys"} & set(found)
