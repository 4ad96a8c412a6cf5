"""Pages of assignments that both see, each in their own way; and a pupil's way through one."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_of
from accounts.redirects import SeeOther
from classrooms.assignments import boards, shown, words, working
from classrooms.assignments.feedback import is_told
from classrooms.assignments.models import Assignment, Work, WorkAnswer
from classrooms.assignments.teacher_views import teacher_page
from classrooms.assignments.variants import colours_of
from classrooms.live.models import LiveRound
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from okey.errors import InputError
from puzzles.asking import lanes_table
from puzzles.errors import Refused
from puzzles.forms import LanesForm, raw_answer
from puzzles.grading import hand_shown
from puzzles.kinds.base import ANSWER_LENGTH
from puzzles.kinds.registry import kind_of
from puzzles.models import SetItem
from puzzles.words import input_error
from tutor.tasks.base import Form

PAGE: Final = 40  # assignments of a list


@require_safe
@members_only
def assignments(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """The assignments of a class: all for its teachers, for a pupil those that are theirs."""
    entered = access_class(player_of(request), class_id)
    context: dict[str, Any] = {"classroom": entered.classroom, "me": entered.member}
    if entered.teaches:
        page = Paginator(shown.assignments_of(entered.classroom), PAGE).get_page(
            request.GET.get("page")
        )
        context |= {"page": page, "lines": shown.teacher_lines(entered.classroom, page)}
        return render(request, "classrooms/assignments/list_teacher.html", context)
    own = Paginator(shown.lines_of(entered.member), PAGE).get_page(request.GET.get("page"))
    context |= {"page": own, "lines": list(own)}
    return render(request, "classrooms/assignments/list_pupil.html", context)


@never_cache
@require_safe
@members_only
def assignment(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """One assignment."""
    entered = access_class(player_of(request), class_id)
    if entered.teaches:
        rows = Assignment.objects.select_related("puzzle_set__job")
        row = rows.filter(pk=assignment_id, classroom=entered.classroom).first()
        if row is None:
            raise Http404
        row.classroom = entered.classroom
        return teacher_page(request, entered, row)
    return pupil_page(request, entered, pupils_own(entered, assignment_id))


def pupils_own(entered: Entered, assignment_id: uuid.UUID) -> Assignment:
    """An assignment that this pupil may see now; 404 for any other."""
    rows = Assignment.objects.opened().meant_for(entered.member).select_related("puzzle_set")
    row: Assignment | None = rows.filter(pk=assignment_id).first()
    if row is None or entered.teaches:
        raise Http404
    row.classroom = entered.classroom
    return row


def pupil_page(
    request: HttpRequest, entered: Entered, row: Assignment, *, error: str = "", status: int = 200
) -> HttpResponse:
    """An assignment as a pupil sees it: what is asked, until when, what counts, and their tries."""
    now = working.now_of(row, entered.member)
    works = list(row.works.filter(member=entered.member).select_related("job").order_by("try_no"))
    for work in works:
        work.assignment = row
    context = {
        "classroom": entered.classroom,
        "me": entered.member,
        "assignment": row,
        "count": row.puzzle_set.count,
        "terms": shown.what_counts(row, now),
        "tries": shown.tries_of(works),
        "waiting": any(work.submitted_at and work.graded_at is None for work in works),
        "error": error,
    }
    return render(request, "classrooms/assignments/pupil.html", context, status=status)


@require_POST
@members_only
@limited("form")
def begin(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """Begin a try, or go on with the one under way."""
    entered = access_class(player_of(request), class_id, need="pupil")
    row = pupils_own(entered, assignment_id)
    if entered.classroom.archived_at is not None:
        return pupil_page(request, entered, row, error=words.refusal("class.archived"), status=409)
    try:
        work = working.begin(row, entered.member)
    except Refused as refused:
        return pupil_page(
            request, entered, row, error=words.refusal(refused.code), status=refused.status
        )
    return _go(request, _next_url(work, -1))


@never_cache
@require_safe
@members_only
def work(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID, work_id: uuid.UUID
) -> HttpResponse:
    """A try as a whole: what is kept so far; handed in, what became of it once that is told."""
    entered, row = _own_work(request, class_id, assignment_id, work_id)
    return _work_page(request, entered, row)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("answer")
def item(
    request: HttpRequest,
    class_id: uuid.UUID,
    assignment_id: uuid.UUID,
    work_id: uuid.UUID,
    number: int,
) -> HttpResponse:
    """One puzzle of a try; a POST keeps an answer at once."""
    entered, row = _own_work(request, class_id, assignment_id, work_id)
    place = _item_of(row, number)
    if request.method != "POST":
        if row.submitted_at is not None and not is_told(row):
            return SeeOther(_work_url(row))
        return _item_page(request, entered, row, place)
    if entered.classroom.archived_at is not None:
        return _refused(request, row, words.refusal("class.archived"))
    raw = raw_answer(kind_of(place.puzzle.kind), request.POST)
    try:
        kept = working.keep(row, place, raw)
    except InputError as error:
        typed = str(next(iter(raw.values()), ""))[:ANSWER_LENGTH]
        return _item_page(
            request, entered, row, place, error=input_error(error), typed=typed, status=400
        )
    except Refused as refused:
        return _refused(request, row, words.refusal(refused.code))
    if kept.attempt_id is not None and row.assignment.feedback == Assignment.Feedback.AT_ONCE:
        return _told_at_once(request, entered, row, place, kept)
    return _go(request, _next_url(row, place.index))


@require_POST
@members_only
@limited("lanes")
def lanes(
    request: HttpRequest,
    class_id: uuid.UUID,
    assignment_id: uuid.UUID,
    work_id: uuid.UUID,
    number: int,
) -> HttpResponse:
    """Judge what lies in the lanes, as far as that tells nothing. Nothing is kept."""
    _entered, row = _own_work(request, class_id, assignment_id, work_id)
    place = _item_of(row, number)
    kind = kind_of(place.puzzle.kind)
    if kind.form is not Form.MELDS:
        raise Http404
    context: dict[str, object] = {"table": None, "error": ""}
    form = LanesForm(request.POST)
    try:
        if not form.is_valid():
            raise InputError("notation.meld", f"melds: {request.POST.get('melds', '')[:40]}")
        hand = hand_shown(place.puzzle, colours_of(row, place))
        context["table"] = lanes_table(kind, form.cleaned_data["melds"], hand, place.puzzle.rules)
    except InputError as error:
        context["error"] = input_error(error)
    return render(request, "tutor/board/_lanes_verdict.html", context)


@require_POST
@members_only
@limited("form")
def hand_in(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID, work_id: uuid.UUID
) -> HttpResponse:
    """Hand a try in. Again changes nothing."""
    entered, row = _own_work(request, class_id, assignment_id, work_id)
    if entered.classroom.archived_at is not None:
        return _work_page(request, entered, row, error=words.refusal("class.archived"), status=409)
    try:
        working.hand_in(row)
    except Refused as refused:
        return _work_page(
            request, entered, row, error=words.refusal(refused.code), status=refused.status
        )
    return SeeOther(_work_url(row))


def _own_work(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID, work_id: uuid.UUID
) -> tuple[Entered, Work]:
    entered = access_class(player_of(request), class_id, need="pupil")
    row = pupils_own(entered, assignment_id)
    found: Work | None = (
        row.works.select_related("job").filter(pk=work_id, member=entered.member).first()
    )
    if found is None:
        raise Http404
    found.assignment, found.member = row, entered.member
    return entered, found


def _item_of(work: Work, number: int) -> SetItem:
    items = work.assignment.puzzle_set.items.select_related("puzzle")
    found: SetItem | None = items.filter(index=number - 1).first()
    if found is None:
        raise Http404
    found.set = work.assignment.puzzle_set
    found.set.assignment = work.assignment
    return found


def _work_url(row: Work) -> str:
    return reverse("work", args=[row.assignment.classroom_id, row.assignment_id, row.pk])


def _next_url(row: Work, index: int) -> str:
    """The next puzzle without an answer, from here on round; the whole where there is none."""
    answered = set(row.answers.values_list("index", flat=True))
    count = row.assignment.puzzle_set.count
    for step in range(1, count + 1):
        place = (index + step) % count
        if place not in answered:
            args = [row.assignment.classroom_id, row.assignment_id, row.pk, place + 1]
            return reverse("work-item", args=args)
    return _work_url(row)


def _go(request: HttpRequest, url: str) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        response = HttpResponse(status=204)
        response["HX-Redirect"] = url
        return response
    return SeeOther(url)


def _refused(request: HttpRequest, row: Work, why: str) -> HttpResponse:
    """Say on the try's page why an answer was not taken."""
    messages.warning(request, why)
    return _go(request, _work_url(row))


