"""What a pupil's page of a class includes of other parts: assignments, and whether a round runs."""

from __future__ import annotations

from typing import Any, Final

from django import template

from classrooms.assignments.shown import TO_DO, lines_of
from classrooms.live.services import running_for
from classrooms.people.models import Member

register = template.Library()

OVER: Final = 10  # that are over, below those to be done


@register.inclusion_tag("classrooms/assignments/_of_pupil.html")
def assignments_of(member: Member) -> dict[str, Any]:
    """A pupil's assignments, of those that are over the latest; a note that leads to a round."""
    lines = lines_of(member)
    to_do = [one for one in lines if one.state in TO_DO]
    over = lines[len(to_do) :]
    return {
        "lines": [*to_do, *over[:OVER]],
        "more": len(over) > OVER,
        "classroom": member.classroom,
        "live": running_for(member),
    }


@register.inclusion_tag("classrooms/live/_now.html")
def live_now(member: Member) -> dict[str, Any]:
    """Whether a live round runs in a teacher's class, asked again every few seconds."""
    return {"classroom": member.classroom, "live": running_for(member), "ended": False}
