"""Which scores go back to a learning platform, and seeing to it that they arrive.

What is sent is the score that counts in the gradebook, and only once it is final. A row says what
is to be sent; a job sends it. A platform that is down is asked again for three days.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet

from accounts import clock
from accounts.pace import Pace
from classrooms.assignments.models import Assignment, Work
from classrooms.gradebook import table
from classrooms.gradebook.scores import NOTHING, Has
from classrooms.lti import grades
from classrooms.lti.models import LtiLink, LtiScore, LtiUser
from classrooms.lti.outgoing import Refusal, Unreachable
from classrooms.lti.own_keys import NoKey
from classrooms.lti.switch import is_on
from classrooms.people.models import Member
from jobs import services as jobs
from jobs.kinds import Effect
from jobs.work import Work as JobWork

JOB: Final = "grade.lti-score"
GIVE_UP: Final = dt.timedelta(days=3)
EVERY: Final = dt.timedelta(minutes=1)
MOST: Final = 200  # of one look

_pace = Pace(EVERY)


def graded(work: Work) -> None:
    """A work has a grade, or another one: have its pupil's score sent where one is wanted.

    Called after the commit. Nothing happens where launches are off or no link opens the
    assignment.
    """
    if is_on():
        changed(work.assignment, work.member)


def changed(assignment: Assignment, member: Member) -> None:
    """Have the score of a pupil sent to every link that opens the assignment. Again does nothing.

    Without a graded work, and with one of no puzzles, there is no score.
    """
    links = list(
        LtiLink.objects.filter(assignment=assignment)
        .exclude(line_item="")
        .select_related("context")
        .order_by("pk")
    )
    if not links:
        return
    work = _counting(assignment, member)
    if work is None or work.points is None or not work.out_of:
        return
    users = LtiUser.objects.filter(
        player=member.player_id, platform__in=[link.context.platform_id for link in links]
    )
    for user in users.order_by("pk"):
        for link in links:
            if link.context.platform_id == user.platform_id:
                _put(link, user, work)


def _counting(assignment: Assignment, member: Member) -> Work | None:
    """The work that the gradebook counts, once it has its grade; None for any other state."""
    book = table.read(
        assignment.classroom,
        assignments=Assignment.objects.filter(pk=assignment.pk),
        members=Member.objects.filter(pk=member.pk),
    )
    score = book.rows[0].scores[0] if book.rows and book.rows[0].scores else NOTHING
    if score.has != Has.DONE or score.work is None:
        return None
    return Work.objects.filter(pk=score.work).first()


@transaction.atomic
def _put(link: LtiLink, user: LtiUser, work: Work) -> None:
    """Write what is to be sent, unless just that was sent or is on its way."""
    LtiUser.objects.select_for_update(no_key=True).get(pk=user.pk)  # one score after the other
    row = LtiScore.objects.filter(link=link, user=user).first()
    if row is None:
        row = LtiScore(link=link, user=user, serial=0, changed_at=clock.now())
    elif (row.work_id, row.points, row.out_of) == (
        work.pk,
        work.points,
        work.out_of,
    ) and row.state != LtiScore.State.FAILED:
        return
    row.work, row.points, row.out_of = work, work.points or 0, work.out_of or 0
    _pending(row)


def _pending(row: LtiScore) -> None:
    row.serial += 1
    row.state, row.tries, row.reason, row.sent_at = LtiScore.State.PENDING, 0, "", None
    # A platform keeps the later of two: the moment grows, whatever the clock does.
    row.changed_at = max(clock.now(), row.changed_at + dt.timedelta(milliseconds=1))
    row.save()
    _enqueue(row)


def _enqueue(row: LtiScore) -> None:
    job = jobs.enqueue(
        kind=JOB,
        args={"score": row.pk, "serial": row.serial},
        dedupe_key=f"{row.pk}:{row.serial}",
    )
    if row.job_id != job.pk:
        LtiScore.objects.filter(pk=row.pk).update(job=job)


def handle(work: JobWork) -> Effect | None:
    """Job handler: send one score, if it is still the one to be sent."""
    mine = LtiScore.objects.filter(
        pk=work.args["score"], serial=work.args["serial"], state=LtiScore.State.PENDING
    )
    row = mine.select_related("link__context__platform", "user", "work").first()
    if row is None or not is_on():
        return None
    mine.update(tries=F("tries") + 1)
    try:
        grades.send(row)
    except Unreachable:
        mine.update(reason="unreachable")
        raise  # the job tries again, later and later
    except grades.Denied:
        return lambda: _end(mine, "denied")
    except NoKey:
        return lambda: _end(mine, "no-key")
    except Refusal as error:
        reason = f"refused-{error.status}"
        return lambda: _end(mine, reason)
    return lambda: _end(mine, "")


def _end(mine: QuerySet[LtiScore], reason: str) -> None:
    if reason:
        mine.update(state=LtiScore.State.FAILED, reason=reason)
    else:
        mine.update(state=LtiScore.State.SENT, reason="", sent_at=clock.now())


@transaction.atomic
def send_again(link: LtiLink) -> int:
    """Have the scores of a link sent that did not arrive; how many."""
    rows = list(
        LtiScore.objects.select_for_update()
        .filter(link=link, state=LtiScore.State.FAILED)
        .order_by("pk")
    )
    for row in rows:
        _pending(row)
    return len(rows)


def send_for(link: LtiLink, member: Member) -> None:
    """A pupil came by a link: what was graded before is sent where it was not."""
    if link.assignment is not None and link.line_item and member.role == Member.Role.PUPIL:
        changed(link.assignment, member)


def send_all(link: LtiLink) -> None:
    """A link has got an assignment, or a place for grades: have what is graded already sent."""
    if link.assignment is None or not link.line_item:
        return
    players = LtiUser.objects.filter(platform=link.context.platform_id).values("player")
    members = Member.objects.active().pupils().filter(classroom=link.context.classroom_id)
    for member in members.filter(player__in=players).order_by("pk"):
        changed(link.assignment, member)


def ensure_due() -> None:
    """Take up scores whose job failed while the platform was down; at most once a minute."""
    if not is_on():
        return
    now = clock.now()
    if _pace.is_due(now):
        take_up(now)


def take_up(now: dt.datetime) -> None:
    """Have waiting scores sent again, and give up those that have waited for three days."""
    waiting = LtiScore.objects.filter(state=LtiScore.State.PENDING)
    waiting.filter(changed_at__lt=now - GIVE_UP).update(
        state=LtiScore.State.FAILED, reason="gave-up"
    )
    for row in waiting.filter(changed_at__lt=now - EVERY).order_by("changed_at")[:MOST]:
        with transaction.atomic():
            _enqueue(row)
