"""Every lesson can be played to full stars, in every language and rule set, through its pages."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from okey import RULE_SETS, RuleSet
from tutor.lessons import beliefs, services, views
from tutor.lessons.loading import lessons
from tutor.lessons.model import Lesson, Station
from tutor.lessons.models import ExerciseAnswer, LessonProgress
from tutor.lessons.services import exercise_of, stars_for
from tutor.loading import LANGUAGES
from tutor.misconceptions import fitting
from tutor.tasks.base import Exercise, Form
from tutor.tasks.registry import TASKS
from tutor.tasks.words import question

pytestmark = pytest.mark.django_db

CASES = [
    pytest.param(lesson, rules, id=f"{lesson.id}-{rules.key}")
    for lesson in lessons().values()
    for rules in RULE_SETS.values()
    if lesson.stands(rules)
]
PATH = lessons()["path/reading-okey"]
GUIDE = RULE_SETS["101-guide"]


@pytest.fixture(autouse=True)
def unlimited(settings: Any) -> None:
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (100000, 60))


@pytest.fixture
def made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The languages of a rule set get the same exercises, which are made and judged once."""
    made: dict[object, Exercise] = {}
    fits: dict[object, tuple[str, ...]] = {}

    def exercise_once(station: Station, rules: RuleSet, seed: str) -> Exercise:
        key = (station.step.task, station.name, rules.key, seed)
        if key not in made:
            made[key] = exercise_of(station, rules, seed)
        return made[key]

    def fits_once(exercise: Exercise, answer: str) -> tuple[str, ...]:
        key = (id(exercise), answer)
        if key not in fits:
            fits[key] = tuple(fitting(exercise, answer))
        return fits[key]

    monkeypatch.setattr(services, "exercise_of", exercise_once)
    monkeypatch.setattr(beliefs, "fitting", fits_once)
    monkeypatch.setattr(views, "fresh_seed", lambda: "played")


