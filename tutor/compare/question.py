"""One hand, or melds, asked of every rule set, with the parameters that make the difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from okey import RULE_SETS, Hand, RuleSet, okey_face, parse_melds, read_indicator
from okey.compare import cause
from okey.errors import InputError
from okey.melds import Meld
from okey.outcome import Outcome, outcome
from okey.rules.examples import Example
from okey.search import OpeningSolution, solve
from tutor.compare.answers import ShownAnswer, shown_answer
from tutor.compare.reasons import Reason, reasons
from tutor.names import rule_set_name
from tutor.referee.forms import tidy, tidy_melds
from tutor.texts import error_message

LONGEST: Final = 400  # letters


class QuestionForm(forms.Form):
    """A hand or melds in notation, as the address carries them."""

    indicator = forms.CharField(
        label=gettext_lazy("Indicator"), max_length=8, required=False, initial="B10"
    )
    tiles = forms.CharField(
        label=gettext_lazy("A hand, or melds with bars between them"),
        max_length=LONGEST,
        required=False,
        help_text=gettext_lazy("R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9, or a hand without bars."),
    )

    def __init__(self, query: Mapping[str, str], language: str) -> None:
        super().__init__({"indicator": query.get("indicator") or "B10"} | _own(query))
        self.language = language

    def clean(self) -> dict[str, Any]:
        """Read the notation; each error stands at its field."""
        data = super().clean() or {}
        text = data.get("tiles") or ""
        if not text.strip() or self.errors:
            return data
        try:
            indicator = read_indicator(tidy(data["indicator"]))
        except InputError as error:
            self.add_error("indicator", error_message(error.code, error.at, self.language))
            return data
        try:
            if "|" in text:
                data["melds"] = parse_melds(tidy_melds(text), indicator)
            else:
                data["hand"] = Hand.parse(tidy(text), indicator)
        except InputError as error:
            self.add_error("tiles", error_message(error.code, error.at, self.language))
        return data


def _own(query: Mapping[str, str]) -> dict[str, str]:
    return {"tiles": query["tiles"]} if "tiles" in query else {}


@dataclass(frozen=True, slots=True)
class Column:
    """What one rule set answers, and why it is not what the first one does."""

    name: str
    answer: ShownAnswer
    differs: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """What was asked, drawn, and all answers."""

    melds: tuple[Meld, ...]
    hand: str
    okey: str
    columns: tuple[Column, ...]


def answered(form: QuestionForm, ours: str, language: str) -> AnsweredQuestion | None:
    """Ask every rule set; `ours` is the one that the others are compared with."""
    if not form.is_valid():
        return None
    melds: tuple[Meld, ...] = form.cleaned_data.get("melds") or ()
    hand: Hand | None = form.cleaned_data.get("hand")
    if not melds and hand is None:
        return None
    indicator = read_indicator(tidy(form.cleaned_data["indicator"]))

    def ask(rules: RuleSet) -> Any:
        return _melds(melds, str(indicator), rules) if hand is None else _hand(hand, rules)

    first = RULE_SETS[ours]
    return AnsweredQuestion(
        melds=melds,
        hand="" if hand is None else str(hand),
        okey=str(okey_face(indicator)),
        columns=tuple(_column(ask, first, rules, language) for rules in RULE_SETS.values()),
    )


def _column(ask: Any, first: RuleSet, rules: RuleSet, language: str) -> Column:
    found = ask(rules)
    causes = None if rules == first else cause(first, rules, ask)
    return Column(
        name=rule_set_name(rules.key, language),
        answer=_words(found, rules, language),
        differs=causes is not None,
        reasons=tuple(reasons(causes or (), language)),
    )


def _melds(melds: tuple[Meld, ...], indicator: str, rules: RuleSet) -> Outcome:
    """One meld is judged by itself, several as an opening, or as a finish where hands are shown."""
    text = " | ".join(map(str, melds))
    if len(melds) == 1:
        return outcome(Example(text, "melds", indicator), rules)
    return outcome(Example(text, "finish" if rules.showing else "opening", indicator), rules)


@dataclass(frozen=True, slots=True)
class _HandAnswer:
    """What a hand can do, in values that can be compared."""

    can: bool
    points: int | None
    by: tuple[str, ...]


def _hand(hand: Hand, rules: RuleSet) -> _HandAnswer | Outcome:
    if len(hand.tiles) > rules.hand.starter:
        return Outcome(unknown=f"count.hand: {len(hand.tiles)}")
    found = solve(hand, rules)
    if isinstance(found, OpeningSolution):
        return _HandAnswer(found.can_open, found.best_points, found.opens_by)
    return _HandAnswer(found.complete, None, () if found.by is None else (found.by,))


def _words(found: Any, rules: RuleSet, language: str) -> ShownAnswer:
    if isinstance(found, Outcome):
        return shown_answer(Example(""), found, rules, language)
    if found.points is None:
        return ShownAnswer(found.can, _("complete") if found.can else _("not complete"))
    values = {"points": found.points}
    if not found.can:
        return ShownAnswer(False, _("does not open; at most %(points)s points") % values)
    if found.by == ("pairs",):
        return ShownAnswer(True, _("opens with pairs"))
    return ShownAnswer(True, _("opens, with up to %(points)s points") % values)
