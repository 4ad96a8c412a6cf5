"""Sheets as a whole: begun, listed, changed, deleted, printed, exported; and who may see them."""

from __future__ import annotations

import datetime as dt
import html
import re
import uuid
from typing import Any

import pytest
from django.conf import settings as site
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts import clock
from accounts.models import Player
from okey import RULE_SETS
from tests.tutor.sheets import WON, begin, hidden, url, visitor, write
from tutor import cleaning
from tutor.models import Sheet, SheetRound
from tutor.sheets import services
from tutor.sheets.book import open_book
from tutor.sheets.forms import LONGEST_NAME

pytestmark = pytest.mark.django_db

LIST = "/referee/sheet/"
# Names as people and as attackers write them.
NAMES = [
    "Ayşe",
    "Jürgen-Friedrich Müßig",
    "李小龍",
    "مريم",
    "<b>Bob</b>",
    "\"'><img src=x onerror=",
    "{{ 7|add:7 }}",
    "=1+1",
    "+49",
    "-2",
    "@SUM(A1)",
    "👩‍👩‍👧",
]


@pytest.fixture
def player(client: Client) -> Player:
    return visitor(client)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", html.unescape(response.content.decode()))


def new(client: Client, **values: str) -> Any:
    data = hidden(client.get(LIST)) | {"rules": "101-guide", "rounds": "11"} | values
    return client.post(LIST, data)


# Beginning


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_form_asks_what_the_rule_set_has_to_be_agreed_on(client: Client, key: str) -> None:
    rules = RULE_SETS[key]
    page = client.get(f"{LIST}?rules={key}").content.decode()
    assert ('name="seats"' in page) == (len(rules.seating.counts) > 1)
    assert ('name="teams"' in page) == rules.seating.teams
    assert ('name="pot"' in page) == (rules.match.chips is not None)
    offered = re.findall(r'<option value="(\d+)"', page)
    assert offered == [str(count) for count in rules.match.rounds]


def test_another_rule_set_keeps_the_names_that_were_typed(client: Client) -> None:
    response = client.post(
        LIST,
        {"do": "choose", "rules": "101-club", "seats": "2", "name0": "Ayşe", "rounds": "11"},
    )
    assert response.status_code == 200
    page = response.content.decode()
    assert 'value="Ayşe"' in page
    assert 'name="name1"' in page
    assert 'name="name2"' not in page
    assert not re.search(r'class="error"(?![^>]*hidden)', page)
    assert not Player.objects.exists()


def test_a_player_is_made_with_the_first_sheet_and_not_before(client: Client) -> None:
    client.get(LIST)
    assert not Player.objects.exists()
    response = new(client, name0="Ayşe")
    assert response.status_code == 303
    assert Sheet.objects.get().player == Player.objects.get()
    assert client.get(response.headers["Location"]).status_code == 200


def test_a_form_that_is_sent_twice_begins_one_sheet(client: Client) -> None:
    data = {"rules": "101-guide", "rounds": "11", "key": str(uuid.uuid4())}
    first, second = client.post(LIST, data), client.post(LIST, data)
    assert first.headers["Location"] == second.headers["Location"]
    assert Sheet.objects.count() == 1


@pytest.mark.parametrize(
    "bad",
    [
        {"rules": "nothing"},
        {"rules": "101-club", "seats": "3"},
        {"rounds": "6"},
        {"rounds": "x"},
        {"rounds": ""},
        {"rules": "101-club", "rounds": "5", "pot": "-1"},
        {"rules": "101-club", "rounds": "5", "pot": "9" * 30},
        {"rules": "101-siler", "teams": "perhaps"},
        {"key": "x"},
        {"name0": "x" * (LONGEST_NAME + 1)},
        {"name0": "a\x00b"},
        {"name0": "a\u202eb"},
        {"name0": "a\x07b"},
        {"name0": "Ben", "name3": "BEN"},
        {"name2": "Player 2"},
    ],
)
def test_a_sheet_that_cannot_be_is_refused_at_its_place(
    client: Client, bad: dict[str, str]
) -> None:
    response = new(client, **bad)
    assert response.status_code == 400
    page = response.content.decode()
    assert re.search(r'class="error"(?![^>]*hidden)|message is-error', page)
    assert not Sheet.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_stands_on_every_page_as_text(client: Client, name: str) -> None:
    response = new(client, name0=name)
    assert response.status_code == 303
    sheet = Sheet.objects.get()
    write(sheet)
    assert sheet.names[0] == name
    for path in (
        LIST,
        url(sheet),
        url(sheet, "?shown=1"),
        url(sheet, "rounds/1/"),
        url(sheet, "settings/"),
    ):
        page = client.get(path).content.decode()
        assert html.escape(name) in page, path
        if html.escape(name) != name:
            assert name not in page, path


