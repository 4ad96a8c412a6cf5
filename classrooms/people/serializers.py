"""Shapes of classes and their members in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api_reading import IdField
from classrooms.people.forms import LONGEST_CLASS_NAME
from classrooms.people.models import Classroom, Member
from classrooms.people.names import LONGEST_NICKNAME, LONGEST_REAL_NAME
from classrooms.people.pupils import MOST_PUPILS
from okey import RULE_SETS
from puzzles.board import rules_name


class ClassSerializer(serializers.Serializer[Any]):
    """A class in which one is. `pupils` and `pending` are for its teachers, else null."""

    id = IdField()
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=Member.Role.values, help_text="one's own")
    nickname = serializers.CharField(help_text="one's own")
    rules = serializers.CharField()
    rules_name = serializers.CharField()
    zone = serializers.CharField(help_text="the time zone in which times are shown")
    archived_at = serializers.DateTimeField(allow_null=True)
    pupils = serializers.IntegerField(allow_null=True)
    pending = serializers.IntegerField(allow_null=True, help_text="how many ask to join")


class NewClassSerializer(serializers.Serializer[Any]):
    """A class to be made. The same `key` makes it once."""

    name = serializers.CharField(max_length=LONGEST_CLASS_NAME)
    rules = serializers.ChoiceField(choices=list(RULE_SETS))
    zone = serializers.CharField(max_length=60, required=False)
    nickname = serializers.CharField(
        max_length=LONGEST_NICKNAME, required=False, help_text="one's own; else the user name"
    )
    key = IdField()


class ClassChangeSerializer(serializers.Serializer[Any]):
    """What is to be different; what is left out stays."""

    name = serializers.CharField(max_length=LONGEST_CLASS_NAME, required=False)
    rules = serializers.ChoiceField(choices=list(RULE_SETS), required=False)
    zone = serializers.CharField(max_length=60, required=False)
    archived = serializers.BooleanField(required=False)


class MemberSerializer(serializers.Serializer[Any]):
    """Somebody in a class."""

    id = IdField()
    role = serializers.ChoiceField(choices=Member.Role.values)
    state = serializers.ChoiceField(choices=Member.State.values)
    nickname = serializers.CharField()
    real_name = serializers.CharField(allow_blank=True)
    joined_at = serializers.DateTimeField()
    left_at = serializers.DateTimeField(allow_null=True)


class ClassPageSerializer(serializers.Serializer[Any]):
    """A page of classes."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = ClassSerializer(many=True)


class MemberPageSerializer(serializers.Serializer[Any]):
    """A page of members."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = MemberSerializer(many=True)


class NewPupilSerializer(serializers.Serializer[Any]):
    """A pupil without e-mail; cards are printed on the page of the class."""

    # longer ones are refused with the others, each with its place
    nickname = serializers.CharField(max_length=200)
    real_name = serializers.CharField(max_length=200, required=False, allow_blank=True)


class NewPupilsSerializer(serializers.Serializer[Any]):
    """Pupils to be made, all or none. The same `key` makes them once."""

    pupils = serializers.ListField(child=NewPupilSerializer(), min_length=1, max_length=MOST_PUPILS)
    key = IdField()


class MemberQuerySerializer(serializers.Serializer[Any]):
    """Which members are wanted."""

    role = serializers.ChoiceField(choices=Member.Role.values, required=False)
    state = serializers.ChoiceField(choices=Member.State.values, required=False)


class MemberChangeSerializer(serializers.Serializer[Any]):
    """What is to be different in a member; what is left out stays."""

    nickname = serializers.CharField(max_length=LONGEST_NICKNAME, required=False)
    real_name = serializers.CharField(
        max_length=LONGEST_REAL_NAME, required=False, allow_blank=True
    )
    role = serializers.ChoiceField(choices=Member.Role.values, required=False)
    state = serializers.ChoiceField(
        choices=[Member.State.ACTIVE, Member.State.LEFT],
        required=False,
        help_text="`left` takes out, `active` brings a pupil back",
    )


class MoveSerializer(serializers.Serializer[Any]):
    """Pupils that are to go into another class that one teaches, all of them or none."""

    members = serializers.ListField(child=IdField(), min_length=1, max_length=MOST_PUPILS)
    to = IdField(help_text="the other class")


class InvitationSerializer(serializers.Serializer[Any]):
    """A link by which one account becomes a further teacher, once."""

    id = IdField()
    expires_at = serializers.DateTimeField()


class MadeInvitationSerializer(InvitationSerializer):
    """The same with its address, which is told this once."""

    link = serializers.URLField()


def class_data(member: Member, *, pupils: int | None, pending: int | None) -> dict[str, Any]:
    """A class as its member sees it."""
    room: Classroom = member.classroom
    return {
        "id": room.pk,
        "name": room.name,
        "role": member.role,
        "nickname": member.nickname,
        "rules": room.rules,
        "rules_name": rules_name(room.rules),
        "zone": room.zone,
        "archived_at": room.archived_at,
        "pupils": pupils,
        "pending": pending,
    }
