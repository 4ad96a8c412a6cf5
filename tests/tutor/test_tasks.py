"""Every task, under every rule set in which it applies, makes exercises that can be answered."""

from __future__ import annotations

from functools import cache
from itertools import islice, pairwise
from string import Formatter

import pytest

from okey import RULE_SETS, RULES, InputError, RuleSet
from tutor.loading import LANGUAGES, content
from tutor.tasks.base import Exercise, Form, TaskKind, choosable
from tutor.tasks.registry import TASKS
from tutor.tasks.words import hint, option_label, question, values_of

DIFFERENT = 50
SEEDS = [f"seed-{number}" for number in range(80)]
CASES = [
    pytest.param(kind, rules, id=f"{kind.key}-{rules.key}")
    for kind in TASKS.values()
    for rules in RULE_SETS.values()
    if kind.applies(rules)
]
GARBAGE = ("", " ", "?", "R14", "R7 R99", "B", "|", "melds", "1e3", "\u0000", "R1" * 300, "<b>")


@cache
def exercises(kind: TaskKind, rules: RuleSet) -> tuple[Exercise, ...]:
    """Different exercises of a task, at least as many as asked for if there are so many."""
    found: dict[tuple[object, ...], Exercise] = {}
    for seed in SEEDS:
        exercise = kind.generate(rules, seed, {})
        found.setdefault(exercise.shown, exercise)
        if len(found) == DIFFERENT:
            break
    return tuple(found.values())


def wrong_answers(kind: TaskKind, exercise: Exercise) -> list[str]:
    """Answers that can be given; the right ones are among them."""
    match kind.form:
        case Form.NUMBER:
            right = int(kind.right(exercise, exercise.rules)[0])
            return [str(right + 1), str(right - 1), str(-right - 7)]
        case Form.CHOICE | Form.MOVE if exercise.options:
            return list(exercise.options)
        case Form.MELDS:
            assert exercise.hand is not None
            tiles = exercise.hand.tiles
            melds = [f"{one} {other}" for one, other in pairwise(tiles)]
            return [*exercise.options, *melds]
        case Form.TILE | Form.TILES:
            return [str(tile) for tile in choosable(exercise)]
    raise AssertionError("a move is chosen from options")


def test_every_task_applies_somewhere_and_stands_under_its_own_key() -> None:
    for key, kind in TASKS.items():
        assert kind.key == key
        assert any(kind.applies(rules) for rules in RULE_SETS.values()), key
        assert kind.trains, key
        assert set(kind.trains) <= RULES.keys(), key


@pytest.mark.parametrize(("kind", "rules"), CASES)
def test_there_are_fifty_different_exercises(kind: TaskKind, rules: RuleSet) -> None:
    assert len(exercises(kind, rules)) == DIFFERENT


@pytest.mark.parametrize(("kind", "rules"), CASES)
def test_the_same_seed_gives_the_same_exercise(kind: TaskKind, rules: RuleSet) -> None:
    for seed in SEEDS[:5]:
        assert kind.generate(rules, seed, {}) == kind.generate(rules, seed, {})


@pytest.mark.parametrize(("kind", "rules"), CASES)
def test_every_right_answer_shown_is_correct(kind: TaskKind, rules: RuleSet) -> None:
    for exercise in exercises(kind, rules):
        right = kind.right(exercise, rules)
        assert right
        for answer in right:
            outcome = kind.check(exercise, answer, rules)
            assert outcome.correct, (exercise.seed, answer)
            assert outcome.right == right


@pytest.mark.parametrize(("kind", "rules"), CASES)
def test_a_wrong_answer_is_wrong_and_names_a_rule_in_force(kind: TaskKind, rules: RuleSet) -> None:
    for exercise in islice(exercises(kind, rules), 12):
        outcomes = [kind.check(exercise, one, rules) for one in wrong_answers(kind, exercise)]
        wrong = [outcome for outcome in outcomes if not outcome.correct]
        assert wrong, exercise.seed
        for outcome in wrong:
            assert outcome.rules, exercise.seed
            assert set(outcome.rules) <= set(rules.rules), exercise.seed
            assert outcome.right == kind.right(exercise, rules)
            for mark in outcome.marks:
                assert mark.where == "hand" or mark.meld is not None


@pytest.mark.parametrize(("kind", "rules"), CASES)
def test_what_is_no_answer_is_refused_with_a_place(kind: TaskKind, rules: RuleSet) -> None:
    exercise = exercises(kind, rules)[0]
    for garbage in GARBAGE:
        with pytest.raises(InputError):
            kind.check(exercise, garbage, rules)


@pytest.mark.parametrize(("kind", "rules"), CASES)
def test_the_rules_that_it_is_about_are_in_force(kind: TaskKind, rules: RuleSet) -> None:
    for exercise in exercises(kind, rules):
        assert kind.about(exercise), exercise.seed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "rules"), CASES)
def test_its_words_are_complete(kind: TaskKind, rules: RuleSet, language: str) -> None:
    for exercise in exercises(kind, rules):
        said = [question(exercise, language), hint(exercise, language)]
        if kind.form in (Form.CHOICE, Form.MOVE):
            said += [option_label(exercise, one, language) for one in exercise.options]
        for text in said:
            assert text
            assert "{" not in text
            assert not text.startswith("rule."), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_belongs_to_a_task_and_names_values_that_there_are(language: str) -> None:
    texts = content(language, "tasks")
    assert texts.keys() - {"options"} == TASKS.keys()
    for kind in TASKS.values():
        exercise = next(
            kind.generate(rules, "seed", {}) for rules in RULE_SETS.values() if kind.applies(rules)
        )
        for text in (texts[kind.key]["hint"],):
            fields = {name for _, name, _, _ in Formatter().parse(text) if name}
            assert fields <= values_of(exercise, language).keys(), kind.key
