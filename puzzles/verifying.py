"""The pool looked at again every night: does every puzzle still hold with the engine as it is now?

Whatever no longer does is withdrawn, which gives back the ratings that it had cost
(`puzzles.ratings.restoring`), and gives today another daily. The work is cut into jobs of less than
a minute, each of which enqueues the next; a job that dies has lost nothing.
"""

from __future__ import annotations

import logging
import time
import uuid
from typing import Any, Final

from django.db.models import Count, Q

import okey
from accounts import clock
from jobs import alarms
from jobs import services as jobs
from jobs.kinds import Effect
from jobs.models import Job
from jobs.work import Work
from okey.errors import InputError
from okey.rules.rulesets import RULE_SETS, rule_set
from puzzles import dailies, gates
from puzzles.grading import stored_solution
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.registry import KINDS
from puzzles.models import Attempt, Puzzle
from puzzles.positions import exercise_of

log = logging.getLogger(__name__)

JOB: Final = "grade.verify-pool"
HOUR: Final = 3  # of the night in Istanbul, when few play
SECONDS: Final = 40.0  # of one job, whose limit is sixty
AT_ONCE: Final = 200  # rows that are read together
TRIES: Final = 20  # first tries from which nobody or everybody is an alarm

NOBODY, EVERYBODY = "nobody", "everybody"


def ensure_due() -> None:
    """Enqueue tonight's look at the pool, unless there is a job of it already."""
    now = clock.now().astimezone(clock.DAY_ZONE)
    if now.hour < HOUR:
        return
    day = now.date().isoformat()
    if not Job.objects.filter(kind=JOB, dedupe_key=_key(day, 1)).exists():
        _enqueue(day, 1, "")


def handle(work: Work) -> Effect | None:
    """Job handler: look at puzzles from `after` on, for as long as a job may take."""
    until = time.monotonic() + SECONDS
    after, seen = work.args["after"], 0
    fallen: list[uuid.UUID] = []
    held: list[uuid.UUID] = []
    ended = False
    while not ended and time.monotonic() < until:
        rows = _next(after)
        ended = not rows
        for puzzle in rows:
            (held if holds(puzzle) else fallen).append(puzzle.pk)
            after, seen = str(puzzle.pk), seen + 1
            if time.monotonic() >= until:
                break
        work.progress(seen, seen)
    return lambda: _write(work.args, after, held, fallen, ended=ended)


def holds(puzzle: Puzzle) -> bool:
    """Whether a puzzle is still legal, its answers right, and both proved."""
    kind = KINDS.get(puzzle.kind)
    if kind is None or puzzle.rules not in RULE_SETS or puzzle.rules not in kind.rule_sets:
        return False
    return holds_as(kind, puzzle.rules, puzzle.position, stored_solution(puzzle))


def holds_as(kind: AskedKind, rules: str, position: Any, solution: Any) -> bool:
    """The same of a position and the solution that is kept of it."""
    rs = rule_set(rules)
    try:
        exercise = exercise_of(position, kind, rs)
        passed = gates.checked(kind, exercise, rs)
        return passed is not None and kind.still_right(exercise, passed.right, solution)
    except (InputError, ValueError, KeyError):
        return False


def alarming(most: int = 200) -> list[tuple[uuid.UUID, str, int]]:
    """Puzzles that nobody or everybody solves at the first try without a hint, and how many tried.

    Something is wrong with the first ones, or they are no question.
    """
    tried = (
        Attempt.objects.answered()
        .filter(try_no=1, hint_level=0, puzzle__state=Puzzle.State.LIVE)
        .values("puzzle")
        .annotate(tries=Count("pk"), right=Count("pk", filter=Q(correct=True)))
        .filter(tries__gte=TRIES)
        .order_by("-tries")
    )
    found = []
    for row in tried.values_list("puzzle", "tries", "right"):
        puzzle, tries, right = row
        if right in (0, tries):
            found.append((puzzle, EVERYBODY if right else NOBODY, tries))
    return found[:most]


def _next(after: str) -> list[Puzzle]:
    there = Puzzle.objects.public().order_by("pk")
    if after:
        there = there.filter(pk__gt=uuid.UUID(after))
    return list(there[:AT_ONCE])


def _write(
    args: dict[str, Any],
    after: str,
    held: list[uuid.UUID],
    fallen: list[uuid.UUID],
    *,
    ended: bool,
) -> None:
    for puzzle in fallen:
        log.warning("puzzle %s no longer holds and is withdrawn", puzzle)
    if fallen:
        dailies.withdraw(Puzzle.objects.filter(pk__in=fallen))
    Puzzle.objects.filter(pk__in=held).exclude(engine_version=okey.__version__).update(
        engine_version=okey.__version__
    )
    if not ended:
        _enqueue(args["day"], args["part"] + 1, after)
        return
    odd = alarming()
    for puzzle, solvers, tries in odd:
        log.warning("puzzle %s is solved by %s of %s", puzzle, solvers, tries)
    if odd:
        alarms.raise_alarm(
            "puzzles", f"{len(odd)} puzzles are solved by everybody or nobody: see the admin"
        )


def _enqueue(day: str, part: int, after: str) -> None:
    jobs.enqueue(
        kind=JOB,
        args={"day": day, "part": part, "after": after},
        dedupe_key=_key(day, part),
    )


def _key(day: str, part: int) -> str:
    return f"{day}:{part}"


__all__ = ["EVERYBODY", "NOBODY", "alarming", "ensure_due", "handle", "holds", "holds_as"]
