"""Parameters of the addresses below a class, for the matrix of roles.

Each function gets the cast and the role that asks, and returns what its address names. What belongs
to one pupil is made for that pupil where a pupil asks, else for the first of the class.
"""

from __future__ import annotations

from typing import Any

import okey
from accounts import clock
from classrooms.gradebook import exporting
from classrooms.gradebook.models import ClassExport, ExportPart, Note
from classrooms.grading.models import Regrading
from classrooms.paper import filing
from classrooms.people.models import Member
from tests.classrooms.world import World, make_assignment, make_work


def classroom(world: World, role: str) -> dict[str, Any]:
    """The class."""
    return {"class_id": world.classroom.pk}


def member(world: World, role: str) -> dict[str, Any]:
    """Its first pupil."""
    return {"class_id": world.classroom.pk, "member_id": world.pupils[0].pk}


def assignment(world: World, role: str) -> dict[str, Any]:
    """An assignment that is open."""
    return {"class_id": world.classroom.pk, "assignment_id": make_assignment(world).pk}


def draft(world: World, role: str) -> dict[str, Any]:
    """An assignment that is not frozen yet."""
    made = make_assignment(world, frozen=False)
    return {"class_id": world.classroom.pk, "assignment_id": made.pk}


def work(world: World, role: str) -> dict[str, Any]:
    """A work under way."""
    made = make_assignment(world)
    return {
        "class_id": world.classroom.pk,
        "assignment_id": made.pk,
        "work_id": make_work(made, _whose(world, role)).pk,
    }


def graded(world: World, role: str) -> dict[str, Any]:
    """A work that is handed in and graded."""
    made = make_assignment(world)
    row = make_work(made, _whose(world, role), correct=[True, False, None])
    return {"class_id": world.classroom.pk, "assignment_id": made.pk, "work_id": row.pk}


def answer(world: World, role: str) -> dict[str, Any]:
    """An answer of a work that is handed in and graded."""
    found = graded(world, role)
    return {"class_id": found["class_id"], "work_id": found["work_id"], "number": 1}


def result(world: World, role: str) -> dict[str, Any]:
    """A work that is handed in and graded, by itself."""
    found = graded(world, role)
    return {"class_id": found["class_id"], "work_id": found["work_id"]}


def note(world: World, role: str) -> dict[str, Any]:
    """A teacher's note on the first pupil."""
    row = Note.objects.create(member=world.pupils[0], author=world.teacher, text="Well done")
    return {"class_id": world.classroom.pk, "note_id": row.pk}


def looked_at(world: World, role: str) -> dict[str, Any]:
    """A look at an assignment's grades that has ended."""
    made = make_assignment(world)
    row = Regrading.objects.create(
        assignment=made, engine_version=okey.__version__, looked_at=clock.now()
    )
    return {
        "class_id": world.classroom.pk,
        "assignment_id": made.pk,
        "regrading_id": row.pk,
    }


def file(world: World, role: str) -> dict[str, Any]:
    """A file of the whole class that the first teacher had made."""
    row = ClassExport.objects.create(
        classroom=world.classroom,
        owner=world.teacher,
        form=exporting.FORM,
        content=b"PK",
        made_at=clock.now(),
    )
    return {"class_id": world.classroom.pk, "export_id": row.pk}


def invitation(world: World, role: str) -> dict[str, Any]:
    """An open link for a further teacher."""
    from classrooms.people import invitations

    invitations.invite(classroom=world.classroom, actor=world.teacher)
    row = invitations.open_invitations(world.classroom)[0]
    return {"class_id": world.classroom.pk, "invitation_id": row.pk}


def _whose(world: World, role: str) -> Member:
    return world.pupils[0]


def paper(world: World, role: str) -> dict[str, Any]:
    """The first pupil's sheet of an assignment."""
    made = make_assignment(world)
    return {
        "class_id": world.classroom.pk,
        "assignment_id": made.pk,
        "member_id": world.pupils[0].pk,
    }


def item(world: World, role: str) -> dict[str, Any]:
    """A puzzle of a work under way."""
    return work(world, role) | {"number": 1}


def place(world: World, role: str) -> dict[str, Any]:
    """A puzzle of a draft."""
    return draft(world, role) | {"number": 1}


def extension(world: World, role: str) -> dict[str, Any]:
    """A pupil in an assignment."""
    return assignment(world, role) | {"member_id": world.pupils[0].pk}


def live_round(world: World, role: str) -> dict[str, Any]:
    """A live round that is running."""
    from classrooms.live import services

    row = services.running_in(world.classroom) or services.start(
        world.classroom.pk, make_assignment(world).pk, actor=world.teacher
    )
    return {"class_id": world.classroom.pk, "round_id": row.pk}


def paper_file(world: World, role: str) -> dict[str, Any]:
    """Sheets for each pupil that the first teacher had made."""
    made = make_assignment(world)
    row = ClassExport.objects.create(
        classroom=world.classroom,
        owner=world.teacher,
        form=filing.SHEETS,
        args={"assignment": str(made.pk), "language": "en", "link": ""},
        made_at=clock.now(),
    )
    ExportPart.objects.create(export=row, number=1, content=b"%PDF", made_at=clock.now())
    return {
        "class_id": world.classroom.pk,
        "assignment_id": made.pk,
        "export_id": row.pk,
    }
