"""A rule's page: the catalogue's entry in words, its examples judged by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language

from okey import (
    RULE_SETS,
    RULES,
    Hand,
    Meld,
    MeldKind,
    Rule,
    RuleSet,
    Verdict,
    judge,
    okey_face,
    parse_melds,
    read_indicator,
)
from okey.rules.model import Chapter, Document, Example
from tutor.explain import Note, notes_about, rule_url
from tutor.names import chapter_name, kind_name, rule_set_name
from tutor.texts import DecisionText, RuleText, Term, decision_text, glossary, phrase, rule_text

# The words that a chapter's rules are made of.
TERMS: Final[dict[str, tuple[str, ...]]] = {
    Chapter.OKEY: ("indicator", "okey", "false_okey"),
    Chapter.MELDS: ("meld", "run", "group", "pair", "okey"),
    Chapter.OPENING: ("open", "meld", "pair", "discard"),
    Chapter.TURN: ("rack", "meld", "indicator"),
    Chapter.FINISH: ("finish", "meld", "discard"),
}
BASE_RULES = "HD-21"  # a document that leaves the play rules to another one


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld of an example. `badges` number the tiles that the notes speak of."""

    meld: Meld
    verdict_label: str
    legal: bool
    points: int
    faces: tuple[str, ...] | None
    badges: tuple[int | None, ...] | None


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An example with its verdict now. `hand` is shown where the verdict depends on it."""

    melds: tuple[ShownMeld, ...]
    legal: bool
    label: str
    notes: tuple[Note, ...]
    indicator: str
    okey: str
    shows_okey: bool
    hand: str
    in_pairs: bool


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The rule in another rule set. `state` is same, allowed or none."""

    name: str
    state: str
    url: str


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
    """All that the page shows."""

    id: str
    key: str
    rules_name: str
    chapter: str
    text: RuleText
    legal: tuple[ShownExample, ...]
    illegal: tuple[ShownExample, ...]
    sources: tuple[Cited, ...]
    decisions: tuple[DecisionText, ...]
    elsewhere: tuple[Elsewhere, ...]
    contents: tuple[tuple[str, tuple[Link, ...]], ...]
    terms: tuple[Term, ...]


def rule_page(key: str, rule_id: str) -> RulePage | None:
    """The page of a rule in a rule set, in the reader's language; None where there is none."""
    language = get_language() or "en"
    rules, rule = RULE_SETS.get(key), RULES.get(rule_id)
    if rules is None or rule is None or rule_id not in rules.rules:
        return None
    return RulePage(
        id=rule.id,
        key=key,
        rules_name=rule_set_name(key, language),
        chapter=chapter_name(rule.chapter, language),
        text=rule_text(rule.id, language),
        legal=tuple(_examples(rule.legal, rules, language, rule)),
        illegal=tuple(_examples(rule.illegal, rules, language, rule)),
        sources=tuple(cited(rule, rules)),
        decisions=tuple(decisions(rule, rules, language)),
        elsewhere=tuple(_elsewhere(rule, rules, language)),
        contents=tuple(_contents(rules, rule, language)),
        terms=tuple(glossary(language)[term] for term in TERMS[rule.chapter]),
    )


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


def judged(example: Example, rules: RuleSet) -> tuple[tuple[Meld, ...], Verdict]:
    """An example's melds and their verdict under a rule set."""
    indicator = read_indicator(example.indicator)
    melds = parse_melds(example.melds, indicator)
    hand = Hand.parse(example.hand, indicator) if example.hand is not None else None
    return melds, judge(melds, rules=rules, indicator=indicator, as_=example.as_, hand=hand)


def applies(example: Example, rules: RuleSet) -> bool:
    """Whether the example is one of this rule set."""
    return not example.rules or rules.key in example.rules


def _examples(
    examples: tuple[Example, ...], rules: RuleSet, language: str, rule: Rule
) -> Iterator[ShownExample]:
    for example in examples:
        if applies(example, rules):
            yield _shown(example, rules, language, rule)


def _shown(example: Example, rules: RuleSet, language: str, rule: Rule) -> ShownExample:
    melds, verdict = judged(example, rules)
    indicator = read_indicator(example.indicator)
    notes = notes_about(
        rule.id, verdict, melds=melds, rules=rules, indicator=indicator, language=language
    )
    badges = {
        (part.lane, part.position): part.badge
        for note in notes
        for part in note.parts
        if part.badge is not None
    }
    shown = []
    for lane, (meld, found) in enumerate(zip(melds, verdict.melds, strict=True)):
        row = tuple(badges.get((lane, position)) for position in range(len(meld)))
        kind = found.kind.value if found.kind is not None else "meld"
        label = kind_name(kind, language) if found.legal else phrase(f"lane.not_{kind}", language)
        shown.append(
            ShownMeld(
                meld, label, found.legal, found.points, found.faces, row if any(row) else None
            )
        )
    okeys = any(not laid.tile.is_face for meld in melds for laid in meld.tiles)
    return ShownExample(
        melds=tuple(shown),
        legal=verdict.legal,
        label=_label(verdict, example, rules, language),
        notes=notes,
        indicator=str(indicator),
        okey=str(okey_face(indicator)),
        shows_okey=okeys or rule.chapter == "okey",
        hand=example.hand or "",
        in_pairs=len(melds) > 1 and all(len(meld) == 2 for meld in melds),
    )


def _label(verdict: Verdict, example: Example, rules: RuleSet, language: str) -> str:
    """The chip beside an example: what it counts, or what it is not."""
    if example.as_ == "opening" and rules.opening is not None:
        pairs = sum(meld.legal and meld.kind is MeldKind.PAIR for meld in verdict.melds)
        if verdict.legal and pairs:
            return phrase("headline.opened_pairs", language, count=pairs)
        key = "headline.opened" if verdict.legal else "headline.blocked"
        return phrase(key, language, points=verdict.points)
    if example.as_ == "finish":
        return phrase("headline.finished" if verdict.legal else "headline.not_finished", language)
    only = verdict.melds[0]
    kind = only.kind.value if only.kind is not None else "meld"
    if not verdict.legal:
        return phrase("rule.not_allowed" if only.legal else f"lane.not_{kind}", language)
    if only.kind is MeldKind.PAIR:
        return kind_name(kind, language)
    return phrase("rule.points", language, points=verdict.points)


def _elsewhere(rule: Rule, rules: RuleSet, language: str) -> Iterator[Elsewhere]:
    """The same rule in the other rule sets; where it is not in force, what is allowed there."""
    for key, other in RULE_SETS.items():
        if key == rules.key:
            continue
        name = rule_set_name(key, language)
        if rule.id in other.rules:
            yield Elsewhere(name, "same", rule_url(key, rule.id))
        else:
            allowed = any(
                judged(example, other)[1].legal
                for example in rule.illegal
                if applies(example, rules) and example.as_ == "melds"
            )
            yield Elsewhere(name, "allowed" if allowed else "none", "")


def _contents(
    rules: RuleSet, current: Rule, language: str
) -> Iterator[tuple[str, tuple[Link, ...]]]:
    """The rules of the rule set by chapter, in the rulebook's order."""
    chapters: dict[str, list[Link]] = {}
    for rule_id in rules.rules:
        title = rule_text(rule_id, language).title
        link = Link(rule_id, title, rule_url(rules.key, rule_id), rule_id == current.id)
        chapters.setdefault(RULES[rule_id].chapter, []).append(link)
    for chapter, links in chapters.items():
        yield chapter_name(chapter, language), tuple(links)
