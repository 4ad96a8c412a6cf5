"""The figures of the dashboard, added up by the database: few queries, however much there is.

Counted are first answers without a hint, wherever they were given: those for which a chance was
noted (`Attempt.expected`). So every figure can be held against what the ratings let expect.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, CharField, Count, F, Q, Sum, Value, When
from django.db.models.functions import TruncDate

from accounts import clock
from accounts.models import Player
from puzzles import history
from puzzles.history import STEPS, TOOK, Wanted
from puzzles.models import AttemptMark, PlayerRating, RatingChange
from puzzles.querysets import AttemptQuerySet
from puzzles.ratings import services
from puzzles.ratings.glicko import Strength

EVIDENCE = 5  # answers from which on something is called a strength or a weakness
CAUTION = 4.0  # answers as expected that are added to each, so that few do not outweigh many


@dataclass(frozen=True, slots=True)
class Tally:
    """Answers to something: how many, how many were right, and how many were to be expected."""

    answers: int = 0
    right: int = 0
    expected: float = 0.0

    @property
    def share(self) -> float:
        """The share of right answers."""
        return self.right / self.answers if self.answers else 0.0

    @property
    def expected_share(self) -> float:
        """The share that the ratings let expect."""
        return self.expected / self.answers if self.answers else 0.0

    @property
    def edge(self) -> float:
        """How far the share lies above what was expected, with caution where there is little."""
        return (self.right - self.expected) / (self.answers + CAUTION)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.answers + other.answers, self.right + other.right, self.expected + other.expected
        )


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating under one rule set now, and what it gained in the span."""

    rules: str
    strength: Strength
    attempts: int
    gained: float

    @property
    def provisional(self) -> bool:
        """Whether it is still to be taken with care."""
        return services.is_provisional(self.strength.deviation)


@dataclass(frozen=True, slots=True)
class Figures:
    """All that the dashboard shows of one rule set over some days, and each rule set's sum.

    Keys of `kinds` are kinds, of `themes` (kind, theme), of `times` steps of `history.STEPS`.
    `broken` has for each rule how many answers broke it, and in which kinds. `course` is the rating
    at the end of each day on which it changed, with the day before the first change.
    """

    rules: str
    days: int
    today: dt.date
    ratings: tuple[Rating, ...]
    rule_sets: Mapping[str, Tally]
    kinds: Mapping[str, Tally]
    themes: Mapping[tuple[str, str], Tally]
    broken: Mapping[str, Mapping[str, int]]
    by_day: Mapping[dt.date, Tally]
    times: Mapping[str, Tally]
    course: tuple[tuple[dt.date, float], ...]

    @property
    def total(self) -> Tally:
        """All answers of the rule set."""
        return self.rule_sets.get(self.rules, Tally())

    @property
    def first_day(self) -> dt.date:
        """The day with which the span begins."""
        return self.today - dt.timedelta(days=self.days - 1)


def figures(player: Player | None, rules: str, days: int) -> Figures:
    """Add up a player's answers of the last days. Seven queries."""
    everywhere = history.matching(
        player, Wanted(days=days, tries="first"), history.silent_of(player)
    )
    found = everywhere.filter(puzzle__rules=rules)
    ratings, course = _ratings(player, rules, days)
    rule_sets, kinds = _kinds(everywhere, rules)
    themes, broken = _marks(found)
    return Figures(
        rules=rules,
        days=days,
        today=clock.today(),
        ratings=ratings,
        rule_sets=rule_sets,
        kinds=kinds,
        themes=themes,
        broken=broken,
        by_day=_tallies(_on_days(found, "answered_at"), "day"),
        times=_times(found),
        course=course,
    )


def weakest(found: Figures, most: int = 3) -> list[str]:
    """The kinds that come out lowest against what was expected, the lowest first."""
    enough = [(t.edge, kind) for kind, t in found.kinds.items() if t.answers >= EVIDENCE]
    return [kind for edge, kind in sorted(enough) if edge < 0][:most]


