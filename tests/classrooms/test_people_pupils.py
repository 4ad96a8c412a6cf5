"""Pasted lists of pupils: every line is read or named, and nothing is made twice."""

from __future__ import annotations

import uuid

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player, User
from classrooms.models import AuditEntry, Member
from classrooms.people import pupils
from classrooms.people.errors import Archived, ClassFull, ClassGone
from classrooms.people.pupils import ListRefused, NewPupil, create_pupils, read_lines
from classrooms.people.services import archive_class
from tests.classrooms.world import World, make_class


@pytest.mark.parametrize(
    ("line", "nickname", "real_name"),
    [
        ("Ayla", "Ayla", ""),
        ("  Ayla  ", "Ayla", ""),
        ("Ayla, Ayla Yılmaz", "Ayla", "Ayla Yılmaz"),
        ("Ayla, Yılmaz, Ayla", "Ayla", "Yılmaz, Ayla"),
        ("Ayla\tAyla\tYılmaz", "Ayla", "Ayla Yılmaz"),
        ("Ayla; Yılmaz, Ayla", "Ayla", "Yılmaz, Ayla"),
        ('Ayla,"Yılmaz, Ayla"', "Ayla", "Yılmaz, Ayla"),
        ("Ayla,", "Ayla", ""),
        (", Ayla Yılmaz", "", "Ayla Yılmaz"),
    ],
)
def test_a_line_is_a_nickname_and_perhaps_a_real_name(
    line: str, nickname: str, real_name: str
) -> None:
    assert read_lines(line) == [NewPupil(nickname, real_name, 1)]


def test_empty_lines_are_left_out_and_the_others_keep_their_numbers() -> None:
    assert read_lines("Ayla\r\n\r\n  \nBen\n") == [NewPupil("Ayla", "", 1), NewPupil("Ben", "", 4)]


@pytest.mark.django_db
class TestMaking:
    """Pupils are made of a list."""

    @pytest.fixture
    def world(self) -> World:
        return make_class()

    def test_each_becomes_an_active_pupil_who_cannot_log_in_by_password(self, world: World) -> None:
        made = create_pupils(
            world.classroom, [NewPupil("Ayla", "Ayla Yılmaz"), NewPupil("Deniz")], world.teacher
        )
        assert [(one.nickname, one.real_name) for one in made] == [
            ("Ayla", "Ayla Yılmaz"),
            ("Deniz", ""),
        ]
        for one in made:
            row = Member.objects.select_related("player__user").get(pk=one.pk)
            assert (row.role, row.state) == ("pupil", "active")
            user = row.player.user
            assert user is not None
            assert not user.has_usable_password()
            assert user.email == ""
            assert "Ayla" not in user.username
        entry = AuditEntry.objects.get(classroom=world.classroom, action="pupils.created")
        assert entry.values == {"count": 2}
        assert entry.actor == world.teacher

    def test_every_problem_is_named_with_its_line_and_nobody_is_made(self, world: World) -> None:
        text = "\n".join(
            [
                "Deniz",
                "deniz",
                "aylin",
                "x" * 41,
                ", No Nickname",
                "Ece, " + "y" * 81,
                "Fa\u202eris",
                "...",
            ]
        )
        before = (Player.objects.count(), User.objects.count(), Member.objects.count())
        with pytest.raises(ListRefused) as refused:
            create_pupils(world.classroom, read_lines(text), world.teacher)
        found = [(one.line, one.wrong, one.other) for one in refused.value.problems]
        assert found == [
            (2, "twice", 1),
            (3, "taken", 0),
            (4, "long", 0),
            (5, "empty", 0),
            (6, "real-long", 0),
            (7, "unseen", 0),
            (8, "unseen", 0),
        ]
        assert refused.value.problems[2].text == "x" * 41, "what was typed is said again whole"
        after = (Player.objects.count(), User.objects.count(), Member.objects.count())
        assert after == before

    def test_the_turkish_i_does_not_make_two_of_one(self, world: World) -> None:
        with pytest.raises(ListRefused) as refused:
            create_pupils(world.classroom, read_lines("İrem\nirem"), world.teacher)
        assert [one.wrong for one in refused.value.problems] == ["twice"]

    def test_the_same_list_under_the_same_key_makes_nobody_twice(self, world: World) -> None:
        key, lines = uuid.uuid4(), read_lines("Deniz, D\nEce")
        first = create_pupils(world.classroom, lines, world.teacher, key)
        again = create_pupils(world.classroom, lines, world.coteacher, key)
        assert first == again
        assert AuditEntry.objects.filter(action="pupils.created").count() == 1

    def test_a_longer_list_under_the_same_key_loses_nobody(self, world: World) -> None:
        key = uuid.uuid4()
        create_pupils(world.classroom, read_lines("Deniz"), world.teacher, key)
        made = create_pupils(world.classroom, read_lines("Deniz\nEce"), world.teacher, key)
        assert [one.nickname for one in made] == ["Deniz", "Ece"]
        assert Member.objects.filter(classroom=world.classroom, nickname="Deniz").count() == 1

    def test_a_key_of_another_class_is_no_way_to_its_pupils(self, world: World) -> None:
        key, lines = uuid.uuid4(), read_lines("Deniz")
        (theirs,) = create_pupils(world.otherclass, lines, world.otherteacher, key)
        (mine,) = create_pupils(world.classroom, lines, world.teacher, key)
        assert mine.pk != theirs.pk
        assert mine.player_id != theirs.player_id

    def test_a_class_takes_two_hundred_and_no_more(self, world: World) -> None:
        names = [NewPupil(f"P{number}") for number in range(pupils.MOST_PUPILS)]
        with pytest.raises(ClassFull):
            create_pupils(world.classroom, names, world.teacher)  # some are there already
        with pytest.raises(ListRefused) as refused:
            create_pupils(world.classroom, [*names, NewPupil("one more")], world.teacher)
        assert [(one.line, one.wrong) for one in refused.value.problems] == [(201, "many")]

    def test_no_list_is_too_long_for_a_bounded_number_of_queries(
        self, world: World, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        names = [NewPupil(f"P{number}") for number in range(190)]
        with django_assert_max_num_queries(15):
            create_pupils(world.classroom, names, world.teacher)

    def test_only_a_teacher_of_the_class_makes_pupils_and_only_in_a_class_in_use(
        self, world: World
    ) -> None:
        for actor in (world.otherteacher, world.pupil, world.exmember, world.pending):
            with pytest.raises(ClassGone):
                create_pupils(world.classroom, [NewPupil("Deniz")], actor)
        archive_class(classroom=world.classroom, actor=world.teacher)
        with pytest.raises(Archived):
            create_pupils(world.classroom, [NewPupil("Deniz")], world.teacher)
