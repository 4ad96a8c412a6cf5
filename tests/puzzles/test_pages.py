"""The pages: a hand is seen, laid, answered and explained; nothing is lost on the way."""

from __future__ import annotations

import datetime as dt
import json
import re
import uuid
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import clock
from accounts.models import Player
from accounts.players import SESSION_KEY
from jobs.drain import drain_jobs
from puzzles import dailies
from puzzles.models import Attempt, Daily, Puzzle, PuzzleSet, SetItem
from tests.puzzles.conftest import RULES, Clock, best_melds
from tests.puzzles.sending import HTMX, LANGUAGES, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def daily(the_clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Daily:
    """The daily of a day, with one before it and one after it."""
    monkeypatch.setattr(dailies, "DAYS_AHEAD", 2)
    monkeypatch.setattr(dailies, "rule_sets", lambda: (RULES,))
    the_clock.at("2026-12-23 12:00")
    dailies.ensure_dailies()
    drain_jobs()
    the_clock.at("2026-12-24 12:00")
    return Daily.objects.get(date=dt.date(2026, 12, 24), rules=RULES)


@pytest.fixture
def visitor(client: Client) -> Player:
    """The client's player."""
    found = Player.objects.create()
    session = client.session
    session[SESSION_KEY] = str(found.pk)
    session.save()
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/puzzles/daily/", "/puzzles/daily/2026-12-24/"])
def test_todays_hand_stands_on_home_and_on_its_own_page_in_each_language(
    client: Client, daily: Daily, path: str, language: str
) -> None:
    answer = client.get(path, {"rules": RULES}, headers={"Accept-Language": language})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert f'data-puzzle="{daily.puzzle_id}"' in html
    codes = re.findall(r'data-tile="t\d+" data-code="([^"]+)"', html)
    assert sorted(codes) == sorted(daily.puzzle.position["hand"])


@pytest.mark.parametrize(
    "date", ["2026-12-25", "2026-12-26", "2999-01-01", "2020-01-01", "yesterday", "20261224"]
)
def test_a_day_to_come_looks_exactly_like_a_day_that_never_was(
    client: Client, daily: Daily, date: str
) -> None:
    def body(day: str) -> tuple[int, str]:
        answer = client.get(f"/puzzles/daily/{day}/", {"rules": RULES})
        html = re.sub(r'csrfmiddlewaretoken" value="[^"]*"', "", answer.content.decode())
        return answer.status_code, html.replace(day, "DAY")

    assert body(date) == body("nonsense")
    assert body(date)[0] == 404


def test_the_days_before_and_after_are_linked_as_far_as_they_are_public(
    client: Client, daily: Daily
) -> None:
    html = client.get("/puzzles/daily/2026-12-24/", {"rules": RULES}).content.decode()
    assert "/puzzles/daily/2026-12-23/" in html
    assert "2026-12-25" not in html


def test_the_archive_lists_the_days_that_have_been_and_no_other(
    client: Client, daily: Daily
) -> None:
    html = client.get("/puzzles/archive/", {"rules": RULES}).content.decode()
    assert "/puzzles/daily/2026-12-23/" in html
    assert "/puzzles/daily/2026-12-24/" in html
    assert "2026-12-25" not in html


def test_the_rule_set_chosen_last_is_kept(client: Client, daily: Daily) -> None:
    client.get("/", {"rules": RULES})
    assert f'data-puzzle="{daily.puzzle_id}"' in client.get("/").content.decode()
    assert client.get("/", {"rules": "nonsense"}).status_code == 404


def test_while_the_first_hands_are_being_made_the_page_says_so(client: Client) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert 'id="pending"' in answer.content.decode()


def test_a_visitor_solves_the_daily_without_javascript(client: Client, daily: Daily) -> None:
    client.get("/puzzles/daily/", {"rules": RULES})
    assert not Player.objects.exists()  # reading makes nobody
    answer = send(client, daily.puzzle, answer="cannot", context="daily")
    assert answer.status_code == 303
    attempt = Attempt.objects.get()
    assert attempt.context == "daily"
    assert attempt.player.user is None
    page = client.get(answer["Location"])
    assert "data-answered" in page.content.decode()
    assert "data-answered" in client.get("/puzzles/daily/", {"rules": RULES}).content.decode()


def test_the_moment_of_opening_is_the_servers_and_a_reload_keeps_it(
    client: Client, daily: Daily, the_clock: Clock
) -> None:
    opened = clock.now()
    client.get("/puzzles/daily/", {"rules": RULES})
    the_clock.forward(minutes=5)
    client.get("/puzzles/daily/", {"rules": RULES})
    the_clock.forward(minutes=5)
    send(client, daily.puzzle, answer="cannot", context="daily")
    attempt = Attempt.objects.get()
    assert attempt.opened_at == opened
    assert attempt.answered_at == clock.now()


def test_a_player_opens_by_reading_and_a_reload_keeps_the_moment(
    client: Client, visitor: Player, opener: Puzzle, the_clock: Clock
) -> None:
    client.get(f"/puzzles/{opener.pk}/")
    first = Attempt.objects.get()
    the_clock.forward(minutes=5)
    client.get(f"/puzzles/{opener.pk}/")
    assert Attempt.objects.get().opened_at == first.opened_at


def test_head_opens_nothing(client: Client, visitor: Player, opener: Puzzle) -> None:
    assert client.head(f"/puzzles/{opener.pk}/").status_code == 200
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_answer_is_explained_with_its_rule_in_each_language(
    client: Client, opener: Puzzle, language: str
) -> None:
    first = best_melds(opener).split(" | ")[0]
    answer = client.post(
        f"/puzzles/{opener.pk}/answer/",
        {"answer": "melds", "melds": first, "key": uuid.uuid4()},
        headers={**HTMX, "Accept-Language": language},
    )
    html = answer.content.decode()
    assert answer.status_code == 200
    assert 'data-result="wrong"' in html
    assert f"/rules/{RULES}/opening.points/" in html
    assert "data-lay=" in html  # the nearest legal change can be laid


def test_a_right_answer_is_a_nod_and_a_lesser_one_shows_the_best(
    client: Client, opener: Puzzle
) -> None:
    answer = send(client, opener, melds=best_melds(opener), headers=HTMX)
    html = answer.content.decode()
    assert 'data-result="right"' in html
    assert "/rules/" not in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_cannot_open_is_proved_with_the_arrangement(
    client: Client, stuck: Puzzle, language: str
) -> None:
    answer = client.post(
        f"/puzzles/{stuck.pk}/answer/",
        {"answer": "cannot", "key": uuid.uuid4()},
        headers={**HTMX, "Accept-Language": language},
    )
    html = answer.content.decode()
    attempt = Attempt.objects.get()
    best = attempt.result["solution"]["best_points"]
    assert 'data-result="right"' in html
    assert str(best) in html
    assert str(101 - best) in html
    assert 'class="melds"' in html


def test_sending_the_form_twice_gives_the_same_result_and_one_row(
    client: Client, opener: Puzzle
) -> None:
    key = uuid.uuid4()
    bodies = [
        re.sub(
            r'name="csrfmiddlewaretoken" value="[^"]*"',
            "",
            send(client, opener, answer="cannot", key=key, headers=HTMX).content.decode(),
        )
        for _ in range(2)
    ]
    assert bodies[0] == bodies[1]
    assert Attempt.objects.count() == 1


@pytest.mark.parametrize("melds", ["R14 R2 R3", "", "R1 R1 R1", "heap: R1", "R1 " * 400, "\x00"])
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_melds_that_cannot_be_read_are_told_and_use_nothing_up(
    client: Client, visitor: Player, opener: Puzzle, melds: str, headers: dict[str, str]
) -> None:
    answer = send(client, opener, melds=melds, headers=headers)
    assert answer.status_code == 400
    assert not Attempt.objects.filter(answered_at__isnull=False).exists()
    assert b"data-not-taken" in answer.content


def test_htmx_is_told_to_show_why_an_answer_was_not_taken(client: Client) -> None:
    page = client.get("/puzzles/").content.decode()
    found = re.search(r"name=\"htmx-config\" content='([^']*)'", page)
    assert found is not None
    handling = json.loads(found[1])["responseHandling"]
    for status in ("400", "409"):
        first = next(one for one in handling if re.fullmatch(one["code"], status))
        assert first["swap"]


def test_lines_and_empty_lanes_are_read_as_bars(client: Client, opener: Puzzle) -> None:
    melds = best_melds(opener).replace(" | ", "\r\n") + "\r\n | "
    send(client, opener, melds=melds)
    assert Attempt.objects.get().correct


def test_a_form_without_its_key_is_told_to_load_the_page_again(
    client: Client, opener: Puzzle
) -> None:
    answer = client.post(f"/puzzles/{opener.pk}/answer/", {"answer": "cannot"})
    assert answer.status_code == 400
    assert not Attempt.objects.filter(answered_at__isnull=False).exists()


def test_another_answer_with_the_same_key_is_a_conflict(client: Client, opener: Puzzle) -> None:
    key = uuid.uuid4()
    send(client, opener, answer="cannot", key=key)
    assert send(client, opener, melds=best_melds(opener), key=key).status_code == 409


def test_try_again_leads_to_a_fresh_board_whose_answer_is_a_second_row(
    client: Client, opener: Puzzle
) -> None:
    send(client, opener, answer="cannot")
    page = client.get(f"/puzzles/{opener.pk}/").content.decode()
    again = re.search(r'href="([^"]+)" data-try-again', page)
    assert again is not None
    board = client.get(again.group(1).replace("&amp;", "&")).content.decode()
    assert "data-answered" not in board.split("data-texts")[0]
    assert 'name="try_no" value="2"' in board
    send(client, opener, melds=best_melds(opener), try_no=2)
    assert list(Attempt.objects.order_by("try_no").values_list("correct", flat=True)) == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    "query", ["?try_no=7", "?try_no=0", "?context=set", "?context=nowhere", "?context_id=x"]
)
def test_a_place_that_is_not_there_is_not_found(client: Client, opener: Puzzle, query: str) -> None:
    assert client.get(f"/puzzles/{opener.pk}/{query}").status_code == 404


