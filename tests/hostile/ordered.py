"""One real order of every kind of job, made by the services that make it on the site.

A kind without an order here fails tests/hostile/test_jobs.py.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any, Final

from accounts import clock
from accounts.models import Player
from jobs.models import Job
from jobs.services import enqueue
from tests.classrooms.world import World, make_assignment, make_class, make_puzzles, make_work

RULES: Final = "101-club"


def order(kind: str) -> dict[str, Any]:
    """The arguments with which the site enqueues a job of this kind, and what they name."""
    ORDERS[kind]()
    args: dict[str, Any] = Job.objects.filter(kind=kind).latest("created_at").args
    Job.objects.all().delete()
    return args


def _enqueued(of: str, **args: Any) -> Callable[[], object]:
    return lambda: enqueue(kind=of, args=args)


def _set() -> None:
    from puzzles import sets

    spec = sets.Specification(rules=RULES, count=3, seed="hostile")
    sets.create_set(owner=Player.objects.create(), spec=spec, key=uuid.uuid4())


def _file() -> None:
    from puzzles.collections import exchange
    from puzzles.models import PuzzleSet, SetItem

    owner = Player.objects.create()
    made = PuzzleSet.objects.create(
        owner=owner, rules=RULES, kinds=["can-open"], count=2, seed="s", key=uuid.uuid4()
    )
    for index, puzzle in enumerate(make_puzzles(2)):
        SetItem.objects.create(set=made, index=index, puzzle=puzzle)
    found = exchange.from_file(exchange.to_file(made))
    exchange.import_set(owner=owner, found=found, key=uuid.uuid4())


def _submission() -> None:
    from puzzles.collections import handing_in
    from puzzles.models import PuzzleSet, SetItem

    owner = Player.objects.create()
    made = PuzzleSet.objects.create(
        owner=owner, rules=RULES, kinds=["can-open"], count=2, seed="s", key=uuid.uuid4()
    )
    for index, puzzle in enumerate(make_puzzles(2)):
        SetItem.objects.create(set=made, index=index, puzzle=puzzle)
    row = handing_in.begin(player=owner, puzzle_set=made)
    for item in made.items.all():
        handing_in.keep(row, item, {"cannot": True})
    handing_in.hand_in(row)


def _withdrawn() -> None:
    from puzzles import attempts
    from puzzles.reports import services

    puzzle = make_puzzles(1)[0]
    attempts.answer(
        player=Player.objects.create(),
        puzzle=puzzle,
        place=attempts.Place("practice"),
        raw={"cannot": True},
        key=uuid.uuid4(),
    )
    services.withdraw(puzzle)
    enqueue(kind="grade.restore-ratings", args={"puzzle": str(puzzle.pk)})


def _pupils() -> None:
    from classrooms.people import erasing

    world = make_class()
    gone = [member.player_id for member in world.pupils]
    for member in world.pupils:
        member.delete()
    erasing.erase_later(gone)


def _handed_in() -> tuple[World, Any]:
    from classrooms.assignments.models import WorkAnswer

    world = make_class()
    assignment = make_assignment(world)
    work = make_work(assignment, world.pupils[0], submitted_at=clock.now())
    WorkAnswer.objects.bulk_create(
        WorkAnswer(work=work, index=index, answer={"cannot": True}) for index in range(3)
    )
    return world, work


def _work() -> None:
    from classrooms.grading import services

    services.put_back(_handed_in()[1])


def _again() -> None:
    from classrooms.grading import regrading

    world = make_class()
    assignment = make_assignment(world)
    make_work(assignment, world.pupils[0], correct=[True, False, True])
    regrading.look(assignment, actor=world.teacher)


def _export() -> None:
    from classrooms.gradebook import exporting

    world, _work = _handed_in()
    exporting.ask(world.classroom, actor=world.teacher, key=uuid.uuid4(), language="de")


def _paper() -> None:
    from classrooms.paper import filing

    world = make_class()
    order = filing.Order(filing.SHEETS, "tr")
    filing.ask(make_assignment(world), order, actor=world.teacher, key=uuid.uuid4())


_DAY: Final = "2026-11-30"
ORDERS: Final[dict[str, Callable[[], object]]] = {
    "generate.set-chunk": _set,
    "generate.daily": lambda: enqueue(
        kind="generate.daily",
        args={"date": (clock.today() + dt.timedelta(days=3)).isoformat(), "rules": RULES},
    ),
    "generate.pool": _enqueued("generate.pool", kind="can-open", rules=RULES, seed="s", block=0),
    "grade.verify-pool": _enqueued("grade.verify-pool", day=_DAY, part=1, after=""),
    "grade.recount": _enqueued("grade.recount", day=_DAY, part=1, table=0, after=""),
    "generate.housekeeping": _enqueued("generate.housekeeping", day=_DAY, part=1),
    "generate.class-housekeeping": _enqueued("generate.class-housekeeping", day=_DAY, part=1),
    "generate.import": _file,
    "mail.alarm": _enqueued("mail.alarm", text="A job has waited for two minutes."),
    "grade.submission": _submission,
    "grade.restore-ratings": _withdrawn,
    "grade.erase-pupils": _pupils,
    "grade.class-work": _work,
    "grade.class-again": _again,
    "generate.class-export": _export,
    "generate.paper-part": _paper,
    # launches are off: an assignment and a score that are there for no platform
    "grade.lti-changed": lambda: enqueue(
        kind="grade.lti-changed", args={"assignment": str(make_assignment(make_class()).pk)}
    ),
    "grade.lti-score": _enqueued("grade.lti-score", score=1, serial=1),
}
