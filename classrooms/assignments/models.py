"""What a class is set, for whom and until when; what each pupil made of it."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from accounts import clock
from classrooms.assignments.querysets import AssignmentQuerySet, WorkQuerySet
from classrooms.assignments.timing import MOST_GRACE


class Assignment(models.Model):
    """A set of puzzles for a class, with its times. Once `frozen_at` is set its puzzles stay.

    Times are moments (UTC); pages show them in the class's zone. Without `due_at` it has no end.
    After `due_at`, `grace_minutes` are still in time; from then until `late_until` an answer is
    taken and marked late. `assignments/timing.py` alone decides.
    """

    class Counting(models.TextChoices):
        BEST = "best"
        LAST = "last"
        FIRST = "first"

    class Feedback(models.TextChoices):
        AT_ONCE = "at-once"  # after each puzzle
        AFTER_SUBMIT = "after-submit"
        AFTER_DUE = "after-due"  # once nobody may hand in any more

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    classroom = models.ForeignKey(
        "classrooms.Classroom", on_delete=models.CASCADE, related_name="assignments"
    )
    title = models.CharField(max_length=80)
    words = models.TextField(max_length=1_000, blank=True)  # of the teacher to the pupils
    rules = models.CharField(max_length=40)
    puzzle_set = models.OneToOneField(  # its own copy: nobody else solves or changes it
        "puzzles.PuzzleSet", on_delete=models.PROTECT, related_name="assignment"
    )
    created_by = models.ForeignKey(
        "accounts.Player", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(default=clock.now)
    frozen_at = models.DateTimeField(null=True, blank=True)
    opens_at = models.DateTimeField(null=True, blank=True)  # null: as soon as it is frozen
    due_at = models.DateTimeField(null=True, blank=True)
    late_until = models.DateTimeField(null=True, blank=True)  # null: nothing is taken late
    grace_minutes = models.PositiveSmallIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=1)
    counting = models.CharField(max_length=5, choices=Counting, default=Counting.BEST)
    feedback = models.CharField(max_length=12, choices=Feedback, default=Feedback.AFTER_SUBMIT)
    variants = models.BooleanField(default=False)  # each pupil sees colours of their own
    everyone = models.BooleanField(default=True)  # late joiners too; else its `Recipient` rows
    withdrawn_at = models.DateTimeField(null=True, blank=True)  # counts nowhere until put back
    key = models.UUIDField(unique=True, default=uuid.uuid4)  # of the request that made it

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(counting__in=["best", "last", "first"]), name="known_counting"
            ),
            models.CheckConstraint(
                condition=Q(feedback__in=["at-once", "after-submit", "after-due"]),
                name="known_feedback",
            ),
            models.CheckConstraint(condition=Q(tries__range=(1, 20)), name="tries_one_to_twenty"),
            models.CheckConstraint(
                condition=Q(grace_minutes__lte=MOST_GRACE), name="grace_of_a_day_at_most"
            ),
            models.CheckConstraint(
                condition=~Q(feedback="after-due") | Q(due_at__isnull=False),
                name="told_after_due_has_a_due_time",
            ),
            models.CheckConstraint(
                condition=Q(due_at__isnull=True)
                | Q(opens_at__isnull=True)
                | Q(due_at__gt=models.F("opens_at")),
                name="due_after_it_opens",
            ),
            models.CheckConstraint(
                condition=Q(late_until__isnull=True)
                | Q(due_at__isnull=False, late_until__gte=models.F("due_at")),
                name="late_after_due",
            ),
        ]
        indexes = [models.Index(fields=["classroom", "created_at"], name="assignments_of_a_class")]

    def __str__(self) -> str:
        return self.title


class Recipient(models.Model):
    """A pupil for whom an assignment is that is not for everyone."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="recipients")
    member = models.ForeignKey("classrooms.Member", on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["assignment", "member"], name="one_recipient_a_pupil")
        ]

    def __str__(self) -> str:
        return f"{self.assignment_id} for {self.member_id}"


