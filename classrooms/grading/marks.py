"""What an answer of a class is worth. Only here a verdict becomes points.

Whatever runs twice finds what the first run wrote: an answer is judged once, under a key that
follows from its work and place, and points are counted from the rows, never added up on the way.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

import okey
from accounts import clock
from accounts.models import Player
from classrooms.assignments.models import Work, WorkAnswer
from classrooms.assignments.variants import colours_of
from classrooms.lti import scores
from puzzles import attempts
from puzzles.attempts import Place
from puzzles.errors import PlayerGone
from puzzles.grading import Graded
from puzzles.grading import grade as judge
from puzzles.kinds.registry import kind_of
from puzzles.models import Attempt, SetItem


@dataclass(frozen=True, slots=True)
class Mark:
    """What one answer is: right or not, None where there is nothing that could be judged.

    `attempt` holds verdict and explanation; an answer on paper has none.
    """

    correct: bool | None
    attempt: Attempt | None


def answer_one(work: Work, index: int) -> Mark:
    """Judge the kept answer to the puzzle `index` of a work, once. Again gives what was found.

    Raise `InputError` for an answer that its kind cannot read (nothing is judged then), and
    `puzzles.errors.PlayerGone` where the pupil was erased meanwhile.
    """
    with transaction.atomic():
        row = _locked(work, index)
        if row is None:
            return Mark(None, None)
        if row.correct is not None or row.answer is None:
            return Mark(row.correct, row.attempt)
        item = work.assignment.puzzle_set.items.select_related("puzzle").get(index=index)
        row.attempt = _attempt(row, item)
        if row.attempt is not None:
            row.correct = bool(row.attempt.correct)
        else:
            judged = _judged_apart(row, item)
            row.correct, row.rules = judged.correct, broken(judged.correct, judged.to_row())
        row.save(update_fields=["attempt", "correct", "rules"])
    return Mark(row.correct, row.attempt)


@transaction.atomic
def settle(work: Work, *, engine_version: str = okey.__version__, tell: bool = True) -> bool:
    """Write what a work that is handed in is worth, from its answers; whether it has a grade now.

    None while an answer waits for its verdict. Settling again counts again: the first moment of
    grading stays, the points follow the answers. Whoever settles several in one transaction passes
    `tell=False` and calls `classrooms.lti.scores.changed` once, at its end.
    """
    row = Work.objects.select_for_update(no_key=True).filter(pk=work.pk).first()
    if row is None or row.submitted_at is None:
        return False
    judged = list(row.answers.values_list("answer", "correct"))
    if any(correct is None and answer is not None for answer, correct in judged):
        return False
    row.points = sum(correct is True for _answer, correct in judged)
    row.out_of = row.assignment.puzzle_set.items.count()
    row.graded_at = row.graded_at or clock.now()
    row.engine_version = engine_version
    row.save(update_fields=["points", "out_of", "graded_at", "engine_version"])
    if tell:
        scores.changed(row.assignment_id)
    return True


def key_of(work_id: uuid.UUID, index: int) -> uuid.UUID:
    """The key under which an answer is judged, whoever asks and however often."""
    return uuid.uuid5(work_id, str(index))


def shown_in(work: Work, item: SetItem) -> str:
    """The colours in which a puzzle was laid, on a screen or on the pupil's own sheet of paper."""
    return colours_of(work, item)


def _locked(work: Work, index: int) -> WorkAnswer | None:
    """The answer, once nobody else judges it or merges its pupil.

    Locked in one order everywhere, as merging players does: player, work, answer.
    """
    owner = Player.objects.select_for_update(no_key=True).filter(memberships__works=work.pk)
    if owner.first() is None:
        raise PlayerGone
    rows = WorkAnswer.objects.select_for_update(of=("self",))
    found: WorkAnswer | None = (
        rows.select_related("attempt", "work__member__player", "work__assignment__puzzle_set")
        .filter(work=work.pk, index=index)
        .first()
    )
    return found


def _attempt(row: WorkAnswer, item: SetItem) -> Attempt | None:
    """The attempt under this answer's key; None on paper, or where another answer has its place."""
    work = row.work
    if work.source == Work.Source.PAPER:
        return None
    place = Place(Attempt.Context.ASSIGNMENT, work.assignment_id, work.try_no, shown_in(work, item))
    key = key_of(work.pk, row.index)
    made = attempts.answer(
        player=work.member.player,
        puzzle=item.puzzle,
        place=place,
        raw=row.answer or {},
        key=key,
        opened_at=work.opened_at,
    ).attempt
    return made if made.key == key else None


def broken(correct: bool | None, verdict: Mapping[str, Any]) -> list[str]:
    """The rules that a wrong answer broke, of a verdict as `Graded.to_row` keeps it."""
    if correct is not False:
        return []
    violations = (verdict.get("verdict") or {}).get("violations") or ()
    return list(dict.fromkeys(verdict.get("rules") or [one["rule"] for one in violations]))


def _judged_apart(row: WorkAnswer, item: SetItem) -> Graded:
    """The verdict alone, without an attempt."""
    read = kind_of(item.puzzle.kind).read_answer(row.answer or {})
    return judge(item.puzzle, colours=shown_in(row.work, item), answer=read)
