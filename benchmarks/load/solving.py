"""The rows of what was solved: class work, days, practice, and the ratings that came of it."""

from __future__ import annotations

import datetime as dt
import math
import random
import uuid
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

import okey
from accounts import clock
from benchmarks.load.sheets import Sheet, text
from benchmarks.load.stock import Stock, Stocked
from benchmarks.load.town import ATTEMPTS, SPAN, Person, Town, uuid_of
from okey.rules.rulesets import rule_set
from puzzles.kinds.registry import kind_of
from puzzles.models import NO_CONTEXT
from puzzles.ratings import glicko, offers
from puzzles.ratings.glicko import Strength

OF_CLASSES: Final = 4  # assignments that are over, of each class
IN_A_SET: Final = 10
SHARE_OF_WORK: Final = 0.85  # that is handed in
MOST_OF_ONE: Final = 600  # practice puzzles of one player
NOWHERE: Final = NO_CONTEXT.hex
SURE: Final = "0.5"

ATTEMPT = (
    "id player_id puzzle_id context context_id try_no colours server_chosen choice hint_level"
    " opened_at answered_at key answer correct verdict expected"
    " rules_version engine_version generator_version"
)
CHANGE = (
    "attempt_id player_id puzzle_id rules at correct weight player_before player_after"
    " player_deviation_before player_deviation_after puzzle_before puzzle_after"
    " puzzle_deviation_before puzzle_deviation_after formula"
)
RATING = "rules rating deviation volatility attempts version"


