"""What becomes of memberships when a pupil's card account and an account with e-mail become one."""

from __future__ import annotations

from uuid import UUID

from accounts.models import Player
from classrooms.lti import scores
from classrooms.models import AuditEntry, HandoverCode, Member, PupilCard, Recipient, Work
from puzzles.models import Attempt


def merge_members(pupil: Player, account: Player) -> None:
    """Give the account the pupil's place in each class.

    Where the account is in the class already its row stays, active if either was, and gets the
    pupil's work: the tries are counted on in the order in which they were handed in.
    """
    theirs = {
        row.classroom_id: row
        for row in Member.objects.select_for_update().filter(player=account).order_by("pk")
    }
    joined: list[UUID] = []
    for row in Member.objects.select_for_update().filter(player=pupil).order_by("pk"):
        kept = theirs.get(row.classroom_id)
        if kept is None:
            row.player = account
            row.save(update_fields=["player"])
            continue
        _join(row, kept)
        joined.append(kept.pk)
    PupilCard.objects.filter(player=pupil).delete()
    HandoverCode.objects.filter(player=pupil).delete()
    works = Work.objects.filter(member__in=joined)
    for assignment in sorted(set(works.values_list("assignment", flat=True))):
        scores.changed(assignment)


def _join(row: Member, kept: Member) -> None:
    """Give all that hangs on `row` to `kept`, and delete it. Nothing that was handed in is lost."""
    was_active = row.state == Member.State.ACTIVE
    for assignment in row.works.values_list("assignment", flat=True).distinct():
        _join_works(row, kept, assignment)
    row.notes.update(member=kept)
    for extension in row.extensions.exclude(assignment__in=kept.extensions.values("assignment")):
        extension.member = kept
        extension.save(update_fields=["member"])
    meant = Recipient.objects.filter(member=kept).values("assignment")
    Recipient.objects.filter(member=row).exclude(assignment__in=meant).update(member=kept)
    AuditEntry.objects.filter(member=row).update(member=kept)
    real_name = kept.real_name or row.real_name
    row.delete()
    if was_active and kept.state != Member.State.ACTIVE:
        kept.state, kept.left_at = Member.State.ACTIVE, None
    kept.real_name = real_name
    kept.save(update_fields=["state", "left_at", "real_name"])


def _join_works(row: Member, kept: Member, assignment: UUID) -> None:
    """Put the tries of both in the order in which they were handed in."""
    works = Work.objects.filter(assignment=assignment, member__in=[row, kept])
    under_way = sorted(
        works.filter(submitted_at__isnull=True), key=lambda one: (-one.answers.count(), one.pk)
    )
    for work in under_way[1:]:  # one is under way at most: that with more answers
        work.delete()
    ordered = [*works.filter(submitted_at__isnull=False).order_by("submitted_at", "pk")]
    ordered += under_way[:1]
    # Numbers out of the way first: the constraint holds at every moment.
    for place, work in enumerate(ordered):
        work.member, work.try_no = kept, 10_000 + place
        work.save(update_fields=["member", "try_no"])
    for place, work in enumerate(ordered, start=1):
        work.try_no = place
        work.save(update_fields=["try_no"])
    _number_attempts(ordered)


def _number_attempts(works: list[Work]) -> None:
    """Give the attempts behind graded answers the number of their work.

    What is graded later finds its number free.
    """
    graded = list(
        Attempt.objects.filter(class_answer__work__in=works).select_related("class_answer__work")
    )
    for shift in (10_000, 0):
        for attempt in graded:
            attempt.try_no = attempt.class_answer.work.try_no + shift
            attempt.save(update_fields=["try_no"])


def moved_already(pupil: Player, account: Player) -> None:
    """Nothing: rows behind a membership go where it goes."""
