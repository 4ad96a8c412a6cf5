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
from classrooms.paper.results import Entry
from classrooms.paper.words import said
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from classrooms.people.models import Member
from classrooms.people.trail import note
from puzzles.errors import Refused

ROWS: Final = 60  # pupils on a page of results


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def paper(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """What can be printed, and a grid of pupils and puzzles for the results."""
    player, entered, assignment = _asked(request, class_id, assignment_id)
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
    context = _grid(entered, assignment, page, typed) | {"error": error}
    return render(request, "classrooms/paper/paper.html", context, status=status)


@require_safe
@members_only
@limited("set")
def worksheet(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """The PDF: one sheet, or with `?each=1` one for each pupil (`from`: the first of them)."""
    _player, _entered, assignment = _asked(request, class_id, assignment_id)
    path = reverse("class-assignment", args=[class_id, assignment.pk])
    made = sheets.worksheet(
        assignment, pupils=_each(request, assignment), link=request.build_absolute_uri(path)
    )
    return _pdf(made, "sheet", assignment)


@require_POST
@members_only
@limited("set")
def key(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """The key as a PDF; that it was printed stands in the trail."""
    player, entered, assignment = _asked(request, class_id, assignment_id)
    made = sheets.answer_key(assignment, pupils=_each(request, assignment))
    note(entered.classroom, "paper.key", actor=player, assignment=str(assignment.pk))
    return _pdf(made, "key", assignment)


def _asked(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID
) -> tuple[Player | None, Entered, Assignment]:
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    rows = Assignment.objects.select_related("classroom", "puzzle_set")
    found = get_object_or_404(rows, pk=assignment_id, classroom=entered.classroom)
    return player, entered, found


def _each(request: HttpRequest, assignment: Assignment) -> list[Member]:
    """The pupils for whom sheets are wanted, as many as one file holds; none for one sheet."""
    sent = request.POST if request.method == "POST" else request.GET
    if not assignment.variants and sent.get("each") != "1":
        return []
    begin = sent.get("from", "0")
    first = int(begin) if begin.isdecimal() and len(begin) < 5 else 0
    return sheets.meant_for(assignment)[first : first + sheets.MOST_SHEETS]


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
        "files": [
            {"from": first, "to": min(first + sheets.MOST_SHEETS, len(pupils)), "first": first + 1}
            for first in range(0, len(pupils), sheets.MOST_SHEETS)
        ],
        "locked": entered.classroom.archived_at is not None or assignment.frozen_at is None,
    }
