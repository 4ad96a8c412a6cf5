"""The pages of a table with friends: the link, sitting down, waiting, and what comes by asking."""

from __future__ import annotations

import datetime as dt
import html
import re
import uuid
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import clock
from accounts.models import Player
from tests.tutor.games import begin, hidden, sit, step, table, token, url, with_friends
from tests.tutor.sheets import visitor
from tutor.models import Game, GameSeat
from tutor.practice import company
from tutor.practice.tables import TURN_TIME

pytestmark = pytest.mark.django_db
HX: dict[str, Any] = {"headers": {"HX-Request": "true"}}
PLAN = {
    "rules": "101-club", "seats": "4", "level": "middle", "length": "round", "company": "friends",
    "advice": "no",
}  # fmt: skip


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", html.unescape(response.content.decode()))


def link(game: Game) -> str:
    return f"/play/join/{token(game)}/"


@pytest.fixture
def host(client: Client) -> Player:
    return visitor(client)


def test_from_the_form_of_the_host_to_a_round_with_a_friend(client: Client) -> None:
    sent = PLAN | {"name": "Ayşe", "key": str(uuid.uuid4())}
    page = client.post("/play/", sent, follow=True)
    address = page.redirect_chain[-1][0]
    found = re.search(r'value="http://testserver(/play/join/[\w-]+/)"', page.content.decode())
    assert found is not None
    other = Client()
    invited = other.get(found[1])
    assert "Ayşe invites you" in text(invited)
    assert "3 seats are free" in text(invited)
    assert Player.objects.count() == 1  # to look makes nobody a player
    joined = other.post(found[1], hidden(invited) | {"name": "Ben"})
    assert (joined.status_code, joined["Location"]) == (303, address)
    waits = other.get(address)
    assert "Ayşe begins the round" in text(waits)
    assert found[1] not in waits.content.decode()  # the link is the host's to give
    assert "Begin the round" not in text(waits)
    page = client.post(f"{address}start/", hidden(client.get(address)), **HX)
    assert "data-round" in text(page)
    assert "data-board" in text(other.get(address))
    game = Game.objects.get()
    assert [seat.name for seat in game.seat_rows.all()] == ["Ayşe", "Ben", "Mert", "Elif"]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "Say what the others call you"),
        ("  ", "Say what the others call you"),
        ("x" * 31, "at most 30"),
        ("\u202eneB", "letters that can be seen"),
        ("\u200b", "letters that can be seen"),
        ("!!", "letters that can be seen"),
        ("ayşe", "Somebody else at the table"),
    ],
)
def test_a_name_that_cannot_be_is_asked_for_again(
    name: str, problem: str, client: Client, host: Player
) -> None:
    game = begin(host, friends=True, name="Ayşe")
    other = Client()
    page = other.post(link(game), hidden(other.get(link(game))) | {"name": name})
    assert page.status_code in (400, 409)
    assert problem in text(page)
    assert GameSeat.objects.filter(player=None).count() == 3
    if name != "ayşe":
        page = client.post("/play/", PLAN | {"name": name, "key": str(uuid.uuid4())})
        assert page.status_code == 400
        assert problem in text(page)


def test_a_name_is_shown_as_it_is_and_never_as_markup(client: Client, host: Player) -> None:
    game = begin(host, friends=True, name="<i>A</i>")
    other = Client()
    name = "<script>x</script>"
    other.post(link(game), hidden(other.get(link(game))) | {"name": name})
    pages = [client.get(url(game)), Client().get(link(game))]
    company.start(host, game_id=game.pk, key=uuid.uuid4())
    pages += [client.get(url(game)), other.get(url(game))]
    for page in pages:
        assert "<script>x" not in page.content.decode()
        assert "<i>A" not in page.content.decode()


