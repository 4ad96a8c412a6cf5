"""Two who play at one table, and a clock that is stepped."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from accounts import clock
from accounts.models import Player

Step = Callable[[dt.timedelta], None]


@pytest.fixture
def host() -> Player:
    return Player.objects.create()


@pytest.fixture
def friend() -> Player:
    return Player.objects.create()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Step:
    """Step the clock."""
    moment = [clock.now()]
    monkeypatch.setattr(clock, "now", lambda: moment[0])

    def stepped(by: dt.timedelta) -> None:
        moment[0] += by

    return stepped