def _ratings(
    player: Player | None, rules: str, days: int
) -> tuple[tuple[Rating, ...], tuple[tuple[dt.date, float], ...]]:
    changes = (
        _on_days(
            RatingChange.objects.visible_to(player).counting().filter(at__gte=history.since(days)),
            "at",
        )
        .values("rules", "day")
        .annotate(gained=Sum(F("player_after") - F("player_before")))
    )
    gained: dict[str, dict[dt.date, float]] = defaultdict(dict)
    for row in changes.order_by("day"):
        gained[row["rules"]][row["day"]] = row["gained"]
    rows = list(PlayerRating.objects.visible_to(player).order_by("rules"))
    ratings = tuple(
        Rating(row.rules, services.strength_of(row), row.attempts, sum(gained[row.rules].values()))
        for row in rows
    )
    now = next((row.rating for row in rows if row.rules == rules), None)
    return ratings, () if now is None else _course(now, gained[rules])


def _course(now: float, gained: Mapping[dt.date, float]) -> tuple[tuple[dt.date, float], ...]:
    """The rating at the end of each day, reckoned back from now, without what was taken back."""
    course = []
    for date in sorted(gained, reverse=True):
        course.append((date, now))
        now -= gained[date]
    if course:
        course.append((course[-1][0] - dt.timedelta(days=1), now))
    return tuple(reversed(course))


def _kinds(everywhere: AttemptQuerySet, rules: str) -> tuple[dict[str, Tally], dict[str, Tally]]:
    rows = everywhere.order_by().values("puzzle__rules", "puzzle__kind").annotate(**_sums())
    rule_sets: dict[str, Tally] = defaultdict(Tally)
    kinds: dict[str, Tally] = {}
    for row in rows:
        rule_sets[row["puzzle__rules"]] += _tally(row)
        if row["puzzle__rules"] == rules:
            kinds[row["puzzle__kind"]] = _tally(row)
    return dict(rule_sets), kinds


def _marks(
    found: AttemptQuerySet,
) -> tuple[dict[tuple[str, str], Tally], dict[str, dict[str, int]]]:
    marks: Any = AttemptMark.objects.filter(attempt__in=found)
    grouped = marks.order_by().values("sort", "key", "attempt__puzzle__kind")
    rows: Iterable[dict[str, Any]] = grouped.annotate(**_sums("attempt__"))
    themes: dict[tuple[str, str], Tally] = {}
    broken: dict[str, dict[str, int]] = defaultdict(dict)
    for row in rows:
        kind = row["attempt__puzzle__kind"]
        if row["sort"] == AttemptMark.Sort.THEME:
            themes[kind, row["key"]] = _tally(row)
        else:
            broken[row["key"]][kind] = row["answers"]
    return themes, dict(broken)


def _times(found: Any) -> dict[str, Tally]:
    steps = [
        When(took__lt=dt.timedelta(seconds=end), then=Value(key))
        for key, (_, end) in STEPS.items()
        if end is not None
    ]
    step = Case(*steps, default=Value("more"), output_field=CharField())
    rows = found.order_by().alias(took=TOOK).annotate(step=step)
    tallies = _tallies(rows, "step")
    return {key: tallies.get(key, Tally()) for key in STEPS}


def _on_days(found: Any, moment: str) -> Any:
    return found.order_by().annotate(day=TruncDate(moment, tzinfo=clock.DAY_ZONE))


def _tallies(found: Any, name: str) -> dict[Any, Tally]:
    rows: Iterable[dict[str, Any]] = found.values(name).annotate(**_sums())
    return {row[name]: _tally(row) for row in rows}


def _sums(path: str = "") -> dict[str, Any]:
    return {
        "answers": Count("pk"),
        "rightly": Count("pk", filter=Q(**{f"{path}correct": True})),
        "expectation": Sum(f"{path}expected"),
    }


def _tally(row: Mapping[str, Any]) -> Tally:
    return Tally(row["answers"], row["rightly"], row["expectation"] or 0.0)
