"""The cast of a class, for every test that names it."""

from __future__ import annotations

import pytest

from classrooms.people.models import Classroom, Member
from tests.classrooms.world import World, join, make_class


@pytest.fixture
def world(db: None) -> World:
    """A class of two teachers and three pupils, and a class of somebody else."""
    return make_class()


@pytest.fixture
def second(world: World) -> Classroom:
    """Another class of the same teacher."""
    made: Classroom = Classroom.objects.create(name="8b", rules="101-guide")
    join(made, world.teacher, role=Member.Role.TEACHER, nickname="Teacher")
    return made
