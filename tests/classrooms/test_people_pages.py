"""Pages of a class: what each sees, what a form says, and that a second click does no harm."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from classrooms.models import Classroom, Member
from classrooms.people import members, services
from tests.classrooms.pages import base, said
from tests.classrooms.world import (
    World,
    account,
    client_of,
    join,
    make_class,
    pupil_account,
)

pytestmark = pytest.mark.django_db
MADE = {"name": "8a", "rules": "classic", "zone": "Europe/Berlin", "nickname": "Ms Kaya"}


class TestMyClasses:
    def test_a_visitor_reads_the_ways_in_and_makes_nothing(self, client: Client) -> None:
        text = said(client.get("/classes/"))
        assert "/enter/" in text
        assert "/join/" in text
        assert "/account/login/?next=/classes/" in text
        assert client.post("/classes/", MADE).status_code == 302
        assert not Classroom.objects.exists()

    def test_an_account_makes_a_class_once(self) -> None:
        client, form = client_of(account()), MADE | {"key": str(uuid.uuid4())}
        first, again = client.post("/classes/", form), client.post("/classes/", form)
        assert first.status_code == again.status_code == 303
        assert first["Location"] == again["Location"]
        assert Member.objects.get().nickname == "Ms Kaya"

    def test_a_form_sent_again_with_another_name_says_so_and_keeps_what_was_written(self) -> None:
        client, form = client_of(account()), MADE | {"key": str(uuid.uuid4())}
        client.post("/classes/", form)
        answer = client.post("/classes/", form | {"name": "8b"})
        assert answer.status_code == 409
        key = re.search(r'name="key" value="([^"]+)"', said(answer))
        assert key is not None
        assert key.group(1) != form["key"]
        assert 'value="8b"' in said(answer)

    @pytest.mark.parametrize(
        "wrong",
        [{"name": ""}, {"name": "a\u0007b"}, {"rules": "x"}, {"zone": "Mars"}, {"nickname": " "}],
    )
    def test_every_error_of_the_form_is_seen(self, wrong: dict[str, str]) -> None:
        form = MADE | {"key": str(uuid.uuid4())} | wrong
        answer = client_of(account()).post("/classes/", form)
        assert answer.status_code == 422
        assert f'id="id_{next(iter(wrong))}_error"' in said(answer)
        assert not Classroom.objects.exists()

    def test_an_account_without_email_is_told_what_it_needs(self) -> None:
        player = account()
        assert player.user is not None
        player.user.email = ""
        player.user.save()
        client = client_of(player)
        assert "/account/email/" in said(client.get("/classes/"))
        answer = client.post("/classes/", MADE | {"key": str(uuid.uuid4())})
        assert answer.status_code == 409
        assert "e-mail" in said(answer)

    def test_archived_classes_are_folded_away(self, world: World) -> None:
        client = world.client(world.teacher)
        assert "1 archived class" not in said(client.get("/classes/"))
        services.archive_class(classroom=world.classroom, actor=world.teacher)
        text = said(client.get("/classes/"))
        assert "1 archived class" in text
        assert text.index("<details") < text.index(base(world.classroom))

    def test_a_class_tells_its_teacher_how_many_ask_to_join(self, world: World) -> None:
        assert "1 asks to join" in said(world.client(world.teacher).get("/classes/"))
        assert "asks to join" not in said(world.client(world.pupil).get("/classes/"))


class TestTheFirstPage:
    def test_it_leads_members_to_their_classes_in_use(self, world: World) -> None:
        for player in (world.teacher, world.pupil):
            assert base(world.classroom) in said(world.client(player).get("/"))
        for player in (world.pending, world.exmember, account()):
            assert "/classes/" + str(world.classroom.pk) not in said(client_of(player).get("/"))
        services.archive_class(classroom=world.classroom, actor=world.teacher)
        assert base(world.classroom) not in said(world.client(world.pupil).get("/"))


class TestAClass:
    def test_a_pupil_sees_no_name_but_their_own_and_the_teachers(self, world: World) -> None:
        text = said(world.client(world.pupil).get(base(world.classroom)))
        assert "Aylin" in text
        for name in ("Ben", "Cem", "Realname", str(world.pupils[1].pk)):
            assert name not in text

    def test_a_teacher_sees_pupils_with_their_real_names_and_who_asks(self, world: World) -> None:
        text = said(world.client(world.coteacher).get(base(world.classroom)))
        for name in ("Aylin", "Ben", "Cem", "Aylin Realname"):
            assert name in text
        assert f'value="{world.member(world.pending).pk}"' in text

    def test_names_are_sorted_as_a_school_sorts_them(self, world: World) -> None:
        for name, real in (("Özge", "Arda"), ("Ozan", "Zeynep"), ("Ömer", "Ayşe")):
            join(world.classroom, pupil_account(), nickname=name, real_name=real)
        client = world.client(world.teacher)
        text = said(client.get(base(world.classroom)))
        assert text.index("<b>Ömer") < text.index("<b>Ozan") < text.index("<b>Özge")
        text = said(client.get(base(world.classroom) + "?order=real-name"))
        assert text.index("<b>Özge") < text.index("<b>Ömer") < text.index("<b>Ozan")

    def test_a_name_is_shown_as_text_whatever_stands_in_it(self, world: World) -> None:
        members.change_names(
            classroom=world.classroom,
            member_id=world.pupils[0].pk,
            actor=world.teacher,
            changes={"nickname": "<b>A</b>", "real_name": "<script>x</script>"},
        )
        client = world.client(world.teacher)
        for path in ("", f"members/{world.pupils[0].pk}/", "trail/"):
            text = said(client.get(base(world.classroom) + path))
            assert "<script>x" not in text
            assert "<b>A</b>" not in text

    @pytest.mark.parametrize("path", ["", "?chosen=all", "trail/", "teachers/", "delete/"])
    def test_a_page_costs_the_same_for_two_hundred_pupils(
        self, path: str, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        large = make_class(pupils=190)
        members.remove_pupils(
            classroom=large.classroom,
            member_ids=[one.pk for one in large.pupils[:60]],
            actor=large.teacher,
        )
        client = client_of(large.teacher)
        with django_assert_max_num_queries(15):
            assert client.get(base(large.classroom) + path).status_code == 200

    def test_my_classes_cost_the_same_however_many(
        self, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        teacher = account()
        for number in range(30):
            room = Classroom.objects.create(name=f"{number}", rules="classic")
            join(room, teacher, role=Member.Role.TEACHER)
        client = client_of(teacher)
        with django_assert_max_num_queries(15):
            client.get("/classes/")


class TestAddingPupils:
    def test_a_list_is_looked_at_first_and_nobody_is_made(self, world: World) -> None:
        path = base(world.classroom) + "pupils/add/"
        client = world.client(world.teacher)
        answer = client.post(path, {"text": "Deniz, Deniz Kaya\nEce", "key": str(uuid.uuid4())})
        assert answer.status_code == 200
        assert "Deniz Kaya" in said(answer)
        assert 'name="make"' in said(answer)
        assert not Member.objects.filter(nickname="Deniz").exists()

    def test_made_twice_by_a_double_click_they_are_there_once(self, world: World) -> None:
        path = base(world.classroom) + "pupils/add/"
        form = {"text": "Deniz\nEce", "key": str(uuid.uuid4()), "make": "1"}
        client = world.client(world.teacher)
        for _ in range(2):
            assert client.post(path, form).status_code == 303
        assert Member.objects.filter(nickname__in=["Deniz", "Ece"]).count() == 2

    @pytest.mark.parametrize("step", [{}, {"make": "1"}])
    def test_each_line_that_is_wrong_says_why_and_the_list_is_kept(
        self, world: World, step: dict[str, str]
    ) -> None:
        text = "Deniz\nAylin\nDENIZ\n" + "x" * 41
        form = {"text": text, "key": str(uuid.uuid4())} | step
        answer = world.client(world.teacher).post(base(world.classroom) + "pupils/add/", form)
        assert answer.status_code == (422 if step else 200)
        page = said(answer)
        assert "A pupil of the class has this nickname." in page
        assert "Line 1 has the same nickname." in page
        assert "longer than 40" in page
        assert text in page
        assert 'name="make"' not in page
        assert not Member.objects.filter(nickname="Deniz").exists()

    def test_a_list_without_its_key_is_not_lost(self, world: World) -> None:
        path = base(world.classroom) + "pupils/add/"
        answer = world.client(world.teacher).post(path, {"text": "Deniz", "make": "1"})
        assert answer.status_code in (200, 422)
        assert "Deniz" in said(answer)


class TestMembers:
    def test_two_teachers_change_two_fields_of_one_pupil_and_both_stand(self, world: World) -> None:
        pupil = world.pupils[0]
        path = base(world.classroom) + f"members/{pupil.pk}/"
        shown = {"initial-nickname": "Aylin", "initial-real_name": "Aylin Realname"}
        world.client(world.teacher).post(
            path, shown | {"nickname": "Ayla", "real_name": "Aylin Realname"}
        )
        world.client(world.coteacher).post(
            path, shown | {"nickname": "Aylin", "real_name": "Ayla Kaya"}
        )
        pupil.refresh_from_db()
        assert (pupil.nickname, pupil.real_name) == ("Ayla", "Ayla Kaya")

    def test_the_same_field_asks_the_second_teacher_once_more(self, world: World) -> None:
        pupil = world.pupils[0]
        path = base(world.classroom) + f"members/{pupil.pk}/"
        form = {
            "initial-nickname": "Aylin",
            "initial-real_name": "Aylin Realname",
            "real_name": "Aylin Realname",
        }
        world.client(world.teacher).post(path, form | {"nickname": "Ayla"})
        second = world.client(world.coteacher).post(path, form | {"nickname": "Aylo"})
        assert second.status_code == 409
        page = said(second)
        assert 'name="nickname" value="Aylo"' in page
        assert 'name="initial-nickname" value="Ayla"' in page
        again = form | {"nickname": "Aylo", "initial-nickname": "Ayla"}
        assert world.client(world.coteacher).post(path, again).status_code == 303
        pupil.refresh_from_db()
        assert pupil.nickname == "Aylo"

    def test_taken_out_and_brought_back_by_buttons(self, world: World) -> None:
        room, client = world.classroom, world.client(world.teacher)
        ids = [str(one.pk) for one in world.pupils[:2]]
        for _ in range(2):
            assert client.post(base(room) + "pupils/remove/", {"member": ids}).status_code == 303
        page = said(client.get(base(room)))
        assert "3 were taken out" in page
        assert client.post(base(room) + f"members/{ids[0]}/restore/").status_code == 303
        assert "2 were taken out" in said(client.get(base(room)))
        assert world.client(world.pupil).get(base(room)).status_code == 200
        assert client_of(world.pupils[1].player).get(base(room)).status_code == 404

    def test_a_nickname_in_use_is_asked_for_on_the_way_back(self, world: World) -> None:
        room, client, pupil = world.classroom, world.client(world.teacher), world.pupils[0]
        client.post(base(room) + "pupils/remove/", {"member": str(pupil.pk)})
        join(room, pupil_account(), nickname="Aylin")
        path = base(room) + f"members/{pupil.pk}/restore/"
        refused = client.post(path)
        assert refused.status_code == 409
        assert 'id="id_nickname_error"' in said(refused)
        assert client.post(path, {"nickname": "Aylin B."}).status_code == 303

    def test_moved_to_another_class_by_boxes(self, world: World) -> None:
        there = Classroom.objects.create(name="8b", rules="classic")
        join(there, world.teacher, role=Member.Role.TEACHER)
        client, path = world.client(world.teacher), base(world.classroom) + "pupils/move/"
        ids = [str(one.pk) for one in world.pupils]
        for form in (
            {"target": str(there.pk)},
            {"member": ids},
            {"member": ids, "target": "x"},
            {"member": ids, "target": str(world.otherclass.pk)},
            {"member": [str(world.otherpupil.pk)], "target": str(there.pk)},
            {"member": ["7"], "target": str(there.pk)},
        ):
            answer = client.post(path, form)
            assert answer.status_code == 422
            assert 'role="alert"' in said(answer)
        for _ in range(2):
            assert client.post(path, {"member": ids, "target": str(there.pk)}).status_code == 303
        assert Member.objects.active().pupils().filter(classroom=there).count() == 3

    def test_who_asked_to_join_is_not_changed_before_they_are_in(self, world: World) -> None:
        row = world.member(world.pending)
        client = world.client(world.teacher)
        for path in (f"members/{row.pk}/", f"members/{row.pk}/restore/"):
            answer = client.post(base(world.classroom) + path, {"nickname": "x"})
            assert answer.status_code == 404
