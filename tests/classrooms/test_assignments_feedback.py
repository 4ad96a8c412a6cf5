"""Nothing tells what became of class work before its time: no page, no call, no file."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import settings as property_settings
from hypothesis import strategies as st

from accounts import clock, privacy
from classrooms.assignments import feedback, working
from classrooms.assignments.models import Assignment, Work
from jobs.drain import drain_jobs
from puzzles import attempts
from puzzles.attempts import Place
from puzzles.collections import handing_in
from puzzles.models import Attempt, PuzzleSet, PuzzleSolution, RatingChange, SetItem
from puzzles.printing import keys
from puzzles.withholding import HeldBack
from tests.classrooms.world import World, make_assignment, make_class
from tests.puzzles.conftest import Clock, best_melds, opens

pytestmark = pytest.mark.django_db

AFTER_DUE = Assignment.Feedback.AFTER_DUE


@pytest.fixture
def the_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    stepped = Clock(dt.datetime.now(dt.UTC))
    monkeypatch.setattr(clock, "now", stepped)
    return stepped


def worked(world: World, row: Assignment, *, right: bool, number: int = 0) -> Work:
    """A work that is handed in, with every answer right or every answer wrong."""
    work = working.begin(row, world.pupils[number])
    for item in row.puzzle_set.items.select_related("puzzle", "set__assignment"):
        does = opens(item.puzzle)
        raw: dict[str, Any] = {"cannot": True}
        if does == right:
            raw = {"melds": best_melds(item.puzzle)} if right else {"melds": "R1 R2 R3"}
        working.keep(work, item, raw)
    working.hand_in(work)
    return Work.objects.select_related("assignment", "member__player").get(pk=work.pk)


def told_of(world: World, row: Assignment, work: Work) -> str:
    """All that the pupil's addresses say, one after the other, less what differs by chance."""
    client = world.client(work.member.player)
    args = [row.classroom_id, row.pk]
    puzzles = list(row.puzzle_set.items.values_list("puzzle", flat=True))
    attempt_ids = list(Attempt.objects.filter(context_id=row.pk).values_list("pk", flat=True))
    pages = [
        reverse("class", args=args[:1]),
        reverse("assignments", args=args[:1]),
        reverse("class-assignment", args=args),
        reverse("work", args=[*args, work.pk]),
        *(reverse("work-item", args=[*args, work.pk, number]) for number in (1, 2, 3)),
        reverse("history"),
        reverse("misses"),
        reverse("dashboard"),
        *(reverse("history-attempt", args=[one]) for one in attempt_ids),
        *(
            f"{reverse('puzzle', args=[one])}?context=assignment&context_id={row.pk}"
            for one in puzzles
        ),
        *(reverse("puzzle", args=[one]) for one in puzzles),
        reverse("api-assignment", args=args),
        reverse("api-assignments", args=args[:1]),
        reverse("api-history"),
        reverse("api-dashboard"),
    ]
    said = []
    for page in pages:
        answer = client.get(page)
        assert answer.status_code in (200, 303, 404), page
        said.append(answer.content.decode() if answer.status_code == 200 else "")
    exported = privacy.export(work.member.player)
    said.append(json.dumps(exported["data"], default=str))
    return "\n".join(said)


SIGNS = (
    'data-result="',
    "is-wrong",
    "is-right",
    "of 3 right",
    '"correct": true',
    '"correct": false',
)


@pytest.mark.parametrize("right", [True, False])
def test_before_the_time_no_address_tells_and_afterwards_they_do(
    world: World, the_clock: Clock, right: bool
) -> None:
    row = make_assignment(world, feedback=AFTER_DUE, grace_minutes=30)
    work = worked(world, row, right=right)
    assert (work.points, Attempt.objects.answered().count()) == (3 if right else 0, 3)
    solutions = [
        PuzzleSolution.objects.get(puzzle=one).answer["best_melds"]
        for one in row.puzzle_set.items.values_list("puzzle", flat=True)
    ]
    the_clock.forward(days=7, minutes=20)  # after the due time, and within the grace
    before = told_of(world, row, work)
    assert [sign for sign in SIGNS if sign in before] == []
    laid = best_melds if right else None
    if laid is None:
        assert [one for one in solutions if one and one in before] == []
    the_clock.forward(minutes=11)
    after = told_of(world, row, work)
    wanted = ("of 3 right", 'data-result="', f'"correct": {json.dumps(right)}')
    assert [sign for sign in wanted if sign not in after] == []


def test_one_pupils_extension_keeps_the_results_of_all(world: World, the_clock: Clock) -> None:
    row = make_assignment(world, feedback=AFTER_DUE)
    assert row.due_at is not None
    row.extensions.create(member=world.pupils[1], due_at=row.due_at + dt.timedelta(days=2))
    work = worked(world, row, right=False)
    the_clock.forward(days=8)
    assert not feedback.is_told(work)
    assert [sign for sign in SIGNS if sign in told_of(world, row, work)] == []
    the_clock.forward(days=2)
    assert feedback.is_told(work)