def _work_page(
    request: HttpRequest, entered: Entered, row: Work, *, error: str = "", status: int = 200
) -> HttpResponse:
    now = working.now_of(row.assignment, entered.member)
    told = is_told(row)
    answers = list(row.answers.order_by("index"))
    places = shown.places_of(row, answers, told)
    context = {
        "classroom": entered.classroom,
        "me": entered.member,
        "assignment": row.assignment,
        "work": row,
        "terms": shown.what_counts(row.assignment, now),
        "places": places,
        "kept": len(answers),
        "count": len(places),
        "told": told,
        "live": _live(row),
        "error": error,
    }
    return render(request, "classrooms/assignments/work.html", context, status=status)


def _item_page(
    request: HttpRequest,
    entered: Entered,
    row: Work,
    place: SetItem,
    *,
    error: str = "",
    typed: str = "",
    status: int = 200,
) -> HttpResponse:
    htmx = request.htmx  # type: ignore[attr-defined]
    kind = kind_of(place.puzzle.kind)
    if error and htmx and kind.form is Form.MELDS:
        return render(request, "tutor/board/_not_taken.html", {"error": error}, status=status)
    kept: WorkAnswer | None = (
        row.answers.filter(index=place.index).select_related("attempt").first()
    )
    context = _item_context(request, entered, row, place, kept, error=error, typed=typed)
    if error and htmx:
        return render(request, "puzzles/_exercise.html", context, status=status)
    return render(request, "classrooms/assignments/item.html", context, status=status)


