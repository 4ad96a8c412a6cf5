"""What a rule set answers, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from okey import RULES, RuleSet
from okey.outcome import Outcome
from okey.rules.examples import AnyExample, Example, Start, Tally
from tutor.explain import rule_url
from tutor.names import penalty_name
from tutor.refusals import signed
from tutor.texts import rule_text


@dataclass(frozen=True, slots=True)
class Because:
    """A rule that stands behind an answer; `url` is empty where it has no page of its own."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """An answer. `legal` is None where nothing is allowed or forbidden, only written."""

    legal: bool | None
    text: str
    because: tuple[Because, ...] = ()
    scores: tuple[str, ...] = ()


def shown_answer(
    example: AnyExample, found: Outcome, rules: RuleSet, language: str, *, seat: int | None = None
) -> ShownAnswer:
    """Put an outcome into words; `seat` is the one whose score is asked for."""
    if found.unknown:
        return ShownAnswer(None, _("no such situation"))
    because = tuple(_because(rule, rules, language) for rule in found.rules if rule in RULES)
    if isinstance(example, Tally):
        if seat is not None:
            return ShownAnswer(None, signed(found.scores[seat], language))
        return ShownAnswer(None, "", scores=_signed(found.scores, language))
    if found.legal is False:
        return ShownAnswer(False, _("not allowed"), because)
    if isinstance(example, Example):
        return ShownAnswer(True, _points(found.points), because)
    if isinstance(example, Start):
        return ShownAnswer(True, _("allowed"), because)
    if found.over or found.places:
        text = _("over, places %(places)s") % {"places": " · ".join(map(str, found.places))}
        if found.chips:
            shares = " · ".join(map(str, found.chips))
            text += "; " + _("chips of 4000: %(shares)s") % {"shares": shares}
        return ShownAnswer(True, text, because)
    if any(found.scores) and not because:  # balances of a match that goes on
        return ShownAnswer(True, _("goes on"), scores=_signed(found.scores, language))
    if any(found.scores):
        names = [penalty_name(rule, language) for rule in found.rules]
        return ShownAnswer(True, ", ".join(names), because, _signed(found.scores, language))
    return ShownAnswer(True, _("allowed, costs nothing"), because)


def _points(points: int) -> str:
    if not points:
        return _("allowed")
    text = ngettext("allowed, %(points)s point", "allowed, %(points)s points", points)
    return text % {"points": points}


def _because(rule: str, rules: RuleSet, language: str) -> Because:
    url = rule_url(rules.key, rule) if rule in rules.rules else ""
    return Because(rule_text(rule, language, rules).title, url)


def _signed(scores: tuple[int, ...], language: str) -> tuple[str, ...]:
    return tuple(signed(score, language) for score in scores)
