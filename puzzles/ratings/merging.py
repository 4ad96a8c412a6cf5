"""Ratings of a visitor who logs in: as if both had been one player from the beginning."""

from __future__ import annotations

import uuid

from django.db.models import Count

from accounts import clock
from accounts.models import Player
from puzzles.models import Attempt, PlayerRating, RatingChange
from puzzles.ratings import glicko
from puzzles.ratings.glicko import Strength
from puzzles.ratings.services import periods_between


def merge_ratings(visitor: Player, account: Player) -> None:
    """Reckon the account's ratings anew from the answers of both, in the order of the answers.

    Attempts have moved already. An answer that is no longer the first to its puzzle counts no more.
    Puzzles keep the ratings that they have: each answer is reckoned against the puzzle's rating of
    its day. Rule sets in which the visitor was not rated stay as they are.
    """
    mine = RatingChange.objects.filter(player=visitor)
    touched = set(mine.values_list("rules", flat=True))
    mine.update(player=account)
    PlayerRating.objects.filter(player=visitor).delete()
    touched |= _void_what_is_not_first(account)
    for rules in sorted(touched):
        reckon(account, rules)


def moved_already(visitor: Player, account: Player) -> None:
    """Move nothing: the ratings go with their changes."""


def reckon(player: Player, rules: str) -> None:
    """Reckon a rating anew from the changes that count. Needs the lock on the player's row."""
    changes = list(
        RatingChange.objects.counting()
        .filter(player=player, rules=rules)
        .order_by("at", "attempt_id")
    )
    now = Strength()
    last = None
    for change in changes:
        if last is not None:
            now = glicko.away(now, periods_between(last, change.at))
        puzzle = Strength(change.puzzle_before, change.puzzle_deviation_before)
        after, _ = glicko.answered(now, puzzle, correct=change.correct, weight=change.weight)
        change.player_before, change.player_after = now.rating, after.rating
        change.player_deviation_before = now.deviation
        change.player_deviation_after = after.deviation
        now, last = after, change.at
    RatingChange.objects.bulk_update(
        changes,
        [
            "player_before",
            "player_after",
            "player_deviation_before",
            "player_deviation_after",
        ],
        batch_size=500,
    )
    if last is None:
        PlayerRating.objects.filter(player=player, rules=rules).delete()
        return
    row = PlayerRating.objects.filter(player=player, rules=rules).first()
    row = row or PlayerRating(player=player, rules=rules)
    row.rating, row.deviation, row.volatility = now.rating, now.deviation, now.volatility
    row.attempts, row.rated_at = len(changes), last
    row.version += 1
    row.save()


def _void_what_is_not_first(account: Player) -> set[str]:
    """Take back changes by attempts that are not the first to their puzzle; give the rule sets."""
    answered = Attempt.objects.filter(player=account).answered()
    often = answered.order_by().values("puzzle").annotate(times=Count("pk")).filter(times__gt=1)
    first: dict[uuid.UUID, uuid.UUID] = {}
    later: list[uuid.UUID] = []
    rows = answered.filter(puzzle__in=often.values("puzzle")).order_by("answered_at", "pk")
    for attempt, puzzle in rows.values_list("pk", "puzzle"):
        if first.setdefault(puzzle, attempt) != attempt:
            later.append(attempt)
    Attempt.objects.filter(pk__in=later, expected__isnull=False).update(expected=None)
    void = RatingChange.objects.counting().filter(attempt__in=later)
    touched = set(void.values_list("rules", flat=True))
    void.update(taken_back_at=clock.now())
    return touched
