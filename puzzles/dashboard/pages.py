"""The figures as the dashboard shows them: names, addresses, plots, and the same as tables."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from puzzles import names
from puzzles.board import rules_name
from puzzles.dashboard.figures import EVIDENCE, Figures, Tally
from puzzles.history import Wanted
from puzzles.history_forms import TOOK
from puzzles.kinds.registry import KINDS
from tutor.plots import beside, course

MOST_THEMES = 12
MOST_RULES = 10
SHADES = 4  # of a day in the calendar


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a table: what it is about, its answers, and where they lead."""

    name: str
    tally: Tally
    url: str
    train: Mapping[str, object]
    sign: str = ""  # strong, weak or nothing to be said
    beside: str = ""  # the kind that a theme is one of

    @property
    def percent(self) -> int:
        """Right answers of a hundred."""
        return round(100 * self.tally.share)

    @property
    def expected(self) -> int:
        """What was to be expected of a hundred."""
        return round(100 * self.tally.expected_share)


@dataclass(frozen=True, slots=True)
class Missed:
    """A rule that answers broke."""

    title: str
    count: int
    url: str
    rule_url: str
    train: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar; without a date it only fills the week."""

    date: dt.date | None = None
    tally: Tally = field(default_factory=Tally)
    url: str = ""
    shade: int = 0


@dataclass(frozen=True, slots=True)
class Week:
    """A row of the calendar, from Monday."""

    first: dt.date
    days: tuple[Day, ...]

    @property
    def weekdays(self) -> list[dt.date]:
        """Its dates, all seven."""
        return [self.first + dt.timedelta(days=number) for number in range(7)]


def wanted(found: Figures) -> Wanted:
    """The attempts behind all figures of the page."""
    return Wanted(rules=found.rules, days=found.days, tries="first")


def history_url(asked: Wanted) -> str:
    """The attempts that a figure counts."""
    return f"{_history()}?{asked.query}"


@cache
def _history() -> str:
    return reverse("history")


def kinds(found: Figures) -> list[Line]:
    """The kinds, the weakest first."""
    return _lines(
        found,
        (
            (names.kind(key), tally, {"kind": key}, {"kind": [key]} if key in KINDS else {}, "")
            for key, tally in found.kinds.items()
        ),
    )


def themes(found: Figures) -> list[Line]:
    """The themes that say most, the weakest first."""
    named = [
        (names.theme(key, kind), kind, key, tally) for (kind, key), tally in found.themes.items()
    ]
    named.sort(key=lambda one: (one[3].edge, one[0]))
    saying = sorted(named, key=lambda one: -abs(one[3].edge))[:MOST_THEMES]
    return _lines(
        found,
        (
            (
                name,
                tally,
                {"kind": kind, "theme": key},
                {"kind": [kind], "theme": key} if kind in KINDS else {},
                names.kind(kind),
            )
            for name, kind, key, tally in saying
        ),
    )


def rule_sets(found: Figures) -> list[Line]:
    """All rule sets side by side."""
    asked = wanted(found)
    return [
        _line(rules_name(key), tally, replace(asked, rules=key), {})
        for key, tally in sorted(found.rule_sets.items(), key=lambda item: -item[1].answers)
    ]


def missed(found: Figures) -> list[Missed]:
    """The rules that were broken most."""
    asked = wanted(found)
    rows = []
    for rule, by_kind in found.broken.items():
        having = [key for key in sorted(by_kind, key=by_kind.__getitem__) if key in KINDS]
        rows.append(
            Missed(
                title=names.rule(rule),
                count=sum(by_kind.values()),
                url=history_url(replace(asked, rule=rule)),
                rule_url=reverse("rule", args=[found.rules, rule]),
                train={"kind": having[::-1][:3]} if having else {},
            )
        )
    return sorted(rows, key=lambda row: (-row.count, row.title))[:MOST_RULES]


def times(found: Figures) -> list[Line]:
    """How many were right by how long they took."""
    asked = wanted(found)
    return [
        _line(str(TOOK[key]), tally, replace(asked, took=key), {})
        for key, tally in found.times.items()
    ]


def weeks(found: Figures) -> list[Week]:
    """The calendar: whole weeks from Monday, the days of the span in them."""
    asked = Wanted(rules=found.rules, tries="first")
    most = max((tally.answers for tally in found.by_day.values()), default=0)
    monday = found.first_day - dt.timedelta(days=found.first_day.weekday())
    rows = []
    while monday <= found.today:
        dates = Week(monday, ()).weekdays
        rows.append(Week(monday, tuple(_day(found, asked, date, most) for date in dates)))
        monday += dt.timedelta(days=7)
    return rows


def course_plot(found: Figures) -> SafeString | None:
    """The rating over the days; None where there is nothing to draw a line through."""
    if len(found.course) < 2:
        return None
    labels = [date_format(date, "j M") for date, _ in found.course]
    return course(labels, [round(rating) for _, rating in found.course])


def times_plot(lines: list[Line]) -> SafeString:
    """Right against expected by time taken."""
    seconds = [_("< %(count)s s") % {"count": count} for count in (15, 30, 60)]
    minutes = [_("< %(count)s min") % {"count": count} for count in (2, 5)]
    short = [*seconds, *minutes, _("> %(count)s min") % {"count": 5}]
    return beside(short, [line.percent for line in lines], [line.expected for line in lines])


def kinds_plot(lines: list[Line]) -> SafeString:
    """Right against expected, kind by kind, numbered as in the table."""
    labels = [str(number) for number in range(1, len(lines) + 1)]
    return beside(labels, [line.percent for line in lines], [line.expected for line in lines])


def _lines(
    found: Figures,
    rows: Iterable[tuple[str, Tally, dict[str, str], Mapping[str, object], str]],
) -> list[Line]:
    asked = wanted(found)
    lines = [
        _line(name, tally, replace(asked, **narrowed), train, kind)  # type: ignore[arg-type]
        for name, tally, narrowed, train, kind in rows
    ]
    return sorted(lines, key=lambda line: (line.tally.edge, line.name))


def _line(
    name: str, tally: Tally, asked: Wanted, train: Mapping[str, object], beside: str = ""
) -> Line:
    sign = ""
    if tally.answers >= EVIDENCE and abs(tally.edge) >= 0.05:
        sign = "strong" if tally.edge > 0 else "weak"
    return Line(
        name=name,
        tally=tally,
        url=history_url(asked),
        train=train,
        sign=sign,
        beside=beside,
    )


def _day(found: Figures, asked: Wanted, date: dt.date, most: int) -> Day:
    if not found.first_day <= date <= found.today:
        return Day()
    tally = found.by_day.get(date, Tally())
    if not tally.answers:
        return Day(date)
    shade = 1 + min(SHADES - 1, (tally.answers - 1) * SHADES // most)
    return Day(date, tally, history_url(replace(asked, day=date)), shade)
