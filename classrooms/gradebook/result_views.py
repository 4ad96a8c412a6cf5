"""How an assignment went, puzzle by puzzle, and what the class misses."""

from __future__ import annotations

import uuid
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limited import limited
from accounts.players import player_of
from accounts.redirects import SeeOther
from classrooms.assignments import words as assignment_words
from classrooms.assignments.models import Assignment
from classrooms.gradebook import cells, misses, statistics
from classrooms.gradebook.forms import ReviewForm
from classrooms.gradebook.items import Analysis, ItemFigures, analyse
from classrooms.gradebook.result_files import result_rows
from classrooms.gradebook.shown_answers import shown_answer
from classrooms.people.access import Entered, access_class
from classrooms.people.entrance import members_only
from jobs.errors import JobError
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from puzzles import names
from puzzles.errors import Refused
from puzzles.words import input_error, kind_name
from tutor import plots
from tutor.csv_files import csv_response
from tutor.explain import rule_url


@require_safe
@members_only
def results(request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID) -> HttpResponse:
    """An assignment's figures: which puzzle was missed, by whom it was told apart, which rule."""
    entered = access_class(player_of(request), class_id, need="teacher")
    found = analyse(assignment_of(entered, assignment_id))
    column = found.book.columns[0]
    context: dict[str, Any] = {
        "classroom": entered.classroom,
        "assignment": found.assignment,
        "works": found.works,
        "handed_in": column.handed_in,
        "meant": sum(row.scores[0].has != "not-meant" for row in found.book.rows),
        "share": cells.percent_text(column.share),
        "rows": [_row(one) for one in found.items],
        "divides": found.divides,
        "fewest": statistics.FEWEST,
        "few": found.works < statistics.FEWEST,
        "rules": _rules(found),
        "by_marks": found.by_marks,
        "plot": plots.bars(
            [str(one.number) for one in found.items], [_whole(one.share) for one in found.items]
        )
        if found.works
        else "",
    }
    return render(request, "classrooms/gradebook/results.html", context)


@require_safe
@members_only
def results_csv(
    request: HttpRequest, class_id: uuid.UUID, assignment_id: uuid.UUID
) -> HttpResponse:
    """Every pupil's puzzles of an assignment for a spreadsheet."""
    entered = access_class(player_of(request), class_id, need="teacher")
    found = assignment_of(entered, assignment_id)
    rows = result_rows(found)
    return csv_response(rows, f"istaka-assignment-{found.pk}.csv")


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@limited("form")
def missed(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """What the class misses; a POST makes a review assignment of it."""
    player = player_of(request)
    entered = access_class(player, class_id, need="teacher")
    if request.method != "POST":
        return _missed(request, entered)
    form = ReviewForm(request.POST)
    if not form.is_valid():
        return _missed(request, entered, error=_("This page is out of date."), status=422)
    assert player is not None
    try:
        made = misses.make_review(
            entered.classroom,
            actor=player,
            key=form.cleaned_data["key"],
            kinds=form.cleaned_data["kinds"],
        )
    except Refused as refused:
        error = assignment_words.refusal(refused.code)
        return _missed(request, entered, error=error, status=refused.status)
    except JobError as refused:
        error = assignment_words.refusal(refused.code)
        return _missed(request, entered, error=error, status=409)
    except InputError as wrong:
        return _missed(request, entered, error=input_error(wrong), status=422)
    return SeeOther(reverse("class-assignment", args=[class_id, made.pk]))


def assignment_of(entered: Entered, assignment_id: uuid.UUID) -> Assignment:
    """An assignment of the class whose puzzles are settled; else 404."""
    rows = Assignment.objects.filter(classroom=entered.classroom, frozen_at__isnull=False)
    found: Assignment = get_object_or_404(
        rows.select_related("classroom", "puzzle_set"), pk=assignment_id
    )
    return found


def _missed(
    request: HttpRequest, entered: Entered, *, error: str = "", status: int = 200
) -> HttpResponse:
    classroom = entered.classroom
    found = misses.misses(classroom)
    by_kind: dict[str, list[misses.Miss]] = {}
    for one in found:
        by_kind.setdefault(one.kind, []).append(one)
    rules = rule_set(classroom.rules)
    context = {
        "classroom": classroom,
        "error": error,
        "key": uuid.uuid4(),
        "most": misses.MOST,
        "rows": [
            {
                "kind": kind_name(one.kind),
                "pupils": one.pupils,
                "asked": one.asked,
                "title": one.title,
                "number": one.number,
                "url": reverse("assignment-results", args=[classroom.pk, one.assignment]),
            }
            for one in found[: misses.MOST]
        ],
        "kinds": sorted(
            (
                {"key": kind, "name": kind_name(kind), "count": len(rows)}
                for kind, rows in by_kind.items()
            ),
            key=lambda one: (-int(str(one["count"])), str(one["name"])),
        ),
        "rules": [
            {
                "title": names.rule(one.rule),
                "url": rule_url(rules.key, one.rule) if one.rule in rules.rules else "",
                "pupils": one.pupils,
            }
            for one in misses.missed_rules(classroom)
        ],
    }
    return render(request, "classrooms/gradebook/missed.html", context, status=status)


def _row(one: ItemFigures) -> dict[str, Any]:
    return {
        "number": one.number,
        "kind": kind_name(one.puzzle.kind),
        "withdrawn": one.puzzle.state == "withdrawn",
        "right": one.right,
        "works": one.works,
        "left_out": one.works - one.answered,
        "share": cells.percent_text(one.share),
        "whole": _whole(one.share),
        "discrimination": number_format(one.discrimination, 2)
        if one.discrimination is not None
        else "",
        "parts": _parts(one.discrimination),
        "seconds": names.duration(round(one.seconds)) if one.seconds is not None else "",
        "wrong": [
            {"shown": shown_answer(one.item, wrong.text), "count": wrong.count}
            for wrong in one.wrong
        ],
    }


def _parts(value: float | None) -> str:
    """What a discrimination means, in words."""
    if value is None:
        return ""
    if value < 0:
        return _("the weaker do better here")
    if value < statistics.WEAK:
        return _("parts hardly")
    return _("parts well") if value >= statistics.GOOD else _("parts somewhat")


def _rules(found: Analysis) -> list[dict[str, Any]]:
    rules = rule_set(found.assignment.rules)
    return [
        {
            "title": names.rule(one.rule),
            "url": rule_url(rules.key, one.rule) if one.rule in rules.rules else "",
            "pupils": one.pupils,
            "puzzles": ", ".join(map(str, one.puzzles)),
        }
        for one in found.rules
    ]


def _whole(share: Decimal | None) -> int:
    return int(share.to_integral_value(ROUND_HALF_UP)) if share is not None else 0
