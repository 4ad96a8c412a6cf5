"""Worksheets for a class, and results from paper: entered once, corrected with a trail, beside what
was made on a screen and never over it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts import clock
from classrooms.assignments.models import Assignment, Work
from classrooms.assignments.variants import colours_of
from classrooms.gradebook.book import read
from classrooms.paper import results, sheets
from classrooms.paper.results import EnteredMeanwhile, Entry, NotFrozen, Unreadable, read_marks
from puzzles.grading import hand_shown, solution_shown
from puzzles.models import Attempt
from puzzles.printing import sheet as printing
from tests.classrooms.world import (
    World,
    join,
    make_assignment,
    make_class,
    make_work,
    pupil_account,
)

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


def where(assignment: Assignment, rest: str = "") -> str:
    return f"/classes/{assignment.classroom_id}/assignments/{assignment.pk}/paper/{rest}"


def entered(assignment: Assignment, world: World, marks: str, shown: str = "", who: int = 0) -> int:
    entry = Entry(world.pupils[who].pk, marks, shown)
    return results.enter(assignment, [entry], actor=world.teacher)


# --- printing -------------------------------------------------------------------------------------


def test_a_worksheet_has_the_puzzles_a_line_for_the_name_and_a_code_to_the_assignment(
    world: World, data: list[dict[str, Any]]
) -> None:
    assignment = make_assignment(world, words="Until Friday!")
    answer = world.client(world.teacher).get(where(assignment, "sheet/"))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    [told] = data
    [one] = told["sheets"]
    assert (one["who"], len(one["puzzles"])) == ("", 3)
    assert told["intro"] == "Until Friday!"
    assert told["qr"].startswith("<svg")
    assert told["keys"] == []


def test_a_worksheet_holds_nothing_of_the_solution(
    world: World, data: list[dict[str, Any]]
) -> None:
    assignment = make_assignment(world)
    world.client(world.teacher).get(where(assignment, "sheet/"))
    world.client(world.teacher).post(where(assignment, "key/"))
    certificates = [one["text"] for one in data[1]["keys"][0]["answers"]]
    assert all(certificates)
    assert not any(text in json.dumps(data[0]) for text in certificates)


def test_printing_the_key_stands_in_the_trail_and_gives_nobody_up(world: World) -> None:
    assignment = make_assignment(world)
    world.client(world.teacher).post(where(assignment, "key/"))
    assert world.classroom.trail.get().action == "paper.key"
    assert not Attempt.objects.exists()


def test_paper_is_in_each_language(world: World, data: list[dict[str, Any]]) -> None:
    assignment = make_assignment(world)
    for language in ("de", "tr", "en"):
        with translation.override(language):
            sheets.worksheet(assignment)
    assert len({one["sheets"][0]["puzzles"][0]["question"] for one in data}) == 3


@pytest.mark.parametrize("rest", ["", "sheet/", "key/", "PUPIL/"])
def test_paper_is_for_the_teachers_of_the_class(world: World, rest: str) -> None:
    assignment = make_assignment(world)
    path = where(assignment, rest.replace("PUPIL", str(world.pupils[0].pk)))
    for player in (world.pupil, world.otherteacher, world.exmember):
        client = world.client(player)
        answer = client.post(path) if rest == "key/" else client.get(path)
        assert answer.status_code == 404


def test_an_assignment_of_another_class_is_not_there(world: World) -> None:
    other = make_assignment(make_class())
    path = f"/classes/{world.classroom.pk}/assignments/{other.pk}/paper/"
    assert world.client(world.teacher).get(path).status_code == 404


# --- marks ----------------------------------------------------------------------------------------


def test_marks_entered_are_a_graded_work_in_the_gradebook(world: World) -> None:
    assignment = make_assignment(world)
    assert entered(assignment, world, "+-.") == 1
    work = Work.objects.get()
    assert (work.source, work.points, work.out_of, work.late) == ("paper", 1, 3, False)
    book = read(world.classroom)
    row = book.row(world.pupils[0].pk)
    assert row is not None
    assert (row.scores[0].points, row.scores[0].out_of) == (1, 3)
    assert not Attempt.objects.exists()


def test_entering_the_same_again_changes_nothing(world: World) -> None:
    assignment = make_assignment(world)
    entered(assignment, world, "+-.")
    assert entered(assignment, world, "+-.") == 0
    assert (Work.objects.count(), world.classroom.trail.count()) == (1, 1)


def test_a_correction_changes_the_points_and_tells_what_it_changed(world: World) -> None:
    assignment = make_assignment(world)
    entered(assignment, world, "+-.")
    entered(assignment, world, "++-", "+-.")
    assert Work.objects.get().points == 2
    values = [one.values for one in world.classroom.trail.order_by("at", "pk")]
    assert [(one["before"], one["after"]) for one in values] == [("", "+-."), ("+-.", "++-")]


def test_a_sheet_that_never_came_back_is_taken_back(world: World) -> None:
    assignment = make_assignment(world)
    entered(assignment, world, "+-.")
    entered(assignment, world, "", "+-.")
    assert not Work.objects.exists()
    assert set(world.classroom.trail.values_list("action", flat=True)) == {
        "paper.entered",
        "paper.removed",
    }


def test_all_left_blank_is_a_sheet_with_no_points(world: World) -> None:
    assignment = make_assignment(world)
    entered(assignment, world, "...")
    assert (Work.objects.get().points, Work.objects.get().out_of) == (0, 3)


def test_a_work_on_a_screen_stays_as_it_is(world: World) -> None:
    assignment = make_assignment(world)
    screen = make_work(assignment, world.pupils[0], correct=[True, True, True])
    under_way = make_work(assignment, world.pupils[1])
    entered(assignment, world, "-..")
    entered(assignment, world, "+++", who=1)
    screen.refresh_from_db()
    assert (screen.points, screen.source) == (3, "screen")
    under_way.refresh_from_db()
    assert under_way.submitted_at is None
    assert set(Work.objects.filter(source="paper").values_list("try_no", flat=True)) == {2}


def test_paper_after_the_due_date_is_not_late_by_itself(world: World) -> None:
    assignment = make_assignment(world)
    Assignment.objects.update(due_at=clock.now())
    entered(assignment, world, "+++")
    assert not Work.objects.get().late


def test_of_two_teachers_the_second_is_told_instead_of_writing_over_the_first(
    world: World,
) -> None:
    assignment = make_assignment(world)
    entered(assignment, world, "+++")
    with pytest.raises(EnteredMeanwhile):
        entered(assignment, world, "---", "")
    assert Work.objects.get().points == 3


def test_all_entries_are_written_or_none(world: World) -> None:
    assignment = make_assignment(world)
    entered(assignment, world, "+++", who=1)
    entries = [Entry(world.pupils[0].pk, "+++", ""), Entry(world.pupils[1].pk, "---", "")]
    with pytest.raises(EnteredMeanwhile):
        results.enter(assignment, entries, actor=world.teacher)
    assert Work.objects.count() == 1


def test_a_draft_takes_no_results(world: World) -> None:
    with pytest.raises(NotFrozen):
        entered(make_assignment(world, frozen=False), world, "+++")


@pytest.mark.parametrize(
    ("text", "marks"),
    [("", ""), (" ", ""), ("+", "+.."), ("1x", "+-."), ("✓–_", "+-."), ("+-.", "+-.")],
)
def test_marks_are_read_as_people_type_them(text: str, marks: str) -> None:
    assert read_marks(text, 3) == marks


@pytest.mark.parametrize("text", ["++++", "a", "+ +", "\0"])
def test_marks_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_marks(text, 3)


def test_the_page_saves_the_grid_and_keeps_what_it_could_not_read(world: World) -> None:
    assignment = make_assignment(world)
    teacher = world.client(world.teacher)
    first, second = (world.pupils[place].pk for place in (0, 1))
    bad = {f"m-{first}": "+-", f"w-{first}": "", f"m-{second}": "what?", f"w-{second}": ""}
    answer = teacher.post(where(assignment), bad)
    assert answer.status_code == 422
    assert "what?" in answer.content.decode()
    assert not Work.objects.exists()
    answer = teacher.post(where(assignment), {**bad, f"m-{second}": "+++"})
    assert answer.status_code == 302
    assert set(Work.objects.values_list("points", flat=True)) == {1, 3}
    page = teacher.get(where(assignment)).content.decode()
    assert 'value="+-."' in page


def test_an_archived_class_takes_no_results_and_says_so(world: World) -> None:
    assignment = make_assignment(world)
    world.classroom.archived_at = clock.now()
    world.classroom.save()
    teacher = world.client(world.teacher)
    pupil = world.pupils[0].pk
    answer = teacher.post(where(assignment), {f"m-{pupil}": "+++", f"w-{pupil}": ""})
    assert answer.status_code == 409
    assert not Work.objects.exists()
    assert teacher.get(where(assignment)).status_code == 200


def test_the_page_costs_the_same_for_a_class_of_any_size(world: World) -> None:
    assignment = make_assignment(world)
    teacher = world.client(world.teacher)
    teacher.get(where(assignment))
    counts = []
    for turn in range(3):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert teacher.get(where(assignment)).status_code == 200
        counts.append(len(queries))
        for number in range(20):
            member = join(world.classroom, pupil_account(), nickname=f"More {turn} {number}")
            make_work(assignment, member, correct=[True, None, False], source="paper")
    assert counts[1] == counts[2]  # the first time there is no sheet yet
    assert counts[2] <= 15


# --- melds as they were laid ----------------------------------------------------------------------


def laid_right(assignment: Assignment, world: World, index: int) -> dict[str, str]:
    """The fields of a right answer to a puzzle, in the colours of the first pupil's sheet."""
    items = assignment.puzzle_set.items.select_related("puzzle", "set__assignment")
    item = items.get(index=index)
    solution = solution_shown(item.puzzle, colours_of(world.pupils[0], item))
    if not solution["opens"]:
        return {f"mark-{index}": "=cannot"}
    points = solution["best_points"] >= solution["threshold"]
    melds = solution["best_melds"] if points else solution["pair_melds"]
    return {f"mark-{index}": "laid", f"laid-{index}": str(melds)}