def _item_context(
    request: HttpRequest,
    entered: Entered,
    row: Work,
    place: SetItem,
    kept: WorkAnswer | None,
    *,
    error: str = "",
    typed: str = "",
) -> dict[str, Any]:
    told = is_told(row)
    board = boards.board_of(request, row, place, kept=kept, told=told, error=error, typed=typed)
    count = row.assignment.puzzle_set.count
    at_once = row.assignment.feedback == Assignment.Feedback.AT_ONCE
    if board.answered is not None:
        url = _next_url(row, place.index) if row.submitted_at is None else _after(row, place, count)
        again = board.answered.try_again_url if row.submitted_at is not None else ""
        board = replace(board, answered=replace(board.answered, next_url=url, try_again_url=again))
    elif board.on is not None and not at_once:
        board = replace(board, on=replace(board.on, verb=_("Keep these melds")))
    now = working.now_of(row.assignment, entered.member)
    return {
        "classroom": entered.classroom,
        "me": entered.member,
        "assignment": row.assignment,
        "work": row,
        "board": board,
        "result": board.answered,
        "live": _live(row),
        "keeps": not at_once,
        "kept": kept,
        "kept_text": boards.in_words(kept, row, place) if kept is not None else "",
        "number": place.index + 1,
        "count": count,
        "terms": shown.what_counts(row.assignment, now),
    }


def _live(row: Work) -> LiveRound | None:
    """The live round that this try belongs to, while it runs."""
    found: LiveRound | None = LiveRound.objects.filter(
        assignment=row.assignment_id, ended_at=None
    ).first()
    return found


def _after(row: Work, place: SetItem, count: int) -> str:
    """The next puzzle of a try that is handed in; the whole after the last."""
    if place.index + 1 >= count:
        return _work_url(row)
    args = [row.assignment.classroom_id, row.assignment_id, row.pk, place.index + 2]
    return reverse("work-item", args=args)


def _told_at_once(
    request: HttpRequest, entered: Entered, row: Work, place: SetItem, kept: WorkAnswer
) -> HttpResponse:
    """What became of the answer, where the assignment tells it after each puzzle."""
    if not request.htmx:  # type: ignore[attr-defined]
        args = [row.assignment.classroom_id, row.assignment_id, row.pk, place.index + 1]
        return SeeOther(reverse("work-item", args=args))
    context = _item_context(request, entered, row, place, kept)
    template = "_answered.html" if context["board"].on is not None else "_exercise.html"
    return render(request, f"puzzles/{template}", context)
