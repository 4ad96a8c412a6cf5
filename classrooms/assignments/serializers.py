"""Shapes of assignments and works in the API. A pupil's hold positions and never a solution."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts import clock
from accounts.api_reading import IdField
from classrooms.assignments import working
from classrooms.assignments.feedback import is_told
from classrooms.assignments.making import MOST
from classrooms.assignments.models import Assignment, Work
from classrooms.assignments.timing import MOST_GRACE, Standing, standing, times_of
from classrooms.assignments.variants import colours_of
from classrooms.grading.states import Shown, state_of
from classrooms.people.models import Member
from puzzles import sets
from puzzles.kinds.base import EASIEST, HARDEST
from puzzles.serializers import SET_STATES, AnswerSerializer, PuzzleSerializer, puzzle_data

STANDINGS = [one.value for one in Standing]


class AssignmentSerializer(serializers.Serializer[Any]):
    """An assignment. For a pupil its times are those that hold for them."""

    id = IdField()
    title = serializers.CharField()
    words = serializers.CharField()
    rules = serializers.CharField()
    puzzles = serializers.IntegerField(help_text="how many it has, or will have")
    standing = serializers.ChoiceField(choices=STANDINGS)
    opens_at = serializers.DateTimeField(allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True)
    late_until = serializers.DateTimeField(allow_null=True)
    grace_minutes = serializers.IntegerField()
    tries = serializers.IntegerField()
    counting = serializers.ChoiceField(choices=Assignment.Counting.choices)
    feedback = serializers.ChoiceField(choices=Assignment.Feedback.choices)
    excused = serializers.BooleanField()


class TaughtSerializer(AssignmentSerializer):
    """An assignment as its teachers see it."""

    frozen = serializers.BooleanField()
    withdrawn = serializers.BooleanField()
    state = serializers.ChoiceField(choices=SET_STATES, help_text="of making its puzzles")
    made = serializers.IntegerField(help_text="puzzles that are there")
    job = IdField(allow_null=True)
    handed_in = serializers.IntegerField(help_text="pupils who have handed in")


class ListedSerializer(AssignmentSerializer):
    """An assignment in a list; what a pupil does not see is left out of theirs."""

    frozen = serializers.BooleanField(required=False)
    withdrawn = serializers.BooleanField(required=False)
    state = serializers.ChoiceField(choices=SET_STATES, required=False)
    made = serializers.IntegerField(required=False)
    job = IdField(allow_null=True, required=False)
    handed_in = serializers.IntegerField(required=False)


class AssignmentPageSerializer(serializers.Serializer[Any]):
    """A page of a class's assignments."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = ListedSerializer(many=True)


class NewAssignmentSerializer(serializers.Serializer[Any]):
    """What shall be set: puzzles made to a specification, or given ones, or a set's."""

    key = IdField(help_text="made by the client; the same key is the same assignment")
    title = serializers.CharField(max_length=80)
    words = serializers.CharField(max_length=1_000, required=False, default="", allow_blank=True)
    opens_at = serializers.DateTimeField(required=False, allow_null=True, default=None)
    due_at = serializers.DateTimeField(required=False, allow_null=True, default=None)
    late_until = serializers.DateTimeField(required=False, allow_null=True, default=None)
    grace_minutes = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=MOST_GRACE
    )
    tries = serializers.IntegerField(required=False, default=1, min_value=1, max_value=20)
    counting = serializers.ChoiceField(
        choices=Assignment.Counting.choices, required=False, default="best"
    )
    feedback = serializers.ChoiceField(
        choices=Assignment.Feedback.choices, required=False, default="after-submit"
    )
    variants = serializers.BooleanField(required=False, default=False)
    recipients = serializers.ListField(
        child=IdField(),
        required=False,
        allow_null=True,
        default=None,
        max_length=200,
        help_text="ids of members; null for the whole class, later joiners too",
    )
    rules = serializers.CharField(max_length=40, required=False, default="")
    kinds = serializers.ListField(
        child=serializers.CharField(max_length=40), required=False, min_length=1, max_length=30
    )
    count = serializers.IntegerField(required=False, default=10, min_value=1, max_value=MOST)
    difficulty = serializers.ListField(
        child=serializers.IntegerField(min_value=EASIEST, max_value=HARDEST),
        required=False,
        allow_null=True,
        min_length=2,
        max_length=2,
    )
    theme = serializers.CharField(max_length=40, required=False, default="", allow_blank=True)
    puzzles = serializers.ListField(
        child=IdField(),
        required=False,
        min_length=1,
        max_length=MOST,
        help_text="given puzzles, instead of a specification",
    )
    set = IdField(required=False, help_text="a set of one's own, to be copied")


