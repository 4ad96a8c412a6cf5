"""What becomes of reports when a visitor logs in."""

from __future__ import annotations

from accounts.models import Player
from puzzles.models import Report


def merge_reports(visitor: Player, account: Player) -> None:
    """Give a visitor's reports to the account; of two about one puzzle the account's stays."""
    known = Report.objects.filter(player=account).values_list("puzzle", flat=True)
    Report.objects.filter(player=visitor, puzzle__in=list(known)).delete()
    Report.objects.filter(player=visitor).update(player=account)
