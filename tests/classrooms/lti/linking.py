"""An assignment that a link of a platform opens."""

from __future__ import annotations

from typing import Any

from classrooms.assignments.models import Assignment
from classrooms.lti.models import LtiLink
from tests.classrooms.lti.conftest import Browser
from tests.classrooms.world import World, make_assignment


def link_to(world: World, visitor: Browser, **fields: Any) -> tuple[LtiLink, Assignment]:
    """The link through which a teacher of the class came, and a new assignment that it opens."""
    visitor.launch("Instructor", sub="teacher")
    link = LtiLink.objects.get()
    link.context.classroom = world.classroom
    link.context.save()
    assignment = link.assignment = make_assignment(world, **fields)
    link.save()
    return link, assignment
