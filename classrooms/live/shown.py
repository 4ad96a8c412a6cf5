"""How a live round stands: who has opened it, and what of their answers is right. For teachers."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Count, Max

from classrooms.assignments.models import Work, WorkAnswer
from classrooms.assignments.variants import colours_of
from classrooms.live.models import LiveRound
from classrooms.people.models import Member
from classrooms.people.shown import name_order
from okey.errors import InputError
from puzzles.grading import exercise_shown
from puzzles.kinds.asked import answer_text
from puzzles.kinds.registry import kind_of
from puzzles.models import SetItem

KEPT: Final = 4 * 3_600  # seconds for which a verdict is remembered


def version(live: LiveRound) -> str:
    """Names how the round stands; the same as long as nothing has changed. Two queries."""
    works = Work.objects.filter(assignment=live.assignment_id).aggregate(
        Count("pk"), Count("submitted_at"), Count("graded_at"), Max("opened_at")
    )
    answers = WorkAnswer.objects.filter(work__assignment=live.assignment_id).aggregate(
        Count("pk"), Max("saved_at")
    )
    told = (live.ended_at, *works.values(), *answers.values())
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def standings(live: LiveRound) -> dict[str, Any]:
    """A row for each pupil, a mark for each puzzle: right, wrong, kept where unknown, or open."""
    assignment = live.assignment
    items = list(assignment.puzzle_set.items.select_related("puzzle").order_by("index"))
    for item in items:
        item.set = assignment.puzzle_set
        item.set.assignment = assignment
    works = list(
        Work.objects.filter(assignment=assignment)
        .select_related("member")
        .prefetch_related("answers")
        .order_by("try_no")
    )
    marks = _marks(works, items, assignment)
    latest = {work.member_id: work for work in works}
    members = Member.objects.active().pupils().filter(classroom=live.classroom_id)
    if not assignment.everyone:
        members = members.filter(pk__in=assignment.recipients.values("member"))
    rows, totals = [], Counter[int]()
    for member in sorted(members, key=lambda one: name_order(one.nickname)):
        work = latest.get(member.pk)
        own = [marks.get((work.pk, item.index), "") if work else "" for item in items]
        totals.update(item.index for item, mark in zip(items, own, strict=True) if mark == "right")
        rows.append(
            {
                "name": member.nickname,
                "opened": work is not None,
                "answered": sum(bool(mark) for mark in own),
                "right": sum(mark == "right" for mark in own),
                "handed_in": bool(work and work.submitted_at),
                "marks": own,
            }
        )
    return {
        "rows": rows,
        "numbers": [item.index + 1 for item in items],
        "rights": [totals[item.index] for item in items],
        "opened": sum(row["opened"] for row in rows),
        "handed_in": sum(row["handed_in"] for row in rows),
        "count": len(items),
    }


def _marks(
    works: Sequence[Work], items: Sequence[SetItem], assignment: Any
) -> dict[tuple[Any, int], str]:
    """What each kept answer is. Verdicts are remembered by the moment at which it was kept."""
    by_index = {item.index: item for item in items}
    names: dict[str, tuple[Work, WorkAnswer]] = {}
    marks: dict[tuple[Any, int], str] = {}
    for work in works:
        work.assignment = assignment
        for answer in work.answers.all():
            if answer.correct is not None:
                marks[work.pk, answer.index] = "right" if answer.correct else "wrong"
            elif answer.index in by_index:
                moment = answer.saved_at.timestamp()
                names[f"live:{work.pk}:{answer.index}:{moment}"] = (work, answer)
    known = cache.get_many(names) if names else {}
    new = {}
    for name, (work, answer) in names.items():
        if name not in known:
            known[name] = new[name] = _verdict(work, answer, by_index[answer.index])
        marks[work.pk, answer.index] = known[name]
    if new:
        cache.set_many(new, KEPT)
    return marks


def _verdict(work: Work, answer: WorkAnswer, item: SetItem) -> str:
    kind = kind_of(item.puzzle.kind)
    exercise = exercise_shown(item.puzzle, colours_of(work, item))
    try:
        outcome = kind.check(exercise, answer_text(answer.answer or {}), exercise.rules)
    except (InputError, ValueError):
        return "kept"
    return "right" if outcome.correct else "wrong"