@dataclass(slots=True)
class Strengths:
    """Ratings as they stand, and how many answers each has seen."""

    players: dict[tuple[str, str], Strength] = field(default_factory=dict)
    puzzles: dict[str, Strength] = field(default_factory=dict)
    answers: dict[str | tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    last: dict[tuple[str, str], dt.datetime] = field(default_factory=dict)


@dataclass(slots=True)
class Book:
    """Where attempts are written, with what hangs on them."""

    attempts: Sheet
    marks: Sheet
    changes: Sheet
    versions: dict[str, str] = field(default_factory=dict)

    def solved(
        self,
        ident: str,
        who: Person,
        one: Stocked,
        *,
        place: str,
        how: str,
        opened: dt.datetime,
        took: float,
        key: str,
        right: bool,
        expected: float,
    ) -> dt.datetime:
        """Write an answered attempt and its marks; when it was answered."""
        answered = opened + dt.timedelta(seconds=took)
        tail = self.versions.get(one.id)
        if tail is None:
            proposal = one.made.proposal
            tail = self.versions[one.id] = "\t".join(
                (
                    str(rule_set(proposal.rules).version),
                    okey.__version__,
                    str(kind_of(proposal.kind).version),
                )
            )
        self.attempts.line(
            f"{ident}\t{who.player}\t{one.id}\t{place}\t1\tRYBK\t{how}\t{opened}\t{answered}\t{key}"
            f"\t{one.right if right else one.wrong}\t{expected:.4f}\t{tail}"
        )
        for sort, mark in one.right_marks if right else one.wrong_marks:
            self.marks.line(f"{ident}\t{sort}\t{mark}")
        return answered


def chance_of(who: Person, one: Stocked) -> float:
    """How likely a right answer is."""
    return 1 / (1 + math.exp((one.difficulty - who.skill) / glicko.SCALE))


def write(url: str, town: Town, stock: Stock) -> dict[str, int]:
    """All rows of solving; how many attempts of each kind of place."""
    counts: dict[str, int] = {}
    strengths = Strengths()
    with (
        Sheet(url, "puzzles_attempt", ATTEMPT) as attempts,
        Sheet(url, "puzzles_attemptmark", "attempt_id sort key") as marks,
        Sheet(url, "puzzles_ratingchange", CHANGE) as changes,
    ):
        from benchmarks.load import classwork

        book = Book(attempts, marks, changes)
        counts["class work"] = classwork.write(url, town, stock, book)
        counts["days"] = _days(town, stock, book)
        wanted = town.plan.of(ATTEMPTS) - sum(counts.values())
        counts["practice"] = _practice(town, stock, book, strengths, max(wanted, 100))
        counts["marks"] = marks.rows
        counts["rating changes"] = changes.rows
    _ratings(url, stock, strengths)
    return counts


def _days(town: Town, stock: Stock, book: Book) -> int:
    """Days that were solved: some come nearly every day, most now and then."""
    chance = town.plan.stream("days")
    today = town.plan.moment.astimezone(clock.DAY_ZONE).date()
    written = 0
    for who in town.everybody():
        if chance.random() > 0.2:
            continue
        faith = chance.betavariate(0.6, 1.8)
        for date, one in stock.days[who.rules]:
            if date >= today or chance.random() > faith:
                continue
            opened = clock.day_start(date) + dt.timedelta(seconds=chance.uniform(25_000, 82_000))
            share = chance_of(who, one)
            book.solved(
                uuid_of(chance),
                who,
                one,
                place=f"daily\t{NOWHERE}",
                how="f\t\t0",
                opened=opened,
                took=chance.lognormvariate(3.6, 0.6),
                key=uuid_of(chance),
                right=chance.random() < share,
                expected=share,
            )
            written += 1
    return written


@dataclass(slots=True)
class Try:
    """A practice puzzle that somebody opened."""

    opened: dt.datetime
    who: Person
    one: Stocked


def _practice(town: Town, stock: Stock, book: Book, strengths: Strengths, wanted: int) -> int:
    """Practice, in the order of time, since ratings follow one another."""
    chance = town.plan.stream("practice")
    tries = _tries(town, stock, wanted, chance)
    tries.sort(key=lambda one: one.opened)
    for each in tries:
        _practised(each, book, strengths, chance)
    return len(tries)


def _tries(town: Town, stock: Stock, wanted: int, chance: random.Random) -> list[Try]:
    by_rules: dict[str, list[int]] = defaultdict(list)
    for at, one in enumerate(stock.pool):
        by_rules[one.rules].append(at)
    people = list(town.everybody())
    weights = [min(30.0, chance.lognormvariate(0.0, 1.4)) for _ in people]
    whole, begun = sum(weights), town.plan.moment - SPAN
    tries: list[Try] = []
    short = 0.0
    for who, weight in zip(people, weights, strict=True):
        short += wanted * weight / whole
        free = [at for at in by_rules[who.rules] if at not in who.seen]
        count = min(int(short), MOST_OF_ONE, len(free) // 2)
        short -= count
        first = begun + SPAN * (chance.random() * 0.9)
        left = (town.plan.moment - dt.timedelta(hours=2) - first).total_seconds()
        tries += [
            Try(first + dt.timedelta(seconds=left * chance.random()), who, stock.pool[at])
            for at in chance.sample(free, count)
        ]
    return tries


HOWS: Final = (("t\tmixed", 1.0, 0.6), ("t\tkind", 0.5, 0.85), ("f\t", 0.0, 1.0))


def _practised(each: Try, book: Book, strengths: Strengths, chance: random.Random) -> None:
    who, one = each.who, each.one
    drawn = chance.random()
    how, weight, _ = next(row for row in HOWS if drawn < row[2])
    hint = 0 if chance.random() > 0.07 else 1
    weight = 0.0 if hint else weight
    right = chance.random() < chance_of(who, one)
    ident = uuid_of(chance)
    mine = (who.player, one.rules)
    player = strengths.players.get(mine) or Strength()
    puzzle = strengths.puzzles.get(one.id) or Strength(
        one.difficulty, glicko.PUZZLE_UNSURE, glicko.PUZZLE_VOLATILITY
    )
    answered = book.solved(
        ident,
        who,
        one,
        place=f"practice\t{NOWHERE}",
        how=f"{how}\t{hint}",
        opened=each.opened,
        took=chance.lognormvariate(3.4, 0.7),
        key=uuid_of(chance),
        right=right,
        expected=glicko.expected(player, puzzle),
    )
    if not weight:
        return
    stronger, harder = glicko.answered(player, puzzle, correct=right, weight=weight)
    strengths.players[mine], strengths.puzzles[one.id] = stronger, harder
    strengths.answers[mine] += 1
    strengths.answers[one.id] += 1
    strengths.last[mine] = answered
    book.changes.add(
        *(ident, who.player, one.id, one.rules, answered, right, weight),
        *(player.rating, stronger.rating, player.deviation, stronger.deviation),
        *(puzzle.rating, harder.rating, puzzle.deviation, harder.deviation, glicko.FORMULA),
    )


def _ratings(url: str, stock: Stock, strengths: Strengths) -> None:
    """How everybody and every puzzle stands at the end, and where puzzles are offered."""
    with Sheet(url, "puzzles_playerrating", f"player_id {RATING} rated_at") as rows:
        for mine, side in strengths.players.items():
            times = strengths.answers[mine]
            rated = (side.rating, side.deviation, side.volatility, times, times)
            rows.add(*mine, *rated, strengths.last[mine])
    with Sheet(url, "puzzles_puzzlerating", RATING.replace("rules", "puzzle_id")) as rows:
        for ident, side in strengths.puzzles.items():
            times = strengths.answers[ident]
            rows.add(ident, side.rating, side.deviation, side.volatility, times, times)
    with Sheet(url, "puzzles_puzzleoffer", "puzzle_id rules kind theme level") as rows:
        for one in stock.pool:
            proposal = one.made.proposal
            level = proposal.difficulty
            known = strengths.puzzles.get(one.id)
            if known is not None and abs(known.rating - level) > offers.STEP / 2:
                level = round(known.rating)
            for theme in ("", *dict.fromkeys(proposal.themes)):
                rows.add(one.id, proposal.rules, proposal.kind, theme, level)


def key_of(work: str, index: int) -> str:
    """The key under which class work is judged: that of `classrooms.grading.marks`."""
    return uuid.uuid5(uuid.UUID(work), str(index)).hex


__all__ = ["Book", "chance_of", "key_of", "text", "write"]
