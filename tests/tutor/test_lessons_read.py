"""Lessons are read strictly, and what they say is complete in every language and rule set."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from okey import RULE_SETS, judge, parse_melds, read_indicator
from tests.tutor.test_texts import NOT_IN_THIS_VOICE
from tutor.lessons.loading import CONTENT, LessonError, lessons, read_lessons
from tutor.lessons.model import TRACKS, Lesson
from tutor.lessons.texts import left_out, step_text, summary, title, track_text
from tutor.loading import LANGUAGES

ALL = [pytest.param(lesson, id=lesson.id) for lesson in lessons().values()]
GOOD = """
order = 1
[[steps]]
id = "one"
task = "okey-of-indicator"
"""
TEXT = """
title = "T"
summary = "S."
[steps.one]
text = "Text."
"""


def written(folder: Path, data: str = GOOD, text: str = TEXT) -> Path:
    track = folder / "path"
    track.mkdir()
    (track / "try.toml").write_text(data, "utf-8")
    for language in LANGUAGES:
        (track / f"try.{language}.toml").write_text(text, "utf-8")
    return folder


def test_a_good_lesson_is_read(tmp_path: Path) -> None:
    assert list(read_lessons(written(tmp_path))) == ["path/try"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("steps = [", "try.toml"),
        ("order = 1", "steps"),
        (GOOD + "colour = 1\n", r"steps\[1\]\.colour"),
        ("length = 3\n" + GOOD, "length"),
        (GOOD.replace("order = 1", ""), "order"),
        (GOOD.replace("okey-of-indicator", "nothing"), r"steps\[1\]\.task"),
        (GOOD + "times = 9\n", r"steps\[1\]\.times"),
        (GOOD + 'needs = "luck"\n', r"steps\[1\]\.needs"),
        (GOOD + 'rule = "no.rule"\n', r"steps\[1\]\.rule"),
        (GOOD + 'indicator = "B10"\nexample = "R14"\n', "notation.tile"),
        (GOOD + 'example = "R1 R2 R3"\n', "indicator"),
        (GOOD + GOOD.replace("order = 1", ""), "stands twice"),
    ],
)
def test_a_fault_in_a_lesson_names_file_and_key(tmp_path: Path, data: str, said: str) -> None:
    with pytest.raises(LessonError, match=said) as raised:
        read_lessons(written(tmp_path, data))
    assert "try.toml" in str(raised.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TEXT.replace("title", "name"), "name"),
        (TEXT + '[steps.two]\ntext = "Two."\n', "two"),
        (TEXT.replace("[steps.one]", "[steps.two]"), "one"),
        (TEXT + 'text-home = "Home."\n', "text-home"),
        (TEXT.replace("text =", "text-classic ="), "text"),
    ],
)
def test_a_fault_in_a_text_names_file_and_key(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(LessonError, match=said):
        read_lessons(written(tmp_path, text=text))


@pytest.mark.parametrize("lesson", ALL)
def test_a_lesson_has_something_to_do_or_says_why_not(lesson: Lesson) -> None:
    assert any(lesson.stands(rules) for rules in RULE_SETS.values())
    for rules in RULE_SETS.values():
        for language in LANGUAGES:
            if not lesson.stands(rules):
                assert left_out(lesson, language, rules).endswith("."), (rules.key, language)


@pytest.mark.parametrize("lesson", ALL)
def test_its_words_are_complete(lesson: Lesson) -> None:
    for rules in RULE_SETS.values():
        if not lesson.stands(rules):
            continue
        for language in LANGUAGES:
            steps = [
                step_text(lesson, step, language, rules)
                for step in lesson.steps
                if step.holds(rules)
            ]
            assert all(steps), language
            said = [title(lesson, language, rules), summary(lesson, language, rules)]
            for text in [*said, *(one for step in steps for one in step)]:
                assert "{" not in text


@pytest.mark.parametrize("lesson", ALL)
def test_no_text_is_left_in_english_and_the_voice_is_kind(lesson: Lesson) -> None:
    english = lesson.texts["en"]
    for language in LANGUAGES:
        text = lesson.texts[language]
        for name, step in text.steps.items():
            for key, one in step.texts.items():
                if language != "en":
                    assert one != english.steps[name].texts.get(key), (name, language)
                for word in NOT_IN_THIS_VOICE[language]:
                    assert not re.search(word, one), (name, language, word)


@pytest.mark.parametrize("lesson", ALL)
def test_an_example_that_is_drawn_is_judged_by_the_engine(lesson: Lesson) -> None:
    for step in lesson.steps:
        if step.example:
            indicator = read_indicator(step.indicator)
            melds = parse_melds(step.example, indicator)
            for rules in RULE_SETS.values():
                if step.holds(rules):
                    judge(melds, rules=rules, indicator=indicator)


def test_every_track_has_its_name_and_its_folder_no_other() -> None:
    for language in LANGUAGES:
        for track in TRACKS:
            assert all(track_text(track, language))
    assert {path.name for path in CONTENT.iterdir() if path.is_dir()} <= set(TRACKS)
