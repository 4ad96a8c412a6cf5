"""Teachers, pupils and moving: what each deed does, what it refuses; again it changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from classrooms.models import (
    AuditEntry,
    Classroom,
    Member,
    Work,
)
from classrooms.people import members
from classrooms.people.errors import (
    CannotTeach,
    ChangedMeanwhile,
    ClassFull,
    ClassGone,
    LastTeacher,
    MemberGone,
    NicknamesTaken,
)
from tests.classrooms.world import (
    World,
    account,
    deeds,
    join,
    make_assignment,
    make_class,
    make_work,
    pupil_account,
)

pytestmark = pytest.mark.django_db


class TestTeachers:
    def test_a_class_keeps_one_whoever_goes_and_however(self, world: World) -> None:
        room, first, other = world.classroom, world.teacher, world.coteacher
        members.remove_member(classroom=room, member_id=world.member(other).pk, actor=first)
        mine = world.member(first)
        with pytest.raises(LastTeacher):
            members.remove_member(classroom=room, member_id=mine.pk, actor=first)
        with pytest.raises(LastTeacher):
            members.leave_class(classroom=room, player=first)
        with pytest.raises(LastTeacher):
            members.change_role(classroom=room, member_id=mine.pk, actor=first, role="pupil")
        assert Member.objects.active().teachers().get(classroom=room).player == first

    def test_one_who_was_taken_out_changes_nothing_more_and_can_be_added_again(
        self, world: World
    ) -> None:
        room, gone = world.classroom, world.coteacher
        member = members.remove_member(
            classroom=room, member_id=world.member(gone).pk, actor=world.teacher
        )
        with pytest.raises(ClassGone):
            members.remove_member(classroom=room, member_id=world.pupils[0].pk, actor=gone)
        again = members.add_teacher(classroom=room, player=gone, actor=world.teacher)
        assert again.pk == member.pk
        members.add_teacher(classroom=room, player=gone, actor=world.teacher)
        assert deeds(room).count("teacher.added") == 1

    def test_a_role_is_one_in_this_class_alone(self, world: World) -> None:
        grown = account()
        here = join(world.classroom, grown, nickname="Grown")
        there = join(world.otherclass, grown, nickname="Grown")
        for _ in range(2):
            members.change_role(
                classroom=world.classroom, member_id=here.pk, actor=world.teacher, role="teacher"
            )
        here.refresh_from_db()
        there.refresh_from_db()
        assert (here.role, there.role) == ("teacher", "pupil")
        assert deeds(world.classroom) == ["member.role"]

    def test_a_pupil_with_a_card_does_not_become_one(self, world: World) -> None:
        with pytest.raises(CannotTeach):
            members.change_role(
                classroom=world.classroom,
                member_id=world.pupils[0].pk,
                actor=world.teacher,
                role="teacher",
            )


class TestPupils:
    def test_who_is_taken_out_keeps_work_and_name_and_comes_back(self, world: World) -> None:
        room, pupil = world.classroom, world.pupils[0]
        make_work(make_assignment(world), pupil, correct=[True, True, True])
        for _ in range(2):
            members.remove_pupils(classroom=room, member_ids=[pupil.pk], actor=world.teacher)
        for _ in range(2):
            members.restore_pupil(classroom=room, member_id=pupil.pk, actor=world.coteacher)
        pupil.refresh_from_db()
        assert (pupil.state, pupil.nickname, pupil.left_at) == ("active", "Aylin", None)
        assert pupil.works.count() == 1
        assert deeds(room) == ["pupil.removed", "pupil.restored"]

    def test_a_nickname_given_away_meanwhile_asks_for_another(self, world: World) -> None:
        room, pupil = world.classroom, world.pupils[0]
        members.remove_pupils(classroom=room, member_ids=[pupil.pk], actor=world.teacher)
        join(room, pupil_account(), nickname="aylin")
        restore: dict[str, Any] = {"classroom": room, "member_id": pupil.pk, "actor": world.teacher}
        with pytest.raises(NicknamesTaken):
            members.restore_pupil(**restore)
        members.restore_pupil(**restore, nickname="Aylin B.")
        pupil.refresh_from_db()
        assert pupil.nickname == "Aylin B."

    def test_who_never_was_a_pupil_is_not_brought_back(self, world: World) -> None:
        for player in (world.pending, world.otherpupil.player):
            row = Member.objects.get(player=player)
            with pytest.raises(MemberGone):
                members.restore_pupil(
                    classroom=world.classroom, member_id=row.pk, actor=world.teacher
                )

    def test_names_are_written_field_by_field(self, world: World) -> None:
        room, pupil = world.classroom, world.pupils[0]
        shown = {"nickname": "Aylin", "real_name": "Aylin Realname"}
        change: dict[str, Any] = {"classroom": room, "member_id": pupil.pk, "shown": shown}
        members.change_names(**change, actor=world.teacher, changes={"nickname": "Ayla"})
        members.change_names(**change, actor=world.coteacher, changes={"real_name": "Ayla Kaya"})
        with pytest.raises(ChangedMeanwhile):
            members.change_names(**change, actor=world.coteacher, changes={"nickname": "Aylo"})
        pupil.refresh_from_db()
        assert (pupil.nickname, pupil.real_name) == ("Ayla", "Ayla Kaya")

    def test_a_nickname_is_one_pupils_whatever_its_letters_size(self, world: World) -> None:
        with pytest.raises(NicknamesTaken):
            members.change_names(
                classroom=world.classroom,
                member_id=world.pupils[0].pk,
                actor=world.teacher,
                changes={"nickname": "BEN"},
            )

    def test_no_name_stands_in_the_trail(self, world: World) -> None:
        room, pupil = world.classroom, world.pupils[0]
        members.change_names(
            classroom=room,
            member_id=pupil.pk,
            actor=world.teacher,
            changes={"nickname": "Zeliha", "real_name": "Zeliha Demir"},
        )
        members.remove_pupils(classroom=room, member_ids=[pupil.pk], actor=world.teacher)
        kept = str(list(AuditEntry.objects.values_list("values", flat=True)))
        for name in ("Zeliha", "Demir", "Aylin"):
            assert name not in kept


class TestMoving:
    def test_pupils_go_with_their_names_and_their_work_stays(
        self, world: World, second: Classroom
    ) -> None:
        room = world.classroom
        make_work(make_assignment(world), world.pupils[0], correct=[True, True, True])
        ids = [one.pk for one in world.pupils]
        for _ in range(2):
            places = members.move_pupils(
                source=room, target=second, member_ids=ids, actor=world.teacher
            )
            assert [one.nickname for one in places] == ["Aylin", "Ben", "Cem"]
            assert {one.classroom_id for one in places} == {second.pk}
        assert Work.objects.get().member == world.pupils[0]
        assert not Member.objects.active().filter(pk__in=ids).exists()
        assert Member.objects.active().pupils().filter(classroom=second).count() == 3
        assert deeds(second) == ["pupil.moved-in"] * 3
        assert deeds(room) == ["pupil.moved-out"] * 3

    def test_back_again_each_gets_the_old_place(self, world: World, second: Classroom) -> None:
        room, ids = world.classroom, [one.pk for one in world.pupils]
        places = members.move_pupils(
            source=room, target=second, member_ids=ids, actor=world.teacher
        )
        back = members.move_pupils(
            source=second,
            target=room,
            member_ids=[one.pk for one in places],
            actor=world.teacher,
        )
        assert {one.pk for one in back} == set(ids)

    def test_all_go_or_none_and_every_nickname_in_use_is_named(
        self, world: World, second: Classroom
    ) -> None:
        for name in ("ben", "CEM"):
            join(second, pupil_account(), nickname=name)
        with pytest.raises(NicknamesTaken) as refused:
            members.move_pupils(
                source=world.classroom,
                target=second,
                member_ids=[one.pk for one in world.pupils],
                actor=world.teacher,
            )
        assert refused.value.nicknames == ("Ben", "Cem")
        assert all(one.state == "active" for one in Member.objects.filter(pk=world.pupils[0].pk))

    def test_only_between_classes_of_the_teacher(self, world: World, second: Classroom) -> None:
        ids = [world.pupils[0].pk]
        with pytest.raises(ClassGone):
            members.move_pupils(
                source=world.classroom, target=second, member_ids=ids, actor=world.coteacher
            )
        with pytest.raises(ClassGone):
            members.move_pupils(
                source=world.classroom,
                target=world.otherclass,
                member_ids=ids,
                actor=world.teacher,
            )
        with pytest.raises(MemberGone):
            members.move_pupils(
                source=world.classroom,
                target=second,
                member_ids=[world.otherpupil.pk],
                actor=world.teacher,
            )

    def test_a_full_class_takes_nobody(
        self, world: World, second: Classroom, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("classrooms.people.pupils.MOST_PUPILS", 2)
        with pytest.raises(ClassFull):
            members.move_pupils(
                source=world.classroom,
                target=second,
                member_ids=[one.pk for one in world.pupils],
                actor=world.teacher,
            )

    def test_a_whole_class_moves_in_a_bounded_number_of_queries(
        self, second: Classroom, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        large = make_class(pupils=60)
        join(second, large.teacher, role=Member.Role.TEACHER, nickname="T")
        with django_assert_max_num_queries(20):
            members.move_pupils(
                source=large.classroom,
                target=second,
                member_ids=[one.pk for one in large.pupils],
                actor=large.teacher,
            )
