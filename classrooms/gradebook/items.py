"""How an assignment went, puzzle by puzzle, over the works that count: one a pupil.

Puzzles go by the set's items, whatever colours or order a pupil saw; answers are brought back into
the set's own colours, so that the same answer is counted as the same.
"""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from classrooms.assignments.models import Assignment, Work, WorkAnswer
from classrooms.gradebook import statistics
from classrooms.gradebook.book import Gradebook, read
from classrooms.gradebook.scores import Has, percent
from classrooms.grading import marks
from puzzles.canonical import LETTERS, permute_text
from puzzles.kinds.asked import answer_text
from puzzles.models import Puzzle, SetItem

MOST_WRONG: Final = 3  # answers shown
LONGEST_PAUSE: Final = 30 * 60  # seconds; longer, the page lay open


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong answer as it was given, in the set's colours, and by how many."""

    text: str
    count: int


@dataclass(frozen=True, slots=True)
class ItemFigures:
    """One puzzle. `works` were handed in and graded; who left it out is not right.

    `seconds` is the median from one kept answer to the next, by the server's clock, None on paper.
    """

    item: SetItem
    works: int
    answered: int
    right: int
    discrimination: float | None
    seconds: float | None
    wrong: tuple[Wrong, ...]

    @property
    def number(self) -> int:
        """Its number in the set, from 1: the same for every pupil."""
        return int(self.item.index) + 1

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        found: Puzzle = self.item.puzzle
        return found

    @property
    def share(self) -> Decimal | None:
        """Right answers of all works, in percent."""
        return percent(self.right, self.works)


@dataclass(frozen=True, slots=True)
class RuleMissed:
    """A rule that answers broke: how many pupils, and at which puzzles."""

    rule: str
    pupils: int
    puzzles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """An assignment. `divides` is the number of the puzzle that parts the class best, or None."""

    assignment: Assignment
    book: Gradebook
    works: int
    items: tuple[ItemFigures, ...]
    rules: tuple[RuleMissed, ...]
    divides: int | None
    by_marks: int = 0  # wrong answers of which only the mark is known, so that they name no rule


@dataclass(frozen=True, slots=True)
class _Given:
    """An answer of a counting work, as far as figures need it."""

    work: Work
    index: int
    correct: bool | None
    text: str
    seconds: float | None
    rules: tuple[str, ...]


def analyse(assignment: Assignment) -> Analysis:
    """All figures of an assignment. Nine queries at any size."""
    book = read(assignment.classroom, assignments=Assignment.objects.filter(pk=assignment.pk))
    counting = {
        row.scores[0].work
        for row in book.rows
        if row.scores[0].has == Has.DONE and row.scores[0].work is not None
    }
    works = list(Work.objects.filter(pk__in=counting).select_related("member").order_by("pk"))
    items = list(assignment.puzzle_set.items.select_related("puzzle").order_by("index"))
    for item in items:
        item.set = assignment.puzzle_set
        item.set.assignment = assignment
    given = _given(works, items)
    by_index: dict[int, list[_Given]] = defaultdict(list)
    for one in given:
        by_index[one.index].append(one)
    points = {work.pk: work.points or 0 for work in works}
    figures = tuple(_figures(item, by_index[item.index], points) for item in items)
    return Analysis(
        assignment=assignment,
        book=book,
        works=len(works),
        items=figures,
        rules=_rules(given),
        divides=_divides(figures),
        by_marks=sum(one.correct is False and not one.text for one in given),
    )


def _given(works: list[Work], items: list[SetItem]) -> list[_Given]:
    by_work = {work.pk: work for work in works}
    by_index = {item.index: item for item in items}
    rows = (
        WorkAnswer.objects.filter(work__in=by_work)
        .order_by("work", "saved_at", "index")
        .values_list(
            "work",
            "index",
            "answer",
            "correct",
            "saved_at",
            "attempt__colours",
            "attempt__verdict__rules",
            "attempt__verdict__verdict__violations",
            "rules",
        )
    )
    found: list[_Given] = []
    last: dict[uuid.UUID, Any] = {}
    for work_id, index, answer, correct, saved_at, colours, rules, violations, apart in rows:
        work, item = by_work[work_id], by_index.get(index)
        if item is None:
            continue
        seconds = (saved_at - last.get(work_id, work.opened_at)).total_seconds()
        last[work_id] = saved_at
        timed = work.source == Work.Source.SCREEN and 0 <= seconds <= LONGEST_PAUSE
        shown = colours or marks.shown_in(work, item)
        found.append(
            _Given(
                work,
                index,
                correct,
                _plain(answer, shown, item.colours),
                seconds if timed else None,
                _missed(correct, rules or apart, violations),
            )
        )
    return found


def _missed(correct: bool | None, rules: Any, violations: Any) -> tuple[str, ...]:
    """The rules that a wrong answer broke, as `puzzles` marks them on its attempt."""
    if correct is not False:
        return ()
    if rules:
        return tuple(dict.fromkeys(rules))
    return tuple(dict.fromkeys(one["rule"] for one in violations or ()))


def _plain(answer: Any, shown: str, wanted: str) -> str:
    """An answer as text, in the set's colours whatever the pupil saw; empty where unknown."""
    if not answer:
        return ""
    text = answer_text(answer)
    if shown == wanted:
        return text
    back = "".join(wanted[shown.index(colour)] for colour in LETTERS)
    return permute_text(text, back)


def _figures(item: SetItem, given: list[_Given], points: dict[uuid.UUID, int]) -> ItemFigures:
    right = {one.work.pk for one in given if one.correct}
    wrong = Counter(one.text for one in given if one.correct is False and one.text)
    ids = list(points)
    return ItemFigures(
        item=item,
        works=len(ids),
        answered=len(given),
        right=len(right),
        discrimination=statistics.discrimination(
            [pk in right for pk in ids], [points[pk] for pk in ids]
        ),
        seconds=statistics.median([one.seconds for one in given if one.seconds is not None]),
        wrong=tuple(Wrong(text, count) for text, count in wrong.most_common(MOST_WRONG)),
    )


def _rules(given: Iterable[_Given]) -> tuple[RuleMissed, ...]:
    pupils: dict[str, set[uuid.UUID]] = defaultdict(set)
    numbers: dict[str, set[int]] = defaultdict(set)
    for one in given:
        for rule in one.rules:
            pupils[rule].add(one.work.member_id)
            numbers[rule].add(one.index + 1)
    found = [
        RuleMissed(rule, len(who), tuple(sorted(numbers[rule]))) for rule, who in pupils.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.pupils, one.rule)))


def _divides(figures: Iterable[ItemFigures]) -> int | None:
    """The puzzle with the highest discrimination, if it parts well."""
    known = [one for one in figures if one.discrimination is not None]
    best = max(known, key=lambda one: (one.discrimination or 0, -one.number), default=None)
    if best is None or (best.discrimination or 0) < statistics.GOOD:
        return None
    return best.number
