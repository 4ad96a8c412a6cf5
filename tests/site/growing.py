"""A person and a class of whom there is ever more, for pages that must not ask ever more."""

from __future__ import annotations

import uuid
from typing import Final

from accounts import clock, tokens
from accounts.models import Player
from classrooms.entering import joining
from classrooms.gradebook.models import Note
from classrooms.people import invitations, trail
from classrooms.people.models import Member
from okey.rules import catalogue
from puzzles.models import Attempt, PublicName, Puzzle, PuzzleSet, Run
from puzzles.store import store_shared
from tests.classrooms.world import World, join, make_assignment, make_work, pupil_account
from tests.puzzles.conftest import proposals
from tests.tutor import games, sheets
from tutor.models import Game, ReviewCard, Sheet

RULES: Final = "101-guide"


def more_puzzles(count: int) -> list[Puzzle]:
    """So many public puzzles, the same ones each time."""
    found = [one.puzzle for one in store_shared(proposals()[:count]) if one is not None]
    assert len(found) >= count * 3 // 4
    return found


def grow_player(player: Player, size: int) -> None:
    """Bring what belongs to somebody up to `size` of each."""
    puzzles = more_puzzles(size)
    have = Attempt.objects.filter(player=player, context="practice").values("puzzle")
    for puzzle in Puzzle.objects.filter(pk__in=[one.pk for one in puzzles]).exclude(pk__in=have):
        _attempt(player, puzzle)
    for _ in range(min(size, tokens.MOST_PER_PLAYER) - player.tokens.count()):
        tokens.issue(player, "laptop")
    for made in PuzzleSet.objects.filter(owner=player):
        for index in range(made.items.count(), len(puzzles)):
            made.items.create(index=index, puzzle=puzzles[index])
    for _ in range(size - PuzzleSet.objects.filter(owner=player).count()):
        PuzzleSet.objects.create(
            owner=player, rules=RULES, kinds=["can-open"], count=1, seed="s", key=uuid.uuid4()
        )
    for _ in range(size - Run.objects.filter(player=player, mode="streak").count()):
        _run(player, 3)
    for number in range(size - PublicName.objects.count()):
        other = Player.objects.create()
        PublicName.objects.create(player=other, name=f"Name {uuid.uuid4().hex[:12]}")
        _run(other, number + 1)
    for _ in range(size - Game.objects.filter(seat_rows__player=player).count()):
        games.begin(player)
    for _ in range(size - Sheet.objects.filter(player=player).count()):
        sheets.begin(player)
    for sheet in Sheet.objects.filter(player=player)[:1]:
        for _ in range(min(size, 10) - sheet.round_rows.count()):
            sheets.write(sheet, winner="0")
    for rule in _rules(size):
        ReviewCard.objects.get_or_create(
            player=player, rules=RULES, rule=rule, defaults={"due_on": clock.today()}
        )


def grow_class(world: World, size: int) -> None:
    """Bring a class up to `size` pupils, assignments, works, notes, requests and deeds."""
    room, first = world.classroom, world.pupils[0]
    pupils = list(Member.objects.active().pupils().filter(classroom=room))
    for number in range(len(pupils), size):
        pupils.append(join(room, pupil_account(), nickname=f"Pupil {number}"))
    works = [make_assignment(world) for _ in range(size - room.assignments.count())]
    for made in works:
        for member in pupils if made == works[0] else [first]:
            make_work(made, member, correct=[True, False, None])
    for _ in range(size - first.notes.count()):
        Note.objects.create(member=first, author=world.teacher, text="Well done")
    for number in range(size):
        join(room, pupil_account(), state=Member.State.PENDING)
        trail.note(room, "class.changed", actor=world.teacher)
        if number < 5:
            invitations.invite(classroom=room, actor=world.teacher)
    joining.make_code(room, actor=world.teacher, places=20, approval=True)


def _attempt(player: Player, puzzle: Puzzle) -> None:
    Attempt.objects.create(
        player=player,
        puzzle=puzzle,
        context="practice",
        key=uuid.uuid4(),
        answer={"cannot": True},
        answered_at=clock.now(),
        correct=False,
        verdict={},
        rules_version=1,
        engine_version="1",
        generator_version=1,
    )


def _run(player: Player, score: int) -> None:
    Run.objects.create(
        player=player,
        mode="streak",
        rules=RULES,
        seed="s",
        key=uuid.uuid4(),
        day=clock.today(),
        finished_at=clock.now(),
        score=score,
    )


def _rules(size: int) -> list[str]:
    return list(catalogue.RULES)[:size]