times = st.none() | st.integers(-3_000, 3_000)


@property_settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    due=st.integers(-3_000, 3_000),
    late=times,
    grace=st.integers(0, 1_440),
    own=st.lists(st.tuples(times, times), max_size=2),
)
def test_the_subquery_says_the_same_as_the_one_function(
    due: int, late: int | None, grace: int, own: list[tuple[int | None, int | None]]
) -> None:
    world = make_class(pupils=2)
    now = clock.now()

    def at(minutes: int | None) -> dt.datetime | None:
        return None if minutes is None else now + dt.timedelta(minutes=minutes, seconds=30)

    row = make_assignment(
        world,
        count=1,
        feedback=AFTER_DUE,
        opens_at=None,
        due_at=at(due),
        late_until=at(late) if late is not None and late >= due else None,
        grace_minutes=grace,
    )
    for member, (own_due, own_late) in zip(world.pupils, own, strict=False):
        row.extensions.create(member=member, due_at=at(own_due), late_until=at(own_late))
    silent = feedback.silent_assignments().filter(pk=row.pk).exists()
    assert silent != feedback.nobody_hands_in(row, clock.now())


def test_a_puzzle_of_open_class_work_is_answered_there_and_nowhere_before(
    world: World, the_clock: Clock
) -> None:
    row = make_assignment(world)
    puzzle = row.puzzle_set.items.get(index=0).puzzle
    pupil, client = world.pupil, world.client(world.pupil)
    place = Place(Attempt.Context.PRACTICE)
    for deed in (
        lambda: attempts.answer(
            player=pupil, puzzle=puzzle, place=place, raw={"cannot": True}, key=uuid.uuid4()
        ),
        lambda: attempts.give_up(player=pupil, puzzle=puzzle, place=place, key=uuid.uuid4()),
        lambda: attempts.take_hint(player=pupil, puzzle=puzzle, place=place, level=1),
    ):
        with pytest.raises(HeldBack):
            deed()
    fields = {"answer": "cannot", "key": str(uuid.uuid4()), "context": "practice", "try_no": 1}
    page = client.post(reverse("answer", args=[puzzle.pk]), fields)
    assert page.status_code == 409
    assert "an assignment of your class" in page.content.decode()
    api = client.post(
        reverse("api-give-up", args=[puzzle.pk]), {"key": str(uuid.uuid4())}, "application/json"
    )
    assert api.json()["error"]["code"] == "puzzle.held-back"
    # whoever is not in the class may, and so may the pupil once it is told
    attempts.answer(
        player=world.otherpupil.player,
        puzzle=puzzle,
        place=place,
        raw={"cannot": True},
        key=uuid.uuid4(),
    )
    worked(world, row, right=True)
    answered = attempts.answer(
        player=pupil, puzzle=puzzle, place=place, raw={"cannot": True}, key=uuid.uuid4()
    )
    assert answered.made
    assert not RatingChange.objects.filter(player=pupil).exists()  # neither rates


def test_class_work_never_rates_and_practice_does_not_bring_its_puzzles(world: World) -> None:
    row = make_assignment(world)
    worked(world, row, right=True)
    assert not RatingChange.objects.exists()
    seen = Attempt.objects.filter(player=world.pupil).values_list("puzzle", flat=True)
    assert set(seen) == set(row.puzzle_set.items.values_list("puzzle", flat=True))


def test_a_set_that_shares_a_puzzle_with_class_work_gives_nothing_away(world: World) -> None:
    row = make_assignment(world)
    puzzles = [one.puzzle for one in row.puzzle_set.items.select_related("puzzle")]
    own = PuzzleSet.objects.create(
        owner=world.pupil, rules=row.rules, kinds=["can-open"], count=3, seed="x", key=uuid.uuid4()
    )
    for index, puzzle in enumerate(puzzles):
        SetItem.objects.create(set=own, index=index, puzzle=puzzle)
    client = world.client(world.pupil)
    assert keys.give_up(player=world.pupil, puzzle_set=own) == {}
    assert client.post(reverse("set-key", args=[own.pk])).status_code == 200
    submission = handing_in.begin(player=world.pupil, puzzle_set=own)
    address = reverse("submission-item", args=[submission.pk, 1])
    fields = {"answer": "cannot", "key": str(uuid.uuid4())}
    page = client.post(address, fields)
    assert page.status_code == 409
    assert "an assignment of your class" in page.content.decode()
    # kept before the class was set it: the job leaves it out and does not fail
    submission.answers = {"0": {"cannot": True}}
    submission.save()
    handing_in.hand_in(submission)
    drain_jobs()
    submission.refresh_from_db()
    assert (submission.mark, submission.asked) == (0, 3)
    assert not Attempt.objects.answered().exists()
