"""Two phones at one sheet: the second learns what the first did, and decides."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from tests.tutor.sheets import WON, begin, hidden, url, visitor, write
from tutor.models import Sheet
from tutor.sheets.book import open_book

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(client: Client) -> Player:
    return visitor(client)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", html.unescape(response.content.decode()))


def fill(client: Client, sheet: Sheet, **filled: str) -> dict[str, str]:
    """The form of a further round as it is sent."""
    return hidden(client.get(url(sheet))) | filled


def test_a_round_written_meanwhile_is_shown_and_the_second_decides(
    client: Client, player: Player
) -> None:
    sheet = begin(player)
    mine = fill(client, sheet, winner="2", opened1="melds", left1="33")
    write(sheet)
    response = client.post(url(sheet), mine)
    assert response.status_code == 409
    page = text(response)
    assert "Round 1: Ayşe −101, Ben 47, Çağla 202" in page
    assert 'name="left1" value="33"' in page
    assert sheet.round_rows.count() == 1
    response = client.post(url(sheet), mine | hidden(response))
    assert response.status_code == 303
    assert [row.scores[1] for row in open_book(sheet).rounds] == [47, 33]


def test_a_round_that_was_corrected_meanwhile_is_not_written_over_unseen(
    client: Client, player: Player
) -> None:
    sheet = begin(player)
    write(sheet)
    mine = hidden(client.get(url(sheet, "rounds/1/"))) | WON["101-guide"] | {"left1": "7"}
    theirs = mine | {"left1": "8"}
    assert client.post(url(sheet, "rounds/1/"), theirs).status_code == 303
    response = client.post(url(sheet, "rounds/1/"), mine)
    assert response.status_code == 409
    assert "Ben 8" in text(response)
    assert 'name="left1" value="7"' in text(response)
    assert sheet.round_rows.get().scores[1] == 8
    assert client.post(url(sheet, "rounds/1/"), mine | hidden(response)).status_code == 303
    assert sheet.round_rows.get().scores[1] == 7
    # The same once more is no conflict: it is what stands.
    assert client.post(url(sheet, "rounds/1/"), mine).status_code == 303


def test_a_round_that_was_taken_out_meanwhile_comes_back_only_if_asked(
    client: Client, player: Player
) -> None:
    sheet = begin(player)
    write(sheet)
    mine = hidden(client.get(url(sheet, "rounds/1/"))) | WON["101-guide"] | {"left1": "7"}
    client.post(url(sheet, "rounds/1/remove/"), {"version": "1"})
    response = client.post(url(sheet, "rounds/1/"), mine)
    assert response.status_code == 409
    assert not open_book(sheet).rounds
    again = mine | hidden(response) | {"put_back": "on"}
    assert client.post(url(sheet, "rounds/1/"), again).status_code == 303
    assert [row.scores[1] for row in open_book(sheet).rounds] == [7]


def test_a_round_that_was_changed_meanwhile_is_not_taken_out_unseen(
    client: Client, player: Player
) -> None:
    sheet = begin(player)
    write(sheet)
    changed = hidden(client.get(url(sheet, "rounds/1/"))) | WON["101-guide"] | {"left1": "8"}
    client.post(url(sheet, "rounds/1/"), changed)
    response = client.post(url(sheet, "rounds/1/remove/"), {"version": "1"})
    assert response.status_code == 409
    assert len(open_book(sheet).rounds) == 1
