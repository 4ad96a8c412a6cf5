"""A class is made, changed, archived, deleted; an account that teaches one goes or stays."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from accounts import privacy
from accounts.models import Player, User
from classrooms.models import (
    Assignment,
    AuditEntry,
    Classroom,
    JoinCode,
    LiveRound,
    Member,
    Work,
)
from classrooms.people import members, services
from classrooms.people.errors import (
    Archived,
    CannotTeach,
    ChangedMeanwhile,
    TooManyClasses,
    WrongName,
)
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.services import enqueue
from okey.errors import InputError
from puzzles.errors import KeyReused
from puzzles.models import Attempt, PuzzleSet
from tests.classrooms.world import (
    World,
    account,
    deeds,
    join,
    make_assignment,
    make_work,
    pupil_account,
)

pytestmark = pytest.mark.django_db


class TestMakingAClass:
    def test_its_maker_is_its_teacher_and_the_same_key_makes_it_once(self) -> None:
        teacher, key = account("ms-kaya"), uuid.uuid4()
        made = services.create_class(actor=teacher, name="8a", rules="classic", key=key)
        again = services.create_class(actor=teacher, name="8a", rules="classic", key=key)
        assert made == again
        assert Classroom.objects.filter(key=key).count() == 1
        member = Member.objects.get(classroom=made)
        assert (member.player, member.role, member.nickname) == (teacher, "teacher", "ms-kaya")
        assert deeds(made) == ["class.created"]

    def test_a_key_of_another_class_is_refused_whosever_it_is(self) -> None:
        key = uuid.uuid4()
        services.create_class(actor=account(), name="8a", rules="classic", key=key)
        for actor, name in ((account(), "8a"), (account(), "8b")):
            with pytest.raises(KeyReused):
                services.create_class(actor=actor, name=name, rules="classic", key=key)

    def test_without_an_email_nobody_makes_one(self) -> None:
        for actor in (pupil_account(), Player.objects.create()):
            with pytest.raises(CannotTeach):
                services.create_class(actor=actor, name="8a", rules="classic", key=uuid.uuid4())

    @pytest.mark.parametrize(
        ("rules", "zone"), [("101-moon", "Europe/Berlin"), ("classic", "Europe/Atlantis")]
    )
    def test_rules_and_zone_must_exist(self, rules: str, zone: str) -> None:
        with pytest.raises(InputError):
            services.create_class(
                actor=account(), name="8a", rules=rules, zone=zone, key=uuid.uuid4()
            )

    def test_archived_classes_do_not_count_towards_the_most(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(services, "MOST_CLASSES", 1)
        teacher = account()
        made = services.create_class(actor=teacher, name="1", rules="classic", key=uuid.uuid4())
        with pytest.raises(TooManyClasses):
            services.create_class(actor=teacher, name="2", rules="classic", key=uuid.uuid4())
        services.archive_class(classroom=made, actor=teacher)
        services.create_class(actor=teacher, name="2", rules="classic", key=uuid.uuid4())


class TestSettings:
    def test_only_what_is_changed_is_written(self, world: World) -> None:
        room = world.classroom
        services.change_settings(classroom=room, actor=world.teacher, changes={"name": "9a"})
        services.change_settings(
            classroom=room, actor=world.coteacher, changes={"zone": "Europe/Berlin"}
        )
        room.refresh_from_db()
        assert (room.name, room.zone) == ("9a", "Europe/Berlin")

    def test_two_changes_of_one_field_are_told_apart(self, world: World) -> None:
        room, shown = world.classroom, {"name": world.classroom.name}
        change = services.change_settings
        change(classroom=room, actor=world.teacher, changes={"name": "9a"}, shown=shown)
        with pytest.raises(ChangedMeanwhile):
            change(classroom=room, actor=world.coteacher, changes={"name": "9b"}, shown=shown)
        room.refresh_from_db()
        assert room.name == "9a"
        change(classroom=room, actor=world.coteacher, changes={"name": "9a"}, shown=shown)

    def test_nothing_else_of_a_class_can_be_set_so(self, world: World) -> None:
        with pytest.raises(InputError):
            services.change_settings(
                classroom=world.classroom, actor=world.teacher, changes={"key": "x"}
            )


class TestArchiving:
    def test_it_closes_the_ways_in_and_comes_back(self, world: World) -> None:
        from accounts import clock

        room = world.classroom
        JoinCode.objects.create(classroom=room, code="ABCDEFGH", expires_at=clock.now(), places=5)
        LiveRound.objects.create(classroom=room, assignment=make_assignment(world))
        for _ in range(2):
            services.archive_class(classroom=room, actor=world.teacher)
        assert not JoinCode.objects.filter(closed_at=None).exists()
        assert not LiveRound.objects.filter(ended_at=None).exists()
        for _ in range(2):
            services.unarchive_class(classroom=room, actor=world.coteacher)
        room.refresh_from_db()
        assert room.archived_at is None
        assert deeds(room) == ["class.archived", "class.unarchived"]

    def test_nothing_in_it_is_changed_but_it_may_be_left_and_deleted(
        self, world: World, second: Classroom
    ) -> None:
        room, pupil = world.classroom, world.pupils[0]
        services.archive_class(classroom=room, actor=world.teacher)
        who: dict[str, Any] = {"classroom": room, "actor": world.teacher}
        deeds_refused: tuple[Callable[[], object], ...] = (
            lambda: services.change_settings(**who, changes={"name": "x"}),
            lambda: members.remove_member(**who, member_id=pupil.pk),
            lambda: members.remove_pupils(**who, member_ids=[pupil.pk]),
            lambda: members.restore_pupil(**who, member_id=pupil.pk),
            lambda: members.change_names(**who, member_id=pupil.pk, changes={"nickname": "x"}),
            lambda: members.change_role(**who, member_id=pupil.pk, role="teacher"),
            lambda: members.add_teacher(**who, player=account()),
            lambda: members.move_pupils(
                source=room, target=second, member_ids=[pupil.pk], actor=world.teacher
            ),
            lambda: members.move_pupils(
                source=second, target=room, member_ids=[], actor=world.teacher
            ),
        )
        for deed in deeds_refused:
            with pytest.raises(Archived):
                deed()
        members.leave_class(classroom=room, player=pupil.player)
        services.delete_class(classroom=room, actor=world.teacher, name=room.name)


class TestDeleting:
    def test_everything_of_the_class_goes_and_nothing_of_others(self, world: World) -> None:
        room = world.classroom
        assignment = make_assignment(world)
        make_work(assignment, world.pupils[0], correct=[True, False, None])
        puzzle = assignment.puzzle_set.items.get(index=0).puzzle
        for context, context_id in (("assignment", assignment.pk), ("practice", uuid.UUID(int=0))):
            Attempt.objects.create(
                player=world.pupil,
                puzzle=puzzle,
                context=context,
                context_id=context_id,
                rules_version=1,
                engine_version="1",
                generator_version=1,
            )
        job = enqueue(kind="generate.set-chunk", args={}, owner=world.teacher)
        PuzzleSet.objects.filter(pk=assignment.puzzle_set_id).update(job=job)
        theirs = make_assignment(world, classroom=world.otherclass)
        services.delete_class(classroom=room, actor=world.teacher, name=f" {room.name} ")
        assert not Classroom.objects.filter(pk=room.pk).exists()
        assert not Assignment.objects.filter(pk=assignment.pk).exists()
        assert not PuzzleSet.objects.filter(pk=assignment.puzzle_set_id).exists()
        assert not Work.objects.exists()
        assert not AuditEntry.objects.filter(classroom=room.pk).exists()
        assert list(Attempt.objects.values_list("context", flat=True)) == ["practice"]
        assert Job.objects.get(pk=job.pk).state == "cancelled"
        assert PuzzleSet.objects.filter(pk=theirs.puzzle_set_id).exists()
        assert Classroom.objects.filter(pk=world.otherclass.pk).exists()

    def test_another_name_deletes_nothing(self, world: World) -> None:
        for name in ("", "okey", world.otherclass.name):
            with pytest.raises(WrongName):
                services.delete_class(classroom=world.classroom, actor=world.teacher, name=name)
        assert Classroom.objects.filter(pk=world.classroom.pk).exists()

    def test_accounts_of_cards_go_with_their_only_class_and_no_other_account(
        self, world: World, second: Classroom
    ) -> None:
        elsewhere = world.pupils[1]
        join(second, elsewhere.player, nickname="Ben")
        grown = account()
        join(world.classroom, grown, nickname="Grown")
        came_back = world.pupils[2].player
        services.delete_class(
            classroom=world.classroom, actor=world.teacher, name=world.classroom.name
        )
        join(second, came_back, nickname="Cem")  # before the job came to it
        drain_jobs()
        left = set(Player.objects.values_list("pk", flat=True))
        assert world.pupil.pk not in left
        assert world.exmember.pk not in left
        assert not User.objects.filter(player=None, username__startswith="pupil-").exists()
        assert {elsewhere.player_id, came_back.pk, grown.pk, world.teacher.pk} <= left
        assert world.otherpupil.player_id in left


class TestErasing:
    def test_the_only_teacher_of_a_class_is_told_what_to_do_and_nothing_is_deleted(
        self, world: World
    ) -> None:
        with pytest.raises(privacy.ErasureRefused) as refused:
            privacy.erase(world.otherteacher)
        assert refused.value.ways == (
            (world.otherclass.name, f"/classes/{world.otherclass.pk}/teachers/"),
        )
        assert Player.objects.filter(pk=world.otherteacher.pk).exists()

    def test_with_a_coteacher_the_class_and_its_trail_stay(self, world: World) -> None:
        services.change_settings(
            classroom=world.classroom, actor=world.teacher, changes={"name": "9a"}
        )
        privacy.erase(world.teacher)
        assert Member.objects.active().teachers().get(classroom=world.classroom).player == (
            world.coteacher
        )
        assert AuditEntry.objects.get(classroom=world.classroom).actor is None
        with pytest.raises(privacy.ErasureRefused):
            privacy.erase(world.coteacher)

    def test_a_pupil_goes_without_a_question(self, world: World) -> None:
        privacy.erase(world.pupil)
        assert not Member.objects.filter(pk=world.pupils[0].pk).exists()

    def test_a_teachers_export_holds_nothing_of_pupils_and_a_pupils_all_of_theirs(
        self, world: World
    ) -> None:
        room, pupil = world.classroom, world.pupils[0]
        work = make_work(make_assignment(world), pupil, correct=[True, False, True])
        members.remove_pupils(classroom=room, member_ids=[pupil.pk], actor=world.teacher)
        theirs = str(privacy.export(world.teacher))
        for secret in ("Aylin", pupil.pk, pupil.player_id, work.pk):
            assert str(secret) not in theirs
        mine = str(privacy.export(world.pupil))
        for own in ("Aylin", "Aylin Realname", work.pk):
            assert str(own) in mine
        for other in ("Ben", "Cem", world.pupils[1].pk, world.teacher.pk):
            assert str(other) not in mine
