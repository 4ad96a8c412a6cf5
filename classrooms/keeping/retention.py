"""What has served its time: archived classes, pupils taken out, people of platforms who left.

How long each is kept the operator says (docs/privacy.md); 0 keeps it until somebody deletes it.
A job does it once a day, a part of it at a time: everything here may be done twice.
"""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts import clock, privacy
from accounts.models import Player
from classrooms.keeping.pupil_data import forget_in_class
from classrooms.models import LtiUser
from classrooms.people import services
from classrooms.people.models import Classroom, Member
from jobs.kinds import Effect
from jobs.models import Job
from jobs.services import enqueue
from jobs.work import Work

JOB: Final = "generate.class-housekeeping"  # with the long work that nobody waits for
MOST_CLASSES: Final = 20  # of one run
MOST_PEOPLE: Final = 200


def ensure_due() -> None:
    """Enqueue the day's part, unless there is a job of this day already."""
    day = clock.today().isoformat()
    if not Job.objects.filter(kind=JOB, dedupe_key=_key(day, 1)).exists():
        _enqueue(day, 1)


def handle(work: Work) -> Effect | None:
    """Job handler: one part of a day's housekeeping of classes."""
    now = clock.now()
    classes = list(classes_over(now).values_list("pk", flat=True)[:MOST_CLASSES])
    members = list(members_over(now).values_list("pk", flat=True)[:MOST_PEOPLE])
    users = list(strangers(now).values_list("pk", flat=True)[:MOST_PEOPLE])
    total = len(classes) + len(members) + len(users)
    deeds: list[tuple[Any, list[Any]]] = [
        (delete_class, classes),
        (forget_member, members),
        (forget_stranger, users),
    ]
    done = 0
    for deed, ids in deeds:
        for one in ids:
            deed(one, now)
            done += 1
            work.progress(done, total)
    if len(classes) < MOST_CLASSES and max(len(members), len(users)) < MOST_PEOPLE:
        return None
    return lambda: _enqueue(work.args["day"], work.args["part"] + 1)


def goes_at(classroom: Classroom) -> dt.datetime | None:
    """When an archived class is deleted; None for one in use, and where classes are kept."""
    days = settings.ISTAKA_KEEP_ARCHIVED_DAYS
    if classroom.archived_at is None or not days:
        return None
    return classroom.archived_at + dt.timedelta(days=days)


def classes_over(now: dt.datetime) -> QuerySet[Classroom]:
    """Classes that were archived so long ago."""
    days = settings.ISTAKA_KEEP_ARCHIVED_DAYS
    before = now - dt.timedelta(days=days)
    found = Classroom.objects.filter(archived_at__lt=before) if days else Classroom.objects.none()
    return found.order_by("pk")


def members_over(now: dt.datetime) -> QuerySet[Member]:
    """Members who were taken out, or left, so long ago."""
    days = settings.ISTAKA_KEEP_REMOVED_DAYS
    before = now - dt.timedelta(days=days)
    found = Member.objects.left().filter(left_at__lt=before) if days else Member.objects.none()
    return found.order_by("pk")


def strangers(now: dt.datetime) -> QuerySet[Player]:
    """People who only came by a learning platform or a card, long ago, and are in no class."""
    days = settings.ISTAKA_KEEP_REMOVED_DAYS
    before = now - dt.timedelta(days=days)
    came = LtiUser.objects.filter(player=OuterRef("pk"), seen_at__gte=before)
    found = Player.objects.filter(
        ~Exists(Member.objects.filter(player=OuterRef("pk"))),
        ~Exists(came),
        user__email="",
        user__is_staff=False,
        user__password__startswith=UNUSABLE_PASSWORD_PREFIX,
        user__date_joined__lt=before,
    )
    return found.order_by("pk") if days else Player.objects.none()


def delete_class(pk: uuid.UUID, now: dt.datetime) -> None:
    """Delete a class, if it is still over."""
    room = classes_over(now).filter(pk=pk).first()
    if room is not None:
        services.delete_class(classroom=room, actor=None, name=room.name)


@transaction.atomic
def forget_member(pk: uuid.UUID, now: dt.datetime) -> None:
    """Delete what a class keeps of a member, if they are still out of it."""
    member = members_over(now).select_for_update(of=("self",)).filter(pk=pk).first()
    if member is not None:
        forget_in_class(member)


@transaction.atomic
def forget_stranger(pk: uuid.UUID, now: dt.datetime) -> None:
    """Erase somebody, if they are still in no class."""
    Player.objects.select_for_update().filter(pk=pk).first()
    player = strangers(now).filter(pk=pk).first()
    if player is not None:
        privacy.erase(player)


def _enqueue(day: str, part: int) -> None:
    enqueue(kind=JOB, args={"day": day, "part": part}, dedupe_key=_key(day, part))


def _key(day: str, part: int) -> str:
    return f"classes:{day}:{part}"
