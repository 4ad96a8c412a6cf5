"""Texts are complete and alike in all languages, and nothing is left in English."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from okey import RULE_SETS, RULES
from okey.rules.decisions import DECISIONS
from okey.rules.model import Chapter
from tutor.loading import CONTENT, LANGUAGES, content
from tutor.rulebook import cited, decisions
from tutor.texts import chapter_name, decision_text, error_message, rule_set_name, rule_text

FILES = (
    "rules",
    "names",
    "phrases",
    "moves",
    "parameters",
    "situations",
    "glossary",
    "decisions",
    "misconceptions",
    "errors",
    "tasks",
    "lessons",
    "advice",
)
OTHERS = [language for language in LANGUAGES if language != "en"]

# The same word in two languages, by right.
SAME = {
    ("de", "names", "rule_sets/101-club"),
    ("de", "names", "rule_sets/101-siler"),
    ("tr", "names", "rule_sets/101-siler"),
    ("de", "names", "list/middle"),
    ("tr", "names", "list/middle"),
    ("de", "names", "okey/label"),
    ("tr", "names", "okey/label"),
    ("tr", "names", "spoken/okey"),
    ("tr", "names", "tile/label"),
    ("tr", "names", "number/label"),
    ("de", "names", "number/label"),
    ("de", "phrases", "change/sum"),
    ("tr", "phrases", "change/sum"),
    ("tr", "glossary", "okey/term"),
    ("de", "glossary", "siler/term"),
    ("tr", "glossary", "siler/term"),
    ("de", "rules", "bonus.siler/title"),
    ("tr", "rules", "bonus.siler/title"),
    ("de", "names", "lines/bonus.siler"),
    ("tr", "names", "lines/bonus.siler"),
    ("de", "names", "numbered/team"),
    ("de", "phrases", "written/alone"),
    ("tr", "phrases", "written/alone"),
    ("de", "phrases", "written/seat"),
    ("tr", "phrases", "written/seat"),
    ("de", "parameters", "words/factor"),
    ("tr", "parameters", "words/factor"),
    ("de", "parameters", "names/scoring.siler"),
    ("tr", "parameters", "names/scoring.siler"),
    ("de", "parameters", "names/okeys"),
}
# A language has the cases that its sentences need.
FORMS = ("tile/", "number/", "false_okey/", "okey/", "seat/")
NOT_IN_THIS_VOICE = {
    "en": ("of course", "obviously", "simply", "wrong!"),
    "de": ("natürlich", "selbstverständlich", "einfach", "falsch!", r"[a-zäöüß,] Sie\b", r"\bIhre"),
    "tr": ("tabii", "elbette", "basitçe", "yanlış!", r"\bsiz\b", r"(ınız|iniz|unuz|ünüz)\b"),
}


def texts(tree: dict[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from texts(value, f"{above}{key}/")
        else:
            yield f"{above}{key}", value


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_every_language_has_the_same_texts_with_the_same_placeholders(
    language: str, file: str
) -> None:
    english = dict(texts(content("en", file)))
    other = dict(texts(content(language, file)))
    if file == "names":
        english = {k: v for k, v in english.items() if not k.startswith(FORMS)}
        other = {k: v for k, v in other.items() if not k.startswith(FORMS)}
    if file == "glossary":  # a word bends in one language and not in another
        english = {k: v for k, v in english.items() if not k.endswith("/forms")}
        other = {k: v for k, v in other.items() if not k.endswith("/forms")}
    assert english.keys() == other.keys()
    for key, text in english.items():
        assert placeholders(text) == placeholders(other[key]), key


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_no_text_is_left_in_english(language: str, file: str) -> None:
    english = dict(texts(content("en", file)))
    for key, text in texts(content(language, file)):
        heard_elsewhere = file == "glossary" and key.endswith("/also")
        if (language, file, key) not in SAME and not heard_elsewhere:
            assert text != english.get(key), f"{file}.toml: {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_voice_is_kind(language: str) -> None:
    for file in FILES:
        for key, text in texts(content(language, file)):
            for word in NOT_IN_THIS_VOICE[language]:
                assert not re.search(word, text), f"{file}.toml: {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_the_catalogue_has_its_texts_and_no_other_has(language: str) -> None:
    assert content(language, "rules").keys() == RULES.keys()
    for rule_id in RULES:
        text = rule_text(rule_id, language)
        assert text.title
        assert text.short.endswith(".")
        assert len(text.title) < 48
        assert len(text.short) < 130


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_that_a_page_needs_exists(language: str) -> None:
    for key in RULE_SETS:
        assert rule_set_name(key, language) != key
    for chapter in Chapter:
        assert chapter_name(chapter, language)


def test_every_rule_in_force_has_a_source_or_says_what_is_played_instead() -> None:
    for rules in RULE_SETS.values():
        for rule_id in rules.rules:
            found = [*cited(RULES[rule_id], rules), *decisions(RULES[rule_id], rules, "en")]
            assert found, (rules.key, rule_id)


def test_every_decision_has_its_text_and_no_text_is_idle() -> None:
    cited_ids = {
        source.section for rule in RULES.values() for source in rule.source if not source.document
    }
    assert cited_ids <= DECISIONS.keys()
    for language in LANGUAGES:
        assert content(language, "decisions").keys() == DECISIONS.keys()
        for decision in DECISIONS:
            text = decision_text(decision, language)
            assert text.played.endswith("."), decision
            assert text.because.endswith("."), decision


def _codes_of_the_engine() -> set[str]:
    source = Path(CONTENT).parents[1] / "okey"
    found = set()
    for path in source.rglob("*.py"):
        found |= set(re.findall(r'InputError\(\s*"([a-z.-]+)"', path.read_text("utf-8")))
        found |= set(re.findall(r'"code": "([a-z.-]+)"', path.read_text("utf-8")))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_code_of_the_engine_has_a_message(language: str) -> None:
    codes = _codes_of_the_engine()
    assert {"notation.tile", "notation.meld", "count.face", "count.hand", "rules.unknown"} <= codes
    assert codes <= content(language, "errors").keys()
    for code in codes:
        assert "{" not in error_message(code, "hand: R14", language)


def test_an_unknown_code_still_gets_a_message_with_its_place() -> None:
    assert "xyz" in error_message("new.code", "xyz", "tr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_are_read_as_they_stand(language: str) -> None:
    for file in FILES:
        with (CONTENT / language / f"{file}.toml").open("rb") as opened:
            assert tomllib.load(opened) == content(language, file)
