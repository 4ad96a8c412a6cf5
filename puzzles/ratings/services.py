"""Rating an answer, and what a player's rating is now.

Rows are locked in one order: the player, the player's rating, the puzzle's rating. Whoever holds a
puzzle's rating waits for nobody, so two players who answer one puzzle never wait in a ring.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Final

from django.db import connection
from django.db.models import OuterRef, Subquery

from accounts import clock
from accounts.models import Player
from puzzles.models import (
    Attempt,
    PlayerRating,
    Puzzle,
    PuzzleOffer,
    PuzzleRating,
    RatingChange,
)
from puzzles.ratings import glicko, marks, offers
from puzzles.ratings.glicko import Strength
from puzzles.ratings.shown import Shown

# How much an answer counts, by how the server chose the puzzle. Who asks for a theme knows what to
# look for; all else (sets, dailies, an address typed in, a further try, class work) counts nothing.
WEIGHTS: Final[dict[str, float]] = {
    Attempt.Choice.MIXED: 1.0,
    Attempt.Choice.KIND: 0.5,
    Attempt.Choice.THEME: 0.5,
}

# Makes a puzzle's rating or takes the one that somebody else has just made, and keeps its lock.
_TAKE: Final = """
    INSERT INTO puzzles_puzzlerating (puzzle_id, rating, deviation, volatility, attempts, version)
    VALUES (%s, %s, %s, %s, 0, 0)
    ON CONFLICT (puzzle_id) DO UPDATE SET version = puzzles_puzzlerating.version
    RETURNING rating, deviation, volatility, attempts, version
"""


def rate(attempt: Attempt, *, others: Iterable[Attempt]) -> RatingChange | None:
    """Rate an attempt that has just been graded; None where it does not count.

    Needs the transaction of the answer with the player's row locked, and is called before the
    attempt is saved: its `expected` is filled in here. `others`: the player's other attempts at
    the puzzle, read under that lock.
    """
    if attempt.correct is None:
        return None
    marks.note(attempt)
    puzzle = attempt.puzzle
    if not _is_first(attempt, others):
        return None
    row = PlayerRating.objects.filter(player=attempt.player, rules=puzzle.rules).first()
    player = strength_of(row)
    weight = weight_of(attempt)
    if not weight:
        attempt.expected = glicko.expected(player, _puzzle_strength(puzzle))
        return None
    other, level = _locked(puzzle)
    against = Strength(other.rating, other.deviation, other.volatility)
    attempt.expected = glicko.expected(player, against)
    return _change(attempt, row, player, other, level, weight)


def weight_of(attempt: Attempt) -> float:
    """How much an attempt counts by the way it came about, from 0 (not at all) to 1 (fully)."""
    counts = (
        attempt.context == Attempt.Context.PRACTICE
        and attempt.server_chosen
        and attempt.try_no == 1
        and attempt.hint_level == 0
    )
    return WEIGHTS.get(attempt.choice, 0.0) if counts else 0.0


def will_count(attempt: Attempt) -> bool:
    """Whether the answer to an open try will be rated, as things stand."""
    if not weight_of(attempt):
        return False
    rows = Attempt.objects.filter(player=attempt.player, puzzle=attempt.puzzle)
    return _is_first(attempt, rows.exclude(pk=attempt.pk).only("answered_at", "hint_level"))


def current(player: Player | None, rules: str) -> Strength:
    """How strong a player is now, time away included; the start where nothing is known."""
    return strength_of(PlayerRating.objects.visible_to(player).filter(rules=rules).first())


def strength_of(row: PlayerRating | None) -> Strength:
    """The strength in a row, now."""
    if row is None:
        return Strength()
    known = Strength(row.rating, row.deviation, row.volatility)
    return glicko.away(known, periods_between(row.rated_at, clock.now()))


def periods_between(earlier: dt.datetime, later: dt.datetime) -> int:
    """Whole rating periods from one moment to another."""
    return max(0, (later - earlier).days // glicko.PERIOD_DAYS)


def is_provisional(deviation: float) -> bool:
    """Whether a rating is still to be taken with care."""
    return deviation > glicko.PROVISIONAL


def shown(attempt: Attempt) -> Shown | None:
    """What an attempt changed in its player's rating; None where it was not rated."""
    change = RatingChange.objects.filter(attempt=attempt).first()
    return None if change is None else shown_change(change)


