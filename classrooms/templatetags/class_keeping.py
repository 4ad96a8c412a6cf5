"""What pages say of how long a class is kept, and of learning platforms."""

from __future__ import annotations

import datetime as dt

from django import template

from classrooms.keeping import retention
from classrooms.lti import switch
from classrooms.people.models import Classroom

register = template.Library()


@register.filter
def goes_at(classroom: Classroom) -> dt.datetime | None:
    """When an archived class is deleted; None where it is not."""
    return retention.goes_at(classroom)


@register.simple_tag
def lti_is_on() -> bool:
    """Whether this site takes launches from learning platforms."""
    return switch.is_on()
