"""The score of a round in words, under one rule set and beside all the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from okey import RULE_SETS, RuleSet
from okey.compare import cause
from okey.ended import carried
from okey.endings import Line, Result
from okey.errors import InputError
from tutor.compare.reasons import Reason, reasons
from tutor.explain import rule_url
from tutor.names import factors_text, finish_name, rule_set_name, score_line_name, team_name
from tutor.referee.score_fields import asked_anywhere
from tutor.referee.score_form import NotSaid, ScoreForm
from tutor.referee.wording import language

MINUS = "−"


@dataclass(frozen=True, slots=True)
class ShownLine:
    """An item of a score. `sum` says how its points come about, where a factor applies."""

    name: str
    url: str
    points: str
    sum: str


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat's items and their sum."""

    name: str
    won: bool
    lines: tuple[ShownLine, ...]
    total: str


@dataclass(frozen=True, slots=True)
class ShownScore:
    """The score of a round under one rule set."""

    key: str
    rules_name: str
    finish: str
    seats: tuple[ShownSeat, ...]
    teams: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """What a seat gets under another rule set, and whether that is something else than here."""

    total: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Column:
    """The same round under a rule set. `refused` says why it cannot have ended so there.

    `reasons` are the parameters that make the scores other than here.
    """

    key: str
    name: str
    url: str
    here: bool
    cells: tuple[Cell, ...]
    refused: str
    shown: ShownScore | None
    reasons: tuple[Reason, ...] = ()


def signed(points: int) -> str:
    """A number with its sign, as it is written on a score sheet.

    >>> signed(-101), signed(0), signed(23)
    ('−101', '0', '23')
    """
    return f"{MINUS}{-points}" if points < 0 else str(points)


def shown_score(result: Result, rules: RuleSet, names: Sequence[str]) -> ShownScore:
    """Put a score into words."""
    finish = result.finish
    return ShownScore(
        key=rules.key,
        rules_name=rule_set_name(rules.key, language()),
        finish=finish_name(finish, language(), rules=rules),
        seats=tuple(
            ShownSeat(
                name=name,
                won=finish is not None and finish.seat == seat,
                lines=tuple(_line(line, rules) for line in result.lines if line.seat == seat),
                total=signed(result.scores[seat]),
            )
            for seat, name in enumerate(names)
        ),
        teams=tuple(
            (team_name(team, language()), signed(score))
            for team, score in enumerate(result.teams or ())
        ),
    )


def _line(line: Line, rules: RuleSet) -> ShownLine:
    base = line.params.get("base", line.points)
    text = ""
    if line.factors and isinstance(base, int):
        text = f"{signed(base)} × {line.factor} ({factors_text(line.factors, language())})"
    return ShownLine(
        name=score_line_name(line.rule, language()),
        url=rule_url(rules.key, line.rule) if line.rule in rules.rules else "",
        points=signed(line.points),
        sum=text,
    )


def side_by_side(form: ScoreForm, urls: dict[str, str], *, why: bool = False) -> tuple[Column, ...]:
    """The round that was scored under every rule set. `urls` are the addresses by rule set.

    With `why`, which is a search, the parameters that make a difference are named.
    """
    assert form.scored is not None
    here = form.scored.result.scores
    columns = []
    for key, rules in RULE_SETS.items():
        name = rule_set_name(key, language())
        own = key == form.rules.key
        try:
            result = form.scored.result if own else _elsewhere(form, rules)
        except InputError as error:
            refused = _refused(error, form)
            columns.append(Column(key, name, urls[key], own, (), refused, None))
        except NotSaid as unsaid:
            refused = form.unsaid(unsaid)
            columns.append(Column(key, name, urls[key], own, (), refused, None))
        else:
            cells = tuple(
                Cell(signed(score), score != mine)
                for score, mine in zip(result.scores, here, strict=True)
            )
            shown = None if own else shown_score(result, rules, form.names)
            causes = _reasons(form, rules) if why and not own else ()
            columns.append(Column(key, name, urls[key], own, cells, "", shown, causes))
    return tuple(columns)


def _reasons(form: ScoreForm, rules: RuleSet) -> tuple[Reason, ...]:
    """The parameters that make the scores of the round other than under the rules chosen."""

    def ask(asked: RuleSet) -> object:
        try:
            return _elsewhere(form, asked).scores
        except (InputError, NotSaid):
            return None

    return tuple(reasons(cause(form.rules, rules, ask) or (), language()))


def _elsewhere(form: ScoreForm, rules: RuleSet) -> Result:
    """What the same round is worth there: with what that rule set asks, as far as it is known."""
    ended, known = form.ended(asked_anywhere(), rules)
    return form.tally(carried(ended, rules), rules, known)


def _refused(error: InputError, form: ScoreForm) -> str:
    if error.code == "match.seats":
        return _("Not played by so many.")
    field, text = form.placed(error)
    seat = field[-1:] if field[-1:].isdecimal() else ""
    return f"{form.names[int(seat)]}: {text}" if seat else text
