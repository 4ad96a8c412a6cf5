"""The page of a plan names the moves that the position has, and refuses others in words."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Player
from okey.rules.rulesets import rule_set
from puzzles.kinds.registry import KINDS
from tests.puzzles.kinds import some
from tests.puzzles.test_asked_pages import fields, stored, visitor
from tutor.tasks.shown import shown_exercise

pytestmark = pytest.mark.django_db
__all__ = ["visitor"]


def helped(page: str) -> set[str]:
    """The moves that the help names."""
    return {text.split()[0] for text in re.findall(r"<code>([^<]+)</code>", page)}


def test_the_moves_of_a_plan_are_those_that_the_position_has() -> None:
    seen: dict[str, set[str]] = {}
    for key in ("101-guide", "101-club"):
        for one in some("finish-from-here", key):
            kind, rules = KINDS["finish-from-here"], rule_set(key)
            plan = shown_exercise(one.exercise, "en", kind=kind).plan
            opened = one.exercise.round is not None and one.exercise.round.player.opened
            assert ("open" in plan) is (not opened)
            assert ("declare pairs" in plan) is (rules.declaring is not None)
            assert ("swap" in plan) is (rules.swap is not None)
            seen.setdefault(key, set()).update(plan)
    assert "declare pairs" in seen["101-guide"]
    assert "swap" in seen["101-club"]


@pytest.mark.parametrize(
    ("rules", "there", "missing"),
    [("101-guide", "declare pairs", "swap"), ("101-club", "swap", "declare pairs")],
)
def test_no_button_and_no_help_is_for_a_move_that_the_rules_do_not_have(
    client: Client, visitor: Player, rules: str, there: str, missing: str
) -> None:
    puzzle = stored("finish-from-here", rules)
    page = client.get(f"/puzzles/{puzzle.pk}/").content.decode()
    assert f"<code>{there}" in page
    assert f"<code>{missing}" not in page
    for what in ("declare pairs", "swap"):
        attribute = "data-plan-end" if what == "swap" else "data-plan-do"
        assert (f'{attribute}="{what}"' in page) is (what == there)


def test_who_lays_off_is_told_of_nothing_else(client: Client, visitor: Player) -> None:
    puzzle = stored("lay-off", "101-club")
    page = client.get(f"/puzzles/{puzzle.pk}/").content.decode()
    assert helped(page) == {"add"}
    assert "discard K2" not in page
    assert 'data-plan-do="discard"' not in page


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "is not a move that is asked for"), ("de", "nicht gefragt"), ("tr", "istenen hamle")],
)
def test_a_move_that_is_not_asked_for_is_named(
    client: Client, visitor: Player, language: str, said: str
) -> None:
    puzzle = stored("lay-off", "101-club")
    headers = {"Accept-Language": language}
    sent = fields(puzzle, "discard R3")
    answer = client.post(f"/puzzles/{puzzle.pk}/answer/", sent, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert said in page
    assert "discard R3" in page