@pytest.mark.parametrize("variants", [False, True])
def test_melds_as_laid_are_judged_by_the_engine_in_the_colours_of_the_sheet(
    world: World, variants: bool
) -> None:
    assignment = make_assignment(world, variants=variants)
    fields = {
        name: text for i in range(3) for name, text in laid_right(assignment, world, i).items()
    }
    path = where(assignment, f"{world.pupils[0].pk}/")
    answer = world.client(world.teacher).post(path, fields)
    assert answer.status_code == 302, answer.content.decode()[-3_000:]
    assert Work.objects.get().points == 3
    assert not Attempt.objects.exists()


def test_what_cannot_be_read_is_told_beside_its_field_and_nothing_is_lost(world: World) -> None:
    assignment = make_assignment(world)
    path = where(assignment, f"{world.pupils[0].pk}/")
    fields = {"mark-0": "laid", "laid-0": "R99 Q1", "mark-1": "+"}
    answer = world.client(world.teacher).post(path, fields)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "R99 Q1" in text
    assert 'aria-invalid="true"' in text
    assert not Work.objects.exists()


def test_wrong_melds_are_a_wrong_answer_and_late_is_what_the_teacher_says(world: World) -> None:
    assignment = make_assignment(world)
    path = where(assignment, f"{world.pupils[0].pk}/")
    hand = str(hand_shown(assignment.puzzle_set.items.get(index=0).puzzle, "RYBK")).split()
    fields = {"mark-0": "laid", "laid-0": " ".join(hand[:3]), "mark-1": "+", "late": "1"}
    assert world.client(world.teacher).post(path, fields).status_code in {302, 422}
    fields = {"mark-0": "-", "mark-1": "+", "late": "1"}
    assert world.client(world.teacher).post(path, fields).status_code == 302
    work = Work.objects.get()
    assert (work.points, work.late) == (1, True)


def test_a_mark_corrects_what_the_engine_said_and_the_page_shows_what_was_laid(
    world: World,
) -> None:
    assignment = make_assignment(world)
    path = where(assignment, f"{world.pupils[0].pk}/")
    teacher = world.client(world.teacher)
    fields = laid_right(assignment, world, 0)
    teacher.post(path, fields)
    page = teacher.get(path).content.decode()
    assert fields.get("laid-0", "selected") in page
    assert Work.objects.get().points == 1
    teacher.post(path, {"mark-0": "-"})
    assert Work.objects.get().points == 0
    assert world.classroom.trail.filter(action="paper.changed").exists()
