"""One pupil's paper: the melds as they were laid, which the engine judges, or right and wrong."""

from __future__ import annotations

import uuid
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.limited import limited
from accounts.players import player_of
from classrooms.assignments.models import Assignment, Work
from classrooms.assignments.variants import colours_of
from classrooms.paper import results
from classrooms.paper.words import said
from classrooms.people.access import access_class
from classrooms.people.entrance import members_only
from classrooms.people.models import Member
from okey.errors import InputError
from puzzles.errors import Refused
from puzzles.grading import exercise_shown
from puzzles.kinds.asked import answer_text
from puzzles.kinds.base import ANSWER_LENGTH, Json
from puzzles.kinds.registry import kind_of
from puzzles.models import SetItem
from puzzles.words import kind_name
from tutor.board.words import language
from tutor.tasks.base import Form
from tutor.tasks.shown import shown_exercise
from tutor.texts import error_message

LAID: Final = "laid"
OPTION: Final = "="  # before an option of the puzzle, so that none is taken for a mark


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def answers(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID, member_id: uuid.UUID
) -> HttpResponse:
    """The puzzles of an assignment, with what this pupil's paper says of each."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    assignment = get_object_or_404(
        Assignment.objects.select_related("classroom"),
        pk=assignment_id,
        classroom=entered.classroom,
    )
    member = get_object_or_404(
        Member.objects.active().pupils(), pk=member_id, classroom=entered.classroom
    )
    items = list(
        assignment.puzzle_set.items.select_related("puzzle", "set__assignment").order_by("index")
    )
    error, status = "", 200
    wrong: dict[int, str] = {}
    if request.method == "POST":
        assert player is not None
        read, wrong = _read(request.POST, items, member)
        if wrong:
            error, status = _("Some answers cannot be read. Nothing was saved yet."), 422
        else:
            try:
                results.enter_answers(
                    assignment, member, read, late=request.POST.get("late") == "1", actor=player
                )
            except Refused as refusal:
                error, status = said(refusal), refusal.status
            else:
                messages.success(request, _("The sheet is entered."))
                return redirect("class-paper", class_id=class_id, assignment_id=assignment_id)
    work = (
        Work.objects.filter(assignment=assignment, member=member, source=Work.Source.PAPER)
        .prefetch_related("answers")
        .first()
    )
    context = {
        "classroom": entered.classroom,
        "assignment": assignment,
        "member": member,
        "work": work,
        "late": request.POST.get("late") == "1" if wrong else bool(work and work.late),
        "lines": [_line(item, member, work, request.POST, wrong) for item in items],
        "error": error,
        "locked": entered.classroom.archived_at is not None or assignment.frozen_at is None,
    }
    return render(request, "classrooms/paper/answers.html", context, status=status)


def _read(
    sent: QueryDict, items: list[SetItem], member: Member
) -> tuple[dict[int, Json | str], dict[int, str]]:
    """The answers that can be read, and by puzzle why others cannot."""
    read: dict[int, Json | str] = {}
    wrong: dict[int, str] = {}
    for item in items:
        mark = sent.get(f"mark-{item.index}", results.BLANK)[: ANSWER_LENGTH + 1]
        if mark in (results.RIGHT, results.WRONG, results.BLANK):
            read[item.index] = mark
            continue
        try:
            laid = sent.get(f"laid-{item.index}", "")
            read[item.index] = _answer(item, member, mark, laid)
        except InputError as error:
            wrong[item.index] = error_message(error.code, error.at, language())
    return read, wrong


def _answer(item: SetItem, member: Member, mark: str, laid: str) -> Json:
    """What was laid, as its kind reads it and the engine can judge it. Raise `InputError`."""
    kind = kind_of(item.puzzle.kind)
    form = kind.form.value
    option = mark.removeprefix(OPTION)
    raw: dict[str, Any]
    if mark == LAID:
        raw = {form: laid[: ANSWER_LENGTH + 1]}
    elif kind.form is Form.MELDS:
        raw = {"cannot": True} if option == "cannot" else {"choice": option}
    else:
        raw = {form: option}
    read = kind.read_answer(raw)
    exercise = exercise_shown(item.puzzle, colours_of(member, item))
    kind.check(exercise, answer_text(read), exercise.rules)
    return read


def _line(
    item: SetItem, member: Member, work: Work | None, sent: QueryDict, wrong: dict[int, str]
) -> dict[str, Any]:
    kind = kind_of(item.puzzle.kind)
    exercise = exercise_shown(item.puzzle, colours_of(member, item))
    shown = shown_exercise(exercise, language(), kind=kind)
    answers = work.answers.all() if work is not None else ()
    kept = next((one for one in answers if one.index == item.index), None)
    mark, laid = results.BLANK, ""
    if kept is not None and kept.answer is not None:
        text = answer_text(kept.answer)
        options = {one.value for one in shown.options}
        mark, laid = (OPTION + text, "") if text in options else (LAID, text)
    elif kept is not None and kept.correct is not None:
        mark = results.RIGHT if kept.correct else results.WRONG
    if wrong:  # what was typed stays
        mark = sent.get(f"mark-{item.index}", mark)
        laid = sent.get(f"laid-{item.index}", laid)
    return {
        "index": item.index,
        "number": item.index + 1,
        "kind": kind_name(item.puzzle.kind),
        "question": shown.question,
        "mark": mark,
        "laid": laid,
        "typed": kind.form is Form.MELDS,
        "options": [(OPTION + one.value, one.label) for one in shown.options],
        "correct": None if kept is None else kept.correct,
        "error": wrong.get(item.index, ""),
    }
