"""The small cast of these tests: Aylin has an account, Ben is a visitor."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import Player, User

PASSWORD = "an-old-tea-glass"


@pytest.fixture
def aylin(db: None) -> Player:
    """An account."""
    user = User.objects.create_user("aylin", "aylin@example.org", PASSWORD)
    return Player.objects.create(user=user)


@pytest.fixture
def ben(client: Client, db: None) -> Player:
    """A visitor, made by their first write, in the session of `client`."""
    client.post("/account/tokens/", {"name": "phone"})
    return Player.objects.get(user=None)


def log_in(client: Client, name: str = "aylin", password: str = PASSWORD) -> Any:
    """Log in through the form."""
    return client.post("/account/login/", {"login": name, "password": password})
