"""Which scores go back to a learning platform, and seeing to it that they arrive.

What is sent is the score that counts in the gradebook, and only once it is final; where there is
none any more, that. `changed` is the one way in: whoever changes a result calls it, a job
(`grade.lti-changed`) writes what is to be sent, another sends each score. A platform that is down
is asked again for three days.
"""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any, Final

from django.db import transaction
from django.db.models import F, QuerySet

from accounts import clock
from accounts.pace import Pace
from classrooms.assignments.models import Assignment
from classrooms.gradebook.book import read
from classrooms.gradebook.scores import NOTHING, Has, Score
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
CHANGED_JOB: Final = "grade.lti-changed"
GIVE_UP: Final = dt.timedelta(days=3)
EVERY: Final = dt.timedelta(minutes=1)
MOST: Final = 200  # of one look

_pace = Pace(EVERY)


def changed(assignment_id: uuid.UUID) -> None:
    """Results in an assignment are changing: have every score sent that is another one by then.

    The one way in which scores become due; call it in the transaction that changes a result, after
    every other row of it is locked. Cheap where launches are off or no link wants grades. Several
    changes make one job: whoever comes while it works waits for its links, and asks anew.
    """
    if not is_on():
        return
    if _links(assignment_id):
        key = str(assignment_id)
        jobs.enqueue(kind=CHANGED_JOB, args={"assignment": key}, dedupe_key=key)


def _links(assignment_id: Any) -> list[LtiLink]:
    """The links that open an assignment and want grades, held until this transaction ends."""
    found = LtiLink.objects.select_for_update(of=("self",), no_key=True)
    found = found.filter(assignment=assignment_id).exclude(line_item="")
    return list(found.select_related("context").order_by("pk"))


def handle_changed(work: JobWork) -> Effect | None:
    """Job handler: write what is to be sent of an assignment. Read and written in one transaction,
    with the links held: a result that changes meanwhile makes a job of its own."""
    pk = work.args["assignment"]
    return lambda: _put_all(pk)


def _put_all(pk: str) -> None:
    links = _links(pk)
    assignment = Assignment.objects.select_related("classroom").filter(pk=pk).first()
    if not links or assignment is None:
        return
    platforms = [link.context.platform_id for link in links]
    users = list(LtiUser.objects.filter(platform__in=platforms).order_by("pk"))
    members = Member.objects.active().pupils().filter(classroom=assignment.classroom_id)
    book = read(
        assignment.classroom,
        assignments=Assignment.objects.filter(pk=pk),
        members=members.filter(player__in=[user.player_id for user in users]),
    )
    stands = assignment.frozen_at is not None and assignment.withdrawn_at is None
    scores = {
        row.member.player_id: row.scores[0] if stands and row.scores else NOTHING
        for row in book.rows
    }
    known = {
        (row.link_id, row.user_id): row
        for row in LtiScore.objects.filter(link__in=[link.pk for link in links])
    }
    for user in users:
        for link in links:
            score = scores.get(user.player_id)
            if link.context.platform_id == user.platform_id and score is not None:
                _put(link, user, score, known.get((link.pk, user.pk)))


def _put(link: LtiLink, user: LtiUser, score: Score, row: LtiScore | None) -> None:
    """Write what is to be sent, unless just that was sent or is on its way. Its link is held."""
    if score.has in (Has.WAITING, Has.FAILED):
        return  # nothing is told before it is final
    points = score.points if score.has == Has.DONE and score.out_of else None
    work = score.work if points is not None else None
    if row is None:
        if points is None:
            return
        row = LtiScore(link=link, user=user, serial=0, changed_at=clock.now())
    out_of = score.out_of if points is not None else row.out_of
    if row.serial and (row.work_id, row.points, row.out_of) == (work, points, out_of):
        return  # one that was refused is sent again by a teacher's button
    row.work_id, row.points, row.out_of = work, points, out_of
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


@transaction.atomic
def send_for(link: LtiLink) -> None:
    """A pupil came by a link, or it has got an assignment: have what is graded already sent."""
    if link.assignment_id is not None:
        changed(link.assignment_id)


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
