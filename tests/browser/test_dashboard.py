"""Progress, history and misses with much in them: axe finds nothing, and nothing overflows."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import transaction

from accounts import clock
from puzzles.store import store_shared
from tests.browser.conftest import Open
from tests.browser.test_accessible import LOOK, see, sign_in
from tests.puzzles.conftest import RULES, proposals
from tests.puzzles.ratings.helpers import rated
from tests.site.addresses import caller


@pytest.mark.parametrize("language", ["de", "tr"])
def test_pages_about_many_answers(
    open_site: Open, live_server: object, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    who = caller("visitor")
    assert who.player is not None
    with transaction.atomic():
        puzzles = [one.puzzle for one in store_shared(proposals()) if one is not None]
    now = clock.now()
    for number, puzzle in enumerate(puzzles[:30]):
        moment = now - dt.timedelta(days=60 - 2 * number)
        monkeypatch.setattr(clock, "now", lambda moment=moment: moment)
        attempt = rated(who.player, puzzle, right=number % 3 != 0)
    monkeypatch.setattr(clock, "now", lambda: now)
    visit = sign_in(open_site(**{**LOOK, "language": language}), who)
    amiss = []
    for path in (
        f"/puzzles/dashboard/?rules={RULES}&days=90",
        f"/puzzles/history/?rules={RULES}&tries=first",
        "/puzzles/misses/",
        f"/puzzles/history/{attempt.pk}/",
    ):
        amiss += see(visit, path)
    assert not amiss, "\n".join(amiss)
