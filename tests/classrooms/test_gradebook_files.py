"""Files: no cell becomes a formula, figures are those of the page, nobody else's are in them."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import re
import uuid
import zipfile
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from accounts import clock
from classrooms.gradebook import exporting
from classrooms.gradebook.models import ClassExport
from classrooms.grading import services
from classrooms.people.models import Member
from jobs.drain import drain_jobs
from jobs.models import Job
from tests.classrooms.test_grading_works import handed_in
from tests.classrooms.world import World, make_assignment, make_work
from tutor.csv_files import BOM, csv_text

FORMULAS = tuple("=+-@\t\r\0")
LANGUAGES = {"en": (",", "."), "de": (";", ","), "tr": (";", ",")}


@pytest.fixture
def teacher(world: World) -> Client:
    return world.client(world.teacher)


def read_back(text: str, separator: str) -> list[list[str]]:
    assert text.startswith(BOM)
    file = io.StringIO(text.removeprefix(BOM), newline="")
    return list(csv.reader(file, delimiter=separator))


@pytest.mark.parametrize("language", LANGUAGES)
@given(rows=st.lists(st.lists(st.text(max_size=12), min_size=1, max_size=4), min_size=1))
def test_whatever_is_written_no_cell_that_is_read_back_begins_a_formula(
    language: str, rows: list[list[str]]
) -> None:
    with translation.override(language):
        found = read_back(csv_text(rows), LANGUAGES[language][0])
    assert len(found) == len(rows)
    for written, read in zip(rows, found, strict=True):
        for before, after in zip(written, read, strict=True):
            assert not after.startswith(FORMULAS)
            assert after in (before, f"'{before}")


def table(client: Client, name: str, *args: Any, language: str = "en") -> list[list[str]]:
    response = client.get(reverse(name, args=args), headers={"accept-language": language})
    assert response.status_code == 200
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Disposition"].startswith("attachment; ")
    return read_back(response.content.decode(), LANGUAGES[language][0])


def test_names_and_titles_that_would_calculate_are_texts(world: World, teacher: Client) -> None:
    assignment = make_assignment(world, title='=HYPERLINK("x")')
    Member.objects.filter(pk=world.pupils[0].pk).update(nickname="=1+1", real_name="@cmd")
    for name, args in (
        ("gradebook-csv", [world.classroom.pk]),
        ("assignment-results-csv", [world.classroom.pk, assignment.pk]),
    ):
        rows = table(teacher, name, *args)
        cells = [cell for row in rows for cell in row]
        assert "'=1+1" in cells
        assert "'@cmd" in cells
        assert not any(cell.startswith(FORMULAS) for cell in cells)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_grid_as_a_file_has_the_languages_decimal_mark(
    language: str, world: World, teacher: Client
) -> None:
    make_work(make_assignment(world), world.pupils[0], correct=[True, False, None])
    rows = table(teacher, "gradebook-csv", world.classroom.pk, language=language)
    line = next(row for row in rows if "Aylin" in row)
    mark = LANGUAGES[language][1]
    assert line[-3:] == ["1", "3", f"33{mark}3"]


def test_an_assignment_as_a_file_has_each_puzzle_of_each_pupil(
    world: World, teacher: Client
) -> None:
    assignment = make_assignment(world)
    make_work(assignment, world.pupils[0], correct=[True, False, None])
    rows = table(teacher, "assignment-results-csv", world.classroom.pk, assignment.pk)
    assert rows[0][-3:] == ["Puzzle 1", "Puzzle 2", "Puzzle 3"]
    by_name = {row[0]: row for row in rows[1:]}
    assert by_name["Aylin"][-3:] == ["1", "0", ""]
    assert by_name["Ben"][-3:] == ["", "", ""]


def pdf_text(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_has_the_figures_of_the_page_to_the_digit_and_nobody_elses(
    language: str, world: World, teacher: Client
) -> None:
    pupil = world.pupils[0]
    tries: list[list[bool | None]] = [[True, True, False], [True, False, None], [True] * 3]
    for number, correct in enumerate(tries):
        made = make_assignment(world, title=f"Chapter {number + 1}")
        make_work(made, pupil, correct=correct, late=number == 1)
        make_work(made, world.pupils[1], correct=[False] * 3)
    headers = {"accept-language": language}
    args = [world.classroom.pk, pupil.pk]
    page = teacher.get(reverse("gradebook-pupil", args=args), headers=headers).content.decode()
    response = teacher.get(reverse("gradebook-report", args=args), headers=headers)
    assert response.headers["Content-Type"] == "application/pdf"
    text = pdf_text(response.content)
    shares = re.findall(r"%?\d+[.,]\d\s?%?", re.sub(r"<[^>]*>", " ", page))
    wanted = {re.sub(r"[\s%]", "", one) for one in shares}
    assert {re.sub("[.,]", ".", one) for one in wanted} >= {"66.7", "33.3", "100.0"}
    found = {re.sub(r"[\s%]", "", one) for one in re.findall(r"%?\d+[.,]\d\s?%?", text)}
    assert wanted <= found
    for number in (1, 2, 3):
        assert f"Chapter {number}" in text
    assert "2/3" in text
    assert re.search(r"\b6\D+9\b|\b9\D+6\b", text)  # of all points
    assert "Aylin" in text
    assert "Realname" not in text
    assert "Ben" not in text


def test_the_report_has_the_real_name_only_where_it_is_asked_for(
    world: World, teacher: Client
) -> None:
    path = reverse("gradebook-report", args=[world.classroom.pk, world.pupils[0].pk])
    assert "Aylin Realname" in pdf_text(teacher.get(f"{path}?names=real").content)
    assert "Realname" not in pdf_text(teacher.get(path).content)


def export(world: World, teacher: Client) -> ClassExport:
    path = reverse("class-exports", args=[world.classroom.pk])
    data = {"key": str(uuid.uuid4())}
    for _ in range(2):
        assert teacher.post(path, data).status_code == 303
    return ClassExport.objects.get()


def unpacked(client: Client, world: World, row: ClassExport) -> zipfile.ZipFile:
    response = client.get(reverse("class-export", args=[world.classroom.pk, row.pk]))
    assert response.status_code == 200
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    return zipfile.ZipFile(io.BytesIO(response.content))


def test_the_whole_class_is_a_file_made_by_one_job(world: World, teacher: Client) -> None:
    assignment = make_assignment(world)
    work = handed_in(assignment, world.pupils[0], "+-.")
    services.grade(work)
    Member.objects.filter(pk=world.pupils[1].pk).update(nickname="=1+1")
    row = export(world, teacher)
    assert Job.objects.filter(kind=exporting.JOB).count() == 1
    assert (
        teacher.get(reverse("class-export", args=[world.classroom.pk, row.pk])).status_code == 404
    )
    drain_jobs()
    packed = unpacked(teacher, world, row)
    assert packed.namelist() == [
        "gradebook.csv",
        "class.json",
        "works.csv",
        "answers/001.csv",
        "answers/001.json",
    ]
    answers = json.loads(packed.read("answers/001.json"))
    assert [(one["number"], one["correct"]) for one in answers] == [(1, True), (2, False)]
    data = json.loads(packed.read("class.json"))
    assert data["assignments"][0]["answers"] == "answers/001.json"
    assert {one["nickname"]: one["points"] for one in data["pupils"]}["Aylin"] == 1
    works = read_back(packed.read("works.csv").decode(), ",")
    assert [row[1:5] + row[8:10] for row in works[1:]] == [
        ["Openings", "Aylin", "Aylin Realname", "1", "1", "3"]
    ]
    for name in ("gradebook.csv", "works.csv", "answers/001.csv"):
        rows = read_back(packed.read(name).decode(), ",")
        assert not any(cell.startswith(FORMULAS) for one in rows for cell in one)


def test_only_its_owner_gets_the_file_and_only_while_teaching_the_class(
    world: World, teacher: Client
) -> None:
    make_assignment(world)
    row = export(world, teacher)
    drain_jobs()
    path = reverse("class-export", args=[world.classroom.pk, row.pk])
    for other in (world.coteacher, world.otherteacher, world.pupil):
        assert world.client(other).get(path).status_code == 404
    assert teacher.get(path).status_code == 200
    member = world.member(world.teacher)
    Member.objects.filter(pk=member.pk).update(state="left", left_at=clock.now())
    assert teacher.get(path).status_code == 404


def test_a_file_is_not_made_for_whoever_stopped_teaching_meanwhile(
    world: World, teacher: Client
) -> None:
    export(world, teacher)
    member = world.member(world.teacher)
    Member.objects.filter(pk=member.pk).update(state="left", left_at=clock.now())
    drain_jobs()
    assert not ClassExport.objects.exists()


def test_who_is_not_in_the_class_any_more_is_in_no_file(world: World, teacher: Client) -> None:
    assignment = make_assignment(world)
    services.grade(handed_in(assignment, world.pupils[0], "+++"))
    gone = world.pupils[0]
    Member.objects.filter(pk=gone.pk).update(state="left", left_at=clock.now())
    row = export(world, teacher)
    drain_jobs()
    packed = unpacked(teacher, world, row)
    assert all(b"Aylin" not in packed.read(name) for name in packed.namelist())
    rows = table(teacher, "gradebook-csv", world.classroom.pk)
    assert not any("Aylin" in cell for line in rows for cell in line)


def test_a_file_is_deleted_after_seven_days(
    world: World, teacher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(world, teacher)
    drain_jobs()
    real = clock.now
    monkeypatch.setattr(clock, "now", lambda: real() + dt.timedelta(days=6, hours=23))
    exporting.ensure_due()
    assert ClassExport.objects.count() == 1
    monkeypatch.setattr(clock, "now", lambda: real() + dt.timedelta(days=7, minutes=1))
    exporting.ensure_due()
    assert not ClassExport.objects.exists()


def test_a_file_under_way_can_be_cancelled(world: World, teacher: Client) -> None:
    row = export(world, teacher)
    path = reverse("class-export-delete", args=[world.classroom.pk, row.pk])
    assert teacher.post(path).status_code == 303
    drain_jobs()
    assert not ClassExport.objects.exists()
    assert Job.objects.get(kind=exporting.JOB).state == "cancelled"
