"""Sheets for each pupil, or a key for each, made by jobs: a file that is fetched once it is ready.

A large class is cut into parts, each a PDF and a job of its own, so that none holds a worker for
long and what is made stays made. Only the teacher who asked gets the file, while they teach the
class. It goes with the other files of the class: after a week, or when a pupil in it is erased.
"""

from __future__ import annotations

import io
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation

from accounts import clock
from accounts.models import Player
from classrooms.assignments.models import Assignment
from classrooms.gradebook.models import ClassExport, ExportPart
from classrooms.paper import sheets
from classrooms.people.locking import lock_class
from classrooms.people.models import Classroom, Member
from classrooms.people.trail import note
from jobs import services as jobs
from jobs.kinds import Effect
from jobs.models import Job
from jobs.states import RETRYABLE, UNFINISHED
from jobs.work import Work as Attempt
from puzzles.errors import KeyReused, Refused
from puzzles.printing.sheet import MOST

JOB: Final = "generate.paper"
PART_JOB: Final = "generate.paper-part"
SHEETS: Final = "sheets"
KEYS: Final = "keys"
FORMS: Final = (SHEETS, KEYS)
PUZZLES_A_PART: Final = 500  # some two seconds of work, and some 200 MB of memory


class Nobody(Refused):
    """There is no pupil for whom a sheet could be made."""

    code = "paper.nobody"


@dataclass(frozen=True, slots=True)
class Order:
    """What shall be made: `SHEETS` or `KEYS`, in which language, with which link on each sheet."""

    form: str
    language: str
    link: str = ""


@transaction.atomic
def ask(assignment: Assignment, order: Order, *, actor: Player, key: uuid.UUID) -> ClassExport:
    """Have sheets or keys of each pupil made; the file before of the same kind goes.

    The same key gives the same file. Raise `Nobody`, `KeyReused`, and what `lock_class` and
    `jobs.services.enqueue` raise. An archived class may be printed.
    """
    room = lock_class(assignment.classroom_id, actor=actor, archived=True)
    known = ClassExport.objects.filter(owner=actor, key=key).first()
    if known is not None:
        if (known.classroom_id, known.form) != (room.pk, order.form):
            raise KeyReused
        return known
    pupils = sheets.meant_for(assignment)
    if not pupils:
        raise Nobody
    for old in files_of(actor, assignment).filter(form=order.form):
        drop(old)
    args = {"assignment": str(assignment.pk), "language": order.language, "link": order.link}
    made = ClassExport.objects.create(
        classroom=room, owner=actor, form=order.form, args=args, key=key
    )
    size = part_size(min(assignment.puzzle_set.count, MOST))
    parts = [pupils[first : first + size] for first in range(0, len(pupils), size)]
    ExportPart.objects.bulk_create(
        ExportPart(export=made, number=number, members=[str(one.pk) for one in part])
        for number, part in enumerate(parts, start=1)
    )
    job = jobs.enqueue(kind=JOB, args={"export": str(made.pk)}, owner=actor, total=len(pupils))
    jobs.enqueue_children(
        job,
        [
            jobs.Part(PART_JOB, {"export": str(made.pk), "part": number}, total=len(part))
            for number, part in enumerate(parts, start=1)
        ],
    )
    made.job = job
    made.save(update_fields=["job"])
    action = "paper.key" if order.form == KEYS else "paper.sheets"
    note(room, action, actor=actor, assignment=str(assignment.pk))
    return made


