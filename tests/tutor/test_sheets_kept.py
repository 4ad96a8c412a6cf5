"""What score sheets keep about a person; and what their tables hold."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import privacy
from accounts.models import Player, User
from accounts.players import merge_players
from tests.tutor.sheets import begin, visitor, write
from tutor.models import Sheet, SheetRound
from tutor.sheets.book import open_book

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(client: Client) -> Player:
    return visitor(client)


def test_sheets_are_exported_and_erased(client: Client, player: Player) -> None:
    sheet = begin(player, names=("Marker-Name", "", "", ""))
    write(sheet)
    data = json.loads(client.get("/account/export/").content)["data"]
    assert data["tutor.Sheet"][0]["names"][0] == "Marker-Name"
    assert data["tutor.SheetRound"][0]["scores"] == [-101, 47, 202, 202]
    privacy.erase(player)
    assert not Sheet.objects.exists()
    assert not SheetRound.objects.exists()


def test_a_visitors_sheets_go_along_when_an_account_is_made() -> None:
    visiting, account = (
        Player.objects.create(),
        Player.objects.create(user=User.objects.create_user("aylin", password="an-old-tea-glass")),
    )
    mine, theirs = begin(visiting), begin(account)
    Sheet.objects.filter(pk=theirs.pk).update(key=mine.key)
    write(mine)
    merge_players(visiting, account)
    assert set(Sheet.objects.visible_to(account)) == {mine, theirs}
    assert open_book(mine).rounds


def test_the_table_holds_what_must_hold(player: Player) -> None:
    sheet = begin(player)
    same: dict[str, Any] = {"player": player, "rules": "101-guide", "rules_version": 2, "names": []}
    for wrong in (
        {"key": sheet.key, "seats": 4},
        {"key": uuid.uuid4(), "seats": 3},
        {"key": uuid.uuid4(), "seats": 2, "teams": True},
        {"key": uuid.uuid4(), "seats": 4, "pot": -1},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Sheet.objects.create(**same, **wrong)
