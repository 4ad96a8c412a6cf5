"""What becomes of runs and names when a visitor logs in."""

from __future__ import annotations

import uuid

from accounts import clock
from accounts.models import Player
from puzzles.runs.models import PublicName, Run


def merge_runs(visitor: Player, account: Player) -> None:
    """Give a visitor's runs to the account; of two under way the account's goes on."""
    keys = set(Run.objects.filter(player=account).values_list("key", flat=True))
    going = set(
        Run.objects.filter(player=account, finished_at__isnull=True).values_list("mode", "rules")
    )
    for run in Run.objects.filter(player=visitor):
        if run.key in keys:
            run.key = uuid.uuid4()
        if run.finished_at is None and (run.mode, run.rules) in going:
            run.finished_at = min(clock.now(), run.ends_at or clock.now())
        run.player = account
        run.save(update_fields=["key", "finished_at", "player"])


def merge_names(visitor: Player, account: Player) -> None:
    """The account's own name stays; without one it takes the visitor's."""
    if PublicName.objects.filter(player=account).exists():
        PublicName.objects.filter(player=visitor).delete()
    else:
        PublicName.objects.filter(player=visitor).update(player=account)
