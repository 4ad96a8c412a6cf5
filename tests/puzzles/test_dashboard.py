"""The dashboard: figures that add up, lead to what is behind them, and to a set that trains it."""

from __future__ import annotations

import datetime as dt
import re
import uuid
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from accounts.models import Player
from accounts.players import SESSION_KEY
from okey.errors import InputError
from puzzles import history
from puzzles.attempts import Place
from puzzles.dashboard import figures as figuring
from puzzles.dashboard import pages, training
from puzzles.dashboard.figures import Tally, figures
from puzzles.errors import KeyReused
from puzzles.models import (
    Attempt,
    AttemptMark,
    PlayerRating,
    Puzzle,
    PuzzleSet,
    RatingChange,
)
from puzzles.ratings import restoring
from tests.puzzles.conftest import RULES, Clock
from tests.puzzles.ratings.helpers import rated, rating_of, say

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor(client: Client, player: Player) -> Player:
    """The client's player."""
    session = client.session
    session[SESSION_KEY] = str(player.pk)
    session.save()
    return player


@pytest.fixture
def practised(visitor: Player, pool: list[Puzzle], the_clock: Clock) -> Player:
    """Twelve rated answers on four days, two in three of them right, and one with a hint."""
    the_clock.at("2027-01-20 20:00")
    for number, puzzle in enumerate(pool[:12]):
        if number % 3 == 0:
            the_clock.forward(days=1)
        the_clock.forward(minutes=1)
        rated(visitor, puzzle, right=number % 3 != 1)
    hinted = say(visitor, pool[12], right=True).attempt
    Attempt.objects.filter(pk=hinted.pk).update(hint_level=1, expected=None)
    return visitor


def page(client: Client, **query: Any) -> str:
    answer = client.get(reverse("dashboard"), {"rules": RULES, **query})
    assert answer.status_code == 200
    return answer.content.decode()


def test_all_figures_count_the_first_answers_without_a_hint(practised: Player) -> None:
    found = figures(practised, RULES, 30)
    assert (found.total.answers, found.total.right) == (12, 8)
    assert found.kinds == {"can-open": found.total}
    assert found.rule_sets == {RULES: found.total}
    assert sum(one.answers for one in found.by_day.values()) == 12
    assert sum(one.answers for one in found.times.values()) == 12
    assert 0 < found.total.expected < 12


def test_only_the_days_asked_for_are_counted(practised: Player, the_clock: Clock) -> None:
    assert figures(practised, RULES, 1).total.answers == 3
    assert figures(practised, RULES, 2).total.answers == 6
    the_clock.forward(days=90)
    found = figures(practised, RULES, 90)
    assert found.total.answers == 0
    assert found.first_day == clock.today() - dt.timedelta(days=89)


def test_a_day_begins_and_ends_in_istanbul(
    visitor: Player, pool: list[Puzzle], the_clock: Clock
) -> None:
    for moment, puzzle in (("2026-11-20 23:59", pool[0]), ("2026-11-21 00:01", pool[1])):
        the_clock.at(moment)
        rated(visitor, puzzle)
    found = figures(visitor, RULES, 7)
    assert set(found.by_day) == {dt.date(2026, 11, 20), dt.date(2026, 11, 21)}


def test_further_tries_and_other_players_do_not_count(
    practised: Player, stranger: Player, pool: list[Puzzle]
) -> None:
    rated(stranger, pool[20])
    say(practised, pool[1], right=True, place=Place("practice", try_no=2))
    assert figures(practised, RULES, 30).total.answers == 12


def test_the_course_ends_at_the_rating_and_begins_at_the_start(practised: Player) -> None:
    course = figures(practised, RULES, 30).course
    assert course[-1][1] == pytest.approx(rating_of(practised, RULES))
    assert course[0][1] == pytest.approx(1500)
    assert [date for date, _ in course] == sorted(date for date, _ in course)
    assert len(course) == 5


def test_what_was_taken_back_is_not_in_the_course(practised: Player, pool: list[Puzzle]) -> None:
    Puzzle.objects.filter(pk=pool[1].pk).update(state="withdrawn")
    restoring.restore(pool[1])
    course = figures(practised, RULES, 30).course
    assert course[-1][1] == pytest.approx(rating_of(practised, RULES))
    assert course[0][1] == pytest.approx(1500)


