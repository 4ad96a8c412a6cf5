"""A wrong belief in words, said carefully: it may be this one, and here it is otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from okey.mistaken import MISTAKEN
from okey.rules.model import RuleSet
from tutor.explain import rule_url
from tutor.loading import content
from tutor.names import Number
from tutor.texts import rule_text


@dataclass(frozen=True, slots=True)
class BeliefText:
    """Its title, one careful sentence, and the rule to read instead."""

    key: str
    title: str
    sentence: str
    rule: str
    rule_title: str
    rule_url: str


def belief_text(key: str, rules: RuleSet, language: str) -> BeliefText:
    """The texts of a belief that is wrong in this rule set. Raise `LookupError` for others."""
    entry: dict[str, str] = content(language, "misconceptions")[key]
    rule = MISTAKEN[key].rule(rules)
    opening = rules.opening
    values = {
        "points": Number(opening.points if opening else 0, language),
        "pairs": Number((opening.pairs if opening else None) or 0, language),
    }
    return BeliefText(
        key,
        entry["title"],
        (entry.get(rules.key) or entry["sentence"]).format(**values),
        rule,
        rule_text(rule, language, rules).title,
        rule_url(rules.key, rule),
    )
