"""The tutor's texts by key: rules, decisions, short phrases, messages, and names of things.

Nothing here knows a rule. What is said is chosen elsewhere, from ids and values of the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from okey import RuleSet
from tutor.loading import LANGUAGES, content, known_language
from tutor.names import Either, Number, chapter_name, kind_name, rule_set_name, tile_name
from tutor.rule_values import Value, further, told, variant


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule's name, its one sentence for beginners, and the text of its page."""

    title: str
    short: str
    long: str


@dataclass(frozen=True, slots=True)
class DecisionText:
    """What is played where the documents are silent, and why."""

    played: str
    because: str


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game, what it means, what it is called elsewhere, and its further forms."""

    term: str
    meaning: str
    also: str
    forms: str = ""


def rule_text(rule_id: str, language: str, rules: RuleSet | None = None) -> RuleText:
    """The texts of a rule, with the numbers of a rule set. Raise `KeyError` for an unknown id.

    Without a rule set the numbers are those of all that play the rule: "10 or 7".
    """
    entry: dict[str, Any] = content(language, "rules")[rule_id]
    entry = entry | entry.get("variants", {}).get(variant(rule_id, rules), {})
    long = " ".join([entry["long"], *(entry["more"][name] for name in further(rule_id, rules))])
    values = {name: _value(found, language) for name, found in told(rule_id, rules).items()}
    return RuleText(entry["title"], entry["short"].format(**values), long.format(**values))


def _value(found: tuple[Value, ...], language: str) -> Number | Either:
    """A value that is one number, or one of several."""
    numbers = dict.fromkeys(
        number for value in found for number in (value if isinstance(value, tuple) else (value,))
    )
    if any(isinstance(value, tuple) for value in found):
        numbers = dict.fromkeys(sorted(numbers))
    items = tuple(Number(number, language) for number in numbers)
    return items[0] if len(items) == 1 else Either(items, language)


def sentences(rule_id: str, language: str) -> dict[str, str]:
    """The sentences that explain a violation of the rule, by variant."""
    found: dict[str, str] = content(language, "rules")[rule_id].get("sentences", {})
    return found


def phrase(key: str, language: str, **values: object) -> str:
    """A short text, as in `phrase("headline.opened", "de", points=105)`."""
    section, _, name = key.partition(".")
    text: str = content(language, "phrases")[section][name]
    return text.format(**values)


def decision_text(decision: str, language: str) -> DecisionText:
    """What a decision such as `HD-18` says. Raise `KeyError` for an unknown one."""
    entry = content(language, "decisions")[decision]
    return DecisionText(entry["played"], entry["because"])


def glossary(language: str) -> dict[str, Term]:
    """The game's words by key, as in `glossary("de")["run"].term`."""
    return {key: Term(**entry) for key, entry in content(language, "glossary").items()}


def error_message(code: str, at: str, language: str, **values: object) -> str:
    """The message for malformed input. `code` and `at` are those of `okey.InputError`."""
    errors = content(language, "errors")
    text: str = errors.get(code, errors["other"])
    return text.format(at=at, **values)


__all__ = [
    "LANGUAGES",
    "DecisionText",
    "RuleText",
    "Term",
    "chapter_name",
    "decision_text",
    "error_message",
    "glossary",
    "kind_name",
    "known_language",
    "phrase",
    "rule_set_name",
    "rule_text",
    "sentences",
    "tile_name",
]
