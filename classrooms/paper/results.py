"""Results that come back from paper, entered by a teacher: a work beside those made on a screen.

What was entered can be corrected; each deed stands in the trail with what it changed. A work that
a pupil made on a screen is never touched: paper is a try of its own.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Max

from accounts import clock
from accounts.models import Player
from classrooms.assignments.models import Assignment, Work, WorkAnswer
from classrooms.assignments.variants import variant_of
from classrooms.grading import marks
from classrooms.lti import scores
from classrooms.people.errors import ClassGone
from classrooms.people.locking import lock_class
from classrooms.people.models import Member
from classrooms.people.trail import note
from puzzles.errors import Refused
from puzzles.kinds.base import Json

RIGHT: Final = "+"
WRONG: Final = "-"
BLANK: Final = "."
NONE: Final = ""  # no sheet came back
_CORRECT: Final[dict[str, bool | None]] = {RIGHT: True, WRONG: False, BLANK: None}


class NotFrozen(Refused):
    """A draft's puzzles may still change: nothing can be answered yet."""

    code = "paper.draft"


class Unreadable(Refused):
    """Marks that are not one of + - . for each puzzle."""

    code = "paper.unreadable"
    status = 422


class EnteredMeanwhile(Refused):
    """Somebody else entered something else for the same pupil since the page was shown."""

    code = "paper.meanwhile"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a page says of a pupil: the marks now, and those that it showed before."""

    member: uuid.UUID
    marks: str
    shown: str


def marks_of(works: Sequence[Work], count: int) -> str:
    """The marks of the work on paper among a pupil's works, a letter a puzzle; or `NONE`.

    Wants the works' `answers` prefetched.
    """
    work = next((one for one in works if one.source == Work.Source.PAPER), None)
    if work is None:
        return NONE
    letters = [BLANK] * count
    for answer in work.answers.all():
        if answer.index < count and answer.correct is not None:
            letters[answer.index] = RIGHT if answer.correct else WRONG
    return "".join(letters)


def read_marks(text: str, count: int) -> str:
    """Marks as somebody typed them: a letter a puzzle; what is left out at the end is blank.

    Raise `Unreadable` for another letter, and for more of them than there are puzzles.
    """
    plain = "".join(_READ.get(one, one) for one in text.strip().casefold())
    if len(plain) > count or set(plain) - set(_CORRECT):
        raise Unreadable
    return plain.ljust(count, BLANK) if plain else NONE


# "−" and "–" are what a phone's keyboard writes for a minus, "✓" and "x" what stands on paper
_READ: Final = {"1": RIGHT, "✓": RIGHT, "0": WRONG, "x": WRONG, "−": WRONG, "–": WRONG, "_": BLANK}


@transaction.atomic
def enter(assignment: Assignment, entries: Sequence[Entry], *, actor: Player) -> int:
    """Write the entries that are changed, all of them or none; how many.

    Entering the same again changes nothing. Raise `NotFrozen`, `Unreadable`, `EnteredMeanwhile`,
    and what `lock_class` raises.
    """
    row, count = _hold(assignment, actor)
    changed = [one for one in entries if one.marks != one.shown]
    members = {
        one.pk: one
        for one in Member.objects.active()
        .pupils()
        .filter(classroom=row.classroom_id, pk__in=[entry.member for entry in changed])
    }
    written = 0
    for entry in changed:
        member = members.get(entry.member)
        if member is None:
            raise ClassGone
        if entry.marks not in (NONE, read_marks(entry.marks, count)):
            raise Unreadable
        work = _paper_of(row, member)
        now = NONE if work is None else marks_of([work], count)
        if now == entry.marks:
            continue
        if now != entry.shown:
            raise EnteredMeanwhile
        _write(row, member, work, entry.marks)
        _note(row, member, actor, now, entry.marks)
        written += 1
    if written:
        scores.changed(row.pk)
    return written


@transaction.atomic
def enter_answers(
    assignment: Assignment,
    member: Member,
    answers: Mapping[int, Json | str],
    *,
    late: bool,
    actor: Player,
) -> Work:
    """Write what one pupil's paper has: melds as laid, which the engine judges, or a mark.

    `answers` by the puzzle's index: an answer as its kind reads it, or `RIGHT`, `WRONG`, `BLANK`.
    """
    row, count = _hold(assignment, actor)
    found = Member.objects.active().pupils().filter(classroom=row.classroom_id, pk=member.pk)
    if not found.exists():
        raise ClassGone
    work = _paper_of(row, member)
    before = NONE if work is None else marks_of([work], count)
    work = work or _new(row, member)
    if work.late != late:
        work.late = late
        work.save(update_fields=["late"])
    if any(not 0 <= index < count for index in answers):
        raise Unreadable
    _mark(work, {index: _CORRECT[said] for index, said in answers.items() if isinstance(said, str)})
    for index, said in answers.items():
        if not isinstance(said, str):
            _lay(work, index, said)
    marks.settle(work)
    after = marks_of([_paper_of(row, member) or work], count)
    if before != after:
        _note(row, member, actor, before, after)
    return work


def _hold(assignment: Assignment, actor: Player) -> tuple[Assignment, int]:
    lock_class(assignment.classroom_id, actor=actor)
    row = Assignment.objects.select_related("classroom").filter(pk=assignment.pk).first()
    if row is None:
        raise ClassGone
    if row.frozen_at is None:
        raise NotFrozen
    return row, row.puzzle_set.items.count()


def _paper_of(assignment: Assignment, member: Member) -> Work | None:
    works = Work.objects.filter(
        assignment=assignment, member=member, source=Work.Source.PAPER
    ).prefetch_related("answers")
    return works.order_by("try_no").first()


def _new(assignment: Assignment, member: Member) -> Work:
    last = Work.objects.filter(assignment=assignment, member=member)
    number = (last.aggregate(most=Max("try_no"))["most"] or 0) + 1
    now = clock.now()
    return Work.objects.create(
        assignment=assignment,
        member=member,
        try_no=number,
        source=Work.Source.PAPER,
        opened_at=now,
        submitted_at=now,
        variant=variant_of(assignment, member),
    )


def _write(assignment: Assignment, member: Member, work: Work | None, letters: str) -> None:
    if letters == NONE:
        if work is not None:
            work.delete()
        return
    work = work or _new(assignment, member)
    _mark(work, {index: _CORRECT[letter] for index, letter in enumerate(letters)})
    marks.settle(work, tell=False)


def _mark(work: Work, said: Mapping[int, bool | None]) -> None:
    """Write right, wrong or blank by the puzzle's index. What was laid stays if judged the same."""
    there = {row.index: row for row in work.answers.all()}
    new, changed = [], []
    for index, correct in said.items():
        row = there.get(index)
        if row is None and correct is not None:
            new.append(WorkAnswer(work=work, index=index, correct=correct))
        elif row is not None and row.correct != correct:
            row.answer, row.correct, row.saved_at = None, correct, clock.now()
            row.rules = []  # a mark names none
            changed.append(row)
    WorkAnswer.objects.bulk_create(new)
    WorkAnswer.objects.bulk_update(changed, ["answer", "correct", "rules", "saved_at"])


def _lay(work: Work, index: int, answer: Json) -> None:
    row = WorkAnswer.objects.filter(work=work, index=index).first()
    if row is not None and row.answer == answer:
        return
    row = row or WorkAnswer(work=work, index=index)
    row.answer, row.correct, row.rules, row.saved_at = answer, None, [], clock.now()
    row.save()
    marks.answer_one(work, index)


def _note(assignment: Assignment, member: Member, actor: Player, before: str, after: str) -> None:
    action = "paper.entered" if not before else "paper.removed" if not after else "paper.changed"
    note(
        assignment.classroom,
        action,
        actor=actor,
        member=member,
        assignment=str(assignment.pk),
        before=before,
        after=after,
    )
