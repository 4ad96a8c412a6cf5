"""The tutor's texts by key: rules, decisions, short phrases, messages, and names of things.

Nothing here knows a rule. What is said is chosen elsewhere, from ids and values of the engine.
"""

from __future__ import annotations

from dataclasses import dataclass

from tutor.loading import LANGUAGES, content, known_language
from tutor.names import chapter_name, kind_name, rule_set_name, tile_name


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
    """A word of the game, what it means, and what it is called elsewhere."""

    term: str
    meaning: str
    also: str


def rule_text(rule_id: str, language: str) -> RuleText:
    """The texts of a rule. Raise `KeyError` for an id without texts."""
    entry = content(language, "rules")[rule_id]
    return RuleText(entry["title"], entry["short"], entry["long"])


def sentences(rule_id: str, language: str) -> dict[str, str]:
    """The sentences that explain a violation of the rule, by variant."""
    found: dict[str, str] = content(language, "rules")[rule_id].get("sentences", {})
    return found


def phrase(key: str, language: str, **values: object) -> str:
    """A short text, as in `phrase("headline.opened", "de", points=105)`."""
    section, name = key.split(".")
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