def test_every_link_that_opens_nothing_has_one_answer(client: Client, host: Player) -> None:
    full = with_friends(host, *(Player.objects.create() for _ in range(3)))
    over = begin(host, friends=True, name="Ayşe")
    closed, away, renewed = (begin(host, friends=True, name="Ayşe") for _ in range(3))
    links = [link(one) for one in (full, over, closed, away, renewed)]
    links += ["/play/join/nothing/", f"/play/join/{'x' * 100}/", "/play/join/-_-/"]
    Game.objects.filter(pk=over.pk).update(state="over")
    company.close_link(host, game_id=closed.pk)
    client.post(url(away, "delete/"))
    company.renew_link(host, game_id=renewed.pk, key=uuid.uuid4())
    bodies = set()
    for address in links:
        for answer in (Client().get(address), Client().post(address, {"name": "Cem"})):
            assert answer.status_code == 404
            assert "does not open a table" in text(answer)
            body = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", answer.content)
            bodies.add(re.sub(rb'name="next" value="[^"]*"', b"", body))
    assert len(bodies) == 1


def test_whoever_sits_there_comes_back_by_the_link(client: Client, host: Player) -> None:
    other = Client()
    friend = visitor(other)
    game = with_friends(host, friend)
    company.leave(friend, game_id=game.pk)
    page = other.get(link(game))
    assert "You sit there as Ben" in text(page)
    assert other.post(link(game), hidden(page)).status_code == 303
    assert not table(game, friend).away
    assert GameSeat.objects.filter(player=friend).count() == 1


def test_a_page_that_asks_gets_nothing_until_something_has_changed(
    client: Client, host: Player
) -> None:
    other = Client()
    friend = visitor(other)
    game = with_friends(host, friend)
    players, clients = (host, friend), (client, other)
    current = 0 if table(game, host).my_turn else 1
    waiting = clients[1 - current]
    version = hidden(waiting.get(url(game)))["version"]
    for _ in range(2):
        answer = waiting.get(url(game), {"version": version}, **HX)
        assert (answer.status_code, answer.content) == (204, b"")
    step(game, players[current])
    answer = waiting.get(url(game), {"version": version}, **HX)
    assert answer.status_code == 200
    assert 'id="game"' in text(answer)
    assert "<html" not in text(answer)
    assert f"?version={Game.objects.get().version}" in text(answer)
    assert waiting.get(url(game), {"version": version}).status_code == 200  # a page, reloaded
    assert Client().get(url(game), {"version": version}, **HX).status_code == 404


def test_only_a_table_with_friends_asks(client: Client, host: Player) -> None:
    alone, friends = begin(host), begin(host, friends=True, name="Ayşe")
    assert "data-watch" not in text(client.get(url(alone)))
    assert "data-watch" in text(client.get(url(friends)))
    assert "At this table" not in text(client.get(url(alone)))


