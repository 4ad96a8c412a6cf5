"""Making, changing, archiving and deleting a class. What is done with its people: `members.py`."""

from __future__ import annotations

import uuid
import zoneinfo
from collections.abc import Mapping
from typing import Final

from django.db import IntegrityError, transaction

from accounts import clock
from accounts.models import Player
from classrooms.models import Assignment, JoinCode, LiveRound, LtiLink
from classrooms.people import erasing
from classrooms.people.errors import (
    CannotTeach,
    ChangedMeanwhile,
    TooManyClasses,
    WrongName,
)
from classrooms.people.locking import lock_class
from classrooms.people.models import Classroom, Member
from classrooms.people.trail import note
from jobs import services as jobs
from jobs.models import Job
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from puzzles.errors import KeyReused
from puzzles.models import Attempt, PuzzleSet

MOST_CLASSES: Final = 100  # in use, of one teacher

_SETTINGS: Final = {"name", "rules", "zone"}


def may_teach(player: Player | None) -> bool:
    """Whether this is an account that can get back in by itself: it has an e-mail address."""
    return player is not None and player.user is not None and bool(player.user.email)


def create_class(
    *,
    actor: Player,
    name: str,
    rules: str,
    zone: str = "Europe/Istanbul",
    nickname: str = "",
    key: uuid.UUID,
) -> Classroom:
    """Make a class with this teacher; `nickname` is what it calls them, else the user name.

    The same key gives the same class. Raise `CannotTeach`, `TooManyClasses`, `KeyReused` where the
    key made another class, `InputError` for a rule set or time zone that there is not.
    """
    if not may_teach(actor):
        raise CannotTeach
    _check(rules=rules, zone=zone)
    fields = {"name": name, "rules": rules, "zone": zone}
    known = Classroom.objects.filter(key=key).first()
    if known is None:
        try:
            with transaction.atomic():
                return _create(actor, nickname, key, fields)
        except IntegrityError:  # the same request came twice at once
            known = Classroom.objects.get(key=key)
    mine = Classroom.objects.taught_by(actor).filter(pk=known.pk)
    if not mine.exists() or any(getattr(known, field) != fields[field] for field in fields):
        raise KeyReused
    return known


def _create(actor: Player, nickname: str, key: uuid.UUID, fields: Mapping[str, str]) -> Classroom:
    Player.objects.select_for_update(no_key=True).get(pk=actor.pk)  # so that the bound is one
    if Classroom.objects.taught_by(actor).in_use().count() >= MOST_CLASSES:
        raise TooManyClasses
    row: Classroom = Classroom.objects.create(key=key, **fields)
    Member.objects.create(
        classroom=row,
        player=actor,
        role=Member.Role.TEACHER,
        nickname=nickname or str(actor.user)[:40],
    )
    note(row, "class.created", actor=actor)
    return row


@transaction.atomic
def change_settings(
    *,
    classroom: Classroom,
    actor: Player | None,
    changes: Mapping[str, str],
    shown: Mapping[str, str] | None = None,
) -> Classroom:
    """Write those settings that are changed, and no other.

    `shown` is what the page said before: raise `ChangedMeanwhile` where another teacher has
    changed one of these since, so that nobody's change is lost unseen.
    """
    if unknown := set(changes) - _SETTINGS:
        raise InputError("input.field", min(unknown))
    room = lock_class(classroom.pk, actor=actor)
    _check(rules=changes.get("rules", room.rules), zone=changes.get("zone", room.zone))
    fields = [field for field in changes if getattr(room, field) != changes[field]]
    for field in fields:
        if shown is not None and getattr(room, field) != shown.get(field, getattr(room, field)):
            raise ChangedMeanwhile
        setattr(room, field, changes[field])
    if fields:
        room.save(update_fields=fields)
        note(room, "class.changed", actor=actor, fields=sorted(fields))
    return room


@transaction.atomic
def archive_class(*, classroom: Classroom, actor: Player | None) -> Classroom:
    """Put a class away: it can be read and not changed, and nobody joins. Again changes nothing."""
    room = lock_class(classroom.pk, actor=actor, archived=True)
    if room.archived_at is None:
        now = clock.now()
        room.archived_at = now
        room.save(update_fields=["archived_at"])
        JoinCode.objects.filter(classroom=room, closed_at=None).update(closed_at=now)
        LiveRound.objects.filter(classroom=room, ended_at=None).update(ended_at=now)
        note(room, "class.archived", actor=actor)
    return room


@transaction.atomic
def unarchive_class(*, classroom: Classroom, actor: Player | None) -> Classroom:
    """Bring a class back into use. Again changes nothing."""
    room = lock_class(classroom.pk, actor=actor, archived=True)
    if room.archived_at is not None:
        room.archived_at = None
        room.save(update_fields=["archived_at"])
        note(room, "class.unarchived", actor=actor)
    return room


def delete_class(*, classroom: Classroom, actor: Player | None, name: str) -> None:
    """Delete a class and all that is in it, for good: work, grades, notes, files, its puzzle sets.

    `name` is typed by whoever deletes; raise `WrongName` where it is another. Pupils with a card
    who are in no other class are erased as well, by a job; what others did elsewhere stays theirs.
    """
    with transaction.atomic():
        room = lock_class(classroom.pk, actor=actor, archived=True)
        if " ".join(name.split()) != " ".join(room.name.split()):
            raise WrongName
        # before the works that it deletes, in the order in which scores are written
        list(LtiLink.objects.select_for_update().filter(context__classroom=room).order_by("pk"))
        assignments = list(Assignment.objects.filter(classroom=room).values_list("pk", flat=True))
        sets = list(PuzzleSet.objects.filter(assignment__in=assignments))
        for job in _jobs_of(room, [one.pk for one in sets]):
            jobs.cancel(job)
        pupils = list(erasing.only_here(room).values_list("pk", flat=True))
        room.delete()
        Attempt.objects.filter(
            context=Attempt.Context.ASSIGNMENT, context_id__in=assignments
        ).delete()
        PuzzleSet.objects.filter(pk__in=[one.pk for one in sets], owner=None).delete()
        erasing.erase_later(pupils)


def _jobs_of(room: Classroom, sets: list[uuid.UUID]) -> list[Job]:
    """Work that is under way for the class: puzzles being made, answers graded, files written."""
    unfinished = Job.objects.unfinished()
    found = (
        *unfinished.filter(puzzle_set__in=sets),
        *unfinished.filter(class_work__assignment__classroom=room),
        *unfinished.filter(regrading__assignment__classroom=room),
        *unfinished.filter(class_export__classroom=room),
    )
    return sorted(found, key=lambda job: job.pk)


def _check(*, rules: str, zone: str) -> None:
    rule_set(rules)
    if zone not in zoneinfo.available_timezones():
        raise InputError("input.field", "zone")
