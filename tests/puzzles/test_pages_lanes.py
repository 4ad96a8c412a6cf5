"""What a page says of the lanes while somebody lays, and what it never says."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Player
from puzzles.models import Attempt, Puzzle
from tests.puzzles.conftest import best_melds
from tests.puzzles.sending import HTMX

pytestmark = pytest.mark.django_db


# Lanes


def lanes(client: Client, puzzle: Puzzle, melds: str) -> str:
    answer = client.post(f"/puzzles/{puzzle.pk}/lanes/", {"melds": melds}, headers=HTMX)
    assert answer.status_code == 200
    return answer.content.decode()


def states(html: str) -> list[str]:
    return re.findall(r'id="lane-verdict-\d+" data-lane-verdict data-state="(\w+)"', html)


def test_each_lane_is_judged_by_itself_and_one_that_lacks_tiles_is_short(
    client: Client, opener: Puzzle
) -> None:
    melds = best_melds(opener).split(" | ")
    first, second = melds[0], melds[1].split()
    html = lanes(client, opener, f"{first} | {' '.join(second[:2])} | {second[2]} | ")
    assert states(html) == ["ok", "short", "short"]  # the empty one needs no verdict


def test_what_opens_is_said_to_open_and_nothing_is_stored(client: Client, opener: Puzzle) -> None:
    html = lanes(client, opener, best_melds(opener))
    assert set(states(html)) == {"ok"}
    assert 'class="strip-line" data-state="ok"' in html
    assert not Attempt.objects.exists()
    assert not Player.objects.exists()


def test_the_lanes_say_nothing_about_what_is_not_laid(client: Client, opener: Puzzle) -> None:
    best = opener_solution(opener)["best_points"]
    html = lanes(client, opener, "")
    assert str(best) not in re.sub(r'viewBox="[^"]*"', "", html)


def opener_solution(puzzle: Puzzle) -> dict[str, int]:
    from puzzles.models import PuzzleSolution

    return PuzzleSolution.objects.get(puzzle=puzzle).answer


@pytest.mark.parametrize("melds", ["R14", "R1 R2 |R3 xx", "R1 " * 400, "\x00", "run: "])
def test_lanes_that_cannot_be_read_are_told(client: Client, opener: Puzzle, melds: str) -> None:
    assert 'data-state="bad"' in lanes(client, opener, melds)
