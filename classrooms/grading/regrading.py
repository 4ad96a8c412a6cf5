"""Grading an assignment again after a change of the engine: first looked at, then applied.

The look judges every answer as it was laid with the engine as it is, and writes down those that it
judges otherwise now. It goes in parts, each a job of its own, so that it may die anywhere and go on
from there. Applying is one transaction: verdicts, points and the trail, or nothing.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import Count, Q, QuerySet

import okey
from accounts import clock
from accounts.models import Player
from classrooms.assignments.models import Assignment, Work, WorkAnswer
from classrooms.grading import marks
from classrooms.grading.errors import EngineChanged, NotLookedAt
from classrooms.grading.models import GradeChange, Regrading
from classrooms.lti import scores
from classrooms.people.locking import lock_class
from classrooms.people.trail import note
from jobs import services as jobs
from jobs.errors import NotFinished
from jobs.kinds import Effect
from jobs.models import Job
from jobs.states import RETRYABLE
from jobs.work import Work as Attempt
from okey.errors import InputError
from puzzles.grading import Graded
from puzzles.grading import grade as judge
from puzzles.judged_again import rewrite
from puzzles.kinds.registry import kind_of
from puzzles.models import SetItem

JOB: Final = "grade.class-again"
PART: Final = 400  # answers of one job: some seconds of work


@transaction.atomic
def look(assignment: Assignment, *, actor: Player) -> Regrading:
    """Begin to look what the engine as it is would change; the look under way where there is one.

    One that has ended and was not applied is replaced. Raise `Archived`, `ClassGone`.
    """
    lock_class(assignment.classroom_id, actor=actor)
    under_way = Regrading.objects.filter(assignment=assignment, applied_at=None)
    found = under_way.select_for_update(of=("self",)).select_related("job").first()
    if found is not None:
        if found.looked_at is None and found.engine_version == okey.__version__:
            put_back(found)
            return found
        found.delete()
    made = Regrading.objects.create(
        assignment=assignment,
        engine_version=okey.__version__,
        asked_by=actor,
        total=answers_of(assignment).count(),
    )
    _enqueue(made)
    return made


def put_back(row: Regrading) -> None:
    """See to it that a look which has not ended goes on; changes nothing while it does."""
    job = row.job
    if row.looked_at is not None or (job is not None and job.is_unfinished):
        return
    if job is not None and job.state in RETRYABLE:
        try:
            jobs.retry(job)
        except NotFinished:
            pass
        else:
            return
    _enqueue(row)


def answers_of(assignment: Assignment) -> QuerySet[WorkAnswer]:
    """The answers that can be judged again: laid, handed in and graded once, in their order."""
    return WorkAnswer.objects.filter(
        work__assignment=assignment,
        work__graded_at__isnull=False,
        answer__isnull=False,
        correct__isnull=False,
    ).order_by("pk")


def handle(attempt: Attempt) -> Effect | None:
    """Job handler: look at the next part."""
    row = (
        Regrading.objects.select_related("assignment__puzzle_set")
        .filter(pk=attempt.args["regrading"], looked_at=None)
        .first()
    )
    if row is None or row.cursor != attempt.args["cursor"]:
        return None
    items = {one.index: one for one in row.assignment.puzzle_set.items.select_related("puzzle")}
    rows = answers_of(row.assignment).filter(pk__gt=row.cursor)
    part = list(rows.select_related("work__assignment", "work__member", "attempt")[:PART])
    changes: list[GradeChange] = []
    unread = 0
    for done, answer in enumerate(part, start=1):
        try:
            now = judged_now(answer, items[answer.index])
        except InputError:
            unread += 1
            continue
        if now.correct != answer.correct:
            changes.append(
                GradeChange(
                    regrading=row,
                    answer=answer,
                    before=answer.correct,
                    after=now.correct,
                    verdict=now.to_row(),
                )
            )
        attempt.progress(row.looked + done, max(row.total, row.looked + done))
    return lambda: _looked(row, part, changes, unread)


def judged_now(answer: WorkAnswer, item: SetItem) -> Graded:
    """An answer as it was laid, in the colours in which it was, judged by the engine as it is."""
    made = answer.attempt
    colours = made.colours if made is not None else marks.shown_in(answer.work, item)
    read = kind_of(item.puzzle.kind).read_answer(answer.answer or {})
    return judge(item.puzzle, colours=colours, answer=read)


def _looked(
    row: Regrading, part: list[WorkAnswer], changes: list[GradeChange], unread: int
) -> None:
    """Keep what a part found, and go on with the next one, or end."""
    GradeChange.objects.bulk_create(changes, ignore_conflicts=True)
    row.looked += len(part)
    row.unread += unread
    row.total = max(row.total, row.looked)
    if len(part) < PART:
        row.looked_at = clock.now()
        row.total = row.looked
    else:
        row.cursor = part[-1].pk
    row.save(update_fields=["looked", "unread", "total", "looked_at", "cursor"])
    if row.looked_at is None:
        _enqueue(row)


def _enqueue(row: Regrading) -> Job:
    job = jobs.enqueue(
        kind=JOB,
        args={"regrading": str(row.pk), "cursor": row.cursor},
        dedupe_key=f"{row.pk}:{row.cursor}",
        total=row.total,
    )
    row.job = job
    row.save(update_fields=["job"])
    return job


@transaction.atomic
def apply(regrading: Regrading, *, actor: Player, never_lower: bool) -> int:
    """Write what the look found, once, and say how many answers it changed then.

    `never_lower`: what was right stays right, so that no grade falls. Raise `NotLookedAt` before
    the look has ended, `EngineChanged` where the engine is another one by now, `Archived`.
    """
    lock_class(regrading.assignment.classroom_id, actor=actor)
    row = Regrading.objects.select_for_update(of=("self",)).get(pk=regrading.pk)
    if row.applied_at is not None:
        return row.changes.exclude(applied_at=None).count()
    if row.looked_at is None:
        raise NotLookedAt
    if row.engine_version != okey.__version__:
        raise EngineChanged
    now = clock.now()
    changed = _write(row, never_lower)
    row.applied_at, row.applied_by, row.never_lower = now, actor, never_lower
    row.save(update_fields=["applied_at", "applied_by", "never_lower"])
    row.changes.filter(pk__in=changed).update(applied_at=now)
    note(
        row.assignment.classroom,
        "grades.again",
        actor=actor,
        assignment=str(row.assignment_id),
        count=len(changed),
        engine=row.engine_version,
        never_lower=never_lower,
    )
    return len(changed)


def _write(row: Regrading, never_lower: bool) -> list[int]:
    """Change answers, attempts and points; the changes that were made."""
    wanted = row.changes.filter(after=True) if never_lower else row.changes.all()
    works = Work.objects.filter(answers__changes__in=wanted).distinct().order_by("pk")
    ids = list(works.values_list("pk", flat=True))
    held = list(Work.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))
    answers = {
        one.pk: one
        for one in WorkAnswer.objects.select_for_update(of=("self",))
        .filter(work__in=ids)
        .select_related("attempt__puzzle")
    }
    made = []
    for change in wanted.order_by("answer"):
        answer = answers.get(change.answer_id)
        if answer is None or answer.correct != change.before:
            continue  # something else changed it since the look
        answer.correct = change.after
        if answer.attempt is None:
            answer.rules = marks.broken(change.after, change.verdict)
        answer.save(update_fields=["correct", "rules"])
        if answer.attempt is not None:
            rewrite(
                answer.attempt,
                correct=change.after,
                verdict=change.verdict,
                engine=row.engine_version,
            )
        made.append(change.pk)
    for work in held:
        marks.settle(work, engine_version=row.engine_version, tell=False)
    if held:
        scores.changed(row.assignment_id)
    return made


def unended() -> QuerySet[Regrading]:
    """Looks that have not ended and that nothing works at, for the sweeper."""
    idle = Q(job=None) | Q(job__state="done")
    return Regrading.objects.filter(idle, looked_at=None).select_related("job")


def of_assignment(assignment: Assignment) -> QuerySet[Regrading]:
    """What was looked at and applied in an assignment, the latest first."""
    rows = Regrading.objects.filter(assignment=assignment).select_related("job")
    made = Count("changes", filter=Q(changes__applied_at__isnull=False))
    return rows.annotate(made=made).order_by("-created_at")