def test_names_that_were_not_given_are_in_the_readers_language(client: Client) -> None:
    new(client)
    sheet = Sheet.objects.get()
    pages = {
        language: text(client.get(url(sheet), headers={"accept-language": language}))
        for language in ("de", "tr", "en")
    }
    assert "Player 2" in pages["en"]
    assert sheet.names == ["", "", "", ""]


def test_there_are_at_most_a_hundred_sheets(client: Client, player: Player) -> None:
    for _ in range(services.MOST_SHEETS):
        begin(player)
    response = new(client)
    assert response.status_code == 409
    assert "100" in text(response)
    assert Sheet.objects.count() == services.MOST_SHEETS
    gone = Sheet.objects.visible_to(player).first()
    assert gone is not None
    assert client.post(url(gone, "delete/")).status_code == 303
    assert new(client).status_code == 303
    assert client.post(url(gone, "restore/")).status_code == 409


def test_posts_are_counted(client: Client, settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**site.ISTAKA_LIMITS, "form": (2, 60), "referee": (2, 60)}
    player = visitor(client)
    sheet = begin(player)
    assert [client.post(url(sheet, "score/"), {}).status_code for _ in range(3)] == [200, 200, 429]
    codes = [client.post(url(sheet, "delete/")).status_code for _ in range(3)]
    assert codes == [303, 303, 429]


# Teams, chips, the end


def test_partners_have_team_columns(client: Client, player: Player) -> None:
    sheet = begin(player, "101-siler", teams=True, rounds=7)
    for _ in range(2):
        write(sheet)
    book = open_book(sheet)
    first, second = book.match.side_totals
    assert (first, second) == tuple(
        sum(book.match.totals[seat] for seat in seats) for seats in ((0, 2), (1, 3))
    )
    page = text(client.get(url(sheet)))
    assert re.search(r'colspan="2"[^>]*>Team 1<.*Team 2<.*Ayşe<.*Çağla<.*Ben<', page)


def test_the_end_names_the_winner_and_shares_the_chips(client: Client, player: Player) -> None:
    sheet = begin(player, "101-club", rounds=3, pot=1000)
    for _ in range(3):
        write(sheet)
    page = text(client.get(url(sheet)))
    assert "Ben wins the match." in page
    assert "Of 1000 chips the house keeps 100" in page
    shares = open_book(sheet).match.shares(1000)
    assert shares is not None
    for chips in shares.seats:
        assert f"<td>{chips}</td>" in page


def test_a_tie_is_called_one(client: Client, player: Player) -> None:
    sheet = begin(player, "classic")
    for seat in "0123" * 4:
        if not open_book(sheet).match.over:
            write(sheet, winner=seat, by="pairs", okey_last="on")
    match = open_book(sheet).match
    assert match.over
    page = text(client.get(url(sheet)))
    assert ("A tie:" in page) == (len(match.winners) > 1)
    SheetRound.objects.filter(sheet=sheet).update(scores=[-7, -7, -7, -7])
    assert "A tie: Ayşe, Ben, Çağla and Player 4" in text(client.get(url(sheet)))


# Changing


def test_names_rounds_and_pot_can_be_changed(client: Client, player: Player) -> None:
    sheet = begin(player, "101-club", rounds=3)
    for _ in range(3):
        write(sheet)
    data = {"version": "1", "name0": "Aylin", "name1": "Ben", "rounds": "5", "pot": "40"}
    assert client.post(url(sheet, "settings/"), data).status_code == 303
    sheet.refresh_from_db()
    assert (sheet.names[:2], sheet.rounds, sheet.pot, sheet.version) == (["Aylin", "Ben"], 5, 40, 2)
    assert not open_book(sheet).match.over
    # The same once more changes nothing; an older sight of it with other values is asked about.
    assert client.post(url(sheet, "settings/"), data).status_code == 303
    response = client.post(url(sheet, "settings/"), data | {"name0": "Ayla"})
    assert response.status_code == 409
    assert "Aylin" in text(response)
    assert 'value="Ayla"' in text(response)
    seen = hidden(response)
    assert client.post(url(sheet, "settings/"), data | {"name0": "Ayla"} | seen).status_code == 303
    sheet.refresh_from_db()
    assert sheet.names[0] == "Ayla"


@pytest.mark.parametrize("version", ["", "x", "0"])
def test_settings_without_a_version_are_not_refused_in_silence(
    client: Client, player: Player, version: str
) -> None:
    sheet = begin(player)
    response = client.post(url(sheet, "settings/"), {"version": version, "rounds": "7"})
    assert response.status_code == 400
    assert "message is-error" in response.content.decode()
    assert hidden(response)["version"] == "1"
    response = client.post(url(sheet, "rounds/1/remove/"), {"version": version})
    assert response.status_code == 404
    write(sheet)
    response = client.post(url(sheet, "rounds/1/remove/"), {"version": version})
    assert response.status_code == 400
    assert "message is-error" in response.content.decode()


