"""What becomes of sets read and handed in when a visitor logs in."""

from __future__ import annotations

from accounts.models import Player
from puzzles.models import PuzzleSet, SetReader, Submission


def merge_readers(visitor: Player, account: Player) -> None:
    """Give the account what the visitor reads, unless it does or owns the set."""
    known = SetReader.objects.filter(player=account).values_list("set", flat=True)
    own = PuzzleSet.objects.filter(owner=account).values_list("pk", flat=True)
    SetReader.objects.filter(player=visitor, set__in=[*known, *own]).delete()
    SetReader.objects.filter(player=visitor).update(player=account)


def merge_submissions(visitor: Player, account: Player) -> None:
    """Give the account the visitor's; of two of a set under way the account's goes on."""
    going = Submission.objects.filter(player=account).under_way().values_list("set", flat=True)
    Submission.objects.filter(player=visitor, set__in=list(going)).under_way().delete()
    Submission.objects.filter(player=visitor).update(player=account)
