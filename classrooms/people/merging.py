"""What becomes of memberships when a pupil's card account and an account with e-mail become one."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Max

from accounts.models import Player
from classrooms.models import HandoverCode, Member, PupilCard, Work


def merge_members(pupil: Player, account: Player) -> None:
    """Give the account the pupil's place in each class.

    Where the account is in the class already its row stays, active if either was, and gets the
    pupil's work: the tries are counted on in the order in which they were handed in.
    """
    theirs = {
        row.classroom_id: row
        for row in Member.objects.select_for_update().filter(player=account).order_by("pk")
    }
    for row in Member.objects.select_for_update().filter(player=pupil).order_by("pk"):
        kept = theirs.get(row.classroom_id)
        if kept is None:
            row.player = account
            row.save(update_fields=["player"])
            continue
        _join(row, kept)
    PupilCard.objects.filter(player=pupil).delete()
    HandoverCode.objects.filter(player=pupil).delete()


def _join(row: Member, kept: Member) -> None:
    was_active = row.state == Member.State.ACTIVE
    for assignment in row.works.values_list("assignment", flat=True).distinct():
        _join_works(row, kept, assignment)
    row.notes.update(member=kept)
    for extension in row.extensions.exclude(assignment__in=kept.extensions.values("assignment")):
        extension.member = kept
        extension.save(update_fields=["member"])
    row.delete()
    if was_active and kept.state != Member.State.ACTIVE:
        kept.state, kept.left_at = Member.State.ACTIVE, None
        kept.save(update_fields=["state", "left_at"])


def _join_works(row: Member, kept: Member, assignment: UUID) -> None:
    works = Work.objects.filter(assignment=assignment, member__in=[row, kept])
    works.filter(member=row, submitted_at__isnull=True).delete()  # one is under way at most
    moved = list(works.filter(member=row).order_by("submitted_at", "pk"))
    most = works.filter(member=kept).aggregate(most=Max("try_no"))["most"] or 0
    for number, work in enumerate(moved, start=most + 1):
        work.member, work.try_no = kept, number
        work.save(update_fields=["member", "try_no"])


def moved_already(pupil: Player, account: Player) -> None:
    """Nothing: rows behind a membership go where it goes."""
