"""The rows of class work: sets of ten, assignments that are over and one under way, works."""

from __future__ import annotations

import datetime as dt
import random
from collections import defaultdict
from dataclasses import dataclass

import okey
from benchmarks.load.sheets import Sheet
from benchmarks.load.solving import IN_A_SET, OF_CLASSES, SHARE_OF_WORK, Book, chance_of, key_of
from benchmarks.load.stock import Stock, Stocked
from benchmarks.load.town import Person, Room, Town, uuid_of

ASSIGNMENT = (
    "id classroom_id title words rules puzzle_set_id created_by_id created_at frozen_at opens_at"
    " due_at grace_minutes tries counting feedback variants everyone key"
)
WORK = (
    "id assignment_id member_id try_no source opened_at submitted_at late variant graded_at"
    " engine_version points out_of"
)


@dataclass(slots=True)
class Pages:
    """Where class work is written."""

    sets: Sheet
    items: Sheet
    assignments: Sheet
    works: Sheet
    answers: Sheet
    book: Book


@dataclass(slots=True)
class Task:
    """An assignment with its puzzles."""

    id: str
    puzzles: list[Stocked]
    opens: dt.datetime
    over: bool


def write(url: str, town: Town, stock: Stock, book: Book) -> int:
    """Four assignments that are over and one under way, of every class; how many were answered."""
    chance = town.plan.stream("class work")
    by_rules: dict[str, list[int]] = defaultdict(list)
    for at, one in enumerate(stock.pool):
        by_rules[one.rules].append(at)
    before = book.attempts.rows
    with (
        Sheet(url, "puzzles_puzzleset", "id rules kinds count seed key created_at name") as sets,
        Sheet(url, "puzzles_setitem", "set_id index puzzle_id colours") as items,
        Sheet(url, "classrooms_assignment", ASSIGNMENT) as assignments,
        Sheet(url, "classrooms_work", WORK) as works,
        Sheet(
            url, "classrooms_workanswer", "work_id index answer saved_at attempt_id correct"
        ) as answers,
    ):
        pages = Pages(sets, items, assignments, works, answers, book)
        for room in town.rooms:
            chosen = chance.sample(by_rules[room.rules], IN_A_SET * (OF_CLASSES + 1))
            for who in (room.teacher, *room.pupils):
                who.seen.update(chosen)
            for number in range(OF_CLASSES + 1):
                some = chosen[number * IN_A_SET : (number + 1) * IN_A_SET]
                puzzles = [stock.pool[at] for at in some]
                task = _task(town, room, number, puzzles, pages, chance)
                for pupil in room.pupils:
                    _work(task, pupil, pages, chance, town.plan.moment)
    return book.attempts.rows - before


def _task(
    town: Town, room: Room, number: int, puzzles: list[Stocked], pages: Pages, chance: random.Random
) -> Task:
    moment = town.plan.moment
    over = number < OF_CLASSES
    opens = moment - dt.timedelta(days=30 * (OF_CLASSES - number) - 10 if over else 2)
    due = opens + dt.timedelta(days=14)
    ident, whole = uuid_of(chance), uuid_of(chance)
    kinds = list(dict.fromkeys(one.made.proposal.kind for one in puzzles))
    pages.sets.add(whole, room.rules, kinds, IN_A_SET, f"load{number}", uuid_of(chance), opens, "")
    for index, one in enumerate(puzzles):
        pages.items.add(whole, index, one.id, "RYBK")
    pages.assignments.add(
        *(ident, room.id, f"Week {number + 1}", "", room.rules, whole, room.teacher.player),
        *(opens, opens, opens, due, 0, 1, "best", "after-submit", False, True, uuid_of(chance)),
    )
    return Task(ident, puzzles, opens, over)


def _work(
    task: Task, pupil: Person, pages: Pages, chance: random.Random, moment: dt.datetime
) -> None:
    if chance.random() > (SHARE_OF_WORK if task.over else 0.4):
        return
    work = uuid_of(chance)
    days = 13.0 if task.over else (moment - task.opens).total_seconds() / 86_400 - 0.1
    opened = task.opens + dt.timedelta(days=days * chance.random())
    if not task.over:
        pages.works.add(
            work, task.id, pupil.member, 1, "screen", opened, None, False, "", None, "", None, None
        )
        for index in range(chance.randrange(IN_A_SET)):
            pages.answers.add(work, index, task.puzzles[index].made.right, opened, None, None)
        return
    points, at = 0, opened
    for index, one in enumerate(task.puzzles):
        share = chance_of(pupil, one)
        right = chance.random() < share
        points += right
        attempt = uuid_of(chance)
        at = pages.book.solved(
            attempt,
            pupil,
            one,
            place=f"assignment\t{task.id}",
            how="f\t\t0",
            opened=at,
            took=chance.lognormvariate(3.2, 0.5),
            key=key_of(work, index),
            right=right,
            expected=share,
        )
        answer = one.made.right if right else one.made.wrong
        pages.answers.add(work, index, answer, at, attempt, right)
    pages.works.add(
        *(work, task.id, pupil.member, 1, "screen", opened, at, False, "", at),
        *(okey.__version__, points, IN_A_SET),
    )
