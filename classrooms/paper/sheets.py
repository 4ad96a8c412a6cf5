"""Worksheets of an assignment, and their key: the set's own sheet, one for each pupil if wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.assignments.models import Assignment
from classrooms.assignments.variants import colours_of
from classrooms.people.models import Member
from classrooms.people.shown import by_nickname
from puzzles.board import rules_name
from puzzles.grading import solution_shown
from puzzles.models import SetItem
from puzzles.printing.sheet import MOST, Key, Paper, Pictures, key_data, printed, puzzle_data


def meant_for(assignment: Assignment) -> list[Member]:
    """The pupils for whom an assignment is, by nickname."""
    members = Member.objects.active().pupils().filter(classroom=assignment.classroom_id)
    if not assignment.everyone:
        members = members.filter(pk__in=assignment.recipients.values("member"))
    return by_nickname(members)


def worksheet(
    assignment: Assignment,
    *,
    pupils: Sequence[Member] = (),
    link: str = "",
    told: Callable[[int], None] = lambda _done: None,
) -> bytes:
    """The PDF for these pupils, each with a nickname and, where they differ, colours of their own.

    Without pupils one sheet with a line for the name; only where all have the same colours. `told`
    hears how many pupils' puzzles are drawn.
    """
    items, pictures = _items(assignment), Pictures()
    papers = []
    for done, one in enumerate(pupils, start=1):
        puzzles = [puzzle_data(item, colours_of(one, item), pictures) for item in items]
        papers.append(Paper(puzzles, one.nickname))
        told(done)
    if not pupils:
        papers = [Paper([puzzle_data(item, item.colours, pictures) for item in items])]
    return _printed(assignment, papers, [], pictures, len(items), link)


def answer_key(
    assignment: Assignment,
    *,
    pupils: Sequence[Member] = (),
    told: Callable[[int], None] = lambda _done: None,
) -> bytes:
    """The PDF of what is right, for the class's teachers: one key, or one for each pupil."""
    items, pictures = _items(assignment), Pictures()
    keys = []
    for done, one in enumerate(pupils, start=1):
        keys.append(Key(_answers(items, one, pictures), one.nickname))
        told(done)
    if not pupils:
        keys = [Key(_answers(items, None, pictures))]
    return _printed(assignment, [], keys, pictures, len(items), "")


def _answers(
    items: Sequence[SetItem], member: Member | None, pictures: Pictures
) -> list[dict[str, object]]:
    found = []
    for item in items:
        colours = item.colours if member is None else colours_of(member, item)
        found.append(key_data(item, colours, solution_shown(item.puzzle, colours), pictures))
    return found


def _items(assignment: Assignment) -> list[SetItem]:
    rows = assignment.puzzle_set.items.select_related("puzzle", "set__assignment")
    return list(rows.order_by("index")[:MOST])


def _printed(
    assignment: Assignment,
    papers: Sequence[Paper],
    keys: Sequence[Key],
    pictures: Pictures,
    count: int,
    link: str,
) -> bytes:
    text = ngettext("%(count)s puzzle · %(rules)s", "%(count)s puzzles · %(rules)s", count)
    subtitle = text % {"count": count, "rules": rules_name(assignment.rules)}
    return printed(
        title=assignment.title,
        subtitle=f"{assignment.classroom.name} · {subtitle}",
        papers=papers,
        keys=keys,
        pictures=pictures,
        link=link,
        words=assignment.words if papers else "",
        qr_words=_("Link to this assignment"),
    )
