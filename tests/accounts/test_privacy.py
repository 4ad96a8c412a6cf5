"""What is kept about a person: every model is declared, exported, erased and merged."""

from __future__ import annotations

import json
import re

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import connection, models
from django.test import Client

from accounts import privacy, tokens
from accounts.models import Player, Session, User
from accounts.registry import Entry, entries
from tests.accounts.conftest import PASSWORD, log_in

pytestmark = pytest.mark.django_db


def test_every_model_has_exactly_one_entry() -> None:
    models_ = {model._meta.label for model in apps.get_models()}
    assert {entry.model for entry in entries()} == models_


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.model)
def test_each_entry_leads_to_its_rows_and_gives_a_reason(entry: Entry) -> None:
    assert len(entry.reason) > 10
    list(entry.rows_of(Player.objects.create()))  # the lookup exists
    fields = {field.name for field in entry.model_class._meta.get_fields()} | {
        field.attname for field in entry.model_class._meta.concrete_fields
    }
    assert set(entry.fields) | set(entry.hidden) <= fields


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.model)
def test_a_model_that_points_to_a_person_has_an_owner(entry: Entry) -> None:
    targets = {Player, User}
    direct = [
        field.name
        for field in entry.model_class._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and field.related_model in targets
    ]
    assert not direct or entry.owner is not None, f"{entry.model}.{direct} leads to a person"


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.model)
def test_what_an_export_names_or_hides_is_a_column_of_the_model(entry: Entry) -> None:
    columns = {field.attname for field in entry.model_class._meta.concrete_fields}
    assert {*entry.fields, *entry.hidden} <= columns


def test_no_secret_is_exported() -> None:
    for entry in entries():
        assert not {"password", "digest", "session_data", "lease_token"} & set(entry.fields)
        if "export" in entry.actions and not entry.fields:
            names = {field.name for field in entry.model_class._meta.concrete_fields}
            assert not {"password", "digest"} & (names - set(entry.hidden))


def test_an_export_holds_everything_and_is_a_file(client: Client, aylin: Player) -> None:
    tokens.issue(aylin, "laptop")
    log_in(client)
    answer = client.get("/account/export/")
    data = json.loads(answer.content)["data"]
    assert answer.headers["Content-Disposition"] == 'attachment; filename="istaka.json"'
    assert data["accounts.User"][0]["username"] == "aylin"
    assert data["accounts.ApiToken"][0]["name"] == "laptop"
    assert data["accounts.Player"][0]["id"] == str(aylin.pk)
    assert set(data) == {entry.model for entry in entries() if "export" in entry.actions}
    assert "argon2" not in answer.content.decode()


def test_an_export_holds_nothing_of_somebody_else(client: Client, aylin: Player) -> None:
    tokens.issue(aylin, "laptop-of-aylin")
    client.post("/account/tokens/", {"name": "mine"})
    text = client.get("/account/export/").content.decode()
    assert "mine" in text
    assert "aylin" not in text


def test_deleting_an_account_needs_its_password(client: Client, aylin: Player) -> None:
    log_in(client)
    assert client.post("/account/delete/", {"password": "wrong"}).status_code == 422
    assert User.objects.exists()
    assert client.post("/account/delete/", {"password": PASSWORD}).status_code == 302
    assert not User.objects.exists()


def test_after_erasing_no_trace_is_left_in_any_table(client: Client, aylin: Player) -> None:
    assert aylin.user is not None
    EmailAddress.objects.create(user=aylin.user, email="aylin-marker@example.org", primary=True)
    tokens.issue(aylin, "aylin-marker")
    log_in(client)
    Client().post("/account/login/", {"login": "aylin", "password": PASSWORD})
    traces = [str(aylin.pk), aylin.pk.hex, "aylin", "aylin-marker"]
    assert _found(traces)
    answer = client.post("/account/delete/", {"password": PASSWORD})
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert _found(traces) == []
    assert not Session.objects.exists()


def test_a_visitor_deletes_what_is_theirs_and_nothing_else(
    client: Client, ben: Player, aylin: Player
) -> None:
    client.post("/account/delete/")
    assert Player.objects.get() == aylin
    assert _found([str(ben.pk), ben.pk.hex]) == []


def test_erasing_a_player_deletes_what_every_room_keeps(aylin: Player) -> None:
    privacy.erase(aylin)
    for entry in entries():
        assert not entry.rows_of(aylin).exists()


@pytest.mark.parametrize(
    ("action", "owner"), [("burn", "player"), ((), "player"), ("export", None), ("anonymise", "p")]
)
def test_an_entry_that_cannot_work_is_refused(action: str, owner: str | None) -> None:
    with pytest.raises(ValueError, match=r"accounts\.User"):
        Entry(model="accounts.User", owner=owner, action=action, reason="none")


def _found(traces: list[str]) -> list[str]:
    """The tables in which one of the texts stands in any column."""
    pattern = re.compile("|".join(map(re.escape, traces)))
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            if any(pattern.search(str(value)) for row in cursor.fetchall() for value in row):
                found.append(table)
    return found