class Extension(models.Model):
    """What is different for one pupil. An empty field is as for everybody."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="extensions")
    member = models.ForeignKey(
        "classrooms.Member", on_delete=models.CASCADE, related_name="extensions"
    )
    due_at = models.DateTimeField(null=True, blank=True)
    late_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(null=True, blank=True)
    excused = models.BooleanField(default=False)  # needs to hand nothing in, and counts nowhere

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["assignment", "member"], name="one_extension_a_pupil"),
            models.CheckConstraint(
                condition=Q(tries__isnull=True) | Q(tries__range=(1, 20)),
                name="extended_tries_one_to_twenty",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.assignment_id} for {self.member_id}"


class Work(models.Model):
    """One try of one pupil at an assignment.

    Points are written by `grading/marks.py` alone, from the answers' `correct`, in one transaction
    with them: the page, the files and the API read the same numbers.
    """

    class Source(models.TextChoices):
        SCREEN = "screen"
        PAPER = "paper"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="works")
    member = models.ForeignKey("classrooms.Member", on_delete=models.CASCADE, related_name="works")
    try_no = models.PositiveSmallIntegerField(default=1)
    source = models.CharField(max_length=6, choices=Source, default=Source.SCREEN)
    opened_at = models.DateTimeField(default=clock.now)
    submitted_at = models.DateTimeField(null=True, blank=True)  # by the server's clock
    late = models.BooleanField(default=False)  # decided when it was submitted
    variant = models.CharField(max_length=32, blank=True)  # see `assignments/variants.py`
    job = models.OneToOneField(
        "jobs.Job", null=True, blank=True, on_delete=models.SET_NULL, related_name="class_work"
    )
    graded_at = models.DateTimeField(null=True, blank=True)
    engine_version = models.CharField(max_length=20, blank=True)  # that judged it
    points = models.PositiveSmallIntegerField(null=True, blank=True)  # puzzles answered rightly
    out_of = models.PositiveSmallIntegerField(null=True, blank=True)

    objects = WorkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["assignment", "member", "try_no"], name="one_work_a_try"
            ),
            models.UniqueConstraint(
                fields=["assignment", "member"],
                condition=Q(submitted_at__isnull=True),
                name="one_work_under_way",
            ),
            models.CheckConstraint(
                condition=Q(graded_at__isnull=True, points__isnull=True, out_of__isnull=True)
                | Q(
                    graded_at__isnull=False,
                    submitted_at__isnull=False,
                    points__isnull=False,
                    out_of__isnull=False,
                    points__lte=models.F("out_of"),
                ),
                name="work_graded_whole_or_not",
            ),
        ]
        indexes = [
            models.Index(
                fields=["submitted_at"],
                condition=Q(submitted_at__isnull=False, graded_at__isnull=True),
                name="work_waiting_for_a_grade",
            ),
            # the sums of a gradebook: who had how many points, without a look at the rows
            models.Index(
                fields=["assignment", "try_no", "points", "out_of", "member"],
                condition=Q(submitted_at__isnull=False),
                name="works_by_result",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} {self.assignment_id} {self.try_no}"


class WorkAnswer(models.Model):
    """One puzzle of a work: the answer as laid, and once graded, whether it is right.

    `attempt` is the row of `puzzles` that holds verdict and explanation; paper has none.
    """

    work = models.ForeignKey(Work, on_delete=models.CASCADE, related_name="answers")
    index = models.PositiveSmallIntegerField()  # of the set's item, from 0
    answer = models.JSONField(null=True, blank=True)  # null: only right or wrong is known
    saved_at = models.DateTimeField(default=clock.now)
    attempt = models.OneToOneField(
        "puzzles.Attempt",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="class_answer",
    )
    correct = models.BooleanField(null=True, blank=True)
    # that melds from paper broke; else the attempt says it
    rules = models.JSONField(default=list, db_default=[])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["work", "index"], name="one_answer_a_puzzle")
        ]

    def __str__(self) -> str:
        return f"{self.work_id} {self.index}"
