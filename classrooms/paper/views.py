"""Paper for teachers: print worksheets and their key, and enter what comes back."""

from __future__ import annotations

import uuid
from collections import defaultdict
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limited import limited
from accounts.models import Player
from accounts.players import player_of
from classrooms.assignments.models import Assignment, Work
from classrooms.paper import results, sheets
from classrooms.paper.file_lines import shown_files
from classrooms.paper.results import Entry
from classrooms.paper.words import said
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from classrooms.people.trail import note
from puzzles.errors import Refused

ROWS: Final = 60  # pupils on a page of results


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def paper(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """What can be printed, and a grid of pupils and puzzles for the results."""
    player, entered, assignment = asked(request, class_id, assignment_id)
    page = _page(request)
    typed: dict[str, str] = {}
    error, status = "", 200
    if request.method == "POST":
        assert player is not None
        try:
            written = _enter(request, assignment, player)
        except Refused as refusal:
            error, status = said(refusal), refusal.status
            typed = {name: request.POST[name] for name in request.POST if name[:2] == "m-"}
        else:
            text = ngettext("%(count)d sheet entered.", "%(count)d sheets entered.", written)
            messages.success(request, text % {"count": written})
            return redirect(f"{request.path}?page={page}" if page > 1 else request.path)
    return paper_page(
        request, entered, assignment, page=page, typed=typed, error=error, status=status
    )


def paper_page(
    request: HttpRequest,
    entered: Entered,
    assignment: Assignment,
    *,
    page: int = 1,
    typed: dict[str, str] | None = None,
    error: str = "",
    file_error: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page, with what was typed and refused, or why a file is not made."""
    context = _grid(entered, assignment, page, typed or {}) | {
        "error": error,
        "file_error": file_error,
        "key": uuid.uuid4(),
        "printed": shown_files(entered, assignment),
    }
    return render(request, "classrooms/paper/paper.html", context, status=status)


@require_safe
@members_only
@limited("set")
def worksheet(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """The one sheet for all, at once; where colours are each pupil's own there is none."""
    _player, _entered, assignment = asked(request, class_id, assignment_id)
    if assignment.variants:
        return redirect("class-paper", class_id=class_id, assignment_id=assignment_id)
    path = reverse("class-assignment", args=[class_id, assignment.pk])
    made = sheets.worksheet(assignment, link=request.build_absolute_uri(path))
    return _pdf(made, "sheet", assignment)


@require_POST
@members_only
@limited("set")
def key(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """The one key, at once; that it was printed stands in the trail."""
    player, entered, assignment = asked(request, class_id, assignment_id)
    if assignment.variants:
        return redirect("class-paper", class_id=class_id, assignment_id=assignment_id)
    made = sheets.answer_key(assignment)
    note(entered.classroom, "paper.key", actor=player, assignment=str(assignment.pk))
    return _pdf(made, "key", assignment)


def asked(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID
) -> tuple[Player | None, Entered, Assignment]:
    """Who asks, and for which assignment of a class of theirs; 404 for everybody else."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    rows = Assignment.objects.select_related("classroom", "puzzle_set")
    found: Assignment = get_object_or_404(rows, pk=assignment_id, classroom=entered.classroom)
    return player, entered, found


def _pdf(made: bytes, what: str, assignment: Assignment) -> HttpResponse:
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="istaka-{what}-{assignment.pk}.pdf"'
    return response


def _page(request: HttpRequest) -> int:
    number = request.GET.get("page", "1")
    return max(1, int(number)) if number.isdecimal() and len(number) < 4 else 1


def _enter(request: HttpRequest, assignment: Assignment, player: Player) -> int:
    count = assignment.puzzle_set.items.count()
    entries = []
    for name in request.POST:
        if name[:2] != "m-":
            continue
        try:
            member = uuid.UUID(name[2:])
        except ValueError:
            continue
        shown = results.read_marks(request.POST.get(f"w-{name[2:]}", ""), count)
        entries.append(Entry(member, results.read_marks(request.POST[name], count), shown))
    return results.enter(assignment, entries, actor=player)


def _grid(
    entered: Entered, assignment: Assignment, page: int, typed: dict[str, str]
) -> dict[str, Any]:
    """A page of the grid; what was typed and refused stays as it was typed."""
    pupils = sheets.meant_for(assignment)
    members = pupils[(page - 1) * ROWS : page * ROWS]
    count = assignment.puzzle_set.items.count()
    works: dict[uuid.UUID, list[Work]] = defaultdict(list)
    rows = Work.objects.filter(assignment=assignment, member__in=members)
    for work in rows.prefetch_related("answers").order_by("try_no"):
        works[work.member_id].append(work)
    lines = []
    for member in members:
        own = works[member.pk]
        marks = results.marks_of(own, count)
        on_screen = sum(one.source == Work.Source.SCREEN for one in own)
        lines.append(
            {
                "member": member,
                "shown": marks,
                "marks": typed.get(f"m-{member.pk}", marks),
                "on_screen": on_screen,
            }
        )
    return {
        "classroom": entered.classroom,
        "assignment": assignment,
        "count": count,
        "numbers": range(1, count + 1),
        "lines": lines,
        "page": page,
        "pages": range(1, (len(pupils) - 1) // ROWS + 2) if pupils else range(1, 2),
        "locked": entered.classroom.archived_at is not None or assignment.frozen_at is None,
    }
