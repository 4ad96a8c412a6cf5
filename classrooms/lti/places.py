"""Where a link leads."""

from __future__ import annotations

from django.urls import reverse

from classrooms.lti.models import LtiLink
from classrooms.people.models import Classroom, Member


def way_of(link: LtiLink, classroom: Classroom, member: Member) -> str:
    """The address to which a link leads this member.

    Where it opens nothing yet a teacher chooses, and a pupil gets to the class.
    """
    if link.assignment_id is not None:
        return reverse("class-assignment", args=[classroom.pk, link.assignment_id])
    if member.role == Member.Role.TEACHER:
        return reverse("lti-link", args=[classroom.pk, link.pk])
    return reverse("class", args=[classroom.pk])
