"""The computed difference of two rule sets as plain data: what the API answers."""

from __future__ import annotations

from dataclasses import asdict, is_dataclass
from typing import Any

from okey import RULE_SETS, RULES, RuleSet
from okey.compare import Difference, compare
from okey.outcome import outcome
from okey.rules.examples import AnyExample
from tutor.compare.stored import example_json, flip_of
from tutor.parameter_words import parameter_name, parameter_value
from tutor.rule_data import heading

Json = dict[str, Any]


def compare_data(ours: str, theirs: str, language: str) -> Json:
    """Every parameter that differs with an example, and the rules that one has alone."""
    found = compare(RULE_SETS[ours], RULE_SETS[theirs])
    return {
        "a": {"key": ours, "version": found.ours.version},
        "b": {"key": theirs, "version": found.theirs.version},
        "differences": [
            _difference(one, found.ours, found.theirs, language) for one in found.differences
        ],
        "only_a": [heading(RULES[rule], language) for rule in found.only_ours],
        "only_b": [heading(RULES[rule], language) for rule in found.only_theirs],
    }


def _difference(one: Difference, ours: RuleSet, theirs: RuleSet, language: str) -> Json:
    example = flip_of(ours.key, theirs.key, one.path)
    return {
        "parameter": one.path,
        "name": parameter_name(one.path, language),
        "a": _plain(one.ours),
        "b": _plain(one.theirs),
        "a_text": parameter_value(one.path, one.ours, language),
        "b_text": parameter_value(one.path, one.theirs, language),
        "example": None if example is None else _example(example, ours, theirs),
    }


def _example(example: AnyExample, ours: RuleSet, theirs: RuleSet) -> Json:
    return {
        "question": example_json(example),
        "a": asdict(outcome(example, ours)),
        "b": asdict(outcome(example, theirs)),
    }


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return list(value) if isinstance(value, tuple) else value
