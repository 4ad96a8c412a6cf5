"""The gradebook: the grid, and the same as a file."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.views.decorators.http import require_safe

from accounts.players import player_of
from classrooms.assignments.timing import local_of
from classrooms.gradebook import cells, files, paging
from classrooms.gradebook.book import read
from classrooms.gradebook.sums import sums_of
from classrooms.gradebook.table import Column, ground_of
from classrooms.people.access import access_class
from classrooms.people.entrance import members_only
from classrooms.people.models import Classroom
from tutor.csv_files import csv_response


@require_safe
@members_only
def grid(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """Pupils and assignments of a class, for its teachers."""
    entered = access_class(player_of(request), class_id, need="teacher")
    room = entered.classroom
    ground = ground_of(room)
    view = paging.view_of(request.GET)
    sums = sums_of(ground, paging.sorted_by(ground.columns, view.sort))
    part = paging.part_of(ground, sums, view)
    scores = ground.scores(part.members, part.places)
    context: dict[str, Any] = {
        "classroom": room,
        "pupils": len(ground.pupils),
        "columns": [_head(room, sums.columns[place], part) for place in part.places],
        "rows": [
            {
                "name": member.real_name or member.nickname,
                "nickname": member.nickname if member.real_name else "",
                "url": reverse("gradebook-pupil", args=[class_id, member.pk]),
                "cells": cells.cells_of(room, own),
                "sum": cells.sum_text(total.points, total.out_of),
                "share": cells.percent_text(total.share),
            }
            for member, own in zip(part.members, scores, strict=True)
            for total in [sums.totals[member.pk]]
        ],
        "class_share": cells.percent_text(sums.total.share),
        "class_sum": cells.sum_text(sums.total.points, sums.total.out_of),
        "name_order": _order(part, "name"),
        "share_order": _order(part, "share"),
        "column_pages": _pages(part.view, "columns", part.column_pages),
        "row_pages": _pages(part.view, "rows", part.row_pages),
        "sort": part.view.sort,
        "high": cells.HIGH,
        "half": cells.HALF,
    }
    return render(request, "classrooms/gradebook/grid.html", context)


@require_safe
@members_only
def csv(request: HttpRequest, class_id: uuid.UUID) -> HttpResponse:
    """The whole grid for a spreadsheet."""
    entered = access_class(player_of(request), class_id, need="teacher")
    book = read(entered.classroom)
    rows = files.grid_rows(book, paging.view_of(request.GET).sort)
    return csv_response(rows, f"istaka-gradebook-{book.moment:%Y-%m-%d}.csv")


def _head(room: Classroom, column: Column, part: paging.Part) -> dict[str, Any]:
    one = column.assignment
    return {
        "title": one.title,
        "url": reverse("assignment-results", args=[room.pk, one.pk]),
        "day": _day(column, room.zone),
        "out_of": column.out_of,
        "handed_in": column.handed_in,
        "share": cells.percent_text(column.share),
        "order": _order(part, str(one.pk)),
    }


def _day(column: Column, zone: str) -> str:
    """The day on which an assignment is due, in the class's zone; empty for no end."""
    due = column.assignment.due_at
    return date_format(local_of(due, zone), "SHORT_DATE_FORMAT") if due is not None else ""


def _order(part: paging.Part, key: str) -> dict[str, str]:
    """How a column is sorted now, for `aria-sort`, and the address that sorts by it."""
    now = part.view.sort
    sorted_now = now.removeprefix("-") == key
    turned = now.startswith("-")
    falling = sorted_now and (turned == (key == "name"))
    aria = ("descending" if falling else "ascending") if sorted_now else ""
    wanted = f"-{key}" if sorted_now and not turned else key
    return {"aria": aria, "url": part.view.url(sort=wanted, rows=1)}


def _pages(view: paging.View, name: str, count: int) -> dict[str, Any] | None:
    """Links to the page before and after, None where there is one page."""
    if count < 2:
        return None
    here = getattr(view, name)
    return {
        "here": here,
        "count": count,
        "before": view.url(**{name: here - 1}) if here > 1 else "",
        "after": view.url(**{name: here + 1}) if here < count else "",
    }
