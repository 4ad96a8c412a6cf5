"""When a card comes again, and what an answer is worth."""

from __future__ import annotations

import datetime as dt

import pytest

from benchmarks.review import DAYS, LEARNERS, simulate
from tutor.review.grading import expected_seconds, rating
from tutor.review.schedule import LONGEST, NEW, Rating, rated, recall

DAY = dt.date(2026, 3, 1)
TILES = 10


def graded(**said: object) -> Rating:
    """A right answer without help in the time expected, but for what is said."""
    usual = {"correct": True, "hints": 0, "seconds": 1.5 * expected_seconds(TILES), "tiles": TILES}
    return rating(**{**usual, **said})  # type: ignore[arg-type]


def test_a_right_answer_is_good() -> None:
    assert graded() == Rating.Good


def test_a_quick_one_is_easy_and_a_very_slow_one_hard() -> None:
    assert graded(seconds=3) == Rating.Easy
    assert graded(seconds=600) == Rating.Hard


def test_more_tiles_may_take_longer() -> None:
    assert graded(seconds=30, tiles=3) == Rating.Good
    assert graded(seconds=30, tiles=22) == Rating.Easy


@pytest.mark.parametrize("hints", [1, 2])
def test_help_makes_it_hard_however_quick(hints: int) -> None:
    assert graded(hints=hints, seconds=1) == Rating.Hard


def test_who_was_shown_the_answer_did_not_know_it() -> None:
    assert graded(hints=3) == Rating.Again


@pytest.mark.parametrize("hints", [0, 1, 3])
def test_a_wrong_answer_begins_again(hints: int) -> None:
    assert graded(correct=False, hints=hints, seconds=1) == Rating.Again


def test_each_success_puts_a_card_off_for_longer() -> None:
    memory, day, waits = NEW, DAY, []
    for _ in range(5):
        memory, due = rated(memory, Rating.Good, day)
        waits.append((due - day).days)
        day = due
    assert waits == sorted(waits)
    assert waits[0] >= 1
    assert waits[-1] > 5 * waits[0]


def test_a_failure_brings_it_back_within_days() -> None:
    memory, day = NEW, DAY
    for _ in range(4):
        memory, day = rated(memory, Rating.Good, day)
    _, due = rated(memory, Rating.Again, day)
    assert 1 <= (due - day).days <= 7


@pytest.mark.parametrize("grade", list(Rating))
def test_no_card_comes_twice_on_a_day_or_later_than_in_a_year(grade: Rating) -> None:
    memory, day = NEW, DAY
    for _ in range(12):
        memory, due = rated(memory, grade, day)
        assert day < due <= day + dt.timedelta(days=LONGEST)
        day = due


def test_what_is_remembered_fades() -> None:
    memory, due = rated(NEW, Rating.Good, DAY)
    chances = [recall(memory, DAY + dt.timedelta(days=days)) for days in (0, 2, 10, 100)]
    assert chances == sorted(chances, reverse=True)
    assert recall(memory, due) == pytest.approx(0.9, abs=0.05)


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_over_a_hundred_days_the_load_stays_bearable(learner: object) -> None:
    seen = simulate(learner, seed=1)  # type: ignore[arg-type]
    assert seen.twice == seen.early == 0
    assert max(seen.asked) <= 20
    assert sum(seen.asked[:15]) > 0


def test_who_remembers_is_asked_ever_less_and_who_forgets_goes_on() -> None:
    load = {
        learner.name: [
            sum(sum(simulate(learner, seed).asked[first : first + 20]) for seed in range(5))
            for first in (0, DAYS - 20)
        ]
        for learner in LEARNERS
    }
    assert load["usual"][1] < load["usual"][0] / 3
    assert load["usual"][1] < load["slow"][1] < load["forgets within days"][1]


def test_most_cards_are_known_when_they_come() -> None:
    usual = next(one for one in LEARNERS if one.name == "usual")
    shares = [simulate(usual, seed).share(20, DAYS) for seed in range(10)]
    assert 0.8 < sum(shares) / len(shares) < 0.97
