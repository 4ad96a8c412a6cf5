"""The whole class as a file: assignments, works and every answer, made by a worker.

Only the teacher who asked for it gets it, and only while they teach the class. It is deleted after
a week. A pupil who was erased, or is not in the class any more, is not in it.
"""

from __future__ import annotations

import datetime as dt
import io
import json
import uuid
import zipfile
from collections.abc import Iterator
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation

from accounts import clock
from accounts.models import Player
from classrooms.assignments.models import Assignment, Work, WorkAnswer
from classrooms.gradebook.book import Gradebook, read
from classrooms.gradebook.files import grid_rows
from classrooms.gradebook.models import ClassExport
from classrooms.grading import marks
from classrooms.people.errors import ClassGone
from classrooms.people.models import Classroom
from classrooms.people.trail import note
from jobs import services as jobs
from jobs.kinds import Effect
from jobs.models import Job
from jobs.states import UNFINISHED
from jobs.work import Work as Attempt
from puzzles.errors import KeyReused
from tutor.csv_files import Cell, csv_text

JOB: Final = "generate.class-export"
FORM: Final = "class-zip"
KEPT: Final = dt.timedelta(days=7)
_NAMES: Final = (  # columns of the answers; the same in every language, as programs read them
    *("nickname", "real_name", "try", "source", "submitted_at", "late", "number", "puzzle"),
    *("kind", "colours", "answer", "correct", "engine_version"),
)


@transaction.atomic
def ask(classroom: Classroom, *, actor: Player, key: uuid.UUID, language: str) -> ClassExport:
    """Have a file of the class made. The same key gives the same file.

    Raise `KeyReused`, `ClassGone`, and what `jobs.services.enqueue` raises. An archived class is
    read, so that this may be done with it too.
    """
    if not Classroom.objects.taught_by(actor).filter(pk=classroom.pk).exists():
        raise ClassGone
    Player.objects.select_for_update(no_key=True).filter(pk=actor.pk).first()
    known = ClassExport.objects.filter(owner=actor, key=key).first()
    if known is not None:
        if known.classroom_id != classroom.pk:
            raise KeyReused
        return known
    made = ClassExport.objects.create(
        classroom=classroom, owner=actor, form=FORM, args={"language": language}, key=key
    )
    made.job = jobs.enqueue(
        kind=JOB, args={"export": str(made.pk)}, owner=actor, dedupe_key=str(made.pk)
    )
    made.save(update_fields=["job"])
    note(classroom, "class.exported", actor=actor)
    return made


def exports_of(player: Player | None, classroom: Classroom) -> QuerySet[ClassExport]:
    """The player's own files of a class, as long as the player teaches it; the latest first."""
    if not Classroom.objects.taught_by(player).filter(pk=classroom.pk).exists():
        return ClassExport.objects.none()
    rows = ClassExport.objects.filter(owner=player, classroom=classroom, form=FORM)
    return rows.select_related("job").order_by("-created_at")


def handle(attempt: Attempt) -> Effect | None:
    """Job handler: make the file."""
    row = (
        ClassExport.objects.defer("content")
        .select_related("classroom", "owner")
        .filter(pk=attempt.args["export"], made_at=None)
        .first()
    )
    if row is None:
        return None
    if not Classroom.objects.taught_by(row.owner).filter(pk=row.classroom_id).exists():
        return lambda: _drop(row.pk)
    with translation.override(row.args.get("language", "en")):
        content = zipped(row.classroom, attempt)
    return lambda: _keep(row.pk, content)


def _drop(pk: uuid.UUID) -> None:
    ClassExport.objects.filter(pk=pk).delete()


def _keep(pk: uuid.UUID, content: bytes) -> None:
    ClassExport.objects.filter(pk=pk, made_at=None).update(content=content, made_at=clock.now())


def zipped(classroom: Classroom, attempt: Attempt | None = None) -> bytes:
    """The gradebook as CSV and JSON, and the answers of each assignment in files of their own."""
    book = read(classroom)
    total = len(book.columns) + 1
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("gradebook.csv", csv_text(grid_rows(book)))
        packed.writestr("class.json", _json(_data(book)))
        packed.writestr("works.csv", csv_text(_works(book)))
        for number, column in enumerate(book.columns, start=1):
            answers = list(_answers(column.assignment, book))
            packed.writestr(f"answers/{number:03}.csv", csv_text(_rows(answers)))
            packed.writestr(f"answers/{number:03}.json", _json(answers))
            if attempt is not None:
                attempt.progress(number, total)
    if attempt is not None:
        attempt.progress(total, total)
    return file.getvalue()


