"""The sheet as a file for a spreadsheet: a table, and no cell that calculates."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client

from accounts.models import Player
from tests.tutor.sheets import begin, url, visitor, write
from tutor.csv_files import BOM, cell, csv_text
from tutor.sheets.book import open_book

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(client: Client) -> Player:
    return visitor(client)


def test_the_file_is_a_table_of_the_sheet(client: Client, player: Player) -> None:
    sheet = begin(player, "101-siler", names=("=1+1", "@x", "李", ""), teams=True, rounds=7)
    for _ in range(2):
        write(sheet)
    response = client.get(url(sheet, "csv/"))
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"].startswith("attachment;")
    assert "no-store" in response.headers["Cache-Control"]
    content = response.content.decode()
    assert content.startswith(BOM)
    rows = list(csv.reader(io.StringIO(content.removeprefix(BOM))))
    assert rows[0] == ["Round", "'=1+1", "'@x", "李", "Player 4", "Team 1", "Team 2"]
    match = open_book(sheet).match
    assert rows[-2] == ["Total", *map(str, (*match.totals, *match.side_totals))]
    assert rows[1][1:5] == [str(score) for score in match.played[0].scores]


@pytest.mark.parametrize(
    "bad", ["=1+1", "+1", "-1", "@a", "\tx", "\rx", "\nx", " =1", "＝1", "-", '=HYPERLINK("x")']
)
def test_no_text_in_a_file_begins_a_formula(bad: str) -> None:
    assert cell(bad) == f"'{bad}"
    row = next(csv.reader(io.StringIO(csv_text([[bad, -5]]).removeprefix(BOM), newline="")))
    assert row == [f"'{bad}", "-5"]
