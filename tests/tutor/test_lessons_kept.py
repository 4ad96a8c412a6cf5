"""What is kept of lessons moves to the account, and a belief that answers name is asked about."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from accounts import clock
from accounts.models import Player, User
from accounts.players import merge_players
from okey import RULE_SETS
from tutor.lessons.beliefs import named_belief
from tutor.lessons.models import ExerciseAnswer, LessonProgress
from tutor.misconceptions import answers_under, fitting, next_exercise
from tutor.tasks.registry import task

pytestmark = pytest.mark.django_db
RULES = RULE_SETS["101-guide"]
BELIEF = "wrap"


def two_players() -> tuple[Player, Player]:
    user = User.objects.create_user("somebody", password="x")
    return Player.objects.create(), Player.objects.create(user=user)


def progress(player: Player, stars: int, at: str = "") -> LessonProgress:
    finished = clock.now() if stars else None
    made: LessonProgress = LessonProgress.objects.create(
        player=player, lesson="path/runs", rules="classic", stars=stars, at=at, finished_at=finished
    )
    return made


@pytest.mark.parametrize(("visitors", "accounts"), [(3, 1), (1, 3), (2, 0), (0, 2)])
def test_the_better_progress_stays_when_an_account_is_made(visitors: int, accounts: int) -> None:
    visitor, account = two_players()
    progress(visitor, visitors, at="" if visitors else "one.1")
    progress(account, accounts, at="" if accounts else "one.1")
    merge_players(visitor, account)
    kept = LessonProgress.objects.get()
    assert (kept.player, kept.stars, kept.runs) == (account, max(visitors, accounts), 2)


def test_answers_move_to_the_account_even_with_the_same_key() -> None:
    visitor, account = two_players()
    key = uuid.uuid4()
    for player in (visitor, account):
        ExerciseAnswer.objects.create(
            player=player, key=key, task="is-meld", rules="classic", seed="s", correct=True
        )
    merge_players(visitor, account)
    assert ExerciseAnswer.objects.filter(player=account).count() == 2


def test_a_belief_is_named_after_answers_that_only_it_explains_and_has_its_exercise() -> None:
    player = Player.objects.create()
    exercise = None
    for number in range(4):
        exercise = next_exercise(BELIEF, RULES, f"s{number}")
        assert exercise is not None
        answer = answers_under(exercise, BELIEF)[0]
        ExerciseAnswer.objects.create(
            player=player,
            key=uuid.uuid4(),
            task=exercise.task,
            rules=RULES.key,
            seed=exercise.seed,
            answer=answer,
            correct=task(exercise.task).check(exercise, answer, RULES).correct,
            misconceptions=list(fitting(exercise, answer)),
        )
    assert exercise is not None
    named = named_belief(player, exercise)
    assert named is not None
    assert named.text.key == BELIEF
    page = Client().get(named.url)
    assert page.status_code == 200
    assert named.text.title in page.content.decode()


def test_nobody_is_accused_after_right_answers() -> None:
    player = Player.objects.create()
    exercise = next_exercise(BELIEF, RULES, "s")
    assert exercise is not None
    assert named_belief(player, exercise) is None


def test_an_exercise_on_a_belief_takes_an_answer_and_refuses_nonsense() -> None:
    exercise = next_exercise(BELIEF, RULES, "s1")
    assert exercise is not None
    right = task(exercise.task).right(exercise, RULES)[0]
    sent = {"rules": RULES.key, "belief": BELIEF, "seed": "s1", "key": str(uuid.uuid4())}
    client = Client()
    answer = client.post("/learn/belief/answer/", sent | {"answer": right, "melds": right})
    assert answer.status_code == 200
    assert 'data-result="right"' in answer.content.decode()
    assert client.post("/learn/belief/answer/", sent | {"answer": "?"}).status_code == 400
    assert client.get("/learn/belief/?rules=101-guide&belief=none").status_code == 404
    assert client.get("/learn/belief/?rules=classic&belief=wrap").status_code == 404
