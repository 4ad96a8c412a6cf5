"""What a pupil's page of a class includes of other parts: assignments, and whether a round runs."""

from __future__ import annotations

from typing import Any

from django import template

from classrooms.assignments.shown import lines_of
from classrooms.live.services import running_for
from classrooms.people.models import Member

register = template.Library()


@register.inclusion_tag("classrooms/assignments/_of_pupil.html")
def assignments_of(member: Member) -> dict[str, Any]:
    """A pupil's assignments, and a note that moves them into a live round."""
    return {
        "lines": lines_of(member),
        "classroom": member.classroom,
        "live": running_for(member),
    }


@register.inclusion_tag("classrooms/live/_now.html")
def live_now(member: Member) -> dict[str, Any]:
    """Whether a live round runs in a teacher's class, asked again every few seconds."""
    return {"classroom": member.classroom, "live": running_for(member), "ended": False}