def test_fewer_rounds_than_are_played_cannot_be_agreed_on(client: Client, player: Player) -> None:
    sheet = begin(player, "101-club", rounds=5)
    for _ in range(4):
        write(sheet)
    response = client.post(url(sheet, "settings/"), {"version": "1", "rounds": "3"})
    assert response.status_code == 400
    assert "4 rounds are played already." in text(response)


# Deleting


def test_a_deleted_sheet_can_be_brought_back_for_a_day(
    client: Client, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = begin(player)
    write(sheet)
    response = client.post(url(sheet, "delete/"))
    assert client.get(url(sheet)).status_code == 404
    page = client.get(response.headers["Location"]).content.decode()
    assert url(sheet, "restore/") in page
    assert client.post(url(sheet, "restore/")).status_code == 303
    assert client.get(url(sheet)).status_code == 200
    client.post(url(sheet, "delete/"))
    later = clock.now() + dt.timedelta(hours=25)
    monkeypatch.setattr(clock, "now", lambda: later)
    cleaning._pace.forget()
    cleaning.ensure_due()
    assert not Sheet.objects.exists()
    assert not SheetRound.objects.exists()
    assert client.post(url(sheet, "restore/")).status_code == 404


# Who may see it


def test_a_sheet_is_its_players_alone(client: Client, player: Player) -> None:
    sheet = begin(Player.objects.create())
    write(sheet)
    for path in ("", "settings/", "csv/", "rounds/1/"):
        assert client.get(url(sheet, path)).status_code == 404
    for path in ("", "score/", "settings/", "delete/", "restore/", "rounds/1/", "rounds/1/remove/"):
        assert client.post(url(sheet, path), {"version": "1", "winner": "0"}).status_code == 404
    page = client.get(f"{LIST}?again={sheet.pk}&deleted={sheet.pk}").content.decode()
    assert url(sheet, "restore/") not in page
    assert "Çağla" not in client.get(f"{LIST}?again={sheet.pk}").content.decode()
    assert sheet.round_rows.filter(removed_at=None).count() == 1


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999999999"])
def test_a_round_that_is_not_there_is_404(client: Client, player: Player, number: str) -> None:
    sheet = begin(player)
    write(sheet)
    assert client.get(url(sheet, f"rounds/{number}/")).status_code == 404
    assert client.post(url(sheet, f"rounds/{number}/restore/")).status_code == 404
    for query in (f"?shown={number}", f"?removed={number}", "?shown=x&removed=-1", "?shown=²"):
        assert client.get(url(sheet, query)).status_code == 200


# Languages, cost


@pytest.mark.parametrize("language", ["de", "tr", "en"])
@pytest.mark.parametrize("key", RULE_SETS)
def test_every_page_speaks_the_readers_language(
    client: Client, player: Player, language: str, key: str
) -> None:
    sheet = begin(player, key)
    row = write(sheet)
    paths = (LIST, url(sheet), url(sheet, f"?shown={row.number}"), url(sheet, "rounds/1/"))
    for path in (*paths, url(sheet, "settings/")):
        response = client.get(path, headers={"accept-language": language})
        assert response.status_code == 200
        assert f'<html lang="{language}"' in response.content.decode()


def test_a_sheet_costs_as_many_queries_with_fifty_rounds_as_with_one(
    client: Client, player: Player
) -> None:
    sheet = begin(player, "classic")
    counts = []
    for rounds in (1, 50):
        for _ in range(rounds):
            write(sheet, winner="none")
        for path in (LIST, url(sheet), url(sheet, "rounds/1/"), url(sheet, "csv/")):
            client.get(path)
            with CaptureQueriesContext(connection) as asked:
                client.get(path)
            counts.append((path, len(asked)))
    assert counts[:4] == counts[4:]
    assert max(count for _path, count in counts) <= 15


def test_a_list_costs_as_many_queries_with_thirty_sheets_as_with_one(
    client: Client, player: Player
) -> None:
    counts = []
    for sheets in (1, 29):
        for _ in range(sheets):
            write(begin(player))
        with CaptureQueriesContext(connection) as asked:
            client.get(LIST)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 15


def test_a_new_sheet_begins_with_the_rules_of_the_last_and_again_with_its_players(
    client: Client, player: Player
) -> None:
    sheet = begin(player, "101-club", names=("Ayşe", "Ben"), rounds=7)
    page = client.get(LIST).content.decode()
    assert re.search(r'name="rules" value="101-club" checked', page)
    assert 'value="Ayşe"' not in page
    again = client.get(f"{LIST}?again={sheet.pk}").content.decode()
    assert 'value="Ayşe"' in again
    assert 'name="name2"' not in again
    assert WON.keys() == RULE_SETS.keys()
