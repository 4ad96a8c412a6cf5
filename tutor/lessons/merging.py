"""A visitor's lessons become the account's: of two progresses the better one stays."""

from __future__ import annotations

import uuid

from accounts.models import Player
from tutor.lessons.models import ExerciseAnswer, LessonProgress


def merge_progress(visitor: Player, account: Player) -> None:
    """Give the visitor's progress to the account.

    Where both took a lesson, the one with more stars stays, then the one reached last; the stars
    are the better ones in any case.
    """
    known = {(row.lesson, row.rules): row for row in LessonProgress.objects.filter(player=account)}
    for row in LessonProgress.objects.filter(player=visitor):
        other = known.get((row.lesson, row.rules))
        if other is None:
            row.player = account
            row.save(update_fields=["player"])
            continue
        if (row.stars, row.updated_at) > (other.stars, other.updated_at):
            for name in ("at", "slipped", "stars", "updated_at", "finished_at"):
                setattr(other, name, getattr(row, name))
        other.runs += row.runs
        other.started_at = min(other.started_at, row.started_at)
        other.save()
        row.delete()


def merge_answers(visitor: Player, account: Player) -> None:
    """Give the visitor's answers to the account, with a new key where both used the same."""
    mine = ExerciseAnswer.objects.filter(player=account)
    for row in ExerciseAnswer.objects.filter(player=visitor, key__in=mine.values("key")):
        row.key = uuid.uuid4()
        row.save(update_fields=["key"])
    ExerciseAnswer.objects.filter(player=visitor).update(player=account)
