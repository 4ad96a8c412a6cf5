"""The pages of assignments: a teacher makes one, pupils work through it, others see nothing."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
from django.urls import reverse

from accounts import clock
from classrooms.assignments import working
from classrooms.assignments.models import Assignment, Work
from classrooms.assignments.variants import colours_of
from puzzles.models import Attempt, PuzzleSet, PuzzleSolution, SetItem
from tests.classrooms.assigning import answer_of, begin, url
from tests.classrooms.world import (
    World,
    join,
    make_assignment,
    make_class,
    pupil_account,
)

pytestmark = pytest.mark.django_db


# A pupil's way through


def test_a_pupil_begins_answers_and_hands_in_and_is_told(world: World) -> None:
    row = make_assignment(world, words="Take your time")
    client = world.client(world.pupil)
    assert row.title in client.get(reverse("assignments", args=[row.classroom_id])).content.decode()
    page = client.get(url("class-assignment", row)).content.decode()
    assert "Take your time" in page
    work = begin(client, row)
    items = list(row.puzzle_set.items.select_related("puzzle"))
    for item, right in zip(items, (True, False, True), strict=True):
        address = url("work-item", row, work.pk, item.index + 1)
        assert client.get(address).status_code == 200
        assert client.post(address, answer_of(item, right=right)).status_code == 303
    assert not Attempt.objects.answered().exists()  # nothing is judged before
    whole = url("work", row, work.pk)
    assert client.post(url("work-hand-in", row, work.pk))["Location"] == whole
    work.refresh_from_db()
    assert (work.points, work.out_of, work.late) == (2, 3, False)
    assert "2 of 3 right" in client.get(whole).content.decode()
    for number in (1, 2, 3):
        told = client.get(url("work-item", row, work.pk, number)).content.decode()
        assert 'data-result="' in told
    # a second press, and a late answer from another tab
    assert client.post(url("work-hand-in", row, work.pk)).status_code == 303
    late = client.post(url("work-item", row, work.pk, 1), answer_of(items[0], right=False))
    assert late["Location"] == whole
    work.refresh_from_db()
    assert work.points == 2
    assert Work.objects.count() == 1


def test_the_last_answer_counts_and_the_page_shows_what_is_kept(world: World) -> None:
    row = make_assignment(world)
    client, other_tab = world.client(world.pupil), world.client(world.pupil)
    work = begin(client, row)
    address = url("work-item", row, work.pk, 1)
    client.post(address, {"answer": "melds", "melds": "R1 R2 R3"})
    other_tab.post(address, {"answer": "cannot"})
    assert 'class="notation">Cannot open<' in client.get(address).content.decode()
    client.post(address, {"answer": "melds", "melds": "B1 B2 B3"})
    assert "B1 B2 B3" in client.get(address).content.decode()
    assert work.answers.get().answer == {"melds": "B1 B2 B3"}


def test_what_cannot_be_read_uses_nothing_up_and_stays_in_the_field(world: World) -> None:
    row = make_assignment(world)
    client = world.client(world.pupil)
    work = begin(client, row)
    address = url("work-item", row, work.pk, 1)
    client.post(address, {"answer": "cannot"})
    page = client.post(address, {"answer": "melds", "melds": "R1 Z9"})
    assert page.status_code == 400
    assert "R1 Z9" in page.content.decode()
    assert work.answers.get().answer == {"cannot": True}
    htmx = client.post(
        address, {"answer": "melds", "melds": "R1 Z9"}, headers={"hx-request": "true"}
    )
    assert htmx.status_code == 400
    assert client.post(url("work-lanes", row, work.pk, 1), {"melds": "R1 Z9"}).status_code == 200


def test_results_at_once_are_told_after_each_puzzle_and_cannot_be_answered_again(
    world: World,
) -> None:
    row = make_assignment(world, feedback=Assignment.Feedback.AT_ONCE)
    client = world.client(world.pupil)
    work = begin(client, row)
    item = row.puzzle_set.items.select_related("puzzle").get(index=0)
    address = url("work-item", row, work.pk, 1)
    fragment = client.post(address, answer_of(item, right=False), headers={"hx-request": "true"})
    assert 'data-result="wrong"' in fragment.content.decode()
    assert 'data-result="wrong"' in client.get(address).content.decode()
    client.post(address, answer_of(item, right=True))
    client.post(url("work-hand-in", row, work.pk))
    work.refresh_from_db()
    assert (work.points, work.out_of) == (0, 3)
    assert Attempt.objects.answered().count() == 1


def test_no_page_of_a_pupil_before_handing_in_tells_a_solution_or_an_id_of_a_puzzle(
    world: World,
) -> None:
    row = make_assignment(world)
    client = world.client(world.pupil)
    work = begin(client, row)
    for item in row.puzzle_set.items.select_related("puzzle"):
        address = url("work-item", row, work.pk, item.index + 1)
        client.post(address, {"answer": "cannot"})
        page = client.get(address).content.decode()
        assert str(item.puzzle_id) not in page
        melds = PuzzleSolution.objects.get(puzzle=item.puzzle).answer["best_melds"]
        assert not melds or melds not in page
        assert 'name="level"' not in page  # no hints


def test_another_try_where_there_is_one_and_no_more(world: World) -> None:
    row = make_assignment(world, tries=2)
    client = world.client(world.pupil)
    for number in (1, 2):
        work = begin(client, row)
        assert work.try_no == number
        client.post(url("work-item", row, work.pk, 1), {"answer": "cannot"})
        client.post(url("work-hand-in", row, work.pk))
    assert client.post(url("work-begin", row)).status_code == 409
    page = client.get(url("class-assignment", row)).content.decode()
    assert page.count("Try 1") == page.count("Try 2") == 1


def test_who_joins_later_gets_it_and_who_is_not_meant_does_not(world: World) -> None:
    everyone, chosen = make_assignment(world), make_assignment(world, everyone=False)
    chosen.recipients.create(member=world.pupils[0])
    late = join(world.classroom, pupil_account())
    client = world.client(late.player)
    assert client.get(url("class-assignment", everyone)).status_code == 200
    assert client.get(url("class-assignment", chosen)).status_code == 404
    assert client.post(url("work-begin", chosen)).status_code == 404
    assert world.client(world.pupil).get(url("class-assignment", chosen)).status_code == 200
    assert begin(client, everyone).member == late


def test_drafts_withdrawn_ones_and_those_not_open_yet_are_not_there_for_pupils(
    world: World,
) -> None:
    now = clock.now()
    rows = [
        make_assignment(world, frozen=False),
        make_assignment(world, withdrawn_at=now),
        make_assignment(world, opens_at=now + dt.timedelta(hours=1)),
    ]
    client = world.client(world.pupil)
    for row in rows:
        assert client.get(url("class-assignment", row)).status_code == 404
        assert client.post(url("work-begin", row)).status_code == 404
    page = client.get(reverse("assignments", args=[world.classroom.pk])).content.decode()
    assert "Openings" not in page


def test_a_work_of_somebody_else_is_not_there(world: World) -> None:
    row = make_assignment(world)
    work = working.begin(row, world.pupils[1])
    client = world.client(world.pupil)
    for name, more in (
        ("work", ()),
        ("work-item", (1,)),
        ("work-lanes", (1,)),
        ("work-hand-in", ()),
    ):
        address = url(name, row, work.pk, *more)
        assert client.post(address).status_code in (404, 405)
        assert client.get(address).status_code in (404, 405)
    assert world.client(world.teacher).get(url("work", row, work.pk)).status_code == 404


def test_late_and_closed_are_said_before_and_after(world: World) -> None:
    now = clock.now()
    row = make_assignment(
        world, due_at=now - dt.timedelta(hours=1), late_until=now + dt.timedelta(hours=1)
    )
    client = world.client(world.pupil)
    assert "is marked as late" in client.get(url("class-assignment", row)).content.decode()
    work = begin(client, row)
    client.post(url("work-item", row, work.pk, 1), {"answer": "cannot"})
    Assignment.objects.filter(pk=row.pk).update(late_until=now - dt.timedelta(minutes=1))
    page = client.get(url("work", row, work.pk)).content.decode()
    assert "nothing is taken any more" in page
    refused = client.post(url("work-item", row, work.pk, 2), {"answer": "cannot"}, follow=True)
    assert "The time is over" in refused.content.decode()
    assert work.answers.count() == 1


def test_an_archived_class_is_read_and_not_changed(world: World) -> None:
    row = make_assignment(world)
    pupil, teacher = world.client(world.pupil), world.client(world.teacher)
    work = begin(pupil, row)
    world.classroom.archived_at = clock.now()
    world.classroom.save()
    assert pupil.get(url("work-item", row, work.pk, 1)).status_code == 200
    pupil.post(url("work-item", row, work.pk, 1), {"answer": "cannot"})
    assert not work.answers.exists()
    assert pupil.post(url("work-hand-in", row, work.pk)).status_code == 409
    assert teacher.get(url("class-assignment", row)).status_code == 200
    assert teacher.post(url("assignment-withdraw", row)).status_code == 409


@pytest.mark.parametrize("language", ["de", "tr"])
def test_pages_are_there_in_every_language(world: World, language: str) -> None:
    row = make_assignment(world)
    headers = {"accept-language": language}
    for player, names in (
        (world.teacher, ("class-assignment", "assignment-edit", "assignment-puzzles")),
        (world.pupil, ("class-assignment",)),
    ):
        for name in names:
            page = world.client(player).get(url(name, row), headers=headers)
            assert page.status_code == 200
            assert f'lang="{language}"' in page.content.decode()


def test_pages_cost_the_same_for_thirty_pupils_and_twenty_puzzles(
    django_assert_max_num_queries: Any,
) -> None:
    world = make_class(pupils=30)
    row = make_assignment(world, count=20)
    for member in world.pupils:
        working.begin(row, member)
    teacher, pupil = world.client(world.teacher), world.client(world.pupil)
    work = Work.objects.get(member=world.pupils[0])
    for client, address in (
        (teacher, url("class-assignment", row)),
        (teacher, url("assignment-puzzles", row)),
        (teacher, reverse("assignments", args=[row.classroom_id])),
        (pupil, reverse("assignments", args=[row.classroom_id])),
        (pupil, url("class-assignment", row)),
        (pupil, url("work", row, work.pk)),
        (pupil, url("work-item", row, work.pk, 1)),
    ):
        client.get(address)
        with django_assert_max_num_queries(15):
            assert client.get(address).status_code == 200


def test_every_kind_can_be_looked_through_and_answered(world: World) -> None:
    """One puzzle of each kind in one assignment, on the teacher's page and on the pupil's."""
    from okey.rules.rulesets import rule_set
    from puzzles import gates
    from puzzles.kinds.registry import KINDS
    from puzzles.store import store_shared
    from tests.puzzles.kinds import some

    rules = "101-guide"
    kinds = [key for key, kind in KINDS.items() if rules in kind.rule_sets]
    made = PuzzleSet.objects.create(
        owner=None, rules=rules, kinds=kinds, count=len(kinds), seed="all", key=uuid.uuid4()
    )
    for index, key in enumerate(kinds):
        proposal = gates.proposal_of(
            KINDS[key], rule_set(rules), some(key, rules)[0], seed=f"look {key}"
        )
        [stored] = store_shared([proposal])
        assert stored is not None
        SetItem.objects.create(set=made, index=index, puzzle=stored.puzzle, colours=stored.colours)
    row = make_assignment(world, rules=rules, puzzle_set=made, variants=True)
    teacher, client = world.client(world.teacher), world.client(world.pupil)
    teacher.post(url("assignment-key", row))
    page = teacher.get(url("assignment-puzzles", row) + "?key=1").content.decode()
    assert page.count('id="puzzle-') == page.count('class="proposal') == len(kinds)
    work = begin(client, row)
    for item in made.items.select_related("puzzle"):
        address = url("work-item", row, work.pk, item.index + 1)
        assert client.get(address).status_code == 200, item.puzzle.kind
        item.set.assignment = row
        kind = KINDS[item.puzzle.kind]
        stored_right = PuzzleSolution.objects.get(puzzle=item.puzzle).answer
        best = kind.best(kind.recolour(stored_right, colours_of(work, item)))[0]
        # of a hand that does not open, `best` names what it holds
        stuck = best == "cannot" or not stored_right.get("opens", True)
        raw = {"cannot": True} if stuck else _raw(kind, best)
        working.keep(work, item, raw)
        assert client.get(address).status_code == 200, item.puzzle.kind
    client.post(url("work-hand-in", row, work.pk))
    work.refresh_from_db()
    wrong = [kinds[one.index] for one in work.answers.filter(correct=False)]
    assert wrong == []
    assert (work.points, work.out_of) == (len(kinds), len(kinds))
    for number in range(1, len(kinds) + 1):
        told = client.get(url("work-item", row, work.pk, number)).content.decode()
        assert 'data-result="' in told


def _raw(kind: Any, text: str) -> dict[str, Any]:
    return (
        {"choice": text}
        if text in kind.options and kind.form == "melds"
        else {kind.form.value: text}
    )
