"""Two rule sets side by side: what only one has, what both have with other values, and why.

The differences are computed from the rule sets; every example was found by search and is asked
again here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from okey import RULE_SETS, RULES, InputError, Rule, RuleSet
from okey.compare import Comparison, Difference, compare
from okey.outcome import outcome
from okey.rules.examples import AnyExample
from okey.situations import SITUATIONS, Situation, answer
from tutor.compare.answers import ShownAnswer, shown_answer
from tutor.compare.drawn import Drawn, drawn
from tutor.compare.stored import flip_of
from tutor.explain import rule_url
from tutor.loading import content
from tutor.names import chapter_name, rule_set_name
from tutor.parameter_words import parameter_name, parameter_value
from tutor.texts import rule_text


@dataclass(frozen=True, slots=True)
class Named:
    """A rule set in a choice or at the head of a column."""

    key: str
    name: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Flipped:
    """An example and what each of the two rule sets says of it."""

    drawn: Drawn
    ours: ShownAnswer
    theirs: ShownAnswer


@dataclass(frozen=True, slots=True)
class Changed:
    """A parameter that both have, with other values. `flipped` is None where it never bites."""

    path: str
    name: str
    ours: str
    theirs: str
    flipped: Flipped | None


@dataclass(frozen=True, slots=True)
class Block:
    """The parameters of one block that differ."""

    name: str
    anchor: str
    changed: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class Only:
    """A rule that one of the two has alone, and an example of what it does."""

    title: str
    short: str
    url: str
    flipped: Flipped | None


@dataclass(frozen=True, slots=True)
class OnlyHere:
    """All rules of a chapter that one of the two has alone."""

    chapter: str
    rules: tuple[Only, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A situation and every rule set's answer, each with the rule set's name."""

    id: str
    text: str
    drawn: Drawn | None
    cells: tuple[tuple[str, ShownAnswer], ...]


@dataclass(frozen=True, slots=True)
class ComparePage:
    """All that two rule sets differ in."""

    ours: Named
    theirs: Named
    blocks: tuple[Block, ...]
    only_ours: tuple[OnlyHere, ...]
    only_theirs: tuple[OnlyHere, ...]


def compare_page(ours: str, theirs: str, language: str) -> ComparePage:
    """Compare two of the four rule sets by their keys."""
    found = compare(RULE_SETS[ours], RULE_SETS[theirs])
    return ComparePage(
        ours=Named(ours, rule_set_name(ours, language)),
        theirs=Named(theirs, rule_set_name(theirs, language)),
        blocks=tuple(_blocks(found, language)),
        only_ours=tuple(_only(found.only_ours, found.ours, found.theirs, language)),
        only_theirs=tuple(_only(found.only_theirs, found.theirs, found.ours, language)),
    )


def choices(chosen: str, language: str) -> Iterator[Named]:
    """The rule sets, one of them chosen."""
    for key in RULE_SETS:
        yield Named(key, rule_set_name(key, language), key == chosen)


# What both have, with other values


def _blocks(found: Comparison, language: str) -> Iterator[Block]:
    for block, differing in groupby(found.differences, key=lambda one: one.path.split(".")[0]):
        changed = tuple(_changed(one, found.ours, found.theirs, language) for one in differing)
        yield Block(parameter_name(block, language), block, changed)


def _changed(one: Difference, ours: RuleSet, theirs: RuleSet, language: str) -> Changed:
    example = flip_of(ours.key, theirs.key, one.path)
    return Changed(
        path=one.path,
        name=parameter_name(one.path, language),
        ours=parameter_value(one.path, one.ours, language),
        theirs=parameter_value(one.path, one.theirs, language),
        flipped=None if example is None else flipped(example, ours, theirs, language),
    )


def flipped(example: AnyExample, ours: RuleSet, theirs: RuleSet, language: str) -> Flipped:
    """An example under two rule sets, asked now."""
    here, there = outcome(example, ours), outcome(example, theirs)
    knows = theirs if here.unknown else ours
    return Flipped(
        drawn(example, knows, language),
        shown_answer(example, here, ours, language),
        shown_answer(example, there, theirs, language),
    )


# What only one has


def _only(
    ids: tuple[str, ...], having: RuleSet, lacking: RuleSet, language: str
) -> Iterator[OnlyHere]:
    rules = [RULES[rule_id] for rule_id in ids]
    for chapter, own in groupby(rules, key=lambda rule: rule.chapter):
        yield OnlyHere(
            chapter_name(chapter, language),
            tuple(_only_here(rule, having, lacking, language) for rule in own),
        )


def _only_here(rule: Rule, having: RuleSet, lacking: RuleSet, language: str) -> Only:
    text = rule_text(rule.id, language, having)
    example = _telling(rule, having, lacking)
    return Only(
        title=text.title,
        short=text.short,
        url=rule_url(having.key, rule.id),
        flipped=None if example is None else flipped(example, having, lacking, language),
    )


def _telling(rule: Rule, having: RuleSet, lacking: RuleSet) -> AnyExample | None:
    """The first example of the rule that the other set answers otherwise, if one does."""
    for example in (*rule.illegal, *rule.legal):
        if example.rules and having.key not in example.rules:
            continue
        try:
            here, there = outcome(example, having), outcome(example, lacking)
        except InputError:
            continue
        if not here.unknown and here.said != there.said:
            return example
    return None


# The same situation under all


def asked_situations(language: str) -> tuple[Asked, ...]:
    """The situations that the documents answer differently, each under every rule set."""
    return tuple(_asked(situation, language) for situation in SITUATIONS)


def _asked(situation: Situation, language: str) -> Asked:
    example = situation.example
    rules = next(iter(RULE_SETS.values()))
    return Asked(
        id=situation.id,
        text=content(language, "situations")[situation.id],
        drawn=None if example is None else drawn(example, rules, language, seat=situation.seat),
        cells=tuple(
            (rule_set_name(key, language), _cell(situation, own, language))
            for key, own in RULE_SETS.items()
        ),
    )


def _cell(situation: Situation, rules: RuleSet, language: str) -> ShownAnswer:
    found = answer(situation, rules)
    example = situation.example_for(rules)
    if found.outcome is not None and example is not None:
        return shown_answer(example, found.outcome, rules, language, seat=situation.seat)
    told = [
        f"{parameter_name(path, language)}: {parameter_value(path, value, language)}"
        for path, value in found.values.items()
    ]
    return ShownAnswer(None, "; ".join(told))
