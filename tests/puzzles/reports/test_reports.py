"""Reporting a puzzle: one click, everything with it, settled by a check or by the staff."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.players import SESSION_KEY, merge_players
from puzzles import attempts
from puzzles.attempts import Place
from puzzles.models import Puzzle, PuzzleSolution, Report
from puzzles.reports import services
from tests.site.addresses import with_second_factor

pytestmark = pytest.mark.django_db

PRACTICE = Place("practice")


def answered(player: Player, puzzle: Puzzle) -> None:
    attempts.answer(
        player=player, puzzle=puzzle, place=PRACTICE, raw={"cannot": True}, key=uuid.uuid4()
    )


def test_a_report_takes_position_answer_and_versions_along(player: Player, opener: Puzzle) -> None:
    answered(player, opener)
    made = services.report(player=player, puzzle=opener, place=PRACTICE, note="103 lie here")
    assert made.position == opener.position
    assert made.answer == {"cannot": True}
    assert made.correct is False
    assert made.generator_version == opener.generator_version
    assert made.state == Report.State.OPEN


def test_reporting_again_is_the_same_report_with_the_later_note(
    player: Player, opener: Puzzle
) -> None:
    first = services.report(player=player, puzzle=opener, place=PRACTICE)
    again = services.report(player=player, puzzle=opener, place=PRACTICE, note="it opens")
    assert first.pk == again.pk
    assert Report.objects.get().note == "it opens"


def test_a_puzzle_that_holds_stays_and_its_reports_are_settled(
    player: Player, stranger: Player, opener: Puzzle
) -> None:
    for one in (player, stranger):
        services.report(player=one, puzzle=opener, place=PRACTICE)
    assert services.check_again(opener) is True
    opener.refresh_from_db()
    assert opener.state == Puzzle.State.LIVE
    assert set(Report.objects.values_list("state", flat=True)) == {Report.State.HOLDS}


def test_a_puzzle_that_no_longer_holds_is_withdrawn(player: Player, opener: Puzzle) -> None:
    services.report(player=player, puzzle=opener, place=PRACTICE)
    solution = PuzzleSolution.objects.get(puzzle=opener)
    solution.answer = solution.answer | {"best_points": 260, "opens": False}
    solution.save()
    assert services.check_again(opener) is False
    opener.refresh_from_db()
    assert opener.state == Puzzle.State.WITHDRAWN
    assert Report.objects.get().state == Report.State.WITHDRAWN


def test_one_click_on_the_page_and_the_word_of_what_became_of_it(
    client: Client, player: Player, opener: Puzzle
) -> None:
    session = client.session
    session[SESSION_KEY] = str(player.pk)
    session.save()
    answered(player, opener)
    page = reverse("puzzle", args=[opener.pk])
    assert reverse("puzzle-report", args=[opener.pk]) in client.get(page).content.decode()
    sent = client.post(reverse("puzzle-report", args=[opener.pk]), {"context": "practice"})
    assert sent.status_code == 303
    assert reverse("puzzle-report", args=[opener.pk]) not in client.get(page).content.decode()
    fragment = client.post(
        reverse("puzzle-report", args=[opener.pk]), {}, headers={"HX-Request": "true"}
    )
    assert 'id="report"' in fragment.content.decode()
    assert Report.objects.count() == 1


def test_the_staff_sees_the_queue_without_names_and_settles_it(
    client: Client, player: Player, opener: Puzzle
) -> None:
    services.report(player=player, puzzle=opener, place=PRACTICE, note="odd")
    staff = get_user_model().objects.create_superuser("staff", "staff@example.org", "a long word")
    with_second_factor(staff)
    client.force_login(staff)
    queue = client.get(reverse("admin:puzzles_report_changelist")).content.decode()
    assert "odd" in queue
    assert str(player.pk) not in queue
    detail = client.get(reverse("admin:puzzles_report_change", args=[Report.objects.get().pk]))
    assert str(player.pk) not in detail.content.decode()
    chosen = {"action": "withdraw", "_selected_action": [str(Report.objects.get().pk)]}
    assert client.post(reverse("admin:puzzles_report_changelist"), chosen).status_code == 302
    opener.refresh_from_db()
    assert opener.state == Puzzle.State.WITHDRAWN


def test_who_logs_in_keeps_one_report_of_a_puzzle(
    player: Player, stranger: Player, pool: list[Puzzle]
) -> None:
    for one, puzzle in ((player, pool[0]), (player, pool[1]), (stranger, pool[0])):
        services.report(player=one, puzzle=puzzle, place=PRACTICE)
    merge_players(player, stranger)
    assert Report.objects.filter(player=stranger).count() == 2
