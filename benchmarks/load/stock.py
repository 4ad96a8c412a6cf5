"""The rows of puzzles: the pool with its solutions and offers, and the hands of the days."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final

import okey
from accounts import clock
from benchmarks.load import made, town
from benchmarks.load.made import Made
from benchmarks.load.sheets import Sheet, text
from benchmarks.load.town import PUZZLES, Plan
from okey.rules.rulesets import rule_set
from puzzles import dailies
from puzzles.kinds.registry import kind_of

AHEAD: Final = dailies.DAYS_AHEAD
PAST_DAYS: Final = 120

_PUZZLE = (
    "id kind rules rules_version engine_version generator_version seed index position"
    " canonical_key features themes difficulty state reserved public_from created_at"
)


@dataclass(slots=True)
class Stocked:
    """A puzzle with its id, and what the rows of its attempts have in common, as COPY reads it."""

    id: str
    made: Made
    right: str
    wrong: str
    right_marks: tuple[tuple[str, str], ...]
    wrong_marks: tuple[tuple[str, str], ...]

    @property
    def rules(self) -> str:
        """Its rule set."""
        return self.made.proposal.rules

    @property
    def difficulty(self) -> int:
        """Its first rating."""
        return self.made.proposal.difficulty


@dataclass(slots=True)
class Stock:
    """The pool, and the hands of the days by rule set, the oldest day first."""

    pool: list[Stocked]
    days: dict[str, list[tuple[dt.date, Stocked]]]


def write(url: str, plan: Plan) -> Stock:
    """Write the rows of all puzzles. Their offers come once the ratings are known."""
    chance = plan.stream("puzzles")
    pool = [_stocked(town.uuid_of(chance), one) for one in made.pool(plan.of(PUZZLES, 400))]
    today = plan.moment.astimezone(clock.DAY_ZONE).date()
    first = today - dt.timedelta(days=PAST_DAYS)
    days: dict[str, list[tuple[dt.date, Stocked]]] = {}
    for rules in dailies.rule_sets():
        hands = made.dailies_of(rules, PAST_DAYS + AHEAD + 1)
        days[rules] = [
            (first + dt.timedelta(days=at), _stocked(town.uuid_of(chance), one))
            for at, one in enumerate(hands)
        ]
    begun = plan.moment - town.SPAN - dt.timedelta(days=20)
    with (
        Sheet(url, "puzzles_puzzle", _PUZZLE) as puzzles,
        Sheet(url, "puzzles_puzzlesolution", "puzzle_id answer") as solutions,
        Sheet(url, "puzzles_daily", "date rules puzzle_id seed created_at") as rows,
    ):
        for one in pool:
            _write(puzzles, solutions, one, begun, reserved=False)
        for rules, hands_of in days.items():
            for date, one in hands_of:
                _write(puzzles, solutions, one, clock.day_start(date), reserved=True)
                rows.add(date, rules, one.id, f"load {rules} {date}", begun)
    return Stock(pool, days)


def _write(
    puzzles: Sheet, solutions: Sheet, one: Stocked, public: dt.datetime, *, reserved: bool
) -> None:
    proposal = one.made.proposal
    puzzles.add(
        *(one.id, proposal.kind, proposal.rules, rule_set(proposal.rules).version),
        *(okey.__version__, kind_of(proposal.kind).version, proposal.seed, proposal.index),
        *(proposal.position, proposal.canonical_key, proposal.features, proposal.themes),
        *(proposal.difficulty, "live", reserved, public, public),
    )
    solutions.add(one.id, proposal.solution)


def _stocked(ident: str, one: Made) -> Stocked:
    return Stocked(
        ident,
        one,
        right=_shared(one, right=True),
        wrong=_shared(one, right=False),
        right_marks=_marks(one, right=True),
        wrong_marks=_marks(one, right=False),
    )


def _shared(one: Made, *, right: bool) -> str:
    """`answer`, `correct` and `verdict` of an attempt."""
    answer = one.right if right else one.wrong
    verdict = {**(one.right_verdict if right else one.wrong_verdict)}
    verdict.pop("correct", None)
    return "\t".join([text(answer), text(right), text(verdict)])


def _marks(one: Made, *, right: bool) -> tuple[tuple[str, str], ...]:
    """What `puzzles.ratings.marks` notes: themes, and the rules that a wrong answer broke."""
    themes = [*one.proposal.themes, *one.proposal.solution.get("themes", ())]
    found = [("theme", key) for key in dict.fromkeys(themes)]
    if not right:
        row = one.wrong_verdict
        broken = list(row.get("rules") or ())
        if not broken:
            broken = [each["rule"] for each in (row.get("verdict") or {}).get("violations", ())]
        found += [("rule", key) for key in dict.fromkeys(broken)]
    return tuple((sort, key) for sort, key in found if len(key) <= 60)
