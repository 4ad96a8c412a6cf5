"""Rules and rule sets as plain data, with texts in one language: what the API answers."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from okey import RULE_SETS, RULES, Rule, RuleSet, format_melds
from okey.answers import verdict_json
from okey.compare import block_names
from okey.examples import holds
from okey.rules.examples import AnyExample, Example
from okey.rules.model import Source
from tutor.names import chapter_name, rule_set_name
from tutor.rulebook_examples import applies, judged
from tutor.texts import decision_text, rule_text

Json = dict[str, Any]


def rule_set_data(rules: RuleSet, language: str) -> Json:
    """A rule set's parameters and the ids of its rules."""
    return {
        "key": rules.key,
        "version": rules.version,
        "name": rule_set_name(rules.key, language),
        "documents": [asdict(document) for document in rules.documents],
        "parameters": {name: _block(getattr(rules, name)) for name in block_names()},
        "rules": list(rules.rules),
    }


def rule_set_detail(rules: RuleSet, language: str) -> Json:
    """A rule set with its rules' titles and sentences, in the rulebook's order."""
    return rule_set_data(rules, language) | {
        "rules": [heading(RULES[rule_id], language) for rule_id in rules.rules]
    }


def rule_data(rule: Rule, language: str) -> Json:
    """A rule with its texts, sources and judged examples."""
    in_force = [rules for rules in RULE_SETS.values() if rule.id in rules.rules]
    return heading(rule, language) | {
        "text": rule_text(rule.id, language).long,
        "sources": [_source(source, language) for source in rule.source],
        "rule_sets": [rules.key for rules in in_force],
        "legal": [_example(rule, example, in_force) for example in rule.legal],
        "illegal": [_example(rule, example, in_force) for example in rule.illegal],
    }


def heading(rule: Rule, language: str) -> Json:
    """A rule's id, chapter, title and sentence."""
    text = rule_text(rule.id, language)
    return {
        "id": rule.id,
        "chapter": rule.chapter.value if hasattr(rule.chapter, "value") else rule.chapter,
        "chapter_name": chapter_name(rule.chapter, language),
        "title": text.title,
        "short": text.short,
    }


def _source(source: Source, language: str) -> Json:
    """A section of a document, or a decision where the documents are silent."""
    if source.document is not None:
        return {
            "document": asdict(source.document),
            "section": source.section,
            "decision": None,
        }
    return {
        "document": None,
        "section": source.section,
        "decision": asdict(decision_text(source.section, language)),
    }


def _block(block: Any) -> Json | None:
    """A block of parameters; None is something that the rule set does not have."""
    return None if block is None else asdict(block)


def _example(rule: Rule, example: AnyExample, in_force: list[RuleSet]) -> Json:
    """An example and what each rule set that has it says, by the set's key."""
    having = [rules for rules in in_force if applies(example, rules)]
    holding = {rules.key: holds(rule, example, rules) for rules in having}
    if not isinstance(example, Example):
        data = {"example": type(example).__name__.lower(), **asdict(example), "holds": holding}
        del data["rules"]
        return data
    verdicts = {}
    melds = ""
    for rules in having:
        laid, verdict = judged(example, rules)
        melds = format_melds(laid)
        verdicts[rules.key] = verdict_json(verdict)
    return {
        "example": "melds",
        "indicator": example.indicator,
        "melds": melds or example.melds,
        "as": example.as_,
        "hand": example.hand,
        "holds": holding,
        "verdicts": verdicts,
    }
