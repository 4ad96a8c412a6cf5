"""Live rounds: the teacher starts and ends them; everybody sees so, and nothing is lost."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.db import IntegrityError
from django.urls import reverse

from accounts import clock
from classrooms.assignments import working
from classrooms.assignments.models import Assignment, Work
from classrooms.live import services, shown
from classrooms.live.models import LiveRound
from classrooms.live.services import AlreadyRunning
from tests.classrooms.world import World, make_assignment, make_class
from tests.puzzles.conftest import best_melds, opens

pytestmark = pytest.mark.django_db


def url(name: str, live: LiveRound) -> str:
    return reverse(name, args=[live.classroom_id, live.pk])


def started(world: World, row: Assignment | None = None) -> LiveRound:
    row = row or make_assignment(world)
    return services.start(world.classroom.pk, row.pk, actor=world.teacher)


def begin(world: World, live: LiveRound, number: int) -> Work:
    return working.begin(live.assignment, world.pupils[number])


def say(work: Work, index: int, *, right: bool) -> None:
    item = work.assignment.puzzle_set.items.select_related("puzzle", "set__assignment").get(
        index=index
    )
    does = opens(item.puzzle) == right
    raw = {"melds": best_melds(item.puzzle)} if does and right else {"melds": "R1 R2 R3"}
    working.keep(work, item, raw if does else {"cannot": True})


def test_the_start_settles_a_draft_and_opens_it_for_all_at_once(world: World) -> None:
    later = clock.now() + dt.timedelta(hours=2)
    row = make_assignment(world, frozen=False, opens_at=later)
    teacher, pupil = world.client(world.teacher), world.client(world.pupil)
    page = reverse("class-assignment", args=[row.classroom_id, row.pk])
    assert pupil.get(page).status_code == 404
    live = reverse("live", args=[row.classroom_id])
    answer = teacher.post(live, {"assignment": str(row.pk)})
    assert answer.status_code == 303
    again = teacher.post(live, {"assignment": str(row.pk)})  # a second press
    assert again["Location"] == answer["Location"]
    assert LiveRound.objects.count() == 1
    assert pupil.get(page).status_code == 200


def test_a_pupil_who_looks_at_the_class_is_moved_in_and_told_of_the_end(world: World) -> None:
    client = world.client(world.pupil)
    now = reverse("live-now", args=[world.classroom.pk])
    assert now in client.get(reverse("class", args=[world.classroom.pk])).content.decode()
    assert client.get(now).status_code == 204
    live = started(world)
    class_page = client.get(reverse("class", args=[world.classroom.pk])).content.decode()
    assert url("live-round", live) in class_page  # without a script, by a link
    moved = client.get(now)
    assert (moved.status_code, moved["HX-Redirect"]) == (204, url("live-round", live))
    page = client.get(url("live-round", live)).content.decode()
    begin_url = reverse("work-begin", args=[live.classroom_id, live.assignment_id])
    assert f'hx-post="{begin_url}"' in page
    first = client.post(begin_url, headers={"hx-request": "true"})
    assert "HX-Redirect" in first
    item = client.get(first["HX-Redirect"]).content.decode()
    assert url("live-over", live) in item
    assert "HX-Redirect" not in client.get(url("live-over", live))
    services.end(live, actor=world.teacher)
    assert client.get(url("live-over", live))["HX-Redirect"] == url("live-round", live)
    assert "The live round is over" in client.get(url("live-round", live)).content.decode()
    told = client.get(now, {"v": str(live.pk)})
    assert "The live round is over" in told.content.decode()


def test_the_teacher_sees_who_has_begun_and_what_is_right_and_pupils_do_not(world: World) -> None:
    live = started(world)
    work = begin(world, live, 0)
    say(work, 0, right=True)
    say(work, 1, right=False)
    state = shown.standings(live)
    assert state["rows"][0]["marks"] == ["right", "wrong", ""]
    assert (state["opened"], state["rights"]) == (1, [1, 0, 0])
    teacher, pupil = world.client(world.teacher), world.client(world.pupil)
    assert teacher.get(url("live-state", live)).status_code == 200
    assert pupil.get(url("live-state", live)).status_code == 404
    page = pupil.get(url("live-round", live)).content.decode()
    assert "is-right" not in page
    assert "is-wrong" not in page


def test_nothing_new_is_204_and_every_change_is_seen(world: World) -> None:
    live = started(world)
    client = world.client(world.teacher)
    seen = {shown.version(live)}
    assert client.get(url("live-state", live), {"v": shown.version(live)}).status_code == 204
    work = begin(world, live, 0)
    seen.add(shown.version(live))
    say(work, 0, right=True)
    seen.add(shown.version(live))
    say(work, 0, right=False)  # another answer in its place
    seen.add(shown.version(live))
    working.hand_in(work)
    seen.add(shown.version(live))
    assert len(seen) == 5
    assert client.get(url("live-state", live), {"v": "old"}).status_code == 200


def test_the_end_hands_in_what_is_under_way_as_it_stands_and_nothing_is_late(world: World) -> None:
    live = started(world)
    answered, opened, handed_in = (begin(world, live, number) for number in (0, 1, 2))
    for index in range(3):
        say(answered, index, right=index != 1)
        say(handed_in, index, right=True)
    working.hand_in(handed_in)
    client = world.client(world.teacher)
    assert client.post(url("live-end", live)).status_code == 303
    assert client.post(url("live-end", live)).status_code == 303  # a second press
    marks = {work.pk: (work.points, work.out_of, work.late) for work in Work.objects.all()}
    assert marks == {
        answered.pk: (2, 3, False),
        opened.pk: (0, 3, False),
        handed_in.pk: (3, 3, False),
    }
    assert client.get(url("live-state", live), {"v": "old"}).status_code == 200
    pupil = world.client(world.pupil)
    assert (
        pupil.post(reverse("work-begin", args=[live.classroom_id, live.assignment_id])).status_code
        == 409
    )


def test_what_an_end_left_open_is_closed_by_the_next_sweep(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = started(world)
    work = begin(world, live, 0)
    monkeypatch.setattr(services, "close_works", lambda _live: None)  # the server stops here
    services.end(live, actor=world.teacher)
    work.refresh_from_db()
    assert work.submitted_at is None
    from classrooms.assignments.closing import ensure_due

    ensure_due()
    ensure_due()
    work.refresh_from_db()
    live.refresh_from_db()
    assert work.submitted_at == live.ended_at
    assert work.points == 0


def test_a_class_has_one_round_at_a_time(world: World) -> None:
    live = started(world)
    with pytest.raises(AlreadyRunning):
        started(world)
    with pytest.raises(IntegrityError):
        LiveRound.objects.create(classroom=world.classroom, assignment=make_assignment(world))
    assert live.ended_at is None


def test_a_round_for_some_is_nothing_to_the_others(world: World) -> None:
    row = make_assignment(world, everyone=False)
    row.recipients.create(member=world.pupils[0])
    live = started(world, row)
    now = reverse("live-now", args=[world.classroom.pk])
    other = world.client(world.pupils[1].player)
    assert "HX-Redirect" not in other.get(now)
    page = other.get(reverse("class", args=[world.classroom.pk])).content.decode()
    assert url("live-round", live) not in page
    assert other.get(url("live-round", live)).status_code == 404
    assert "HX-Redirect" in world.client(world.pupil).get(now)


def test_only_a_teacher_starts_and_ends(world: World) -> None:
    row = make_assignment(world)
    address = reverse("live", args=[row.classroom_id])
    pupil = world.client(world.pupil)
    assert pupil.post(address, {"assignment": str(row.pk)}).status_code == 404
    live = started(world, row)
    assert pupil.post(url("live-end", live)).status_code == 404
    foreign = world.client(world.otherteacher)
    for name in ("live-round", "live-state", "live-over"):
        assert foreign.get(url(name, live)).status_code == 404


def test_an_assignment_that_is_not_complete_is_not_started(world: World) -> None:
    row = make_assignment(world, frozen=False)
    row.puzzle_set.items.filter(index=0).delete()
    client = world.client(world.teacher)
    answer = client.post(reverse("live", args=[row.classroom_id]), {"assignment": str(row.pk)})
    assert answer.status_code == 409
    assert "not all there yet" in answer.content.decode()
    assert not LiveRound.objects.exists()


def test_polling_costs_the_same_for_thirty_pupils(django_assert_max_num_queries: Any) -> None:
    world = make_class(pupils=30)
    live = started(world, make_assignment(world, count=10))
    for number in range(30):
        say(begin(world, live, number), 0, right=True)
    teacher, pupil = world.client(world.teacher), world.client(world.pupil)
    teacher.get(url("live-state", live))
    with django_assert_max_num_queries(12):
        assert teacher.get(url("live-state", live)).status_code == 200
    version = shown.version(live)
    with django_assert_max_num_queries(8):
        unchanged = teacher.get(url("live-state", live), {"v": version})
        assert unchanged.status_code == 204
    for address in (url("live-over", live), reverse("live-now", args=[live.classroom_id])):
        pupil.get(address)
        with django_assert_max_num_queries(6):
            pupil.get(address)
