"""What pages outside this room show of one's classes."""

from __future__ import annotations

from typing import Any, Final

from django import template

from accounts.players import player_of
from classrooms.assignments.left import Left, left_to_do
from classrooms.people import shown
from classrooms.people.models import Member

register = template.Library()

MOST: Final = 3


@register.inclusion_tag("classrooms/people/_mine.html", takes_context=True)
def my_classes(context: dict[str, Any]) -> dict[str, Any]:
    """A few of the reader's classes in use, and what a pupil has left to do in them."""
    request = context.get("request")
    player = player_of(request) if request is not None and request.user.is_authenticated else None
    lines = shown.class_lines(player) if player is not None else []
    used = [one for one in lines if not one.archived]
    learning = [one.id for one in used[:MOST] if not one.teaches]
    mine = Member.objects.active().pupils().filter(player=player, classroom__in=learning)
    left = left_to_do(list(mine)) if learning else {}
    return {
        "lines": [(one, left.get(one.id, Left())) for one in used[:MOST]],
        "more": len(used) > MOST,
    }
