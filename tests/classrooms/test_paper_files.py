"""Sheets for each pupil are made by jobs: shown while they are made, fetched whole, and gone with
the class, the pupil or the week."""

from __future__ import annotations

import datetime as dt
import io
import json
import uuid
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from accounts import clock
from classrooms.assignments.models import Assignment
from classrooms.gradebook import exporting
from classrooms.gradebook.models import ClassExport, ExportPart
from classrooms.keeping import pupil_data
from classrooms.paper import filing, sheets
from classrooms.people import services
from classrooms.people.models import Member
from jobs import runner
from jobs.drain import drain_jobs
from jobs.models import Job
from puzzles.printing import sheet as printing
from tests.classrooms.world import World, make_assignment, make_class

pytestmark = pytest.mark.django_db


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What goes to the typesetter."""
    seen: list[dict[str, Any]] = []
    compile_ = printing.typst.compile

    def note(template: str, **more: Any) -> bytes:
        seen.append(json.loads(more["sys_inputs"]["data"]))
        made: bytes = compile_(template, **more)
        return made

    monkeypatch.setattr(printing.typst, "compile", note)
    return seen


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of two pupils each, for an assignment of three puzzles."""
    monkeypatch.setattr(filing, "PUZZLES_A_PART", 6)


def where(assignment: Assignment, rest: str = "") -> str:
    return f"/classes/{assignment.classroom_id}/assignments/{assignment.pk}/paper/{rest}"


def order(client: Client, assignment: Assignment, what: str = "sheets") -> ClassExport:
    """Ask for a file, as the page does; the same key twice."""
    sent = {"what": what, "key": str(uuid.uuid4())}
    for _ in range(2):
        answer = client.post(where(assignment, "files/"), sent)
        assert answer.status_code == 303, answer.content.decode()[-2_000:]
    assert ClassExport.objects.filter(key=sent["key"]).count() == 1
    return ClassExport.objects.get(key=sent["key"])


def fetched(client: Client, assignment: Assignment, row: ClassExport) -> bytes:
    answer: Any = client.get(where(assignment, f"files/{row.pk}/"))
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment")
    content: bytes = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content


