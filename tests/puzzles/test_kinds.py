"""What holds for every kind of puzzle, whoever wrote it."""

from __future__ import annotations

import io
import json
import re
import string
from collections import Counter
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from okey.errors import InputError
from okey.rules.rulesets import RULE_SETS, rule_set
from puzzles import telling
from puzzles.canonical import PERMUTATIONS
from puzzles.kinds.asked import answer_text, recoloured
from puzzles.kinds.base import EASIEST, HARDEST
from puzzles.kinds.registry import KINDS
from puzzles.models import Puzzle
from puzzles.positions import (
    check_legal,
    colours_between,
    exercise_of,
    key_of,
    permuted,
    position_of,
)
from puzzles.texts import CONTENT, kind_texts
from tests.puzzles.kinds import PLACES, some
from tutor.loading import LANGUAGES
from tutor.tasks.base import Form
from tutor.tasks.shown import answer_text as in_words
from tutor.tasks.shown import shown_exercise
from tutor.tasks.words import option_label, question

every_place = pytest.mark.parametrize(("key", "rules"), PLACES)
every_kind = pytest.mark.parametrize("key", KINDS)


def test_every_rule_set_has_a_kind_and_every_kind_a_rule_set() -> None:
    assert {rules for _, rules in PLACES} <= set(RULE_SETS)
    assert all(kind.rule_sets for kind in KINDS.values())


@every_place
def test_positions_come_and_the_same_seed_gives_the_same_in_the_same_order(
    key: str, rules: str
) -> None:
    made = [one.position for one in some(key, rules)]
    assert made
    some.cache_clear()
    assert [one.position for one in some(key, rules)] == made


@every_place
def test_a_position_is_legal_and_is_read_again_as_it_was_written(key: str, rules: str) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    for one in some(key, rules):
        check_legal(one.exercise, kind)
        again = exercise_of(json.loads(json.dumps(one.position)), kind, rs, seed=one.exercise.seed)
        assert again == one.exercise
        assert position_of(again, kind) == one.position


@every_place
def test_a_position_has_one_name_in_all_colours_and_its_colours_are_found_again(
    key: str, rules: str
) -> None:
    for one in some(key, rules)[:3]:
        for colours in PERMUTATIONS[::5]:
            other = permuted(one.position, colours)
            assert key_of(other) == one.key
            assert len(one.key) <= 120
            found = colours_between(one.position, other)
            assert found is not None
            assert key_of(permuted(one.position, found)) == one.key


@every_place
def test_different_positions_have_different_names(key: str, rules: str) -> None:
    assert len({one.key for one in some(key, rules)}) == len(some(key, rules))


@every_place
def test_every_right_answer_is_right_and_is_sent_as_the_api_says(key: str, rules: str) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    for one in some(key, rules):
        for right in one.right:
            outcome = kind.check(one.exercise, right, rs)
            assert outcome.correct, (one.position, right)
            name = sent_as(kind.form, right, one.exercise.options)
            read = kind.read_answer({name: True if name == "cannot" else right})
            assert kind.check(one.exercise, answer_text(read), rs).correct
            assert kind.grade(one.exercise, {}, read, rs).correct


@every_place
def test_the_verdict_is_the_same_in_other_colours(key: str, rules: str) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    for one in some(key, rules)[:4]:
        for colours in ("YBKR", "KBYR"):
            position = permuted(one.position, colours)
            other = exercise_of(position, kind, rs)
            check_legal(other, kind)
            for right in one.right:
                assert kind.check(other, recoloured(right, colours), rs).correct
            solution = kind.solution(one.exercise, one.right, rs, [])
            assert kind.recolour(solution, "RYBK") == solution
        for option in one.exercise.options:
            if kind.form in (Form.CHOICE, Form.MOVE):
                here = kind.check(one.exercise, option, rs).correct
                there = kind.check(
                    exercise_of(permuted(one.position, "YBKR"), kind, rs),
                    recoloured(option, "YBKR"),
                    rs,
                ).correct
                assert here == there


@every_place
def test_an_answer_that_cannot_be_read_is_a_clear_error(key: str, rules: str) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    exercise = some(key, rules)[0].exercise
    for nonsense in (
        "x",
        "R99",
        "| |",
        "discard",
        "1 2 3 4 5 6 7",
        "yes no",
        "ğ",
        "\x00",
        "R1" * 400,
    ):
        if nonsense in exercise.options:
            continue
        with pytest.raises(InputError):
            kind.check(exercise, nonsense, rs)
    for raw in (
        {},
        {"nothing": "x"},
        {kind.form.value: None},
        {kind.form.value: ""},
        {kind.form.value: "a" * 601},
        {kind.form.value: {"a": 1}},
        {kind.form.value: "R1", "nothing": "R1"},
    ):
        with pytest.raises(InputError):
            kind.read_answer(raw)


