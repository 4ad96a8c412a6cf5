"""What an answer may bring and cost is said before it, where it rates, and tells nothing."""

from __future__ import annotations

import uuid

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Player
from accounts.players import SESSION_KEY
from accounts.tokens import issue
from puzzles import attempts, practice
from puzzles.attempts import Place
from puzzles.kinds.can_open import CanOpen
from puzzles.models import Attempt, PlayerRating, Puzzle, PuzzleRating
from puzzles.ratings.stakes import stake

pytestmark = pytest.mark.django_db
IN_PRACTICE = Place(Attempt.Context.PRACTICE)


def chosen(player: Player, puzzle: Puzzle, choice: str = "mixed") -> Attempt:
    practice.chosen_by_server(player, puzzle, choice)
    found = attempts.find(player, puzzle, IN_PRACTICE)
    assert found is not None
    return found


def browser_of(player: Player) -> Client:
    browser = Client()
    session = browser.session
    session[SESSION_KEY] = str(player.pk)
    session.save()
    browser.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    return browser


@pytest.mark.parametrize("right", [True, False])
def test_it_is_what_the_answer_then_changes_as_long_as_nobody_else_answered(
    player: Player, stuck: Puzzle, right: bool
) -> None:
    said = stake(chosen(player, stuck))
    assert said is not None
    raw = {"cannot": True} if right else {"melds": "R1 R2 R3"}
    attempts.answer(player=player, puzzle=stuck, place=IN_PRACTICE, raw=raw, key=uuid.uuid4())
    change = round(PlayerRating.objects.get().rating - 1500)
    assert change == (said.gain if right else -said.loss)


def test_who_asks_for_a_kind_has_half_of_it_at_stake(player: Player, pool: list[Puzzle]) -> None:
    same = [one for one in pool if one.difficulty == pool[0].difficulty][:1] * 2
    whole = stake(chosen(player, same[0]))
    Attempt.objects.all().delete()
    half = stake(chosen(player, same[1], "kind"))
    assert whole is not None
    assert half is not None
    assert abs(whole.gain - 2 * half.gain) <= 1
    assert abs(whole.loss - 2 * half.loss) <= 1


@pytest.mark.parametrize("place", ["opened", "hinted", "answered", "again", "known"])
def test_nothing_is_at_stake_where_nothing_will_be_rated(
    player: Player, stuck: Puzzle, place: str
) -> None:
    cannot = {"raw": {"cannot": True}, "player": player, "puzzle": stuck}
    if place == "known":  # answered in another place before
        attempts.answer(place=Place("practice", try_no=1), key=uuid.uuid4(), **cannot)  # type: ignore[arg-type]
        Attempt.objects.update(context_id=uuid.uuid4(), context="set")
    if place == "opened":
        attempts.open_attempt(player=player, puzzle=stuck, place=IN_PRACTICE)
    else:
        chosen(player, stuck)
    if place == "hinted":
        attempts.take_hint(player=player, puzzle=stuck, place=IN_PRACTICE, level=1)
    if place in ("answered", "again"):
        attempts.answer(place=IN_PRACTICE, key=uuid.uuid4(), **cannot)  # type: ignore[arg-type]
    if place == "again":
        second = Place("practice", try_no=2)
        assert stake(attempts.open_attempt(player=player, puzzle=stuck, place=second)) is None
    assert stake(attempts.find(player, stuck, IN_PRACTICE)) is None


def test_what_others_made_of_a_puzzle_does_not_show_in_it(player: Player, stuck: Puzzle) -> None:
    before = stake(chosen(player, stuck))
    PuzzleRating.objects.create(puzzle=stuck, rating=2_300, deviation=40, volatility=0.01)
    assert stake(attempts.find(player, stuck, IN_PRACTICE)) == before


def test_where_the_difficulty_might_tell_the_answer_all_puzzles_have_the_same_at_stake(
    player: Player, pool: list[Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CanOpen, "difficulty_shown", False)
    assert len({stake(chosen(player, one)) for one in pool}) == 1
    monkeypatch.setattr(CanOpen, "difficulty_shown", True)
    assert len({stake(chosen(player, one)) for one in pool}) > 1


def test_page_and_api_say_it_before_the_answer_and_not_after(player: Player, stuck: Puzzle) -> None:
    said = stake(chosen(player, stuck))
    assert said is not None
    browser = browser_of(player)
    path = f"/puzzles/{stuck.pk}/?context=practice"
    told = f"right about +{said.gain}, wrong about −{said.loss}"
    assert told in browser.get(path).content.decode()
    api = Client(headers={"Authorization": f"Bearer {issue(player, 'tests')[1]}"})
    found = api.get(f"/api/v1/puzzles/{stuck.pk}/").json()
    assert found["stake"] == {"gain": said.gain, "loss": said.loss}
    attempts.answer(
        player=player, puzzle=stuck, place=IN_PRACTICE, raw={"cannot": True}, key=uuid.uuid4()
    )
    assert 'id="stake"' not in browser.get(path).content.decode()
    assert api.get(f"/api/v1/puzzles/{stuck.pk}/").json()["stake"] is None


def test_a_hint_says_that_it_is_not_rated_any_more(player: Player, stuck: Puzzle) -> None:
    chosen(player, stuck)
    browser = browser_of(player)
    body = {"context": "practice", "try_no": 1, "level": 1, "key": str(uuid.uuid4())}
    answer = browser.post(f"/puzzles/{stuck.pk}/hint/", body, headers={"HX-Request": "true"})
    assert 'id="stake" hx-swap-oob="true"' in answer.content.decode()
