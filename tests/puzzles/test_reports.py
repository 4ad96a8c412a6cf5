"""What players of other trainers have reported, each as something that must not happen here.

The number is the report's in the list of public reports. Further ones are told where they belong:
PZ-02 in test_verifying.py, PZ-06 in test_asked_pages.py, those about ratings and runs beside them.
"""

from __future__ import annotations

import datetime as dt
import re
import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import Player
from accounts.players import SESSION_KEY
from okey.judge import judge
from okey.notation import format_melds, parse_melds
from okey.rules.rulesets import rule_set
from puzzles import attempts, dailies, verifying
from puzzles.attempts import Place
from puzzles.kinds.registry import KINDS
from puzzles.models import Attempt, Daily, Puzzle, PuzzleSolution
from puzzles.store import hand_of, store_reserved, store_shared
from tests.puzzles.conftest import RULES, Clock, best_melds, proposals
from tests.puzzles.kinds import PLACES, some
from tests.puzzles.test_asked_pages import OF_FORM, fields, right_of, stored, wrong_of
from tutor.tasks.base import Form

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def answered(puzzle: Puzzle, player: Player, raw: dict[str, Any], **more: Any) -> Attempt:
    place = Place(Attempt.Context.PRACTICE, **more)
    return attempts.answer(
        player=player, puzzle=puzzle, place=place, raw=raw, key=uuid.uuid4()
    ).attempt


def test_pz_01_a_second_right_answer_is_as_right_as_the_first(
    opener: Puzzle, player: Player
) -> None:
    melds = best_melds(opener).split(" | ")
    other = " | ".join(reversed(melds))
    fewest = _fewest(opener, melds)
    for number, text in enumerate((" | ".join(melds), other, fewest), 1):
        assert answered(opener, player, {"melds": text}, try_no=number).correct


def _fewest(puzzle: Puzzle, melds: list[str]) -> str:
    """The same opening without a meld that it does not need, or as it is."""
    rules, indicator = rule_set(puzzle.rules), hand_of(puzzle.position).indicator
    for left_out in range(len(melds)):
        some_melds = [meld for at, meld in enumerate(melds) if at != left_out]
        read = parse_melds(some_melds, indicator) if some_melds else ()
        if read and judge(read, rules=rules, indicator=indicator, as_="opening").legal:
            return format_melds(read)
    return " | ".join(melds)


@pytest.mark.parametrize(("key", "rules"), PLACES)
def test_pz_01_every_answer_that_a_kind_calls_right_is_taken(key: str, rules: str) -> None:
    kind = KINDS[key]
    for one in some(key, rules):
        assert all(kind.check(one.exercise, right, rule_set(rules)).correct for right in one.right)


def test_pz_02_a_wrong_answer_is_never_taken_for_right(player: Player) -> None:
    for key, rules in OF_FORM.values():
        puzzle = stored(key, rules)
        wrong = wrong_of(key, rules)
        name = KINDS[key].form.value
        found = answered(puzzle, player, {name: wrong})
        assert found.correct is False, key


@pytest.mark.parametrize(("key", "rules"), OF_FORM.values())
def test_pz_03_whoever_doubts_the_verdict_sees_the_certificate(
    client: Client, key: str, rules: str
) -> None:
    puzzle = stored(key, rules)
    sent = client.post(f"/puzzles/{puzzle.pk}/answer/", fields(puzzle, wrong_of(key, rules)))
    html = client.get(sent["Location"]).content.decode()
    assert 'class="proposal is-plain"' in html


def test_pz_03_what_is_withdrawn_is_asked_of_nobody(client: Client, opener: Puzzle) -> None:
    dailies.withdraw(Puzzle.objects.filter(pk=opener.pk))
    assert client.get(f"/puzzles/{opener.pk}/").status_code == 404
    assert opener not in Puzzle.objects.public()


def test_pz_13_a_position_is_the_daily_of_one_day_alone(the_clock: Clock) -> None:
    the_clock.at("2026-12-24 12:00")
    first, second = proposals(seed="reports")[:2]
    puzzle = store_reserved(first, public_from=the_clock())
    Daily.objects.create(date=dt.date(2026, 12, 24), rules=RULES, puzzle=puzzle, seed="s")
    with pytest.raises(IntegrityError), transaction.atomic():
        Daily.objects.create(date=dt.date(2026, 12, 25), rules=RULES, puzzle=puzzle, seed="s")
    dailies._write(dt.date(2026, 12, 25), RULES, "t", [first, second])
    later = Daily.objects.get(date=dt.date(2026, 12, 25))
    assert later.puzzle.canonical_key == second.canonical_key


def test_pz_14_past_dailies_stand_in_an_archive(client: Client, the_clock: Clock) -> None:
    the_clock.at("2026-12-24 12:00")
    for number, one in enumerate(proposals(seed="reports")[:3]):
        date = dt.date(2026, 12, 22 + number)
        puzzle = store_reserved(one, public_from=the_clock())
        Daily.objects.create(date=date, rules=RULES, puzzle=puzzle, seed="s")
    html = client.get("/puzzles/archive/", {"rules": RULES}).content.decode()
    assert html.count("/puzzles/daily/2026-12-") >= 3
    assert client.get("/puzzles/daily/2026-12-22/", {"rules": RULES}).status_code == 200


