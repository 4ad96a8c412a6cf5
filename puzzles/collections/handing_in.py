"""A whole set at once: answers that are kept unjudged, handed in, and graded by a job.

The job answers each puzzle under a key that follows from the submission, so that a job that comes
twice, or dies half way, grades nothing twice.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.urls import reverse

from accounts import clock
from accounts.models import Player
from jobs import services as jobs
from jobs.kinds import Effect
from jobs.models import Job
from jobs.work import Work
from okey.errors import InputError
from puzzles import attempts
from puzzles.attempts import Place
from puzzles.errors import PlayerGone, Refused
from puzzles.grading import exercise_shown
from puzzles.kinds.asked import answer_text
from puzzles.kinds.registry import kind_of
from puzzles.models import Attempt, AttemptMark, PuzzleSet, SetItem, Submission
from puzzles.withholding import HeldBack, check_not_held_back
from tutor.tasks.base import LONGEST

JOB: Final = "grade.submission"


class HandedIn(Refused):
    """The set was handed in; its answers stay as they were."""

    code = "submission.handed-in"


@dataclass(frozen=True, slots=True)
class Graded:
    """A graded answer of a submission; `attempt` is None where nothing was answered."""

    number: int
    attempt: Attempt | None


@transaction.atomic
def begin(*, player: Player, puzzle_set: PuzzleSet) -> Submission:
    """Begin to answer a set as a whole, or go on where that is under way."""
    if Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first() is None:
        raise PlayerGone
    mine = Submission.objects.filter(player=player, set=puzzle_set)
    found: Submission | None = mine.under_way().first()
    return found or Submission.objects.create(player=player, set=puzzle_set)


@transaction.atomic
def keep(submission: Submission, item: SetItem, raw: Mapping[str, Any]) -> None:
    """Keep an answer to a puzzle of the set, unjudged; the last one counts.

    Raise `InputError` where it cannot be read, `HandedIn` where it comes too late, `HeldBack` where
    class work asks the same.
    """
    read = read_for(item, raw)
    check_not_held_back(submission.player, item.puzzle)
    row = _locked(submission)
    row.answers = row.answers | {str(item.index): read}
    row.save(update_fields=["answers"])


def read_for(item: SetItem, raw: Mapping[str, Any]) -> dict[str, Any]:
    """An answer as it is kept. Raise `InputError` for one that grading could not read either."""
    kind = kind_of(item.puzzle.kind)
    read = kind.read_answer(raw)
    text = answer_text(read)
    if len(text) > LONGEST:
        raise InputError("input.field", "answer")
    exercise = exercise_shown(item.puzzle, item.colours)
    kind.check(exercise, text, exercise.rules)
    return read


@transaction.atomic
def hand_in(submission: Submission) -> Job:
    """Hand a set in and have it graded. Again gives the job that is grading it, or has.

    Raise what `jobs.services.enqueue` raises; then nothing is handed in.
    """
    row = Submission.objects.select_for_update().get(pk=submission.pk)
    if row.job is not None:
        return row.job
    row.job = jobs.enqueue(
        kind=JOB,
        args={"submission": str(row.pk)},
        owner=row.player,
        dedupe_key=str(row.pk),
        total=row.set.items.count(),
    )
    row.handed_in_at = clock.now()
    row.save(update_fields=["job", "handed_in_at"])
    return row.job


def handle(work: Work) -> Effect | None:
    """Job handler: grade what was handed in, puzzle by puzzle."""
    row = Submission.objects.filter(pk=work.args["submission"]).select_related("player").first()
    if row is None or row.graded_at is not None:
        return None
    items = list(row.set.items.select_related("puzzle").order_by("index"))
    right = 0
    for done, item in enumerate(items, start=1):
        answer = row.answers.get(str(item.index))
        if answer is not None:
            right += _answered(row, item, answer)
        work.progress(done, len(items))
    return lambda: _finish(row.pk, right, len(items))


def result_url(job: Job) -> str:
    """Where the mark of a submission's job is to be seen."""
    return reverse("submission", args=[job.args["submission"]])


def results(submission: Submission) -> list[Graded]:
    """What became of every puzzle, in the order of the set."""
    items = submission.set.items.order_by("index").values_list("index", flat=True)
    keys = {_key(submission, index): index for index in items}
    made = Attempt.objects.filter(player=submission.player_id, key__in=keys)
    found = {keys[one.key]: one for one in made.select_related("puzzle") if one.key in keys}
    return [Graded(index + 1, found.get(index)) for index in items]


def rules_missed(graded: list[Graded]) -> list[tuple[str, int]]:
    """The rules that answers broke, and how often, the most frequent first."""
    made = [one.attempt.pk for one in graded if one.attempt is not None]
    marks = AttemptMark.objects.filter(attempt__in=made, sort=AttemptMark.Sort.RULE)
    return Counter(marks.values_list("key", flat=True)).most_common()


def _answered(row: Submission, item: SetItem, answer: dict[str, Any]) -> bool:
    """Grade one answer under its own key; whether it is right."""
    place = Place(Attempt.Context.SET, row.set_id, 1, item.colours)
    number = attempts.next_try(row.player, item.puzzle, place)
    try:
        outcome = attempts.answer(
            player=row.player,
            puzzle=item.puzzle,
            place=Place(place.context, place.context_id, number, item.colours),
            raw=answer,
            key=_key(row, item.index),
            opened_at=row.begun_at,
        )
    except HeldBack:  # set in a class meanwhile: as if it were left out here
        return False
    return bool(outcome.attempt.correct)


def _finish(pk: uuid.UUID, right: int, asked: int) -> None:
    Submission.objects.filter(pk=pk, graded_at__isnull=True).update(
        graded_at=clock.now(), mark=right, asked=asked
    )


def _key(row: Submission, index: int) -> uuid.UUID:
    return uuid.uuid5(row.pk, str(index))


def _locked(submission: Submission) -> Submission:
    row: Submission = Submission.objects.select_for_update().get(pk=submission.pk)
    if row.handed_in_at is not None:
        raise HandedIn
    return row
