"""What jobs keep about a person."""

from __future__ import annotations

from accounts.models import Player
from accounts.registry import Entry
from jobs.models import Job


def merge(visitor: Player, account: Player) -> None:
    """Give the visitor's jobs to the account. A key that both have used stays the account's."""
    taken = Job.objects.filter(owner=account, idem_key__isnull=False).values("idem_key")
    Job.objects.filter(owner=visitor, idem_key__in=taken).update(idem_key=None)
    Job.objects.filter(owner=visitor).update(owner=account)


ENTRIES = [
    Entry(
        model="jobs.Job",
        owner="owner",
        action=("export", "erase"),
        reason="Work that was done at this person's request.",
        fields=("id", "kind", "args", "state", "created_at", "started_at", "finished_at"),
        merge=merge,
        moments=("created_at",),
    ),
]