class Learner:
    """Somebody at the pages of one lesson."""

    def __init__(self, lesson: Lesson, rules: RuleSet, language: str = "en") -> None:
        self.lesson, self.rules = lesson, rules
        self.client = Client()
        self.client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        self.url = f"/learn/{lesson.id}/"
        self.stations = {one.name: one for one in lesson.stations(rules)}
        self.open()

    def open(self, **query: str) -> str:
        response = self.client.get(self.url, {"rules": self.rules.key, **query})
        assert response.status_code == 200
        self.page = response.content.decode()
        return self.page

    def field(self, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', self.page)
        assert found, name
        return unescape(found[1])

    @property
    def station(self) -> Station:
        return self.stations[self.field("at")]

    def fields(self) -> dict[str, Any]:
        return {name: self.field(name) for name in ("rules", "at", "key")}

    def right(self) -> str:
        exercise = exercise_of(self.station, self.rules, self.field("seed"))
        return self.station.step.kind.right(exercise, self.rules)[0]

    def given(self, answer: str) -> dict[str, Any]:
        """The fields of an answer, as the form sends them."""
        sent = self.fields() | {"seed": self.field("seed")}
        form = self.station.step.kind.form
        if form is Form.MELDS and answer != "cannot":
            return sent | {"answer": "melds", "melds": answer}
        return sent | {"answer": answer.split() if form is Form.TILES else answer}

    def post(self, what: str, data: dict[str, Any], **headers: Any) -> Any:
        return self.client.post(f"{self.url}{what}/", data, **headers)

    def answer(self, answer: str, **more: Any) -> Any:
        return self.post("answer", self.given(answer) | more)

    @property
    def progress(self) -> LessonProgress:
        return LessonProgress.objects.get(lesson=self.lesson.id, rules=self.rules.key)


def played(learner: Learner, **headers: Any) -> Iterator[str]:
    """The pages of a lesson played without a mistake, the last one its end."""
    for station in list(learner.stations.values()):
        assert learner.field("at") == station.name
        yield learner.page
        if not station.step.task:
            assert learner.post("next", learner.fields()).status_code == 303
        else:
            response = learner.post("answer", learner.given(learner.right()), **headers)
            assert response.status_code == 200
            told = response.content.decode()
            assert 'data-result="right"' in told, learner.right()
            yield told
        learner.open()
    yield learner.page


@pytest.mark.usefixtures("made_once")
@pytest.mark.parametrize(("lesson", "rules"), CASES)
def test_a_lesson_is_played_to_full_stars(lesson: Lesson, rules: RuleSet) -> None:
    for language in LANGUAGES:
        learner = Learner(lesson, rules, language)
        LessonProgress.objects.all().delete()
        scripted = {"headers": {"HX-Request": "true"}} if language != "en" else {}
        for page in played(learner, **scripted):
            whole = page.startswith("<!doctype")
            assert not whole or f'<html lang="{language}"' in page
            body = page.partition("<main")[2].partition("</main")[0] if whole else page
            text = re.sub(r"<[^>]*>", " ", re.sub(r"data-[a-z-]+=\"[^\"]*\"", "", body))
            assert "{" not in text
        assert "lesson-end" in learner.page
        assert learner.progress.stars == 3


def test_a_wrong_answer_says_the_rule_keeps_the_hand_and_costs_stars() -> None:
    learner = Learner(PATH, GUIDE)
    while not learner.station.step.task:
        learner.post("next", learner.fields())
        learner.open()
    exercise = exercise_of(learner.station, GUIDE, learner.field("seed"))
    wrong = next(one for one in exercise.options if one != learner.right())
    told = learner.answer(wrong).content.decode()
    assert 'data-result="wrong"' in told
    assert question(exercise, "en") in unescape(told)
    assert "/rules/101-guide/" in told
    assert f"seed={learner.field('seed')}" in unescape(told)
    assert learner.progress.at == learner.station.name
    assert learner.progress.slipped == [learner.station.name]
    for _page in played_on(learner):
        pass
    assert learner.progress.stars in (1, 2)


def played_on(learner: Learner) -> Iterator[str]:
    learner.open()
    while 'class="card lesson-end"' not in learner.page:
        if learner.station.step.task:
            learner.answer(learner.right())
        else:
            learner.post("next", learner.fields())
        yield learner.open()


def test_a_hint_is_recorded_before_it_is_shown_and_the_last_one_shows_the_answer() -> None:
    learner = at_first_task()
    seed = learner.field("seed")
    for level in (1, 2, 3):
        data = learner.fields() | {"seed": seed, "level": level, "key": str(uuid.uuid4())}
        response = learner.post("hint", data, headers={"HX-Request": "true"})
        assert response.status_code == 200
    assert response.content.decode().count("<li>") == 3
    rows = ExerciseAnswer.objects.filter(correct=None)
    assert sorted(rows.values_list("hint", flat=True)) == [1, 2, 3]
    assert learner.progress.slipped == [learner.station.name]
    learner.open(at=learner.station.name, seed=seed)
    assert learner.page.count('class="hint-list"') == 1
    learner.answer(learner.right())
    assert ExerciseAnswer.objects.get(correct=True).hint == 3


def at_first_task(language: str = "en") -> Learner:
    learner = Learner(PATH, GUIDE, language)
    while not learner.station.step.task:
        learner.post("next", learner.fields())
        learner.open()
    return learner


def test_the_same_answer_sent_twice_counts_once() -> None:
    learner = at_first_task()
    data = learner.given(learner.right())
    first, second = learner.post("answer", data), learner.post("answer", data)
    assert first.status_code == second.status_code == 200
    assert ExerciseAnswer.objects.count() == 1
    names = list(learner.stations)
    assert learner.progress.at == names[names.index(data["at"]) + 1]


def test_a_key_used_for_another_answer_is_refused_and_changes_nothing() -> None:
    learner = at_first_task()
    exercise = exercise_of(learner.station, GUIDE, learner.field("seed"))
    wrong = next(one for one in exercise.options if one != learner.right())
    learner.answer(wrong)
    before = learner.progress.at
    assert learner.answer(learner.right()).status_code == 409
    assert learner.progress.at == before


def test_a_second_tab_that_is_behind_changes_nothing() -> None:
    learner = at_first_task()
    behind = learner.given(learner.right())
    learner.answer(learner.right())
    at = learner.progress.at
    response = learner.post("answer", behind | {"key": str(uuid.uuid4())})
    assert response.status_code == 200
    assert learner.progress.at == at


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"answer": ""}, 400),
        ({"answer": "R14"}, 400),
        ({"answer": "\x00"}, 400),
        ({"answer": "R1 " * 500}, 400),
        ({"answer": "<script>"}, 400),
        ({"key": "no-uuid"}, 404),
        ({"rules": "poker"}, 404),
        ({"at": "nowhere.1"}, 404),
        ({"at": "../../etc"}, 404),
        ({"seed": "a" * 200}, 404),
    ],
)
def test_what_cannot_be_read_uses_nothing_up(changed: dict[str, str], status: int) -> None:
    learner = at_first_task()
    data = learner.given(learner.right()) | changed
    response = learner.post("answer", data)
    assert response.status_code == status
    assert not ExerciseAnswer.objects.exists()
    assert not learner.progress.slipped