# Costs


def queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)


def test_a_set_and_the_lists_cost_the_same_with_ten_times_as_much(
    client: Client, visitor: Player, pool: list[Puzzle], the_clock: Clock
) -> None:
    def grow(sets: int, items: int) -> PuzzleSet:
        for _ in range(sets):
            made = PuzzleSet.objects.create(
                owner=visitor,
                rules=RULES,
                kinds=["can-open"],
                count=items,
                seed="s",
                key=uuid.uuid4(),
            )
            SetItem.objects.bulk_create(
                SetItem(set=made, index=index, puzzle=puzzle)
                for index, puzzle in enumerate(pool[:items])
            )
        return made

    small = grow(1, 4)
    few = [queries(client, path) for path in (f"/puzzles/sets/{small.pk}/", "/puzzles/sets/")]
    large = grow(10, 40)
    many = [queries(client, path) for path in (f"/puzzles/sets/{large.pk}/", "/puzzles/sets/")]
    assert few == many
    assert max(many) <= 8


def test_the_archive_costs_the_same_with_ten_times_the_days(
    client: Client, visitor: Player, pool: list[Puzzle]
) -> None:
    def grow(days: range) -> None:
        Daily.objects.bulk_create(
            Daily(
                date=clock.today() - dt.timedelta(days=day),
                rules=RULES,
                puzzle=pool[day],
                seed=str(day),
            )
            for day in days
        )

    grow(range(2))
    few = queries(client, f"/puzzles/archive/?rules={RULES}")
    grow(range(2, 20))
    assert queries(client, f"/puzzles/archive/?rules={RULES}") == few <= 8


def test_a_board_costs_few_queries_before_and_after_the_answer(
    client: Client, daily: Daily, new_key: Callable[[], uuid.UUID]
) -> None:
    path = f"/puzzles/daily/?rules={RULES}"
    assert queries(client, path) <= 8
    send(client, daily.puzzle, answer="cannot", context="daily")
    assert queries(client, path) <= 13
