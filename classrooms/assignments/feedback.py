"""When a pupil is told what became of an answer, and what no other page may tell before.

`puzzles` asks `withheld` for the attempts that it must keep to itself, and `is_held_back` whether a
puzzle may be answered anywhere else yet: both by dotted names in the settings.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from accounts import clock
from accounts.models import Player
from classrooms.assignments.ends import going_on, taking_from_somebody
from classrooms.assignments.models import Assignment, Work, WorkAnswer
from classrooms.assignments.querysets import AssignmentQuerySet
from classrooms.assignments.timing import Standing, ends_at, standing, times_of
from classrooms.grading.models import GradeChange
from classrooms.people.models import Member
from puzzles.models import Attempt, Puzzle, SetItem


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
    rows = _before_a_pupil(player).filter(puzzle_set__items__puzzle=puzzle)
    rows = rows.prefetch_related("extensions", "recipients")
    return any(_keeps_silent(row, player) for row in rows)


def all_held_back(player: Player) -> Any:
    """The ids of the puzzles of class work that goes on, as a subquery: all that `is_held_back`
    may refuse, and what others of the class have before them still."""
    going = going_on(_before_a_pupil(player), clock.now())
    return SetItem.objects.filter(set__in=going.values("puzzle_set")).values("puzzle")


def _before_a_pupil(player: Player) -> AssignmentQuerySet:
    """What is opened in the classes whose pupil the player is."""
    return Assignment.objects.opened().filter(
        classroom__members__player=player,
        classroom__members__role=Member.Role.PUPIL,
        classroom__members__state=Member.State.ACTIVE,
    )


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
