"""The rules of one rule set by chapter, each with its sentence: the way in to the rule pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language

from okey import RULE_SETS, RULES, Meld, Rule, RuleSet, okey_face, read_indicator
from okey.rules.examples import AnyExample, Example
from okey.rules.model import Chapter
from tutor.explain import rule_url
from tutor.names import chapter_name, rule_set_name
from tutor.rulebook import Cited, applies, cited, decisions, index_url, judged
from tutor.texts import DecisionText, RuleText, rule_text

WIDEST: Final = 6  # tiles and the kind of a meld that fit beside a sentence


@dataclass(frozen=True, slots=True)
class Drawn:
    """One meld beside a rule, and whether the engine allows it."""

    meld: Meld
    okey: str
    faces: tuple[str, ...] | None
    legal: bool


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule in the list. `drawn` holds one meld that keeps it and one that breaks it, or none."""

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
class PrintedRule:
    """A rule on paper: its whole text, one example that holds and one that does not, its source."""

    id: str
    text: RuleText
    drawn: tuple[Drawn, ...]
    sources: tuple[Cited, ...]
    decisions: tuple[DecisionText, ...]


@dataclass(frozen=True, slots=True)
class PrintedChapter:
    """A chapter on paper."""

    name: str
    rules: tuple[PrintedRule, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A rule set in the switch."""

    name: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class RuleIndex:
    """All that the page shows. `print_url` is the whole rulebook on one page."""

    key: str
    rules_name: str
    documents: tuple[str, ...]
    rule_sets: tuple[Choice, ...]
    chapters: tuple[ChapterLines, ...]
    print_url: str


@dataclass(frozen=True, slots=True)
class PrintedBook:
    """All rules of a rule set with their texts, to be printed."""

    rules_name: str
    documents: tuple[str, ...]
    chapters: tuple[PrintedChapter, ...]
    back_url: str


def rule_index(key: str, *, listed: bool = True) -> RuleIndex | None:
    """The rules of a rule set in the reader's language; None where there is no such rule set.

    Not `listed`, the chapters are left out: what was searched for stands in their place.
    """
    language = get_language() or "en"
    rules = RULE_SETS.get(key)
    if rules is None:
        return None
    return RuleIndex(
        key=key,
        rules_name=rule_set_name(key, language),
        documents=tuple(document.title for document in rules.documents),
        rule_sets=rule_set_choices(key, language),
        chapters=tuple(_chapters(rules, language)) if listed else (),
        print_url=f"{index_url(key)}&print=1",
    )


def rule_set_choices(key: str, language: str) -> tuple[Choice, ...]:
    """The switch of rule set on the list of rules."""
    return tuple(
        Choice(rule_set_name(other, language), index_url(other), other == key)
        for other in RULE_SETS
    )


def printed_book(key: str) -> PrintedBook | None:
    """The whole rulebook of a rule set, to be printed; None where there is no such rule set."""
    language = get_language() or "en"
    rules = RULE_SETS.get(key)
    if rules is None:
        return None
    chapters: dict[str, list[PrintedRule]] = {}
    for rule_id in rules.rules:
        rule = RULES[rule_id]
        chapters.setdefault(rule.chapter, []).append(
            PrintedRule(
                id=rule_id,
                text=rule_text(rule_id, language, rules),
                drawn=_drawn(rule, rules),
                sources=tuple(cited(rule, rules)),
                decisions=tuple(decisions(rule, rules, language)),
            )
        )
    return PrintedBook(
        rules_name=rule_set_name(key, language),
        documents=tuple(document.title for document in rules.documents),
        chapters=tuple(
            PrintedChapter(chapter_name(chapter, language), tuple(printed))
            for chapter, printed in chapters.items()
        ),
        back_url=index_url(key),
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
    text = rule_text(rule_id, language, rules)
    drawn = _drawn(RULES[rule_id], rules)
    return RuleLine(text.title, text.short, rule_url(rules.key, rule_id), drawn)


def _drawn(rule: Rule, rules: RuleSet) -> tuple[Drawn, ...]:
    """A meld that keeps the rule and one that breaks it, where both fit beside its sentence."""
    found = (*_first(rule.legal, rules), *_first(rule.illegal, rules))
    return found if len(found) == 2 else ()


def _first(examples: tuple[AnyExample, ...], rules: RuleSet) -> Iterator[Drawn]:
    """The first example that is one meld in this rule set, with its verdict now."""
    for example in examples:
        if not isinstance(example, Example) or not applies(example, rules):
            continue
        alone = example.as_ == "melds" and example.hand is None and "|" not in example.melds
        if alone and len(example.melds.split()) <= WIDEST:
            (meld,), verdict = judged(example, rules)
            okey = str(okey_face(read_indicator(example.indicator)))
            yield Drawn(meld, okey, verdict.melds[0].faces, verdict.legal)
            return
