"""After a pupil is erased no dump of the database has a trace, no file and no cache; a teacher
reaches no further than the classes they teach; what has served its time goes by itself."""

from __future__ import annotations

import datetime as dt
import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from pytest_django import Settings

from accounts import clock
from accounts.models import Player, User
from classrooms.assignments.models import Work, WorkAnswer
from classrooms.gradebook.book import read
from classrooms.gradebook.models import ClassExport, ExportPart, Note
from classrooms.grading import marks
from classrooms.keeping import retention
from classrooms.lookups.models import LookUp
from classrooms.models import LtiContext, LtiLink, LtiPlatform, LtiScore, LtiUser, PupilCard
from classrooms.paper import filing
from classrooms.people.members import change_names
from classrooms.people.models import Classroom, Member
from jobs.drain import drain_jobs
from puzzles.models import Attempt
from tests.classrooms.world import World, account, join, make_assignment

pytestmark = pytest.mark.django_db

MARKERS = ("Zeynepmarker", "Realmarker", "marker-sub-77", "Notemarker")


def dump() -> str:
    """Every row of every table as text, as a backup has it."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        return "\n".join(connection.connection.iterdump())
    parts = []
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            with cursor.copy(f"COPY {connection.ops.quote_name(name)} TO STDOUT") as copied:
                parts += [bytes(block).decode() for block in copied]
    return "\n".join(parts)


def traces(text: str, *more: str) -> list[str]:
    """Which markers a dump has."""
    return [one for one in (*MARKERS, *more) if re.search(re.escape(one), text, re.IGNORECASE)]


def marked(world: World) -> Member:
    """The first pupil, with a trace in every table that a class has for pupils."""
    member = world.pupils[0]
    change_names(
        classroom=world.classroom,
        member_id=member.pk,
        actor=world.teacher,
        changes={"nickname": "Zeynepmarker", "real_name": "Realmarker Demir"},
    )
    member.refresh_from_db()
    assignment = make_assignment(world)
    work = Work.objects.create(
        assignment=assignment, member=member, submitted_at=clock.now(), try_no=1
    )
    for index in range(3):
        WorkAnswer.objects.create(work=work, index=index, answer={"cannot": True})
        marks.answer_one(work, index)
    marks.settle(work)
    Note.objects.create(member=member, author=world.teacher, text="Notemarker")
    PupilCard.objects.create(player=member.player, digest="d" * 64)
    platform = LtiPlatform.objects.create(
        name="School",
        issuer="https://school.example",
        client_id="c",
        auth_url="https://school.example/a",
        token_url="https://school.example/t",
        keys_url="https://school.example/k",
    )
    context = LtiContext.objects.create(
        platform=platform, deployment="1", context_id="1", classroom=world.classroom
    )
    link = LtiLink.objects.create(context=context, link_id="1", assignment=assignment)
    user = LtiUser.objects.create(platform=platform, sub="marker-sub-77", player=member.player)
    LtiScore.objects.create(
        link=link, user=user, work=work, points=1, out_of=3, changed_at=clock.now()
    )
    for form in ("class-zip", filing.SHEETS):
        row = ClassExport.objects.create(
            classroom=world.classroom, owner=world.teacher, form=form, content=b"Realmarker"
        )
    ExportPart.objects.create(
        export=row, number=1, members=[str(member.pk)], content=b"Zeynepmarker"
    )
    LookUp.objects.create(work=work, index=0, tool=LookUp.Tool.SOLVE)
    world.client(member.player).get("/account/")  # a session
    return member


def ids(member: Member) -> list[str]:
    """What else leads to the pupil: the ids of place, player and user name."""
    player = member.player
    assert player.user is not None
    return [
        *(str(member.pk), member.pk.hex, str(player.pk), player.pk.hex),
        player.user.username,
    ]


def where(member: Member, rest: str = "") -> str:
    return f"/classes/{member.classroom_id}/members/{member.pk}/data/{rest}"


def test_after_a_teacher_erased_a_pupil_no_dump_has_a_trace(world: World) -> None:
    member = marked(world)
    more = ids(member)
    assert len(traces(dump(), *more)) >= len(MARKERS) + 3
    answer = world.client(world.teacher).post(where(member), {"nickname": "Zeynepmarker"})
    assert answer.status_code == 303
    assert traces(dump(), *more) == []
    assert not ClassExport.objects.exists()
    assert world.classroom.trail.filter(action="pupil.erased", member=None).exists()


def test_after_pupils_erased_themselves_no_dump_has_a_trace(world: World) -> None:
    member = marked(world)
    more = ids(member)
    client = world.client(member.player)
    assert client.post("/account/delete/").status_code == 422
    assert client.post("/account/delete/", {"sure": "1"}).status_code == 302
    assert traces(dump(), *more) == []
    assert not ClassExport.objects.exists()


def test_an_erased_pupil_is_in_no_gradebook_file_or_cache(world: World) -> None:
    member = marked(world)
    teacher = world.client(world.teacher)
    cache.clear()
    for path in ("", "gradebook/", "gradebook/csv/"):
        teacher.get(f"/classes/{world.classroom.pk}/{path}")
    teacher.post(where(member), {"nickname": "Zeynepmarker"})
    assert all(row.member.pk != member.pk for row in read(world.classroom).rows)
    for path in ("", "gradebook/", "gradebook/csv/", "trail/"):
        text = teacher.get(f"/classes/{world.classroom.pk}/{path}").content.decode(errors="replace")
        assert traces(text, *ids(member)) == [], path
    assert traces(repr(getattr(cache, "_cache", {})), *ids(member)) == []


def test_an_export_has_all_of_a_pupil_and_nothing_of_another(world: World) -> None:
    member = marked(world)
    answer = world.client(world.teacher).get(where(member, "export/"))
    data = json.loads(answer.content)["data"]
    assert data["classrooms.Member"][0]["real_name"] == "Realmarker Demir"
    assert len(data["classrooms.WorkAnswer"]) == 3
    assert data["classrooms.Note"][0]["text"] == "Notemarker"
    assert len(data["puzzles.Attempt"]) == 3
    assert data["classrooms.LtiUser"][0]["sub"] == "marker-sub-77"
    assert "d" * 64 not in answer.content.decode()
    assert world.pupils[1].nickname not in answer.content.decode()


def test_the_wrong_nickname_erases_nothing(world: World) -> None:
    member = marked(world)
    answer = world.client(world.teacher).post(where(member), {"nickname": "zeynep"})
    assert answer.status_code == 422
    assert Member.objects.filter(pk=member.pk).exists()


def test_of_somebody_with_an_account_a_teacher_reaches_what_the_class_keeps(world: World) -> None:
    own = account("mert")
    member = join(world.classroom, own, nickname="Mert")
    assignment = make_assignment(world)
    work = Work.objects.create(assignment=assignment, member=member, submitted_at=clock.now())
    WorkAnswer.objects.create(work=work, index=0, answer={"cannot": True})
    marks.answer_one(work, 0)
    elsewhere = join(world.otherclass, own, nickname="Elsewhere")
    teacher = world.client(world.teacher)
    text = teacher.get(where(member, "export/")).content.decode()
    assert "Mert" in text
    assert "Elsewhere" not in text
    assert "mert@example.org" not in text
    teacher.post(where(member), {"nickname": "Mert"})
    assert Player.objects.filter(pk=own.pk).exists()
    assert Member.objects.filter(pk=elsewhere.pk).exists()
    assert not Work.objects.exists()
    assert not Attempt.objects.filter(player=own).exists()


def test_a_pupil_of_two_classes_is_erased_whole_by_who_teaches_both(world: World) -> None:
    member = marked(world)
    there = join(world.otherclass, member.player, nickname="There")
    teacher = world.client(world.teacher)
    teacher.post(where(member), {"nickname": "Zeynepmarker"})
    assert Member.objects.filter(pk=there.pk).exists()
    assert traces(dump()) == ["marker-sub-77"]  # the person is still a pupil elsewhere


@pytest.mark.parametrize("who", ["pupil", "otherteacher", "exmember"])
def test_a_pupils_data_is_for_the_teachers_of_the_class(world: World, who: str) -> None:
    client = world.client(getattr(world, who))
    member = world.pupils[1]
    assert client.get(where(member)).status_code == 404
    assert client.get(where(member, "export/")).status_code == 404
    assert client.post(where(member), {"nickname": member.nickname}).status_code == 404


# --- what has served its time ---------------------------------------------------------------------


def run(settings: Settings) -> None:
    retention.ensure_due()
    drain_jobs()


def test_an_archived_class_is_told_when_it_goes_and_goes(world: World, settings: Settings) -> None:
    member = marked(world)
    more = ids(member)
    world.classroom.archived_at = clock.now() - dt.timedelta(days=399)
    world.classroom.save()
    page = world.client(world.teacher).get(f"/classes/{world.classroom.pk}/").content.decode()
    assert "it is deleted with all that is in it" in page
    run(settings)
    assert Classroom.objects.filter(pk=world.classroom.pk).exists()
    world.classroom.archived_at = clock.now() - dt.timedelta(days=401)
    world.classroom.save()
    LtiUser.objects.update(seen_at=clock.now() - dt.timedelta(days=401))
    User.objects.update(date_joined=clock.now() - dt.timedelta(days=500))
    retention.handle(_work())
    retention.handle(_work())  # whoever is in no class any more
    drain_jobs()
    assert not Classroom.objects.filter(pk=world.classroom.pk).exists()
    assert traces(dump(), *more) == []
    assert Player.objects.filter(pk=world.teacher.pk).exists()


def test_with_a_class_its_card_pupils_go_and_no_job_names_them(world: World) -> None:
    member = world.pupils[1]
    more = ids(member)
    Classroom.objects.filter(pk=world.classroom.pk).update(
        archived_at=clock.now() - dt.timedelta(days=401)
    )
    retention.handle(_work())
    drain_jobs()
    assert traces(dump(), *more) == []


def test_whoever_was_taken_out_goes_after_half_a_year(world: World) -> None:
    member = marked(world)
    Member.objects.filter(pk=member.pk).update(
        state="left", left_at=clock.now() - dt.timedelta(days=179)
    )
    retention.handle(_work())
    assert Member.objects.filter(pk=member.pk).exists()
    Member.objects.filter(pk=member.pk).update(left_at=clock.now() - dt.timedelta(days=181))
    retention.handle(_work())
    assert not Member.objects.filter(pk=member.pk).exists()
    assert not Work.objects.exists()


def test_an_operator_may_keep_everything(world: World, settings: Settings) -> None:
    settings.ISTAKA_KEEP_ARCHIVED_DAYS = settings.ISTAKA_KEEP_REMOVED_DAYS = 0
    Classroom.objects.update(archived_at=clock.now() - dt.timedelta(days=4_000))
    Member.objects.filter(state="left").update(left_at=clock.now() - dt.timedelta(days=4_000))
    before = (Classroom.objects.count(), Member.objects.count())
    retention.handle(_work())
    assert (Classroom.objects.count(), Member.objects.count()) == before


def test_a_class_in_use_and_its_members_stay_however_old(world: World) -> None:
    Classroom.objects.update(created_at=clock.now() - dt.timedelta(days=4_000))
    Member.objects.update(joined_at=clock.now() - dt.timedelta(days=4_000))
    before = Member.objects.count()
    retention.handle(_work())
    assert Member.objects.count() == before


def test_a_day_has_one_job(world: World) -> None:
    from jobs.models import Job

    for _ in range(3):
        retention.ensure_due()
    assert Job.objects.filter(kind=retention.JOB).count() == 1


def _work() -> Any:
    class Quiet:
        args = {"day": "2026-01-01", "part": 1}

        def progress(self, done: int, total: int) -> None:
            pass

    return Quiet()
