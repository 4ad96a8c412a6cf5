"""The pool is looked at again every night: what no longer holds goes, what looks odd is named."""

from __future__ import annotations

import logging
from itertools import count
from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

import okey
from accounts.models import Player
from jobs.drain import drain_jobs
from jobs.models import Job
from okey.rules.rulesets import rule_set
from puzzles import gates, verifying
from puzzles.grading import stored_solution
from puzzles.kinds.registry import KINDS
from puzzles.models import Attempt, Puzzle, PuzzleSolution
from puzzles.store import store_shared
from tests.puzzles.conftest import Clock
from tests.puzzles.kinds import PLACES, some
from tests.site.addresses import with_second_factor

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("key", "rules"), PLACES)
def test_a_puzzle_of_every_kind_holds_and_one_with_a_wrong_solution_does_not(
    key: str, rules: str
) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    first, *others = some(key, rules)
    kept = gates.proposal_of(kind, rs, first, seed="s")
    assert verifying.holds_as(kind, rules, kept.position, kept.solution)
    wrong = next(
        (one for one in others if set(one.right) != set(first.right) and not one.exercise.options),
        None,
    )
    if wrong is not None and key != "can-open":
        solution = kind.solution(wrong.exercise, wrong.right, rs, [])
        assert not verifying.holds_as(kind, rules, kept.position, solution)


def test_tonight_every_puzzle_is_looked_at_and_what_no_longer_holds_is_withdrawn(
    pool: list[Puzzle], the_clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    Puzzle.objects.update(engine_version="0.0.1")
    broken = PuzzleSolution.objects.get(puzzle=pool[3])
    broken.answer |= {"best_points": broken.answer["best_points"] + 1}
    broken.save()
    monkeypatch.setattr(verifying, "AT_ONCE", 7)
    seconds = count()  # one goes by whenever a job looks at its clock, so that one does not see all
    monkeypatch.setattr(verifying, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    monkeypatch.setattr(verifying, "SECONDS", 5)
    the_clock.at("2026-12-24 02:30")
    verifying.ensure_due()
    assert not Job.objects.filter(kind=verifying.JOB).exists()
    the_clock.at("2026-12-24 03:30")
    verifying.ensure_due()
    verifying.ensure_due()
    drain_jobs()
    assert Job.objects.filter(kind=verifying.JOB).count() > 1
    states = dict(Puzzle.objects.values_list("pk", "state"))
    assert [pk for pk, state in states.items() if state == "withdrawn"] == [pool[3].pk]
    held = Puzzle.objects.exclude(pk=pool[3].pk)
    assert set(held.values_list("engine_version", flat=True)) == {okey.__version__}
    verifying.ensure_due()  # once a night
    assert not Job.objects.unfinished().filter(kind=verifying.JOB).exists()


def test_a_puzzle_of_a_kind_that_is_no_more_does_not_hold(opener: Puzzle) -> None:
    opener.kind = "no-such-kind"
    assert not verifying.holds(opener)


def test_what_nobody_or_everybody_solves_is_an_alarm_in_the_log_and_for_the_staff(
    pool: list[Puzzle],
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """PZ-02: wrong moves accepted for 5,980 tries, and nobody noticed."""
    monkeypatch.setattr(verifying, "TRIES", 3)
    for puzzle, rights in ((pool[0], "no"), (pool[1], "yes"), (pool[2], "both")):
        for number in range(4):
            right = rights == "yes" or (rights == "both" and number % 2 == 0)
            answered(puzzle, right=right)
    found = {puzzle: by for puzzle, by, _tries in verifying.alarming()}
    assert found == {pool[0].pk: "nobody", pool[1].pk: "everybody"}
    with caplog.at_level(logging.WARNING, "puzzles.verifying"):
        verifying._write({"day": "2026-12-24", "part": 1}, "", [], [], ended=True)
    assert str(pool[0].pk) in caplog.text
    staff = get_user_model().objects.create_superuser("root", password="an-old-tea-glass")
    with_second_factor(staff)
    client.force_login(staff)
    html = client.get("/admin/puzzles/puzzle/", {"solved_by": "nobody"}).content.decode()
    assert str(pool[0].pk) in html
    assert str(pool[1].pk) not in html


def answered(puzzle: Puzzle, *, right: bool) -> None:
    attempt = Attempt(
        player=Player.objects.create(),
        puzzle=puzzle,
        context="practice",
        rules_version=1,
        engine_version="1",
        generator_version=1,
        key=puzzle.pk,
        answer={"cannot": True},
        answered_at=puzzle.created_at,
        correct=right,
        verdict={},
    )
    attempt.save()


def test_the_solution_that_is_looked_at_is_the_one_kept(opener: Puzzle) -> None:
    assert stored_solution(opener)["opens"]
    assert store_shared([]) == []
