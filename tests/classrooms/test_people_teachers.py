"""Pages on which teachers are invited and leave, and a class is put away."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Player
from classrooms.models import AuditEntry, Classroom, Member, TeacherInvitation
from classrooms.people import services
from tests.classrooms.pages import base, said
from tests.classrooms.world import (
    PASSWORD,
    World,
    account,
    client_of,
    pupil_account,
)

pytestmark = pytest.mark.django_db


class TestTeachers:
    def invite(self, world: World) -> str:
        client = world.client(world.teacher)
        client.post(base(world.classroom) + "teachers/invite/")
        page = said(client.get(base(world.classroom) + "teachers/"))
        found = re.search(r"/classes/teach/[\w-]+/", page)
        assert found is not None
        assert found.group(0) not in said(client.get(base(world.classroom) + "teachers/"))
        return found.group(0)

    def test_a_link_is_shown_once_and_its_token_stored_nowhere(self, world: World) -> None:
        link = self.invite(world)
        token = link.split("/")[3]
        assert TeacherInvitation.objects.get().digest not in link
        assert token not in str(TeacherInvitation.objects.values())

    def test_it_makes_one_account_a_teacher(self, world: World) -> None:
        link, newcomer, late = self.invite(world), account(), account()
        client = client_of(newcomer)
        assert world.classroom.name in said(client.get(link))
        assert client.get(base(world.classroom)).status_code == 404, "reading it changes nothing"
        for _ in range(2):
            answer = client.post(link, {"nickname": "Mr Demir"})
            assert answer["Location"] == base(world.classroom)
        assert client.get(base(world.classroom)).status_code == 200
        for method in (client_of(late).get, client_of(late).post):
            assert method(link).status_code == 404

    def test_nobody_without_an_email_and_nobody_who_is_not_logged_in(self, world: World) -> None:
        link = self.invite(world)
        answer = Client().get(link)
        assert answer.status_code == 302
        assert link in answer["Location"].replace("%2F", "/")
        client = client_of(pupil_account())
        assert "e-mail" in said(client.get(link))
        assert client.post(link, {"nickname": "x"}).status_code == 409
        assert TeacherInvitation.objects.get().used_at is None

    def test_a_link_ends_after_a_week_when_withdrawn_and_with_the_class(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import datetime as dt

        from accounts import clock

        follower = client_of(account())
        link = self.invite(world)
        row = TeacherInvitation.objects.get()
        world.client(world.coteacher).post(
            base(world.classroom) + f"teachers/invite/{row.pk}/withdraw/"
        )
        assert follower.get(link).status_code == 404
        link = self.invite(world)
        services.archive_class(classroom=world.classroom, actor=world.teacher)
        assert follower.get(link).status_code == 404
        services.unarchive_class(classroom=world.classroom, actor=world.teacher)
        assert follower.get(link).status_code == 200
        later = clock.now() + dt.timedelta(days=7, seconds=1)
        monkeypatch.setattr(clock, "now", lambda: later)
        assert follower.get(link).status_code == 404

    def test_the_last_one_cannot_go_and_is_told_why(self, world: World) -> None:
        room, client = world.otherclass, client_of(world.otherteacher)
        mine = Member.objects.get(classroom=room, player=world.otherteacher)
        answers = [
            client.post(base(room) + "leave/"),
            client.post(base(room) + f"members/{mine.pk}/role/", {"role": "out"}),
            client.post(base(room) + f"members/{mine.pk}/role/", {"role": "pupil"}),
        ]
        for answer in answers:
            assert answer.status_code == 409
            assert "at least one teacher" in said(answer)

    def test_one_who_makes_themself_a_pupil_is_sent_to_their_classes(self, world: World) -> None:
        mine = world.member(world.teacher)
        answer = world.client(world.teacher).post(
            base(world.classroom) + f"members/{mine.pk}/role/", {"role": "pupil"}
        )
        assert answer["Location"] == "/classes/"


class TestPuttingAway:
    def test_settings_of_two_teachers_do_not_overwrite_each_other(self, world: World) -> None:
        room, path = world.classroom, base(world.classroom) + "settings/"
        shown = {f"initial-{one}": getattr(room, one) for one in ("name", "rules", "zone")}
        now = {one: getattr(room, one) for one in ("name", "rules", "zone")}
        world.client(world.teacher).post(path, shown | now | {"name": "9a"})
        world.client(world.coteacher).post(path, shown | now | {"zone": "Europe/Berlin"})
        room.refresh_from_db()
        assert (room.name, room.zone) == ("9a", "Europe/Berlin")
        third = world.client(world.coteacher).post(path, shown | now | {"name": "9b"})
        assert third.status_code == 409
        assert "Now: 9a" in said(third)

    def test_archived_it_is_read_by_all_and_changed_by_nobody(self, world: World) -> None:
        room, client = world.classroom, world.client(world.teacher)
        for _ in range(2):
            assert client.post(base(room) + "archive/").status_code == 303
        assert client.get(base(room)).status_code == 200
        assert world.client(world.pupil).get(base(room)).status_code == 200
        answer = client.post(base(room) + "pupils/remove/", {"member": str(world.pupils[0].pk)})
        assert answer.status_code == 409
        assert "archived" in said(answer)
        client.post(base(room) + "archive/", {"restore": "1"})
        assert 'class="message is-warning class-archived"' not in said(client.get(base(room)))

    def test_deleting_asks_for_the_name_and_says_what_goes(self, world: World) -> None:
        room, client = world.classroom, world.client(world.teacher)
        path = base(room) + "delete/"
        assert "the places of 6 pupils" in said(client.get(path))
        refused = client.post(path, {"name": "okey CLUB"})
        assert refused.status_code == 422
        assert 'value="okey CLUB"' in said(refused)
        assert client.post(path, {"name": room.name})["Location"] == "/classes/"
        assert client.get(base(room)).status_code == 404

    def test_a_pupil_leaves_and_can_be_brought_back(self, world: World) -> None:
        room, client = world.classroom, world.client(world.pupil)
        assert client.post(base(room) + "leave/")["Location"] == "/classes/"
        assert client.get(base(room)).status_code == 404
        assert AuditEntry.objects.get(classroom=room).action == "pupil.left"
        world.client(world.teacher).post(base(room) + f"members/{world.pupils[0].pk}/restore/")
        assert client.get(base(room)).status_code == 200

    def test_the_only_teacher_who_deletes_the_account_is_told_what_to_do(
        self, world: World
    ) -> None:
        client = client_of(world.otherteacher)
        answer = client.post("/account/delete/", {"password": PASSWORD})
        assert answer.status_code == 422
        assert base(world.otherclass) + "teachers/" in said(answer)
        assert Player.objects.filter(pk=world.otherteacher.pk).exists()
        assert (
            client_of(world.teacher).post("/account/delete/", {"password": PASSWORD}).status_code
            == 302
        )
        assert Classroom.objects.filter(pk=world.classroom.pk).exists()