def test_the_page_of_another_lets_a_bot_on_when_the_time_has_run_out(
    client: Client, host: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Client()
    friend = visitor(other)
    game = with_friends(host, friend)
    clients = (client, other) if table(game, host).my_turn else (other, client)
    own, others = (text(one.get(url(game))) for one in clients)
    assert "go-on/" not in own
    assert "I am still thinking" in own
    assert "go-on/" in others
    assert re.search(r"load delay:1[12]\ds", others)
    before = Game.objects.get().version
    assert clients[1].post(url(game, "go-on/"), **HX).status_code == 200
    assert Game.objects.get().version == before
    moment = clock.now() + TURN_TIME + dt.timedelta(seconds=1)
    monkeypatch.setattr(clock, "now", lambda: moment)
    page = clients[1].post(url(game, "go-on/"), **HX)
    assert "Your turn" in text(page) or "data-round-over" in text(page)
    page = clients[0].get(url(game))
    assert "A bot plays for you until you come back" in text(page)
    assert "Play on myself" in text(page)
    assert "away, a bot plays" in text(clients[1].get(url(game)))
    assert clients[0].post(url(game, "back/")).status_code == 303
    assert "Play on myself" not in text(clients[0].get(url(game)))


def test_the_host_takes_a_seat_back_and_the_page_there_is_told(
    client: Client, host: Player
) -> None:
    other = Client()
    game = with_friends(host, visitor(other))
    assert "take-back" not in text(other.get(url(game)))
    assert "Take the seat back" in text(client.get(url(game)))
    page = client.post(url(game, "seats/1/take-back/"), {"name": "Ben"}, **HX)
    assert "Ben" not in text(page)
    assert other.get(url(game), {"version": 1}, **HX).status_code == 404
    assert text(other.get("/play/")).count("101 Club") == 1  # the rule set, and no game


def test_a_friend_refused_what_is_the_hosts_reads_why(client: Client, host: Player) -> None:
    other = Client()
    game = with_friends(host, visitor(other))
    for rest in ("link/", "seats/0/take-back/"):
        page = other.post(url(game, rest), {"do": "new", "name": "Ayşe"})
        assert page.status_code == 409
        assert "Only the host of the table may do that" in text(page)


def test_giving_up_the_seat_leaves_the_table_to_the_others(client: Client, host: Player) -> None:
    other = Client()
    friend = visitor(other)
    game = with_friends(host, friend)
    assert "Give up your seat" in text(client.get(url(game)))
    page = client.post(url(game, "delete/"), follow=True)
    assert "A bot plays from your seat now" in text(page)
    assert client.get(url(game)).status_code == 404
    assert Game.objects.get().state == "active"
    assert "The link for your friends" in text(other.get(url(game)))  # who hosts it now


def test_advice_is_offered_only_where_the_host_allows_it(client: Client, host: Player) -> None:
    for allowed in (True, False):
        game = with_friends(host, advice=allowed)
        page = text(client.get(url(game)))
        assert ("Show me" in page) == allowed
        assert ("Nobody asks for advice" in page) != allowed
        answer = client.post(url(game, "advice/"), hidden(client.get(url(game))), **HX)
        assert answer.status_code == (200 if allowed else 409)


def test_at_the_end_both_read_the_same_score_and_each_their_own_mistakes(
    client: Client, host: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tutor.practice import mistaken

    other = Client()
    friend = visitor(other)
    game = with_friends(host, friend, rules="classic")
    asked: list[int] = []

    def none(_rounds: Any, _moves: Any, seat: int) -> tuple[()]:
        asked.append(seat)
        return ()

    monkeypatch.setattr(mistaken, "mistakes", none)
    while not (now := table(game, host)).round.over:
        step(game, host if now.my_turn else friend)
    for one in (client, other):
        assert "data-round-over" in text(one.get(url(game)))
        assert "data-watch" not in text(one.get(url(game)))
        assert one.get(url(game, "rounds/1/mistakes/")).status_code == 200
    assert asked == [0, 1]


def test_who_joins_too_often_has_to_wait(host: Player, settings: Settings) -> None:
    settings.ISTAKA_LIMITS = settings.ISTAKA_LIMITS | {"form": (3, 600)}
    other = Client()
    visitor(other)
    codes = [other.post(f"/play/join/{number}/", {"name": "x"}).status_code for number in range(5)]
    assert codes == [404, 404, 404, 429, 429]


@pytest.mark.parametrize("state", ["waiting", "running", "over"])
def test_a_page_of_a_table_with_friends_asks_few_questions(
    state: str, client: Client, host: Player, django_assert_max_num_queries: Any
) -> None:
    game = begin(host, "classic", friends=True, name="Ayşe")
    friend = Player.objects.create()
    sit(game, friend, "Ben")
    if state != "waiting":
        company.start(host, game_id=game.pk, key=uuid.uuid4())
    while state == "over" and not (now := table(game, host)).round.over:
        step(game, host if now.my_turn else friend)
    version = Game.objects.get().version
    with django_assert_max_num_queries(8):
        client.get(url(game))
    with django_assert_max_num_queries(5):
        client.get(url(game), {"version": version}, **HX)
    if state != "over":
        with django_assert_max_num_queries(8):
            Client().get(link(game))