@pytest.mark.parametrize(("key", "rules"), PLACES)
def test_pz_15_themes_are_computed_from_the_position(key: str, rules: str) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    for one in some(key, rules):
        first = tuple(kind.tags(one.exercise, one.right, rs))
        assert tuple(kind.tags(one.exercise, one.right, rs)) == first
        assert set(first) <= set(kind.themes)


def test_ui_02_a_further_try_is_marked_as_such_and_changes_nothing_of_the_first(
    opener: Puzzle, player: Player
) -> None:
    assert answered(opener, player, {"cannot": True}).correct is False
    assert answered(opener, player, {"melds": best_melds(opener)}, try_no=2).correct
    first = Attempt.objects.get(try_no=1)
    assert first.correct is False
    assert Attempt.objects.count() == 2


def test_ui_02_a_wrong_answer_is_told_why_and_can_be_tried_again(
    client: Client, opener: Puzzle
) -> None:
    data = {"answer": "cannot", "key": uuid.uuid4(), "context": "practice", "try_no": 1}
    html = client.post(f"/puzzles/{opener.pk}/answer/", data, headers=HTMX).content.decode()
    assert "data-try-again" in html


@pytest.mark.parametrize(("key", "rules"), OF_FORM.values())
def test_ui_03_every_form_is_answered_by_touch_by_keyboard_and_in_notation(
    client: Client, key: str, rules: str
) -> None:
    """What is tapped is a button or a labelled field, which a keyboard reaches too."""
    html = client.get(f"/puzzles/{stored(key, rules).pk}/").content.decode()
    form = KINDS[key].form
    if form is Form.MELDS:
        assert "data-board" in html
        assert 'id="typed-melds"' in html
    elif form is Form.MOVES:
        assert 'class="plan-tile"' in html
        assert 'id="task-moves"' in html
        assert "js/tasks/plan.js" in html  # which carries tiles, by mouse and by finger
    elif form in (Form.NUMBER, Form.NUMBERS):
        assert 'name="answer" inputmode="numeric"' in html
    else:
        assert re.search(r'<input type="(radio|checkbox)" name="answer"', html)


@pytest.mark.parametrize(("key", "rules"), OF_FORM.values())
def test_ui_04_nothing_is_refused_without_a_reason(client: Client, key: str, rules: str) -> None:
    puzzle = stored(key, rules)
    unread = fields(puzzle, "R99")
    html = client.post(f"/puzzles/{puzzle.pk}/answer/", unread).content.decode()
    assert 'role="alert"' in html or "data-not-taken" in html


def test_ui_06_an_answer_sent_twice_is_one_answer(client: Client, opener: Puzzle) -> None:
    visitor = Player.objects.create()
    session = client.session
    session[SESSION_KEY] = str(visitor.pk)
    session.save()
    data = {"answer": "cannot", "key": uuid.uuid4(), "context": "practice", "try_no": 1}
    for _ in range(3):
        assert client.post(f"/puzzles/{opener.pk}/answer/", data).status_code == 303
    data = {**data, "key": uuid.uuid4(), "answer": "melds", "melds": best_melds(opener)}
    client.post(f"/puzzles/{opener.pk}/answer/", data)
    assert [one.correct for one in Attempt.objects.answered()] == [False]


@pytest.mark.parametrize(("key", "rules"), OF_FORM.values())
def test_ui_07_a_colour_is_never_told_by_colour_alone(client: Client, key: str, rules: str) -> None:
    """Every tile drawn has the shape of its colour beside the numeral."""
    html = client.get(f"/puzzles/{stored(key, rules).pk}/").content.decode()
    for face in re.findall(r'<svg class="tile-face is-\w+".*?</svg>', html, re.S):
        assert re.search(r"#(red|yellow|blue|black|any|okey|false)\"", face)


@pytest.mark.parametrize("language", ["en", "de", "tr"])
@pytest.mark.parametrize(("key", "rules"), OF_FORM.values())
def test_ui_08_every_tile_has_a_name_and_the_verdict_is_announced(
    client: Client, key: str, rules: str, language: str
) -> None:
    puzzle = stored(key, rules)
    page = client.get(f"/puzzles/{puzzle.pk}/", headers={"Accept-Language": language})
    html = page.content.decode()
    assert 'aria-label=""' not in html
    for label in re.findall(r'<label class="pick-tile">.*?</label>', html, re.S):
        assert re.search(r'<span class="unseen">[^<]+</span>', label)
    told = client.post(
        f"/puzzles/{puzzle.pk}/answer/", fields(puzzle, right_of(key, rules)), headers=HTMX
    ).content.decode()
    assert 'id="explanation"' in told or "verdict-line" in told


def test_an_alarm_needs_more_than_a_few_tries(opener: Puzzle, player: Player) -> None:
    answered(opener, player, {"cannot": True})
    assert verifying.alarming() == []
    assert PuzzleSolution.objects.filter(puzzle=opener).exists()
    assert store_shared([]) == []