def test_themes_and_broken_rules_are_counted_by_kind(practised: Player) -> None:
    found = figures(practised, RULES, 30)
    marks = AttemptMark.objects.filter(attempt__expected__isnull=False)
    for (kind, theme), tally in found.themes.items():
        assert kind == "can-open"
        assert tally.answers == marks.filter(sort="theme", key=theme).count()
    assert found.broken
    for rule, by_kind in found.broken.items():
        assert sum(by_kind.values()) == marks.filter(sort="rule", key=rule).count()


def test_few_answers_do_not_outweigh_many() -> None:
    assert Tally(20, 16, 10.0).edge > Tally(1, 1, 0.5).edge > 0
    assert Tally(20, 4, 10.0).edge < Tally(1, 0, 0.5).edge < 0
    assert Tally().edge == 0


def test_every_number_leads_to_just_the_answers_behind_it(
    client: Client, practised: Player
) -> None:
    html = page(client)
    links = set(re.findall(r'href="(/puzzles/history/\?[^"]+)"[^>]*>(.*?)</a>', html, re.DOTALL))
    assert len(links) > 5
    checked = 0
    for address, text in links:
        numbers = re.findall(r"\d+", re.sub(r"<[^>]+>", " ", unescape(text)))
        count = _count(client, unescape(address))
        assert str(count) in numbers, (address, text, count)
        checked += 1
    assert checked == len(links)


def _count(client: Client, address: str) -> int:
    html = client.get(address).content.decode()
    found = re.search(r'<p class="second">(\d+) answer', html)
    return int(found.group(1)) if found else 0


def test_every_plot_stands_beside_a_table_that_says_the_same(
    client: Client, practised: Player
) -> None:
    html = page(client)
    assert html.count('class="pygal-chart"') == 2
    assert 'aria-hidden="true" focusable="false"' in html
    for date, rating in figures(practised, RULES, 30).course:
        assert f"<td>{rating:.0f}</td>" in html, date
    assert html.count("<caption") >= 5


def test_with_nothing_answered_the_page_is_calm(client: Client, visitor: Player) -> None:
    html = page(client)
    assert "Nothing to tell yet" in html
    assert "pygal" not in html
    assert client.get(reverse("dashboard")).status_code == 200


def test_a_single_answer_draws_what_can_be_drawn(
    client: Client, visitor: Player, opener: Puzzle
) -> None:
    rated(visitor, opener)
    assert "1 of 1" in page(client)


@pytest.mark.parametrize("query", [{"days": 0}, {"days": 91}, {"days": "x"}, {"rules": "chess"}])
def test_what_cannot_be_asked_is_not_found(client: Client, query: dict[str, Any]) -> None:
    assert client.get(reverse("dashboard"), query).status_code == 404


def test_the_page_costs_the_same_with_ten_times_the_answers(
    client: Client, visitor: Player, pool: list[Puzzle], the_clock: Clock
) -> None:
    counts = []
    for puzzles in (pool[:3], pool[3:33]):
        for number, puzzle in enumerate(puzzles):
            the_clock.forward(hours=7)
            rated(visitor, puzzle, right=number % 2 == 0)
        page(client, days=90)
        with CaptureQueriesContext(connection) as asked:
            page(client, days=90)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 15
    with CaptureQueriesContext(connection) as asked:
        figures(visitor, RULES, 90)
    assert len(asked) == 7


def test_ratings_show_the_time_away_in_the_deviation(
    client: Client, practised: Player, the_clock: Clock
) -> None:
    known = PlayerRating.objects.get().deviation
    assert f"± {known:.0f}" in page(client)
    the_clock.forward(weeks=60)
    assert f"± {known:.0f}" not in page(client)


# --- training -------------------------------------------------------------------------------------


def train(client: Client, **fields: object) -> tuple[int, PuzzleSet | None]:
    data = {"rules": RULES, "kind": "can-open", "key": uuid.uuid4(), **fields}
    answer = client.post(reverse("dashboard-train"), data)
    return answer.status_code, PuzzleSet.objects.order_by("-created_at").first()