class PlaceSerializer(PuzzleSerializer):
    """A puzzle of a work, in the colours in which this pupil sees it."""

    id = None  # type: ignore[assignment]
    date = None  # type: ignore[assignment]
    number = serializers.IntegerField()
    answer = serializers.DictField(allow_null=True, help_text="as it is kept; null for none")
    saved_at = serializers.DateTimeField(allow_null=True)
    correct = serializers.BooleanField(allow_null=True, help_text="null before it may be told")


class WorkSerializer(serializers.Serializer[Any]):
    """A try of one's own. Points stay null until results are told."""

    id = IdField()
    try_no = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Shown.choices)
    opened_at = serializers.DateTimeField()
    submitted_at = serializers.DateTimeField(allow_null=True)
    late = serializers.BooleanField()
    told = serializers.BooleanField(help_text="whether results may be seen")
    points = serializers.IntegerField(allow_null=True)
    out_of = serializers.IntegerField(allow_null=True)
    puzzles = PlaceSerializer(many=True)


class MineSerializer(AssignmentSerializer):
    """An assignment of one's own, with the try under way or the last one."""

    left = serializers.IntegerField(help_text="tries that may still be begun")
    work = WorkSerializer(allow_null=True)


class KeepSerializer(serializers.Serializer[Any]):
    """An answer to be kept; the last one counts."""

    answer = AnswerSerializer()


class KeptSerializer(serializers.Serializer[Any]):
    """An answer that is kept. `correct` is null unless results come at once."""

    number = serializers.IntegerField()
    answer = serializers.DictField()
    saved_at = serializers.DateTimeField()
    correct = serializers.BooleanField(allow_null=True)


def assignment_data(row: Assignment, member: Member | None = None) -> dict[str, Any]:
    """An assignment; for a pupil with the times that hold for them."""
    own = None
    if member is not None:
        own = next((one for one in row.extensions.all() if one.member_id == member.pk), None)
    times = times_of(row, own)
    return {
        "id": row.pk,
        "title": row.title,
        "words": row.words,
        "rules": row.rules,
        "puzzles": row.puzzle_set.count,
        "standing": standing(times, clock.now(), row.grace_minutes).value,
        "opens_at": times.opens_at,
        "due_at": times.due_at,
        "late_until": times.late_until,
        "grace_minutes": row.grace_minutes,
        "tries": times.tries,
        "counting": row.counting,
        "feedback": row.feedback,
        "excused": times.excused,
    }


def taught_data(
    row: Assignment, *, handed_in: int | None = None, made: int | None = None
) -> dict[str, Any]:
    """An assignment as its teachers see it. The counts are asked for where they are not given."""
    if made is None:
        made = row.puzzle_set.items.count()
    if handed_in is None:
        handed_in = row.works.handed_in().values("member").distinct().count()
    return assignment_data(row) | {
        "frozen": row.frozen_at is not None,
        "withdrawn": row.withdrawn_at is not None,
        "state": sets.state_of(row.puzzle_set, made),
        "made": made,
        "job": row.puzzle_set.job_id,
        "handed_in": handed_in,
    }


def work_data(work: Work) -> dict[str, Any]:
    """A try of a pupil's own, with its puzzles. A solution is nowhere in it."""
    told = is_told(work)
    answers = {one.index: one for one in work.answers.all()}
    items = work.assignment.puzzle_set.items.select_related("puzzle").order_by("index")
    places = []
    for item in items:
        item.set = work.assignment.puzzle_set
        item.set.assignment = work.assignment
        row = answers.get(item.index)
        colours = colours_of(work, item)
        places.append(
            puzzle_data(item.puzzle, colours=colours)
            | {
                "number": item.index + 1,
                "themes": [],
                "difficulty": None,
                "answer": row.answer if row is not None else None,
                "saved_at": row.saved_at if row is not None else None,
                "correct": row.correct if row is not None and told else None,
            }
        )
    return {
        "id": work.pk,
        "try_no": work.try_no,
        "state": state_of(work).value,
        "opened_at": work.opened_at,
        "submitted_at": work.submitted_at,
        "late": work.late,
        "told": told,
        "points": work.points if told else None,
        "out_of": work.out_of if told else None,
        "puzzles": places,
    }


def mine_data(row: Assignment, member: Member) -> dict[str, Any]:
    """A pupil's assignment with the try that matters now."""
    now = working.now_of(row, member)
    works = row.works.filter(member=member).select_related("job").prefetch_related("answers")
    work: Work | None = works.order_by("-try_no").first()
    if work is not None:
        work.assignment = row
    return assignment_data(row, member) | {
        "left": now.left,
        "work": work_data(work) if work is not None else None,
    }
