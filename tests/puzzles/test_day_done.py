"""A daily once it is answered: days in a row, all answers, a text that spoils nothing, a feed."""

from __future__ import annotations

import uuid
import xml.etree.ElementTree as ET

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from accounts.models import Player
from accounts.players import SESSION_KEY
from puzzles import attempts, dailies
from puzzles.answered_by import distribution
from puzzles.attempts import Place
from puzzles.day_streaks import day_streak
from puzzles.models import Attempt, Daily, PuzzleSolution
from tests.puzzles.conftest import RULES, Clock, best_melds

pytestmark = pytest.mark.django_db

DAILY = Place(Attempt.Context.DAILY)


@pytest.fixture
def week(the_clock: Clock) -> list[Daily]:
    """Three days with a hand, today the last."""
    the_clock.at("2026-12-23 12:00")
    made: list[Daily] = []
    for day in ("2026-12-23", "2026-12-24", "2026-12-25"):
        the_clock.at(f"{day} 12:00")
        if not made:
            seed, proposals = dailies._proposals(clock.today(), RULES)
            dailies._write(clock.today(), RULES, seed, proposals)
        found = dailies.find(clock.today(), RULES)
        assert found is not None
        made.append(found)
    return made


def say(player: Player, daily: Daily, *, right: bool) -> Attempt:
    puzzle = daily.puzzle
    opens = PuzzleSolution.objects.get(puzzle=puzzle).answer["opens"]
    melds = {"melds": best_melds(puzzle) if opens else "R1 R2 R3"}
    raw = melds if opens is right else {"cannot": True}
    outcome = attempts.answer(player=player, puzzle=puzzle, place=DAILY, raw=raw, key=uuid.uuid4())
    assert outcome.attempt.correct is right
    return outcome.attempt


def test_days_count_when_they_were_right_at_the_first_try(
    player: Player, stranger: Player, week: list[Daily], the_clock: Clock
) -> None:
    for daily, day in zip(week, ("2026-12-23", "2026-12-24", "2026-12-25"), strict=True):
        the_clock.at(f"{day} 15:00")
        say(player, daily, right=True)
        say(stranger, daily, right=day != "2026-12-24")
    assert day_streak(player, RULES).days == 3
    assert (day_streak(stranger, RULES).days, day_streak(stranger, RULES).freeze_left) == (2, False)
    assert day_streak(player, "101-guide").days == 0
    assert day_streak(None, RULES).days == 0
    the_clock.at("2026-12-26 00:10")
    assert day_streak(player, RULES).days == 3


def test_a_day_whose_hand_was_withdrawn_breaks_nothing(
    player: Player, week: list[Daily], the_clock: Clock
) -> None:
    for daily in (week[0], week[2]):
        the_clock.at(f"{daily.date} 15:00")
        say(player, daily, right=True)
    assert len(day_streak(player, RULES).frozen) == 1
    week[1].puzzle.state = "withdrawn"
    week[1].puzzle.save()
    row = day_streak(player, RULES)
    assert (row.days, row.frozen) == (2, ())


def test_everybodys_answers_are_counted_and_ones_own_is_marked(
    player: Player, stranger: Player, week: list[Daily]
) -> None:
    third = Player.objects.create()
    mine = say(player, week[2], right=True)
    say(stranger, week[2], right=True)
    say(third, week[2], right=False)
    lines = distribution(mine)
    assert [(line.count, line.share, line.correct, line.mine) for line in lines] == [
        (2, 67, True, True),
        (1, 33, False, False),
    ]
    assert all(line.name for line in lines)


def test_the_others_answers_are_nowhere_before_ones_own(
    client: Client, player: Player, stranger: Player, week: list[Daily]
) -> None:
    session = client.session
    session[SESSION_KEY] = str(player.pk)
    session.save()
    say(stranger, week[2], right=True)
    page = reverse("daily") + f"?rules={RULES}"
    assert "day-answers" not in client.get(page).content.decode()
    attempt = say(player, week[2], right=True)
    done = client.get(page).content.decode()
    assert "day-answers" in done
    shared = done.split('data-copy="', 1)[1].split('"', 1)[0]
    assert f"/puzzles/daily/2026-12-25/?rules={RULES}" in shared
    laid = (attempt.answer or {}).get("melds", "")
    assert laid == "" or laid not in shared
    assert not set("|*") & set(shared)


def test_the_day_costs_few_queries(client: Client, player: Player, week: list[Daily]) -> None:
    session = client.session
    session[SESSION_KEY] = str(player.pk)
    session.save()
    say(player, week[2], right=False)
    page = reverse("daily") + f"?rules={RULES}"
    client.get(page)
    with CaptureQueriesContext(connection) as made:
        assert client.get(page).status_code == 200
    assert len(made) <= 15


def test_the_feed_has_the_days_that_have_been_and_none_that_is_to_come(
    client: Client, week: list[Daily], the_clock: Clock
) -> None:
    the_clock.at("2026-12-24 12:00")
    feed = client.get(reverse("daily-feed"), {"rules": RULES})
    assert feed["Content-Type"].startswith("application/atom+xml")
    entries = ET.fromstring(feed.content).findall("{http://www.w3.org/2005/Atom}entry")
    links = [entry.find("{http://www.w3.org/2005/Atom}link").get("href") for entry in entries]  # type: ignore[union-attr]
    assert [link.split("/daily/")[1][:10] for link in links if link] == ["2026-12-24", "2026-12-23"]
    assert str(week[2].puzzle_id) not in feed.content.decode()
    assert client.get(reverse("daily-feed"), {"rules": "nothing"}).status_code == 404
