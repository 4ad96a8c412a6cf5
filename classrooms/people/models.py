"""Classes, their members, the ways in, and the trail of what was done."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from accounts import clock
from classrooms.people.querysets import ClassroomQuerySet, MemberQuerySet


class Classroom(models.Model):
    """A class. Its teachers and pupils are `Member` rows; a role is a role in this class alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    rules = models.CharField(max_length=40)  # what it plays; an assignment may have another
    zone = models.CharField(max_length=60, default="Europe/Istanbul")  # in which times are shown
    created_at = models.DateTimeField(default=clock.now)
    archived_at = models.DateTimeField(null=True, blank=True)
    key = models.UUIDField(unique=True, default=uuid.uuid4)  # of the request that made it

    objects = ClassroomQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """Somebody in a class. Whoever is taken out stays as a row, and can be brought back."""

    class Role(models.TextChoices):
        TEACHER = "teacher"
        PUPIL = "pupil"

    class State(models.TextChoices):
        PENDING = "pending"  # asked to join; sees nothing yet
        ACTIVE = "active"
        LEFT = "left"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(
        "accounts.Player", on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=7, choices=Role)
    state = models.CharField(max_length=7, choices=State, default=State.ACTIVE)
    nickname = models.CharField(max_length=40)  # what the class sees
    real_name = models.CharField(max_length=80, blank=True)  # for this class's teachers alone
    joined_at = models.DateTimeField(default=clock.now)
    left_at = models.DateTimeField(null=True, blank=True)
    asked_by = models.ForeignKey(  # the code whose place goes back where the teacher declines
        "classrooms.JoinCode", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = MemberQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["classroom", "player"], name="one_membership_a_class_and_player"
            ),
            models.UniqueConstraint(
                fields=["classroom", "nickname"],
                condition=Q(state="active", role="pupil"),
                name="one_pupil_a_nickname",
            ),
            models.CheckConstraint(
                condition=Q(role__in=["teacher", "pupil"]), name="known_member_role"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["pending", "active"], left_at__isnull=True)
                | Q(state="left", left_at__isnull=False),
                name="left_with_its_time",
            ),
        ]
        indexes = [models.Index(fields=["player", "state"], name="memberships_of_a_player")]

    def __str__(self) -> str:
        return self.nickname


class JoinCode(models.Model):
    """The code by which pupils ask to join. Of a class one is in force; a new one replaces it."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="join_codes")
    code = models.CharField(max_length=8, unique=True)  # Crockford's base 32: 40 bits
    made_by = models.ForeignKey(
        "accounts.Player", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField()
    places = models.PositiveSmallIntegerField()  # how many may join by it
    used = models.PositiveSmallIntegerField(default=0)
    approval = models.BooleanField(default=True)  # a teacher lets in whoever asks
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["classroom"],
                condition=Q(closed_at__isnull=True),
                name="one_join_code_in_force",
            ),
            models.CheckConstraint(
                condition=Q(used__lte=models.F("places")), name="no_more_joins_than_places"
            ),
        ]

    def __str__(self) -> str:
        return f"join code of {self.classroom_id}"


class PupilCard(models.Model):
    """The card by which a pupil without e-mail enters. Its code is kept as a keyed digest.

    Who holds the card is the pupil, so a new one ends the old one and every session begun with it.
    """

    player = models.OneToOneField(
        "accounts.Player", primary_key=True, on_delete=models.CASCADE, related_name="card"
    )
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=clock.now)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"card of {self.player_id}"


class HandoverCode(models.Model):
    """A one-time code by which a pupil without e-mail becomes an account with one."""

    player = models.OneToOneField(
        "accounts.Player", primary_key=True, on_delete=models.CASCADE, related_name="handover"
    )
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"handover of {self.player_id}"


class TeacherInvitation(models.Model):
    """A link by which one account becomes a further teacher, once, within a week.

    Only its token's digest is kept. Whoever used it may follow it again, and comes to the class.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="invitations")
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(
        "accounts.Player", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField()
    used_by = models.ForeignKey(
        "accounts.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"invitation to {self.classroom_id}"


class AuditEntry(models.Model):
    """What somebody did in a class: an action's key and its values; the page makes the sentence."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="trail")
    at = models.DateTimeField(default=clock.now)
    actor = models.ForeignKey(
        "accounts.Player", null=True, on_delete=models.SET_NULL, related_name="class_deeds"
    )
    member = models.ForeignKey(  # whom it concerned; erased with them
        Member, null=True, on_delete=models.CASCADE, related_name="trail"
    )
    action = models.CharField(max_length=40)
    values = models.JSONField(default=dict)  # numbers, keys and ids: no name stands here

    class Meta:
        indexes = [models.Index(fields=["classroom", "-at"], name="trail_of_a_class")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"