def part_size(puzzles: int) -> int:
    """How many pupils a part has, by how many puzzles a sheet has.

    >>> part_size(10), part_size(100), part_size(0)
    (50, 5, 500)
    """
    return max(1, PUZZLES_A_PART // max(1, puzzles))


def files_of(player: Player | None, assignment: Assignment) -> QuerySet[ClassExport]:
    """The player's own files of an assignment, while the player teaches its class."""
    if not Classroom.objects.taught_by(player).filter(pk=assignment.classroom_id).exists():
        return ClassExport.objects.none()
    rows = ClassExport.objects.filter(
        owner=player,
        classroom=assignment.classroom_id,
        form__in=FORMS,
        args__assignment=str(assignment.pk),
    )
    return rows.select_related("job").order_by("form", "-created_at")


def drop(row: ClassExport) -> None:
    """Delete a file; what is still making it stops."""
    if row.job is not None and row.job.is_unfinished:
        jobs.cancel(row.job)
    row.delete()


def handle(attempt: Attempt) -> Effect | None:
    """Job handler: make one part, a PDF."""
    part = (
        ExportPart.objects.defer("content")
        .select_related("export__owner")
        .filter(export=attempt.args["export"], number=attempt.args["part"], made_at=None)
        .first()
    )
    if part is None:
        return None
    row = part.export
    assignment = (
        Assignment.objects.select_related("classroom", "puzzle_set")
        .filter(pk=row.args["assignment"], classroom=row.classroom_id)
        .first()
    )
    teaches = Classroom.objects.taught_by(row.owner).filter(pk=row.classroom_id).exists()
    if assignment is None or not teaches:
        return lambda: _gone(row.pk)
    pupils = _pupils(part)
    with translation.override(row.args["language"]):
        content = _content(row, assignment, pupils, attempt) if pupils else b""
    return lambda: _keep(part.pk, row.pk, content)


def _pupils(part: ExportPart) -> list[Member]:
    """Those of the part who are in the class still, in their order."""
    there = Member.objects.active().pupils().filter(pk__in=part.members)
    found = {str(one.pk): one for one in there}
    return [found[one] for one in part.members if one in found]


def _content(
    row: ClassExport, assignment: Assignment, pupils: list[Member], attempt: Attempt
) -> bytes:
    def told(done: int) -> None:
        attempt.progress(done, len(pupils))

    if row.form == KEYS:
        return sheets.answer_key(assignment, pupils=pupils, told=told)
    return sheets.worksheet(assignment, pupils=pupils, link=row.args["link"], told=told)


def _gone(pk: uuid.UUID) -> None:
    ClassExport.objects.filter(pk=pk).delete()


def _keep(part: int, export: uuid.UUID, content: bytes) -> None:
    """Keep a part; whoever writes the last one says that the file is there."""
    row = ClassExport.objects.select_for_update().defer("content").filter(pk=export).first()
    if row is None:
        return
    now = clock.now()
    ExportPart.objects.filter(pk=part, made_at=None).update(content=content, made_at=now)
    if not row.parts.filter(made_at=None).exists():
        ClassExport.objects.filter(pk=export, made_at=None).update(made_at=now)


def is_one_file(row: ClassExport) -> bool:
    """Whether it is a PDF; else a ZIP of several."""
    return row.parts.count() == 1


def pdf_of(row: ClassExport) -> bytes:
    """The PDF of a file of one part."""
    return bytes(row.parts.get().content or b"")


def packed(row: ClassExport) -> Iterator[bytes]:
    """The parts as a ZIP, piece by piece: no more than one part is in memory."""
    buffer = _Sink()
    first = 1
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as file:
        for part in row.parts.order_by("number").iterator(chunk_size=1):
            last = first + len(part.members) - 1
            if part.content:
                file.writestr(f"istaka-{row.form}-{first:03}-{last:03}.pdf", bytes(part.content))
            first = last + 1
            yield buffer.taken()
    yield buffer.taken()


class _Sink(io.RawIOBase):
    """Where a ZIP is written to that is sent at once: what was written is taken away."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def taken(self) -> bytes:
        found, self._pieces = b"".join(self._pieces), []
        return found


def result_url(job: Job) -> str:
    """Where the file of a job is to be had."""
    row = ClassExport.objects.defer("content").filter(pk=job.args["export"]).first()
    if row is None:
        return ""
    return reverse("class-paper", args=[row.classroom_id, row.args["assignment"]]) + "#files"


def is_moving(row: ClassExport) -> bool:
    """Whether it is still being made."""
    return row.made_at is None and row.job is not None and row.job.state in UNFINISHED


def may_retry(row: ClassExport) -> bool:
    """Whether what lacks may be made once more."""
    return row.made_at is None and row.job is not None and row.job.state in RETRYABLE