def _works(book: Gradebook) -> Iterator[list[Cell]]:
    """Every work that was handed in, those without an answer too."""
    members = {row.member.pk: row.member for row in book.rows}
    titles = {column.assignment.pk: column.assignment.title for column in book.columns}
    fields = ("try_no", "source", "submitted_at", "late", "points", "out_of", "engine_version")
    yield ["assignment", "title", "nickname", "real_name", *fields]
    rows = Work.objects.handed_in().filter(assignment__in=titles, member__in=members)
    for assignment, member, *values in rows.order_by(
        "assignment__created_at", "member__nickname", "try_no"
    ).values_list("assignment", "member", *fields):
        who = members[member]
        told = [_moment(one) if isinstance(one, dt.datetime) else _cell(one) for one in values]
        yield [str(assignment), titles[assignment], who.nickname, who.real_name, *told]


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, default=str)


def _answers(assignment: Assignment, book: Gradebook) -> Iterator[dict[str, Any]]:
    """Every answer of an assignment that was handed in, of who is in the class now."""
    members = {row.member.pk: row.member for row in book.rows}
    items = {
        item.index: item
        for item in assignment.puzzle_set.items.select_related("puzzle", "set__assignment")
    }
    rows = WorkAnswer.objects.filter(
        work__assignment=assignment, work__submitted_at__isnull=False, work__member__in=members
    ).order_by("work__member__nickname", "work__try_no", "index")
    for (
        member,
        try_no,
        source,
        submitted,
        late,
        engine,
        variant,
        index,
        colours,
        answer,
        right,
    ) in rows.values_list(
        "work__member",
        "work__try_no",
        "work__source",
        "work__submitted_at",
        "work__late",
        "work__engine_version",
        "work__variant",
        "index",
        "attempt__colours",
        "answer",
        "correct",
    ):
        item = items.get(index)
        if not colours and item is not None:
            work = Work(assignment=assignment, member=members[member], variant=variant)
            colours = marks.shown_in(work, item)
        yield {
            "nickname": members[member].nickname,
            "real_name": members[member].real_name,
            "try": try_no,
            "source": source,
            "submitted_at": _moment(submitted),
            "late": late,
            "number": index + 1,
            "puzzle": str(item.puzzle_id) if item is not None else None,
            "kind": item.puzzle.kind if item is not None else None,
            "colours": colours,
            "answer": answer,
            "correct": right,
            "engine_version": engine,
        }


def _rows(answers: list[dict[str, Any]]) -> Iterator[list[Cell]]:
    yield list(_NAMES)
    for one in answers:
        yield [_cell(one[name]) for name in _NAMES]


def _cell(value: Any) -> Cell:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, dict):
        return " ".join(str(part) for part in value.values())
    return value if isinstance(value, (int, str)) or value is None else str(value)


def _data(book: Gradebook) -> dict[str, Any]:
    room = book.classroom
    return {
        "class": {"id": str(room.pk), "name": room.name, "rules": room.rules, "zone": room.zone},
        "as_of": book.moment.isoformat(),
        "assignments": [
            _assignment(column.assignment, column.out_of) | {"answers": f"answers/{number:03}.json"}
            for number, column in enumerate(book.columns, start=1)
        ],
        "pupils": [
            {
                "nickname": row.member.nickname,
                "real_name": row.member.real_name,
                "points": row.total.points,
                "out_of": row.total.out_of,
                "scores": [
                    {
                        "assignment": str(column.assignment.pk),
                        "state": score.has,
                        "points": score.points,
                        "out_of": score.out_of,
                        "late": score.late,
                        "tries": score.tries,
                    }
                    for column, score in zip(book.columns, row.scores, strict=True)
                ],
            }
            for row in book.rows
        ],
    }


def _assignment(one: Assignment, out_of: int) -> dict[str, Any]:
    return {
        "id": str(one.pk),
        "title": one.title,
        "rules": one.rules,
        "opens_at": _moment(one.opens_at),
        "due_at": _moment(one.due_at),
        "late_until": _moment(one.late_until),
        "grace_minutes": one.grace_minutes,
        "tries": one.tries,
        "counting": one.counting,
        "puzzles": out_of,
    }


def _moment(moment: dt.datetime | None) -> str | None:
    return moment.isoformat() if moment is not None else None


def ensure_due() -> None:
    """Delete files that are older than a week; asked at every sweep."""
    old = ClassExport.objects.filter(created_at__lt=clock.now() - KEPT)
    if old.exists():  # a sweep that finds nothing writes nothing
        old.delete()


def result_url(job: Job) -> str:
    """Where the file of a job is to be had."""
    row = ClassExport.objects.defer("content").filter(pk=job.args["export"]).first()
    return reverse("class-exports", args=[row.classroom_id]) if row is not None else ""


def is_moving(row: ClassExport) -> bool:
    """Whether its job is still at it."""
    return row.made_at is None and row.job is not None and row.job.state in UNFINISHED