def test_reading_a_lesson_makes_nobody() -> None:
    Learner(PATH, GUIDE)
    assert not LessonProgress.objects.exists()


def test_a_place_that_is_not_reached_yet_is_not_shown() -> None:
    learner = Learner(PATH, GUIDE)
    first = learner.field("at")
    learner.open(at=list(learner.stations)[-1])
    assert learner.field("at") == first


def test_nobody_sees_the_progress_of_another() -> None:
    learner = at_first_task()
    learner.answer(learner.right())
    other = Learner(PATH, GUIDE)
    assert other.field("at") == next(iter(other.stations))


def test_once_more_begins_again_and_keeps_the_stars() -> None:
    learner = Learner(PATH, GUIDE)
    for _page in played_on(learner):
        pass
    assert learner.post("again", {"rules": GUIDE.key}).status_code == 303
    learner.open()
    assert learner.field("at") == next(iter(learner.stations))
    assert learner.progress.stars == 3


@pytest.mark.parametrize(
    ("slips", "exercises", "stars"), [(0, 6, 3), (1, 6, 2), (2, 6, 2), (3, 6, 1), (6, 6, 1)]
)
def test_stars_follow_from_what_was_right_at_once(slips: int, exercises: int, stars: int) -> None:
    assert stars_for(slips, exercises) == stars


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_shows_every_lesson_or_why_it_is_left_out(rules: RuleSet, language: str) -> None:
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = client.get("/learn/", {"rules": rules.key}).content.decode()
    for lesson in lessons().values():
        assert (f'href="/learn/{lesson.id}/?' in page) == lesson.stands(rules)
    assert "{" not in re.sub(r"<[^>]*>", "", page.partition("<main")[2].partition("</main")[0])


def test_a_lesson_that_is_left_out_says_where_it_stands() -> None:
    out = [
        (lesson, rules)
        for lesson in lessons().values()
        for rules in RULE_SETS.values()
        if not lesson.stands(rules)
    ]
    for lesson, rules in out:
        page = Client().get(f"/learn/{lesson.id}/", {"rules": rules.key})
        assert page.status_code == 200
        assert "rules=" in page.content.decode()


def test_lanes_are_judged_and_nonsense_is_named() -> None:
    client = Client()
    query = "rules=classic&indicator=B10&hand=R1+R2+R3+R4"
    good = client.post(f"/learn/lanes/?{query}", {"melds": "R1 R2 R3"})
    assert good.status_code == 200
    assert 'data-state="ok"' in good.content.decode()
    for melds in ("R14", "R1 R1 R1 |||", "x" * 500):
        assert client.post(f"/learn/lanes/?{query}", {"melds": melds}).status_code == 200
    assert client.post("/learn/lanes/", {"melds": "R1"}).status_code == 200


def test_every_form_of_an_answer_is_in_some_lesson() -> None:
    used = {step.task for lesson in lessons().values() for step in lesson.steps if step.task}
    assert {TASKS[key].form for key in used} == {kind.form for kind in TASKS.values()}