def text_of(content: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def test_the_request_typesets_nothing_and_the_job_makes_one_pdf_of_a_class(
    world: World, data: list[dict[str, Any]]
) -> None:
    assignment = make_assignment(world)
    teacher = world.client(world.teacher)
    row = order(teacher, assignment)
    assert data == []
    assert teacher.get(where(assignment, f"files/{row.pk}/")).status_code == 404
    page = teacher.get(where(assignment)).content.decode()
    assert "<progress" in page
    assert "every 2s" in page
    drain_jobs()
    page = teacher.get(where(assignment)).content.decode()
    assert f"files/{row.pk}/" in page
    assert "every 2s" not in page
    text = text_of(fetched(teacher, assignment, row))
    assert all(one.nickname in text for one in sheets.meant_for(assignment))
    assert "Realname" not in json.dumps(data)
    assert data[0]["qr"].startswith("<svg")
    assert world.classroom.trail.get().action == "paper.sheets"


def test_where_colours_are_each_pupils_own_every_sheet_and_key_has_its_own(
    world: World, data: list[dict[str, Any]]
) -> None:
    assignment = make_assignment(world, variants=True, count=2)
    teacher = world.client(world.teacher)
    for what in ("sheets", "keys"):
        order(teacher, assignment, what)
        drain_jobs()
    papers, keys = data[0]["sheets"], data[1]["keys"]
    assert len(papers) == len(keys) == len(sheets.meant_for(assignment))
    hands = {json.dumps([puzzle["hand"] for puzzle in one["puzzles"]]) for one in papers}
    assert len(hands) > 1
    assert {one.action for one in world.classroom.trail.all()} == {"paper.sheets", "paper.key"}
    for rest in ("sheet/", "key/"):
        ask: Callable[[str], Any] = teacher.get if rest == "sheet/" else teacher.post
        assert ask(where(assignment, rest)).status_code == 302  # there is none for all


def test_a_large_class_is_one_zip_of_parts_in_the_order_of_names(small: None) -> None:
    world = make_class(pupils=5)
    assignment = make_assignment(world)
    teacher = world.client(world.teacher)
    row = order(teacher, assignment)
    drain_jobs()
    pupils = sheets.meant_for(assignment)
    packed = zipfile.ZipFile(io.BytesIO(fetched(teacher, assignment, row)))
    assert packed.testzip() is None
    assert packed.namelist() == [
        "istaka-sheets-001-002.pdf",
        "istaka-sheets-003-004.pdf",
        "istaka-sheets-005-006.pdf",
    ]
    told = " ".join(text_of(packed.read(name)) for name in packed.namelist())
    places = [told.index(one.nickname) for one in pupils]
    assert places == sorted(places)


def test_the_page_and_the_job_tell_how_far_the_pupils_are(world: World, small: None) -> None:
    assignment = make_assignment(world)
    teacher = world.client(world.teacher)
    row = order(teacher, assignment)
    job = Job.objects.get(class_export=row)
    first = Job.objects.filter(parent=job).order_by("pk")[0]
    runner.run_job(first.pk)
    job.refresh_from_db()
    assert (job.progress().done, job.progress().total) == (first.progress_total, 4)
    page = teacher.get(where(assignment)).content.decode()
    assert f'value="{first.progress_total}" max="4"' in page
    job_page = teacher.get(f"/jobs/{job.pk}/").content.decode()
    assert "Sheets for each pupil" in job_page


def test_what_is_cancelled_stops_and_is_made_whole_from_what_there_is(
    world: World, small: None, data: list[dict[str, Any]]
) -> None:
    assignment = make_assignment(world)
    teacher = world.client(world.teacher)
    row = order(teacher, assignment)
    runner.run_job(Job.objects.filter(parent__class_export=row).order_by("pk")[0].pk)
    assert teacher.post(where(assignment, f"files/{row.pk}/delete/")).status_code == 303
    drain_jobs()
    assert len(data) == 1
    assert teacher.get(where(assignment, f"files/{row.pk}/")).status_code == 404
    assert "Try again" in teacher.get(where(assignment)).content.decode()
    for _ in range(2):
        assert teacher.post(where(assignment, f"files/{row.pk}/retry/")).status_code == 303
    drain_jobs()
    assert len(data) == 2
    assert zipfile.ZipFile(io.BytesIO(fetched(teacher, assignment, row))).testzip() is None
    assert teacher.post(where(assignment, f"files/{row.pk}/delete/")).status_code == 303
    assert not ClassExport.objects.exists()


def test_a_failed_part_is_told_and_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assignment = make_assignment(world)
    teacher = world.client(world.teacher)
    row = order(teacher, assignment)
    Job.objects.filter(parent=row.job).update(max_attempts=1)
    with monkeypatch.context() as broken:
        broken.setattr(sheets, "worksheet", lambda *_args, **_more: 1 // 0)
        drain_jobs()
    assert "could not be made" in teacher.get(where(assignment)).content.decode()
    teacher.post(where(assignment, f"files/{row.pk}/retry/"))
    drain_jobs()
    assert fetched(teacher, assignment, row).startswith(b"%PDF")


def test_asking_anew_takes_the_place_of_the_file_before(world: World) -> None:
    assignment, other = make_assignment(world), make_assignment(world)
    teacher = world.client(world.teacher)
    kept = [order(teacher, other)]
    drain_jobs()
    order(teacher, assignment)
    drain_jobs()
    kept.append(order(teacher, assignment))
    drain_jobs()
    kept.append(order(teacher, assignment, "keys"))
    assert set(ClassExport.objects.all()) == set(kept)


def test_a_file_is_its_owners_alone_and_only_while_they_teach_the_class(world: World) -> None:
    assignment = make_assignment(world)
    row = order(world.client(world.teacher), assignment)
    drain_jobs()
    path = where(assignment, f"files/{row.pk}/")
    for player in (world.coteacher, world.otherteacher, world.pupil, world.exmember):
        assert world.client(player).get(path).status_code == 404
        assert world.client(player).post(f"{path}delete/").status_code == 404
    assert str(row.pk) not in world.client(world.coteacher).get(where(assignment)).content.decode()
    Member.objects.filter(pk=world.member(world.teacher).pk).update(
        state="left", left_at=clock.now()
    )
    assert world.client(world.teacher).get(path).status_code == 404


def test_nothing_is_made_for_whoever_stopped_teaching_meanwhile(
    world: World, data: list[dict[str, Any]]
) -> None:
    order(world.client(world.teacher), make_assignment(world))
    Member.objects.filter(pk=world.member(world.teacher).pk).update(
        state="left", left_at=clock.now()
    )
    drain_jobs()
    assert data == []
    assert not ClassExport.objects.exists()


def test_who_left_before_the_part_was_made_has_no_sheet(
    world: World, data: list[dict[str, Any]]
) -> None:
    assignment = make_assignment(world)
    order(world.client(world.teacher), assignment)
    Member.objects.filter(pk=world.pupils[1].pk).update(state="left", left_at=clock.now())
    drain_jobs()
    assert "Ben" not in {one["who"] for one in data[0]["sheets"]}


def test_an_erased_pupil_and_a_week_take_the_file_with_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assignment = make_assignment(world)
    teacher = world.client(world.teacher)
    order(teacher, assignment)
    drain_jobs()
    pupil_data.erase(world.classroom, world.pupils[0], actor=world.teacher)
    assert not ExportPart.objects.exists()
    order(teacher, assignment)
    drain_jobs()
    real = clock.now
    monkeypatch.setattr(clock, "now", lambda: real() + dt.timedelta(days=7, minutes=1))
    exporting.ensure_due()
    assert not ExportPart.objects.exists()


def test_deleting_the_class_stops_the_work_and_deletes_its_files(
    world: World, data: list[dict[str, Any]]
) -> None:
    order(world.client(world.teacher), make_assignment(world))
    services.delete_class(classroom=world.classroom, actor=world.teacher, name=world.classroom.name)
    drain_jobs()
    assert data == []
    assert not ExportPart.objects.exists()


def test_without_pupils_nothing_is_asked_for_and_a_stale_form_is_told(world: World) -> None:
    empty = make_class(pupils=0)
    Member.objects.filter(classroom=empty.classroom, role="pupil").delete()
    assignment = make_assignment(empty)
    teacher = empty.client(empty.teacher)
    assert "A worksheet for each pupil" not in teacher.get(where(assignment)).content.decode()
    sent = {"what": "sheets", "key": str(uuid.uuid4())}
    answer = teacher.post(where(assignment, "files/"), sent)
    assert answer.status_code == 409
    assert "no pupils yet" in answer.content.decode()
    for wrong in ({}, {"what": "cards", "key": str(uuid.uuid4())}, {"what": "keys", "key": "7"}):
        assert teacher.post(where(assignment, "files/"), wrong).status_code == 422
    assert not ClassExport.objects.exists()


def test_only_so_much_work_of_one_teacher_is_under_way(world: World) -> None:
    teacher = world.client(world.teacher)
    answers = []
    for _ in range(3):
        sent = {"what": "sheets", "key": str(uuid.uuid4())}
        answers.append(teacher.post(where(make_assignment(world), "files/"), sent).status_code)
    assert answers == [303, 303, 409]
    assert ClassExport.objects.count() == 2
