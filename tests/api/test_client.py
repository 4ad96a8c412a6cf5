"""The client in the documents does what it says, against the site over HTTP."""

from __future__ import annotations

import importlib.util
import re
import sys
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings

from accounts import clock
from jobs.drain import drain_jobs
from puzzles import generator
from puzzles.kinds.can_open import CanOpen
from puzzles.models import Attempt, Daily, PuzzleSet
from puzzles.store import store_reserved, store_shared

pytestmark = pytest.mark.django_db(transaction=True)
PATH = settings.BASE_DIR / "docs" / "client.py"


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("client_of_the_documents", PATH)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_it_plays_the_daily_and_the_next_puzzle_and_waits_for_a_set(
    script: ModuleType,
    live_server: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    made = generator.block(CanOpen.key, script.RULES, "client", 0)
    store_shared(made[1:])
    first = store_reserved(made[0], public_from=clock.day_start(clock.today()))
    Daily.objects.create(date=clock.today(), rules=script.RULES, puzzle=first, seed="client")
    waited = []

    def work(_seconds: float) -> None:
        waited.append(drain_jobs())  # what the worker would do meanwhile

    monkeypatch.setattr(script.time, "sleep", work)
    script.main(live_server.url)
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"{clock.today()}: ")
    assert said[1].split(" - ")[0] == ("wrong" if made[0].solution["opens"] else "right")
    assert "'gain':" in said[2]
    assert "'before': 1500" in said[3]
    assert said[4].startswith("set: done, 10 of 10, first: ")
    assert waited == [1]
    daily, practice = Attempt.objects.order_by("answered_at")
    assert (daily.context, practice.context) == ("daily", "practice")
    assert practice.choice == "kind"
    assert PuzzleSet.objects.get().items.count() == 10


def test_a_refusal_is_told_in_words(script: ModuleType, live_server: Any) -> None:
    client = script.Client(live_server.url)
    with pytest.raises(SystemExit, match="404"):
        client.call("puzzles/next/?rules=101-guide")
    again = script.Client(live_server.url, client.token)
    assert again.call("sets/")["count"] == 0


def test_it_is_short_and_needs_nothing_that_is_not_in_python() -> None:
    lines = PATH.read_text().splitlines()
    assert len(lines) <= 80
    taken = [line.split()[1].split(".")[0] for line in lines if re.match("(import|from) ", line)]
    assert set(taken) <= sys.stdlib_module_names