@every_place
def test_difficulty_themes_and_features_are_what_the_rows_can_hold(key: str, rules: str) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    for one in some(key, rules):
        features = kind.features(one.exercise, one.right, rs)
        assert all(type(value) is int for value in features.values())
        difficulty = kind.difficulty(one.exercise, one.right, features)
        assert EASIEST <= difficulty <= HARDEST
        assert set(kind.tags(one.exercise, one.right, rs)) <= set(kind.themes)
        solution = kind.solution(one.exercise, one.right, rs, [])
        assert json.loads(json.dumps(solution)) == solution
        assert kind.answer_side(one.exercise, one.right) in ("", *_sides(key, rules))


def _sides(key: str, rules: str) -> set[str]:
    kind = KINDS[key]
    return {kind.answer_side(one.exercise, one.right) for one in some(key, rules)}


# Texts


@every_kind
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_a_kind_are_complete(key: str, language: str) -> None:
    kind, own = KINDS[key], kind_texts(key, language)
    for name in ("name", "about", "ask", "hint"):
        assert kind.texts(language).get(name) or name == "ask", name
    assert own["name"]
    assert own["about"]
    assert set(own.get("themes", {})) == set(kind.themes)
    english = kind_texts(key, "en")
    assert _shape(own) == _shape(english)
    for path, text in _texts(own):
        assert text, path
        assert text.strip() == text, path
        assert _placeholders(text) == _placeholders(dict(_texts(english))[path]), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_file_of_texts_is_left_over(language: str) -> None:
    assert {path.stem for path in (CONTENT / language / "kinds").iterdir()} == set(KINDS)


@every_place
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.django_db
def test_question_options_hint_and_proof_say_something_of_every_position(
    key: str, rules: str, language: str
) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    for one in some(key, rules):
        shown = shown_exercise(one.exercise, language, kind=kind)
        said = [
            question(one.exercise, language, kind),
            telling.hint(kind, one.exercise, language),
            kind.prove(one.exercise, kind.solution(one.exercise, one.right, rs, []), language),
            *(
                option_label(one.exercise, option, language, kind)
                for option in one.exercise.options
            ),
            *(option.label for option in shown.options),
        ]
        if kind.form not in (Form.MELDS, Form.TILE, Form.TILES):
            said += [
                in_words(one.exercise, kind.form, right, language, kind) for right in one.right
            ]
        for text in said:
            assert text
            assert "{" not in text, text


def sent_as(form: Form, answer: str, options: tuple[str, ...]) -> str:
    """The field in which an answer is sent."""
    if answer == "cannot" and form is Form.MELDS:
        return "cannot"
    if form is Form.MELDS and answer in options:
        return "choice"
    if form in (Form.TILE, Form.TILES) and answer in options and not answer[0].isupper():
        return "choice" if answer not in ("F", "*") else form.value
    return form.value


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _shape(one) for name, one in value.items()}
    return None


def _texts(value: Any, at: str = "") -> list[tuple[str, str]]:
    if isinstance(value, dict):
        return [pair for name, one in value.items() for pair in _texts(one, f"{at}/{name}")]
    return [(at, value)]


def _placeholders(text: str) -> Counter[str]:
    found = (name for _, name, _, _ in string.Formatter().parse(text) if name)
    return Counter(set(found))


# Commands


@pytest.mark.django_db
def test_the_commands_make_and_verify_a_kind_and_say_how_many_there_are_of_a_small_one() -> None:
    said = io.StringIO()
    small = {"kind": "read-okey", "rules": "101-guide", "count": 60}
    call_command("generate_puzzles", seed="try", stdout=said, **small)
    assert "positions there are" in said.getvalue()
    assert Puzzle.objects.count() == 60
    call_command("verify_puzzles", stdout=said, **small)
    assert Puzzle.objects.count() == 60
    assert re.search(r"read-okey +101-guide +100 +0 +0", said.getvalue())
    for wrong in ({"count": 0}, {"kind": "can-open", "rules": "classic"}):
        with pytest.raises(CommandError):
            call_command("verify_puzzles", stdout=said, **{**small, **wrong})