def test_a_weakness_leads_to_a_set_of_unseen_puzzles_near_the_strength(
    client: Client, practised: Player
) -> None:
    status, made = train(client)
    assert status == 303
    assert made is not None
    puzzles = [item.puzzle for item in made.items.select_related("puzzle")]
    assert len(puzzles) == made.count == training.COUNT
    seen = set(Attempt.objects.filter(player=practised).values_list("puzzle", flat=True))
    assert not seen & {puzzle.pk for puzzle in puzzles}
    assert client.get(reverse("set", args=[made.pk])).status_code == 200


def test_a_theme_leads_to_a_set_of_just_that_theme(client: Client, practised: Player) -> None:
    status, made = train(client, theme="false-okey")
    assert (status, made is not None) == (303, True)
    assert made is not None
    assert all("false-okey" in item.puzzle.themes for item in made.items.all())


def test_a_theme_that_tells_the_answer_gives_all_of_its_kind(
    client: Client, practised: Player
) -> None:
    # a set of greedy traps alone would tell that every hand opens
    status, made = train(client, theme="greedy-trap")
    assert status == 303
    assert made is not None
    assert made.count == training.COUNT


def test_answers_in_a_training_set_never_rate(client: Client, practised: Player) -> None:
    _, made = train(client)
    assert made is not None
    before = RatingChange.objects.count()
    puzzle = made.items.select_related("puzzle")[0].puzzle
    say(practised, puzzle, right=True, place=Place("set", made.pk))
    assert RatingChange.objects.count() == before


def test_the_same_key_gives_the_same_set_and_another_request_is_refused(
    practised: Player,
) -> None:
    key = uuid.uuid4()
    first, new = training.make(practised, rules=RULES, kinds=["can-open"], key=key)
    again, newer = training.make(practised, rules=RULES, kinds=["can-open"], key=key)
    assert (first.pk, new, newer) == (again.pk, True, False)
    with pytest.raises(KeyReused):
        training.make(practised, rules="101-guide", kinds=["can-open"], key=key)


def test_where_everything_was_seen_it_is_said_and_nothing_is_made(
    client: Client, practised: Player
) -> None:
    Puzzle.objects.update(state="withdrawn")
    status, made = train(client)
    assert (status, made) == (409, None)


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "chess"},
        {"kind": ""},
        {"rules": "chess"},
        {"rules": "classic"},
        {"theme": "nonsense"},
        {"key": "x"},
    ],
)
def test_what_there_is_not_cannot_be_trained(
    client: Client, practised: Player, fields: dict[str, object]
) -> None:
    assert train(client, **fields) == (404, None)


def test_a_theme_of_no_kind_is_an_error(practised: Player) -> None:
    with pytest.raises(InputError):
        training.make(
            practised, rules=RULES, kinds=["can-open"], theme="nonsense", key=uuid.uuid4()
        )


def test_the_weakest_kinds_come_first_and_only_those_with_evidence() -> None:
    def of(kinds: dict[str, Tally]) -> figuring.Figures:
        return figuring.Figures(RULES, 30, clock.today(), (), {}, kinds, {}, {}, {}, {}, ())

    found = of(
        {
            "a": Tally(10, 2, 6.0),
            "b": Tally(10, 4, 6.0),
            "c": Tally(2, 0, 1.5),
            "d": Tally(10, 9, 6.0),
        }
    )
    assert figuring.weakest(found) == ["a", "b"]
    assert [line.name for line in pages.kinds(found)] == ["a", "c", "b", "d"]


def test_the_calendar_has_whole_weeks_and_only_the_days_of_the_span(
    practised: Player,
) -> None:
    found = figures(practised, RULES, 30)
    weeks = pages.weeks(found)
    assert all(week.first.weekday() == 0 and len(week.days) == 7 for week in weeks)
    days = [day for week in weeks for day in week.days if day.date]
    assert len(days) == 30
    assert sum(day.tally.answers for day in days) == 12
    assert {day.shade for day in days if day.tally.answers} <= {1, 2, 3, 4}
    assert history.since(30).astimezone(clock.DAY_ZONE).date() == days[0].date
