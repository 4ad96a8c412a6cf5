"""A rule in the other rule sets, found by asking the engine for its examples there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from okey import RULE_SETS, RULES, InputError, Rule, RuleSet
from okey.ended import tally
from okey.examples import broken
from okey.match import Match
from okey.rules.examples import AnyExample, Example, Standing, Start, Tally
from okey.tally import ended_example, match_example
from tutor.explain import rule_url
from tutor.names import rule_set_name
from tutor.rulebook_examples import AnyShown, applies, shown
from tutor.texts import rule_text


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The rule in another rule set.

    `state` is `same`, `differs` (in force with other values), `allowed` or `refused` (an example
    has the other verdict there), `free` (it costs nothing there) or `none`. `example` is drawn
    with its verdict there; `instead` is the rule of that set that decides it.
    """

    name: str
    state: str
    url: str
    example: AnyShown | None = None
    instead: str = ""
    instead_url: str = ""


def elsewhere(rule: Rule, rules: RuleSet, language: str) -> Iterator[Elsewhere]:
    """The rule in every other rule set, those first where it is not the same."""
    found = [_in(rule, rules, other, language) for other in RULE_SETS.values() if other != rules]
    yield from sorted(found, key=lambda one: ("same", "none").count(one.state))


def _in(rule: Rule, rules: RuleSet, other: RuleSet, language: str) -> Elsewhere:
    name = rule_set_name(other.key, language)
    url = rule_url(other.key, rule.id) if rule.id in other.rules else ""
    flip = _flip(rule.id, rules.key, other.key)
    if flip is None:
        return Elsewhere(name, "same" if url else "none", url)
    state, at = flip
    if at is None:
        return Elsewhere(name, state, url)
    example = (*rule.legal, *rule.illegal)[at]
    instead = "" if url else _instead(rule, example, rules, other)
    return Elsewhere(
        name=name,
        state=state,
        url=url,
        example=shown(rule, example, other, language) if isinstance(example, Example) else None,
        instead=rule_text(instead, language, other).title if instead else "",
        instead_url=rule_url(other.key, instead) if instead else "",
    )


@cache  # of two rule sets as they are: the engine's verdicts do not change while it runs
def _flip(rule_id: str, key: str, other_key: str) -> tuple[str, int | None] | None:
    """How the rule differs in the other rule set, and the example (by its place) that shows it."""
    rule, rules, other = RULES[rule_id], RULE_SETS[key], RULE_SETS[other_key]
    there = rule_id in other.rules
    for at, example in enumerate((*rule.legal, *rule.illegal)):
        if isinstance(example, Tally | Standing):
            if there and _differs(rule, example, rules, other):
                return "differs", None
            continue
        if not applies(example, rules):
            continue
        if isinstance(example, Start) and not there:
            continue  # hands of another size say nothing about the rule
        here, found = broken(rule, example, rules), _broken(rule, example, other)
        if found is None:
            continue
        if there:  # what another rule forbids there is no difference of this one
            if (rule_id in here) != (rule_id in found):
                return "differs", at
            continue
        if bool(here) == bool(found):
            continue
        if found:
            return "refused", at
        penalty = rule.chapter == "penalties"
        return "free" if penalty else "allowed", at
    return None


def _broken(rule: Rule, example: AnyExample, rules: RuleSet) -> frozenset[str] | None:
    """What an example breaks; None where the rule set knows nothing like it."""
    try:
        return broken(rule, example, rules)
    except (InputError, ValueError):
        return None


def _differs(rule: Rule, example: Tally | Standing, rules: RuleSet, other: RuleSet) -> bool:
    """Whether the rule comes to something else in the other set, as far as both know the like."""
    here, there = _worth(rule, example, rules), _worth(rule, example, other)
    return here is not None and there is not None and here != there


def _worth(rule: Rule, example: Tally | Standing, rules: RuleSet) -> object:
    """What the rule comes to in a finished round or a match; None where there is nothing like it.

    A match that the rule itself does not know is the code of the error.
    """
    try:
        if isinstance(example, Standing):
            match: Match = match_example(example, rules)
            return match.over, match.winners
        result = tally(ended_example(example), rules)
    except InputError as error:
        return error.code if error.code == rule.id else None
    return [
        (line.seat, line.points, line.factor)
        for line in result.lines
        if line.rule == rule.id or rule.id in line.factors
    ]


def _instead(rule: Rule, example: AnyExample, rules: RuleSet, other: RuleSet) -> str:
    """The rule of the other set that decides the example: broken there, or shown to allow it."""
    found = _broken(rule, example, other) or frozenset()
    for rule_id in other.rules:
        if rule_id in found and rule_id != rule.id:
            return rule_id
    if isinstance(example, Example) and not found:
        for rule_id in other.rules:
            allows = {one.melds for one in RULES[rule_id].legal if isinstance(one, Example)}
            if rule_id not in rules.rules and example.melds in allows:
                return rule_id
    return ""
