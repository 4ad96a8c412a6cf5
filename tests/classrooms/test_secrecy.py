"""Nothing of a solution is told in a class before the work is handed in: by no page, to no role.

The solutions carry marks that no page writes by chance; whoever has handed nothing in asks for
every address below a class and along a link from a learning platform, in all formats.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts import tokens
from accounts.models import Player
from classrooms.assignments import working
from classrooms.assignments.models import Assignment
from classrooms.live import services
from jobs.drain import drain_jobs
from puzzles.grading import solution_shown
from puzzles.models import Attempt, Puzzle, PuzzleSolution
from tests.classrooms import objects
from tests.classrooms.lti.conftest import Browser, platform, visitor  # noqa: F401, fixtures
from tests.classrooms.lti.linking import link_to
from tests.classrooms.test_roles import LINES, OUTSIDE, player
from tests.classrooms.world import World, make_assignment, make_class, make_puzzles
from tests.puzzles.test_secrecy import HTMX, MARK, texts
from tests.site.addresses import Address

pytestmark = pytest.mark.django_db

FORMATS: Final[tuple[dict[str, str], ...]] = ({}, HTMX, {"accept": "application/json"})
MARKS: Final = (MARK, "987654", "987,654", "987.654", "876543")
# What shows answers that were handed in. The first pupil's; it is the second that asks.
HANDED_IN: Final = {"graded", "answer", "result", "looked_at", "file", "paper_file"}
READ: Final = [line for line in LINES if "GET" in line.methods]


@pytest.fixture(autouse=True)
def without_limits(settings: Settings) -> None:
    """Ask as often as there are addresses."""
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (100000, 60))


@pytest.fixture
def secrets(db: None) -> list[str]:
    """The marks of the three puzzles that every assignment here has, and their best melds in any
    colours."""
    found = list(MARKS)
    for puzzle in make_puzzles():
        row = PuzzleSolution.objects.get(puzzle=puzzle)
        row.answer |= {"best_points": 987_654, "pairs": 876_543, "mark": MARK}
        row.save()
        if row.answer["best_melds"]:
            found += [
                str(solution_shown(puzzle, "".join(colours))["best_melds"])
                for colours in permutations("RYBK")
            ]
    return found


def untold(answer: Any, secrets: list[str], where: str) -> None:
    """It holds no secret, and is no failure."""
    assert answer.status_code < 500, where
    received = texts(answer)
    for secret in secrets:
        assert secret not in received, f"{where}: {secret}"


def reader(who: Player | None, line: Address) -> tuple[Client, dict[str, str]]:
    """A browser or, for the API, a program of somebody's."""
    client = Client()
    if who is None or who.user is None:
        return client, {}
    if line.is_api:
        return client, {"authorization": f"Bearer {tokens.issue(who, 'crawl')[1]}"}
    client.force_login(who.user)
    return client, {}


@pytest.mark.parametrize("line", READ, ids=lambda line: line.route)
def test_no_address_of_a_class_tells_a_solution_to_whoever_has_handed_nothing_in(
    line: Address, world: World, secrets: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = world.pupils[1]
    if line.in_class.rpartition(".")[2] not in HANDED_IN:
        monkeypatch.setattr(objects, "_whose", lambda _world, _role: asking)
    path = line.path(getattr(objects, line.in_class.rpartition(".")[2])(world, "pupil"))
    people = {role: player(world, role) for role in OUTSIDE} | {"pupil": asking.player}
    for role, who in people.items():
        client, headers = reader(who, line)
        for more in FORMATS:
            untold(client.get(path, headers={**headers, **more}), secrets, f"{path} as {role}")


def test_neither_a_kept_answer_nor_a_live_round_tells_more(
    world: World, secrets: list[str]
) -> None:
    row = make_assignment(world)
    live = services.start(world.classroom.pk, row.pk, actor=world.teacher)
    client = world.client(world.pupil)
    begun = client.post(reverse("work-begin", args=[row.classroom_id, row.pk]))
    untold(begun, secrets, "begin")
    for number, said in ((1, {"answer": "cannot"}), (2, {"answer": "melds", "melds": "R1 R2 R3"})):
        item = begun["Location"].rpartition("/work/")[0] + f"/work/{_work(row)}/{number}/"
        for more in FORMATS:
            untold(client.get(item, headers=more), secrets, item)
            untold(client.post(item, said, headers=more), secrets, item)
            untold(client.post(f"{item}lanes/", said, headers=more), secrets, item)
    for name in ("live-round", "live-over", "live-state"):
        where = reverse(name, args=[row.classroom_id, live.pk])
        for more in FORMATS:
            untold(client.get(where, headers=more), secrets, where)
    where = reverse("live-now", args=[row.classroom_id])
    untold(client.get(where), secrets, where)
    untold(client.get(reverse("account-export")), secrets, "one's own data")


def test_a_link_from_a_learning_platform_tells_nothing_on_its_way(
    visitor: Browser,  # noqa: F811, the fixture
    secrets: list[str],
) -> None:
    world = make_class(pupils=0)
    _link, assignment = link_to(world, visitor)
    pupil = Browser(visitor.platform, Client())
    answer = pupil.launch("Learner", sub="pupil")
    for _ in range(5):
        untold(answer, secrets, "launch")
        if answer.status_code not in {302, 303}:
            break
        answer = pupil.client.get(answer["Location"])
    else:
        pytest.fail("it never arrives")
    assert answer.status_code == 200
    member = world.classroom.members.pupils().get(player__lti_users__sub="pupil")
    work = working.begin(assignment, member)
    for number in (1, 2, 3):
        where = reverse("work-item", args=[world.classroom.pk, assignment.pk, work.pk, number])
        page = pupil.client.get(where)
        assert page.status_code == 200
        untold(page, secrets, where)


@pytest.mark.parametrize("language", ["en", "de", "tr"])
def test_a_failure_while_an_answer_is_graded_tells_nothing(
    secrets: list[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    puzzle = make_puzzles()[0]

    def fail(puzzle: Puzzle, **_: object) -> None:
        raise RuntimeError(f"{PuzzleSolution.objects.get(puzzle=puzzle).answer}")

    monkeypatch.setattr("puzzles.attempts.grade", fail)
    client = Client(raise_request_exception=False)
    for more in FORMATS:
        answer = client.post(
            f"/puzzles/{puzzle.pk}/answer/",
            {"answer": "cannot", "key": "5b5bd9f5-5a0b-4e39-8f2f-5e2c3a2c9d78"},
            headers={"accept-language": language, **more},
        )
        assert answer.status_code == 500
        received = texts(answer)
        assert not [secret for secret in secrets if secret in received]
    assert not Attempt.objects.answered().exists()


def test_what_is_looked_for_is_told_once_the_work_is_handed_in(
    world: World, secrets: list[str]
) -> None:
    row = make_assignment(world)
    work = working.begin(row, world.pupils[0])
    item = row.puzzle_set.items.select_related("puzzle", "set__assignment").get(index=0)
    working.keep(work, item, {"cannot": True})
    working.hand_in(work)
    drain_jobs()
    pages = {
        world.pupil: reverse("work-item", args=[row.classroom_id, row.pk, work.pk, 1]),
        world.teacher: reverse("gradebook-answer", args=[row.classroom_id, work.pk, 1]),
    }
    for who, where in pages.items():
        told = texts(world.client(who).get(where, follow=True))
        melds = [one for one in secrets[len(MARKS) :] if one in told]
        assert "987654" in told.replace(",", "") or melds, where


def _work(row: Assignment) -> object:
    return row.works.get().pk
