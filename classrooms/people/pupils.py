"""Pupils without e-mail, many at once: pasted lines are read, shown, then made.

A pupil is a user with a random name and no password, a player and an active member. Cards are made
by `classrooms.entering`.
"""

from __future__ import annotations

import csv
import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from django.contrib.auth.hashers import make_password
from django.db import transaction

from accounts.models import Player, User
from classrooms.people.errors import ClassFull
from classrooms.people.locking import lock_class
from classrooms.people.models import Classroom, Member
from classrooms.people.names import (
    LONGEST_NICKNAME,
    LONGEST_REAL_NAME,
    folded,
    read_name,
    taken,
)
from classrooms.people.trail import note
from puzzles.errors import Refused

MOST_PUPILS: Final = 200  # of a class, and of one list
LONGEST_LIST: Final = 40_000  # characters

Wrong = Literal["empty", "long", "unseen", "real-long", "real-unseen", "twice", "taken", "many"]


@dataclass(frozen=True, slots=True)
class NewPupil:
    """A pupil to be made; `line` is where the list has it, from 1."""

    nickname: str
    real_name: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a line cannot become a pupil. `other` is the line that has the same nickname."""

    line: int
    wrong: Wrong
    text: str
    other: int = 0


class ListRefused(Refused):
    """Some lines cannot become pupils, so none has; `problems` names each."""

    code = "pupils.list"
    status = 422

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(f"{one.line}: {one.wrong}" for one in problems))
        self.problems = tuple(problems)


def read_lines(text: str) -> list[NewPupil]:
    """The pupils of a pasted list: "nickname", or "nickname, real name" in a line.

    A tab, a semicolon or a comma stands between the two, in this order where a line has several;
    empty lines are left out. Nothing is judged yet: `problems_of` does that.
    """
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            nickname, real_name = _cells(line)
            found.append(NewPupil(nickname, real_name, number))
    return found


def _cells(line: str) -> tuple[str, str]:
    mark = next((one for one in "\t;," if one in line), "\t")
    cells = [cell.strip() for cell in next(csv.reader([line], delimiter=mark), [""])]
    joint = ", " if mark == "," else " "  # a name may have a comma itself, or two columns
    return cells[0], joint.join(cell for cell in cells[1:] if cell)


def problems_of(
    classroom: Classroom, pupils: Sequence[NewPupil]
) -> tuple[list[NewPupil], list[Problem]]:
    """The pupils with names in one spelling, and every reason why one cannot be made."""
    return _judged(pupils, taken(classroom))


def _judged(pupils: Sequence[NewPupil], there: set[str]) -> tuple[list[NewPupil], list[Problem]]:
    read: list[NewPupil] = []
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    for place, one in enumerate(pupils, start=1):
        line = one.line or place
        nickname, wrong = read_name(one.nickname, longest=LONGEST_NICKNAME, required=True)
        real_name, real = read_name(one.real_name, longest=LONGEST_REAL_NAME, required=False)
        read.append(NewPupil(nickname, real_name, line))
        shown = nickname or real_name
        if wrong:
            problems.append(Problem(line, wrong, shown))  # type: ignore[arg-type]
        elif (key := folded(nickname)) in seen:
            problems.append(Problem(line, "twice", shown, seen[key]))
        elif key in there:
            problems.append(Problem(line, "taken", shown))
        if real:
            problems.append(Problem(line, f"real-{real}", real_name))  # type: ignore[arg-type]
        if place == MOST_PUPILS + 1:
            problems.append(Problem(line, "many", shown))
        if not wrong:
            seen.setdefault(folded(nickname), line)
    return read, problems


@transaction.atomic
def create_pupils(
    classroom: Classroom,
    names: Sequence[NewPupil],
    actor: Player | None,
    key: uuid.UUID | None = None,
) -> list[Member]:
    """Make these pupils, in their order; all of them or none.

    The same list under the same `key` gives the pupils that it made before, wherever they are now.
    Raise `ListRefused` with every problem, `ClassFull`, and what `lock_class` raises.
    """
    room = lock_class(classroom.pk, actor=actor)
    ids = [_id_of(room, one, key or uuid.uuid4()) for one in names]
    made = {row.pk: row for row in Member.objects.filter(classroom=room, pk__in=ids)}
    missing = [(pk, one) for pk, one in zip(ids, names, strict=True) if pk not in made]
    read, problems = _judged([one for _, one in missing], taken(room))
    if problems:
        raise ListRefused(problems)
    check_room(room, len(read))
    members = _make(room, [pk for pk, _ in missing], read)
    if members:
        note(room, "pupils.created", actor=actor, count=len(members))
    made |= {row.pk: row for row in members}
    return [made[pk] for pk in ids]


def check_room(classroom: Classroom, more: int) -> None:
    """Raise `ClassFull` where the class cannot take so many more. Hold the class's row."""
    there = Member.objects.active().pupils().filter(classroom=classroom).count()
    if more and there + more > MOST_PUPILS:
        raise ClassFull


def _make(room: Classroom, ids: list[uuid.UUID], read: list[NewPupil]) -> list[Member]:
    users = User.objects.bulk_create(
        User(username=f"pupil-{secrets.token_hex(8)}", password=make_password(None)) for _ in read
    )
    players = Player.objects.bulk_create(Player(user=user) for user in users)
    return Member.objects.bulk_create(
        Member(
            pk=pk,
            classroom=room,
            player=player,
            role=Member.Role.PUPIL,
            nickname=one.nickname,
            real_name=one.real_name,
        )
        for pk, player, one in zip(ids, players, read, strict=True)
    )


def _id_of(room: Classroom, one: NewPupil, key: uuid.UUID) -> uuid.UUID:
    """Which member a line of a list under this key is: the same for the same request again."""
    nickname, _ = read_name(one.nickname, longest=LONGEST_NICKNAME, required=True)
    real_name, _ = read_name(one.real_name, longest=LONGEST_REAL_NAME, required=False)
    return uuid.uuid5(room.pk, f"{key}\t{nickname}\t{real_name}")
