"""Who goes altogether: no class is left without a teacher, no account of a card without a class."""

from __future__ import annotations

import uuid
from typing import Any, Final

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import ngettext

from accounts import privacy
from accounts.models import Player
from classrooms.people.models import Classroom, Member
from jobs import services as jobs
from jobs.kinds import Effect
from jobs.models import Job
from jobs.work import Work

JOB: Final = "grade.erase-pupils"


def check_classes_keep_a_teacher(player: Player) -> None:
    """Hold the classes that the player teaches; refuse to erase the only teacher of one."""
    mine = Classroom.objects.taught_by(player)
    list(mine.select_for_update(of=("self",), no_key=True).order_by("pk").only("pk"))
    others = Member.objects.active().teachers().exclude(player=player)
    alone = mine.filter(~Exists(others.filter(classroom=OuterRef("pk")))).order_by("name", "pk")
    ways = [(room.name, reverse("class-teachers", args=[room.pk])) for room in alone]
    if ways:
        reason = ngettext(
            "You are the only teacher of a class. Add another teacher to it, or delete the class "
            "in its settings; then come back here. Nothing was deleted.",
            "You are the only teacher of these classes. Add another teacher to each, or delete the "
            "class in its settings; then come back here. Nothing was deleted.",
            len(ways),
        )
        raise privacy.ErasureRefused(reason, ways)


def only_here(classroom: Classroom) -> QuerySet[Any]:
    """Players who are in this class alone, as pupils, and have no way in but a card."""
    elsewhere = Member.objects.filter(player=OuterRef("pk")).exclude(classroom=classroom)
    return _by_card_alone().filter(
        ~Exists(elsewhere),
        memberships__classroom=classroom,
        memberships__role=Member.Role.PUPIL,
    )


def erase_later(players: list[uuid.UUID]) -> None:
    """Have these card accounts erased; call it in the transaction that took their class away."""
    if players:
        args = {"players": sorted(str(one) for one in players)}
        jobs.enqueue(kind=JOB, args=args, owner=None, total=len(players))


def handle(work: Work) -> Effect:
    """Job handler: erase card accounts that are in no class. Whoever is in one again stays.

    The job that is done names nobody any more.
    """
    ids = work.args["players"]
    for done, one in enumerate(ids, start=1):
        _erase(uuid.UUID(one))
        work.progress(done, len(ids))
    return lambda: _forget_names(work.job_id)


def _forget_names(job_id: uuid.UUID) -> None:
    Job.objects.filter(pk=job_id).update(args={"players": []})


@transaction.atomic
def _erase(pk: uuid.UUID) -> None:
    Player.objects.select_for_update().filter(pk=pk).first()
    in_a_class = Member.objects.filter(player=OuterRef("pk"))
    player = _by_card_alone().filter(~Exists(in_a_class), pk=pk).first()
    if player is not None:
        privacy.erase(player)


def _by_card_alone() -> QuerySet[Any]:
    """Accounts made by a teacher, that nothing but a card leads into."""
    return Player.objects.filter(
        user__email="",
        user__is_staff=False,
        user__password__startswith=UNUSABLE_PASSWORD_PREFIX,
        lti_users=None,
    )
