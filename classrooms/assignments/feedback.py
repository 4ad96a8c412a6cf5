"""When a pupil is told what became of an answer, and what no other page may tell before.

`puzzles` asks `withheld` for the attempts that it must keep to itself, and `is_held_back` whether a
puzzle may be answered anywhere else yet: both by dotted names in the settings.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from django.db import connection
from django.db.models.expressions import RawSQL

from accounts import clock
from accounts.models import Player
from classrooms.assignments.ends import taking_from_somebody
from classrooms.assignments.models import Assignment, Work, WorkAnswer
from classrooms.assignments.querysets import AssignmentQuerySet
from classrooms.assignments.timing import MOST_GRACE, Standing, ends_at, standing, times_of
from classrooms.grading.models import GradeChange
from classrooms.people.models import Member
from puzzles.models import Attempt, Puzzle

# Written out: Django takes longer to put it together than the database to answer it, and it is part
# of every choice of a puzzle. Grace is taken to be as long as it may be.
_GOING_ON: Final = """
    SELECT i.puzzle_id FROM classrooms_member m
    JOIN classrooms_assignment a ON a.classroom_id = m.classroom_id
    JOIN puzzles_setitem i ON i.set_id = a.puzzle_set_id
    WHERE m.player_id = %s AND m.role = 'pupil' AND m.state = 'active'
    AND a.frozen_at IS NOT NULL AND a.withdrawn_at IS NULL
    AND (a.opens_at IS NULL OR a.opens_at <= %s)
    AND (a.due_at IS NULL OR a.due_at >= %s OR a.late_until >= %s OR EXISTS (
        SELECT 1 FROM classrooms_extension e WHERE e.assignment_id = a.id
        AND (e.due_at >= %s OR e.late_until >= %s)))
"""
GRACE_AT_MOST: Final = dt.timedelta(minutes=MOST_GRACE)


def nobody_hands_in(assignment: Assignment, moment: dt.datetime) -> bool:
    """Whether it is closed for everybody, extensions included."""
    grace = assignment.grace_minutes
    everybody = [times_of(assignment)]
    everybody += [times_of(assignment, one) for one in assignment.extensions.all()]
    return all((end := ends_at(times, grace)) is not None and end < moment for times in everybody)


def is_told(work: Work, moment: dt.datetime | None = None) -> bool:
    """Whether a pupil may see the results of a work now. At once is for each answer by itself."""
    assignment = work.assignment
    if assignment.feedback == Assignment.Feedback.AT_ONCE:
        return True
    if work.submitted_at is None:
        return False
    if assignment.feedback == Assignment.Feedback.AFTER_SUBMIT:
        return True
    return nobody_hands_in(assignment, moment or clock.now())


def withheld(player: Player) -> Any:
    """The ids of the player's attempts of which nothing may be told yet, as one subquery.

    Works under way have answers and no attempts, but where results come at once; so it is
    feedback after the due time that withholds.
    """
    mine = Attempt.objects.filter(player=player, context=Attempt.Context.ASSIGNMENT)
    return mine.filter(context_id__in=silent_assignments().values("pk")).values("pk")


def works_withheld(player: Player) -> Any:
    """The ids of works whose points are not told yet."""
    works = Work.objects.filter(member__player=player, assignment__in=silent_assignments())
    return works.values("pk")


def answers_withheld(player: Player) -> Any:
    """The ids of answers of which is not told yet whether they are right."""
    rows = WorkAnswer.objects.filter(
        work__member__player=player, work__assignment__in=silent_assignments()
    )
    return rows.values("pk")


def changes_withheld(player: Player) -> Any:
    """The ids of grades that were changed and are not told yet."""
    return GradeChange.objects.filter(answer__in=answers_withheld(player)).values("pk")


def silent_assignments() -> AssignmentQuerySet:
    """Those that tell results after the due time and that somebody may hand in still.

    The same as `nobody_hands_in` says of one, as a subquery.
    """
    silent = Assignment.objects.filter(feedback=Assignment.Feedback.AFTER_DUE)
    found: AssignmentQuerySet = taking_from_somebody(silent, clock.now())
    return found


def is_held_back(player: Player, puzzle: Puzzle) -> bool:
    """Whether the puzzle is in an open assignment of the player's that tells no result yet.

    Then it is answered there: elsewhere a solution would be had before the answer that counts.
    """
    rows = (
        Assignment.objects.opened()
        .filter(
            puzzle_set__items__puzzle=puzzle,
            classroom__members__player=player,
            classroom__members__role=Member.Role.PUPIL,
            classroom__members__state=Member.State.ACTIVE,
        )
        .prefetch_related("extensions", "recipients")
    )
    return any(_keeps_silent(row, player) for row in rows)


def all_held_back(player: Player) -> RawSQL:
    """The ids of the puzzles of class work that goes on, as a subquery: all that `is_held_back`
    may refuse, and some that others of the class have before them still."""
    now = connection.ops.adapt_datetimefield_value(clock.now())
    graced = connection.ops.adapt_datetimefield_value(clock.now() - GRACE_AT_MOST)
    mine = Player._meta.pk.get_db_prep_value(player.pk, connection)
    return RawSQL(_GOING_ON, [mine, now, graced, now, graced, now])  # noqa: S611 - no words of a request


def _keeps_silent(assignment: Assignment, player: Player) -> bool:
    member = Member.objects.filter(classroom=assignment.classroom_id, player=player).get()
    if not assignment.everyone and member.pk not in {
        one.member_id for one in assignment.recipients.all()
    }:
        return False
    now = clock.now()
    own = next((one for one in assignment.extensions.all() if one.member_id == member.pk), None)
    at = standing(times_of(assignment, own), now, assignment.grace_minutes)
    works = list(assignment.works.filter(member=member))
    if assignment.feedback == Assignment.Feedback.AFTER_DUE and works:
        return not nobody_hands_in(assignment, now)
    if at is Standing.CLOSED:
        return False
    return not any(work.submitted_at is not None for work in works)
