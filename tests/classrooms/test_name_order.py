"""Names stand as a list of a school has them, wherever a class is shown: 4 before 10."""

from __future__ import annotations

import re
from typing import Final

import pytest

from classrooms.people.shown import name_order
from tests.classrooms import objects
from tests.classrooms.test_secrecy import READ, reader
from tests.classrooms.world import World, make_assignment, make_work
from tests.puzzles.test_secrecy import texts
from tests.site.addresses import Address

pytestmark = pytest.mark.django_db

NAMES: Final = ("Kai 10", "Kai 4", "Kai 9")  # as they came in
# Turned over page by page, so in an order that the database keeps.
PAGED: Final = "api/v1/classes/<uuid:class_id>/members/"


@pytest.fixture
def numbered(world: World) -> World:
    """The class, with pupils of one name and a number."""
    for pupil, name in zip(world.pupils, NAMES, strict=True):
        pupil.nickname = pupil.real_name = name
        pupil.save()
    return world


def test_numbers_in_names_count_by_what_they_are_worth() -> None:
    assert sorted(NAMES, key=name_order) == ["Kai 4", "Kai 9", "Kai 10"]


def test_every_list_of_a_class_has_its_names_in_order(numbered: World) -> None:
    row = make_assignment(numbered)
    for pupil in numbered.pupils:
        make_work(row, pupil, correct=[True, False, None])
    found = {line.route: seen(line, numbered) for line in READ if line.route != PAGED}
    whole = {route: names for route, names in found.items() if len(names) == len(NAMES)}
    assert len(whole) >= 11  # pages, fragments, files and the API
    assert {route: names for route, names in whole.items() if names != ["4", "9", "10"]} == {}


def seen(line: Address, world: World) -> list[str]:
    """The numbers of the pupils, in the order in which a teacher comes to them."""
    path = line.path(getattr(objects, line.in_class.rpartition(".")[2])(world, "teacher"))
    client, headers = reader(world.teacher, line)
    text = texts(client.get(path, headers=headers))
    return list(dict.fromkeys(re.findall(r"Kai (\d+)\b", text)))