def shown_change(change: RatingChange) -> Shown:
    """A change in whole points."""
    return Shown(
        before=round(change.player_before),
        after=round(change.player_after),
        deviation=round(change.player_deviation_after),
        provisional=is_provisional(change.player_deviation_after),
        taken_back=change.taken_back_at is not None,
    )


def _is_first(attempt: Attempt, others: Iterable[Attempt]) -> bool:
    """Whether the player neither answered this puzzle before, anywhere, nor had a hint to it.

    `others`: the player's other attempts at it.
    """
    seen = (one.answered_at is not None or one.hint_level for one in others)
    return not attempt.hint_level and not any(seen)


def _puzzle_strength(puzzle: Puzzle) -> Strength:
    row = PuzzleRating.objects.filter(puzzle=puzzle).first()
    if row is None:
        return Strength(puzzle.difficulty, glicko.PUZZLE_UNSURE, glicko.PUZZLE_VOLATILITY)
    return Strength(row.rating, row.deviation, row.volatility)


def _locked(puzzle: Puzzle) -> tuple[PuzzleRating, int | None]:
    """The puzzle's rating, locked; made where this is its first rated answer. And its level."""
    level = PuzzleOffer.objects.filter(puzzle=OuterRef("pk"), theme="").values("level")[:1]
    rows = PuzzleRating.objects.select_for_update().annotate(level=Subquery(level))
    found = rows.filter(puzzle=puzzle).first()
    if found is not None:
        return found, found.level
    start = Strength(puzzle.difficulty, glicko.PUZZLE_UNSURE, glicko.PUZZLE_VOLATILITY)
    key = PuzzleRating._meta.pk.get_db_prep_value(puzzle.pk, connection)
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [key, start.rating, start.deviation, start.volatility])
        rating, deviation, volatility, attempts, version = cursor.fetchone()
    made = PuzzleRating(
        puzzle=puzzle,
        rating=rating,
        deviation=deviation,
        volatility=volatility,
        attempts=attempts,
        version=version,
    )
    return made, None if attempts else puzzle.difficulty


def _change(
    attempt: Attempt,
    row: PlayerRating | None,
    player: Strength,
    other: PuzzleRating,
    level: int | None,
    weight: float,
) -> RatingChange | None:
    puzzle, correct = attempt.puzzle, bool(attempt.correct)
    against = Strength(other.rating, other.deviation, other.volatility)
    stronger, harder = glicko.answered(player, against, correct=correct, weight=weight)
    # A statement after the lock: what withdraws a puzzle waits for it before it takes changes back.
    live = Puzzle.objects.filter(pk=puzzle.pk, state=Puzzle.State.LIVE)
    if not PuzzleRating.objects.filter(puzzle=puzzle.pk, puzzle__in=live).update(
        rating=harder.rating,
        deviation=harder.deviation,
        volatility=harder.volatility,
        attempts=other.attempts + 1,
        version=other.version + 1,
    ):
        return None
    at = attempt.answered_at or clock.now()
    if row is None:
        row = PlayerRating(player=attempt.player, rules=puzzle.rules)
    row.rating, row.deviation = stronger.rating, stronger.deviation
    row.volatility, row.rated_at = stronger.volatility, at
    row.attempts += 1
    row.version += 1
    row.save()
    offers.follow(puzzle, harder.rating, level=level)
    return RatingChange.objects.create(
        attempt=attempt,
        player=attempt.player,
        puzzle=puzzle,
        rules=puzzle.rules,
        at=at,
        correct=correct,
        weight=weight,
        player_before=player.rating,
        player_after=stronger.rating,
        player_deviation_before=player.deviation,
        player_deviation_after=stronger.deviation,
        puzzle_before=against.rating,
        puzzle_after=harder.rating,
        puzzle_deviation_before=against.deviation,
        puzzle_deviation_after=harder.deviation,
        formula=glicko.FORMULA,
    )
