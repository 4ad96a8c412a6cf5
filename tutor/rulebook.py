"""A rule's page: the catalogue's entry in words, its examples judged by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import get_language

from okey import RULE_SETS, RULES, Rule, RuleSet
from okey.rules.examples import AnyExample, Example, Play, Tally
from okey.rules.model import Document
from tutor.explain import rule_url
from tutor.glossary import Piece, entries, in_pieces, uses
from tutor.names import chapter_name, rule_set_name
from tutor.referee.links import address
from tutor.rulebook_elsewhere import Elsewhere, elsewhere
from tutor.rulebook_examples import AnyShown, applies, judged, shown
from tutor.texts import DecisionText, RuleText, Term, decision_text, rule_text

MOST_TERMS: Final = 6
BASE_RULES: Final = "HD-21"  # a document that leaves the play rules to another one


@dataclass(frozen=True, slots=True)
class Cited:
    """Where a rule stands; not `own` where the set's document takes it for granted."""

    title: str
    section: str
    own: bool


@dataclass(frozen=True, slots=True)
class Link:
    """A rule in the list at the side."""

    id: str
    title: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class RulePage:
    """All that the page shows. `long` is the text with the words of the game in it.

    `scores` says that the examples show when the rule applies, not what is allowed; `wide`
    examples stand below one another.
    """

    id: str
    key: str
    rules_name: str
    chapter: str
    chapter_url: str
    text: RuleText
    long: tuple[Piece, ...]
    scores: bool
    wide: bool
    legal: tuple[AnyShown, ...]
    illegal: tuple[AnyShown, ...]
    sources: tuple[Cited, ...]
    decisions: tuple[DecisionText, ...]
    elsewhere: tuple[Elsewhere, ...]
    contents: tuple[tuple[str, tuple[Link, ...]], ...]
    terms: tuple[Term, ...]
    referee_url: str
    before: Link | None
    after: Link | None


def rule_page(key: str, rule_id: str) -> RulePage | None:
    """The page of a rule in a rule set, in the reader's language; None where there is none."""
    language = get_language() or "en"
    rules, rule = RULE_SETS.get(key), RULES.get(rule_id)
    if rules is None or rule is None or rule_id not in rules.rules:
        return None
    text = rule_text(rule.id, language, rules)
    legal = tuple(_examples(rule.legal, rules, language, rule))
    illegal = tuple(_examples(rule.illegal, rules, language, rule))
    before, after = _neighbours(rules, rule.id, language)
    return RulePage(
        id=rule.id,
        key=key,
        rules_name=rule_set_name(key, language),
        chapter=chapter_name(rule.chapter, language),
        chapter_url=f"{index_url(key)}#{rule.chapter}",
        text=text,
        long=in_pieces(text.long, language),
        scores=any(example.kind == "tally" for example in (*legal, *illegal)),
        wide=any(example.kind != "melds" for example in (*legal, *illegal)),
        legal=legal,
        illegal=illegal,
        sources=tuple(cited(rule, rules)),
        decisions=tuple(decisions(rule, rules, language)),
        elsewhere=tuple(elsewhere(rule, rules, language)),
        contents=tuple(_contents(rules, rule, language)),
        terms=tuple(_terms(text, language)),
        referee_url=_referee_url(rule, rules),
        before=before,
        after=after,
    )


def index_url(key: str) -> str:
    """The address of a rule set's list of rules."""
    return f"{reverse('rules')}?{urlencode({'rules': key})}"


def cited(rule: Rule, rules: RuleSet) -> Iterator[Cited]:
    """The sections that state the rule: in this rule set's documents, else in another's.

    A document that takes a rule for granted is played as the one that spells it out.
    """
    documents = [source for source in rule.source if source.document is not None]
    own = [source for source in documents if source.document in rules.documents]
    decided = len(documents) < len(rule.source)
    borrowed = [] if own or decided else documents[:1]
    for source in own or borrowed:
        assert source.document is not None
        yield Cited(source.document.title, source.section, bool(own))


def decisions(rule: Rule, rules: RuleSet, language: str) -> Iterator[DecisionText]:
    """What is decided about the rule where the documents are silent."""
    own: Document = rules.documents[0]
    documents = {source.document for source in rule.source}
    for source in rule.source:
        if source.document is None:
            yield decision_text(source.section, language)
    if own not in documents and documents & set(rules.documents):
        yield decision_text(BASE_RULES, language)


def _examples(
    examples: tuple[AnyExample, ...], rules: RuleSet, language: str, rule: Rule
) -> Iterator[AnyShown]:
    for example in examples:
        if applies(example, rules):
            yield shown(rule, example, rules, language)


def _referee_url(rule: Rule, rules: RuleSet) -> str:
    """Where the referee can be asked about the like; with the first example of melds laid out."""
    kinds = {type(example) for example in (*rule.illegal, *rule.legal)}
    for example in (*rule.illegal, *rule.legal):
        if isinstance(example, Example) and applies(example, rules):
            values = {
                "indicator": example.indicator,
                "hand": example.hand or "",
                "melds": example.melds,
                "as": example.as_,
            }
            return address("referee", rules, values)
    if kinds & {Play, Tally}:
        return address("referee-table" if Play in kinds else "referee-score", rules, {})
    return ""


def _terms(text: RuleText, language: str) -> Iterator[Term]:
    """The words of the game in the rule's texts."""
    found = uses(f"{text.title}. {text.long}", language)
    for use in found[:MOST_TERMS]:
        yield entries(language)[use.key]


def _neighbours(rules: RuleSet, rule_id: str, language: str) -> tuple[Link | None, Link | None]:
    """The rules before and after this one in the rulebook's order."""
    at = rules.rules.index(rule_id)
    before = rules.rules[at - 1] if at else None
    after = rules.rules[at + 1] if at + 1 < len(rules.rules) else None
    return _link(before, rules, language), _link(after, rules, language)


def _link(rule_id: str | None, rules: RuleSet, language: str, current: str = "") -> Link | None:
    if rule_id is None:
        return None
    title = rule_text(rule_id, language, rules).title
    return Link(rule_id, title, rule_url(rules.key, rule_id), rule_id == current)


def _contents(
    rules: RuleSet, current: Rule, language: str
) -> Iterator[tuple[str, tuple[Link, ...]]]:
    """The rules of the rule set by chapter, in the rulebook's order."""
    chapters: dict[str, list[Link]] = {}
    for rule_id in rules.rules:
        link = _link(rule_id, rules, language, current.id)
        assert link is not None
        chapters.setdefault(RULES[rule_id].chapter, []).append(link)
    for chapter, links in chapters.items():
        yield chapter_name(chapter, language), tuple(links)


__all__ = ["RulePage", "applies", "cited", "decisions", "index_url", "judged", "rule_page"]
