"""Teachers' notes, and files that a worker writes."""

from __future__ import annotations

import uuid

from django.db import models

from accounts import clock


class Note(models.Model):
    """A teacher's note on a pupil, or on a pupil's assignment. Seen by the class's teachers."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    member = models.ForeignKey("classrooms.Member", on_delete=models.CASCADE, related_name="notes")
    assignment = models.ForeignKey(
        "classrooms.Assignment",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="notes",
    )
    author = models.ForeignKey(
        "accounts.Player", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.TextField(max_length=1_000)
    created_at = models.DateTimeField(default=clock.now)

    def __str__(self) -> str:
        return f"note on {self.member_id}"


class ClassExport(models.Model):
    """A file of a whole class, made by a worker for one teacher and deleted after a few days."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    classroom = models.ForeignKey(
        "classrooms.Classroom", on_delete=models.CASCADE, related_name="exports"
    )
    owner = models.ForeignKey(
        "accounts.Player", on_delete=models.CASCADE, related_name="class_exports"
    )
    job = models.OneToOneField(
        "jobs.Job", null=True, blank=True, on_delete=models.SET_NULL, related_name="class_export"
    )
    form = models.CharField(max_length=20)  # what kind of file: class-zip, sheets, keys
    args = models.JSONField(default=dict)
    content = models.BinaryField(null=True, blank=True)
    created_at = models.DateTimeField(default=clock.now)
    made_at = models.DateTimeField(null=True, blank=True)
    key = models.UUIDField(default=uuid.uuid4)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "key"], name="one_export_an_owner_and_key")
        ]

    def __str__(self) -> str:
        return f"{self.form} of {self.classroom_id}"


class ExportPart(models.Model):
    """A piece of a file that is made piece by piece: a PDF of the sheets of some pupils."""

    export = models.ForeignKey(ClassExport, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveSmallIntegerField()  # from 1
    members = models.JSONField(default=list)  # ids of the pupils, in their order
    content = models.BinaryField(null=True, blank=True)
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["export", "number"], name="one_part_a_number")
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.export_id}"
