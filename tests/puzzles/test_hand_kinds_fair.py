"""What is fair in all kinds about hands: other arrangements are right, and nothing tells before."""

from __future__ import annotations

from collections import Counter

import pytest

from okey.rules.rulesets import rule_set
from puzzles.kinds.registry import KINDS
from tests.puzzles.kinds import some
from tutor.tasks.base import Form

HANDS = (
    "read-okey", "valid-meld", "okey-stands-for", "meld-value", "best-opening", "least-opening",
    "reach-siler", "pairs-or-runs", "outs", "wait", "best-discard", "from-hand", "winning-hand",
)  # fmt: skip
LAID = tuple(key for key in HANDS if KINDS[key].form is Form.MELDS)
MANY = 400  # proposals
TWO_SIDED = ("valid-meld", "reach-siler", "pairs-or-runs", "from-hand", "winning-hand")


def places(keys: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(key, rules) for key in keys for rules in KINDS[key].rule_sets]


@pytest.mark.parametrize(("key", "rules"), places(LAID))
def test_melds_may_be_laid_in_any_order_and_from_either_end(key: str, rules: str) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    for one in some(key, rules, count=12):
        for right in one.right:
            if right == "cannot":
                continue
            melds = right.split(" | ")
            turned = [" ".join(reversed(meld.split())) for meld in reversed(melds)]
            assert kind.check(one.exercise, " | ".join(turned), rs).correct, right


@pytest.mark.parametrize(("key", "rules"), places(LAID))
def test_with_a_meld_left_out_nothing_of_this_is_right(key: str, rules: str) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    for one in some(key, rules, count=12):
        melds = one.right[0].split(" | ")
        if one.right == ("cannot",) or len(melds) < 2 or key == "reach-siler":
            continue
        assert not kind.check(one.exercise, " | ".join(melds[1:]), rs).correct


@pytest.mark.parametrize(("key", "rules"), places(HANDS))
def test_a_choice_that_is_not_among_the_right_ones_is_wrong(key: str, rules: str) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    for one in some(key, rules):
        for option in one.exercise.options:
            if kind.form in (Form.CHOICE, Form.TILE) or option == "cannot":
                answered = kind.check(one.exercise, option, rs)
                assert answered.correct is (option in one.right)
            elif kind.form is Form.TILES:
                answered = kind.check(one.exercise, option, rs)
                assert answered.correct is (one.right[0] == option)


@pytest.mark.parametrize(("key", "rules"), places(TWO_SIDED))
def test_themes_that_are_seen_beforehand_come_with_either_answer(key: str, rules: str) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    sides: dict[str, Counter[str]] = {}
    for at in range(MANY):
        exercise = kind.generate(rs, f"themes/{at}", {})
        right = kind.right(exercise, rs) if exercise is not None else ()
        if exercise is None or not right or not kind.wanted(exercise, right, rs):
            continue
        for theme in kind.tags(exercise, right, rs):
            if not kind.themes[theme].tells:
                side = kind.answer_side(exercise, right)
                sides.setdefault(theme, Counter())[side] += 1
    often = {theme: count for theme, count in sides.items() if count.total() >= 10}
    assert often
    assert all(len(count) == 2 for count in often.values()), often


@pytest.mark.parametrize("key", TWO_SIDED)
def test_a_difficulty_that_could_tell_the_answer_is_not_shown(key: str) -> None:
    assert not KINDS[key].difficulty_shown
