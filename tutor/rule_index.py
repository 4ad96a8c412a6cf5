"""The rules of one rule set by chapter, each with its sentence: the way in to the rule pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import get_language

from okey import RULE_SETS, RULES, Meld, RuleSet, okey_face, read_indicator
from okey.rules.model import Chapter, Example
from tutor.explain import rule_url
from tutor.names import chapter_name, rule_set_name
from tutor.rulebook import applies, judged
from tutor.texts import rule_text


@dataclass(frozen=True, slots=True)
class Drawn:
    """One meld beside a rule, and whether the engine allows it."""

    meld: Meld
    okey: str
    faces: tuple[str, ...] | None
    legal: bool


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule in the list. `drawn` holds one meld that is allowed and one that is not, or none."""

    title: str
    short: str
    url: str
    drawn: tuple[Drawn, ...]


@dataclass(frozen=True, slots=True)
class ChapterLines:
    """A chapter with its rules; `anchor` is its place on the page."""

    name: str
    anchor: str
    rules: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A rule set in the switch."""

    name: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class RuleIndex:
    """All that the page shows."""

    rules_name: str
    documents: tuple[str, ...]
    rule_sets: tuple[Choice, ...]
    chapters: tuple[ChapterLines, ...]


def index_url(key: str) -> str:
    """The address of a rule set's list of rules."""
    return f"{reverse('rules')}?{urlencode({'rules': key})}"


def rule_index(key: str) -> RuleIndex | None:
    """The rules of a rule set in the reader's language; None where there is no such rule set."""
    language = get_language() or "en"
    rules = RULE_SETS.get(key)
    if rules is None:
        return None
    return RuleIndex(
        rules_name=rule_set_name(key, language),
        documents=tuple(document.title for document in rules.documents),
        rule_sets=tuple(
            Choice(rule_set_name(other, language), index_url(other), other == key)
            for other in RULE_SETS
        ),
        chapters=tuple(_chapters(rules, language)),
    )


def _chapters(rules: RuleSet, language: str) -> Iterator[ChapterLines]:
    for chapter in Chapter:
        lines = tuple(
            _line(rule_id, rules, language)
            for rule_id in rules.rules
            if RULES[rule_id].chapter == chapter
        )
        if lines:
            yield ChapterLines(chapter_name(chapter, language), chapter.value, lines)


def _line(rule_id: str, rules: RuleSet, language: str) -> RuleLine:
    rule, text = RULES[rule_id], rule_text(rule_id, language)
    drawn: tuple[Drawn, ...] = ()
    if rule.chapter is Chapter.MELDS:  # what the other chapters are about does not fit on a line
        drawn = (*_first(rule.legal, rules), *_first(rule.illegal, rules))
    return RuleLine(text.title, text.short, rule_url(rules.key, rule_id), drawn)


def _first(examples: tuple[Example, ...], rules: RuleSet) -> Iterator[Drawn]:
    """The first example that is one of this rule set, with its verdict now."""
    for example in examples:
        if applies(example, rules):
            (meld,), verdict = judged(example, rules)
            okey = str(okey_face(read_indicator(example.indicator)))
            yield Drawn(meld, okey, verdict.melds[0].faces, verdict.legal)
            return
