"""The cast of a class: its teachers, its pupils, and those who have no business in it.

`make_class()` gives a `World`; `make_assignment(world)` sets it puzzles. All is written straight
into the rows, quickly, so that a test of one service depends on no other.
"""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from django.contrib.auth.hashers import make_password
from django.test import Client

import okey
from accounts import clock
from accounts.models import Player, User
from classrooms.assignments.models import Assignment, Work, WorkAnswer
from classrooms.people.models import AuditEntry, Classroom, Member
from puzzles.models import Puzzle, PuzzleSet, SetItem
from puzzles.store import store_shared
from tests.puzzles.conftest import RULES, proposals

PASSWORD: Final = "an-old-tea-glass"
PUPILS: Final = ("Aylin", "Ben", "Cem")


@dataclass
class World:
    """A class and everybody around it."""

    classroom: Classroom
    teacher: Player
    coteacher: Player
    pupils: list[Member]
    exmember: Player  # was a pupil
    pending: Player  # asked to join
    deactivated: Player  # a pupil whose user may not log in
    otherteacher: Player
    otherclass: Classroom
    otherpupil: Member
    clients: dict[uuid.UUID, Client] = field(default_factory=dict)

    @property
    def pupil(self) -> Player:
        """The first pupil."""
        found: Player = self.pupils[0].player
        return found

    def member(self, player: Player) -> Member:
        """The player's row in this class."""
        return Member.objects.get(classroom=self.classroom, player=player)

    def client(self, player: Player) -> Client:
        """A browser in which the player is logged in; the same one each time."""
        if player.pk not in self.clients:
            self.clients[player.pk] = client_of(player)
        return self.clients[player.pk]


@cache
def _password() -> str:
    return make_password(PASSWORD)  # slow on purpose: once for all


def account(name: str = "", **fields: Any) -> Player:
    """Somebody with e-mail and password (`PASSWORD`)."""
    name = name or f"user-{uuid.uuid4().hex[:12]}"
    user = User(username=name, email=f"{name}@example.org", **fields)
    user.password = _password()
    user.save()
    return Player.objects.create(user=user)


def pupil_account(**fields: Any) -> Player:
    """A pupil without e-mail, as teachers make them."""
    user = User(username=f"pupil-{uuid.uuid4().hex[:12]}", **fields)
    user.set_unusable_password()
    user.save()
    return Player.objects.create(user=user)


def client_of(player: Player) -> Client:
    """A browser in which this player is logged in."""
    client = Client()
    assert player.user is not None
    client.force_login(player.user)
    return client


def join(classroom: Classroom, player: Player, **fields: Any) -> Member:
    """Make somebody a member: an active pupil unless said otherwise."""
    fields.setdefault("role", Member.Role.PUPIL)
    fields.setdefault("nickname", f"N{uuid.uuid4().hex[:8]}")
    return Member.objects.create(classroom=classroom, player=player, **fields)


def make_class(*, pupils: int = len(PUPILS), **fields: Any) -> World:
    """A class of two teachers and so many pupils, and a class of somebody else."""
    teacher, coteacher, otherteacher = account(), account(), account()
    classroom = Classroom.objects.create(
        **{"name": "Okey club", "rules": RULES, "zone": "Europe/Istanbul", **fields}
    )
    otherclass = Classroom.objects.create(name="Another class", rules=RULES)
    for player, room in ((teacher, classroom), (coteacher, classroom), (otherteacher, otherclass)):
        join(room, player, role=Member.Role.TEACHER, nickname="Teacher")
    members = []
    for number in range(pupils):
        name = PUPILS[number] if number < len(PUPILS) else f"Pupil {number + 1}"
        members.append(
            join(classroom, pupil_account(), nickname=name, real_name=f"{name} Realname")
        )
    exmember, pending = pupil_account(), pupil_account()
    deactivated = pupil_account(is_active=False)
    join(classroom, exmember, state=Member.State.LEFT, left_at=clock.now())
    join(classroom, pending, state=Member.State.PENDING)
    join(classroom, deactivated)
    return World(
        classroom=classroom,
        teacher=teacher,
        coteacher=coteacher,
        pupils=members,
        exmember=exmember,
        pending=pending,
        deactivated=deactivated,
        otherteacher=otherteacher,
        otherclass=otherclass,
        otherpupil=join(otherclass, pupil_account()),
    )


def make_puzzles(count: int = 3) -> list[Puzzle]:
    """The first puzzles of one stream: "can you open 101 with this hand?"."""
    stored = store_shared(proposals()[:count])
    return [one.puzzle for one in stored if one is not None]


def make_assignment(
    world: World, *, count: int = 3, frozen: bool = True, **fields: Any
) -> Assignment:
    """An assignment for everyone: open since yesterday, due in a week, unless said otherwise."""
    puzzles = make_puzzles(count)
    now = clock.now()
    puzzle_set = PuzzleSet.objects.create(
        owner=None, rules=RULES, kinds=["can-open"], count=count, seed="tests", key=uuid.uuid4()
    )
    SetItem.objects.bulk_create(
        SetItem(set=puzzle_set, index=index, puzzle=puzzle) for index, puzzle in enumerate(puzzles)
    )
    return Assignment.objects.create(
        **{
            "classroom": world.classroom,
            "title": "Openings",
            "rules": RULES,
            "puzzle_set": puzzle_set,
            "created_by": world.teacher,
            "frozen_at": now - dt.timedelta(days=1) if frozen else None,
            "opens_at": now - dt.timedelta(days=1),
            "due_at": now + dt.timedelta(days=7),
            **fields,
        }
    )


def make_work(
    assignment: Assignment,
    member: Member,
    *,
    correct: list[bool | None] | None = None,
    **fields: Any,
) -> Work:
    """A work: under way, or handed in and graded where `correct` says what of it is right.

    None in `correct` is a puzzle left out.
    """
    if correct is None:
        return Work.objects.create(assignment=assignment, member=member, **fields)
    now = clock.now()
    work = Work.objects.create(
        assignment=assignment,
        member=member,
        **{
            "submitted_at": now,
            "graded_at": now,
            "engine_version": okey.__version__,
            "points": sum(one is True for one in correct),
            "out_of": len(correct),
            **fields,
        },
    )
    WorkAnswer.objects.bulk_create(
        WorkAnswer(work=work, index=index, answer={"cannot": True}, correct=one)
        for index, one in enumerate(correct)
        if one is not None
    )
    return work


def deeds(classroom: Classroom) -> list[str]:
    """The actions in a class's trail, the first one first."""
    rows = AuditEntry.objects.filter(classroom=classroom).order_by("pk")
    return list(rows.values_list("action", flat=True))
