"""Every kind is seen, answered and explained: by page, by API, in each language."""

from __future__ import annotations

import json
import re
import uuid
from functools import cache
from typing import Any, Final

import pytest
from django.test import Client

from accounts import tokens
from accounts.models import Player
from accounts.players import SESSION_KEY
from okey.rules.rulesets import rule_set
from puzzles import gates
from puzzles.kinds.base import Proposal
from puzzles.kinds.registry import KINDS
from puzzles.models import Attempt, Puzzle
from puzzles.store import store_shared
from tests.puzzles.kinds import PLACES, some
from tests.puzzles.test_kinds import sent_as
from tutor.tasks.base import Form

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
LANGUAGES = ("en", "de", "tr")

# One kind of each form, and for melds one whose lanes are not judged.
OF_FORM: Final = {
    Form.MELDS: ("best-opening", "101-club"),
    Form.TILE: ("best-discard", "101-guide"),
    Form.TILES: ("all-safe-discards", "101-siler"),
    Form.NUMBER: ("meld-value", "101-guide"),
    Form.NUMBERS: ("score-round", "101-siler"),
    Form.CHOICE: ("spot-mistake", "101-club"),
    Form.MOVES: ("lay-off", "101-club"),
}


@cache
def proposal(key: str, rules: str) -> Proposal:
    kind, rs = KINDS[key], rule_set(rules)
    return gates.proposal_of(kind, rs, some(key, rules)[0], seed=f"pages {key}")


def stored(key: str, rules: str) -> Puzzle:
    made = store_shared([proposal(key, rules)])[0]
    assert made is not None
    return made.puzzle


def right_of(key: str, rules: str) -> str:
    return some(key, rules)[0].right[0]


def fields(puzzle: Puzzle, answer: str) -> dict[str, Any]:
    """What a page sends for an answer."""
    form = KINDS[puzzle.kind].form
    said: Any = answer
    more: dict[str, str] = {}
    if form is Form.MELDS:
        melds = answer not in some(puzzle.kind, puzzle.rules)[0].exercise.options
        said, more = ("melds", {"melds": answer}) if melds else (answer, {})
    elif form in (Form.TILES, Form.NUMBERS):
        said = answer.split()
    return {"answer": said, "key": uuid.uuid4(), "context": "practice", "try_no": 1, **more}


@pytest.fixture
def visitor(client: Client) -> Player:
    found = Player.objects.create()
    session = client.session
    session[SESSION_KEY] = str(found.pk)
    session.save()
    return found


def test_there_is_a_kind_of_every_form_but_single_moves() -> None:
    forms = {kind.form for kind in KINDS.values()}
    assert forms <= {*OF_FORM, Form.MOVE}
    assert all(KINDS[key].form is form for form, (key, _) in OF_FORM.items())


@pytest.mark.parametrize(("key", "rules"), PLACES)
def test_a_right_answer_is_taken_from_the_page_of_every_kind_and_proved(
    client: Client, key: str, rules: str
) -> None:
    puzzle = stored(key, rules)
    page = client.get(f"/puzzles/{puzzle.pk}/")
    assert page.status_code == 200
    html = page.content.decode()
    assert "data-result" not in html
    assert "is-ringed" not in html
    answer = client.post(f"/puzzles/{puzzle.pk}/answer/", fields(puzzle, right_of(key, rules)))
    assert answer.status_code == 303
    assert Attempt.objects.get().correct
    after = client.get(answer["Location"]).content.decode()
    assert re.search(r'data-result="(right|better)"', after)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "rules"), OF_FORM.values())
def test_each_form_is_asked_refused_and_explained_in_each_language(
    client: Client, key: str, rules: str, language: str
) -> None:
    puzzle = stored(key, rules)
    headers = {"Accept-Language": language}
    html = client.get(f"/puzzles/{puzzle.pk}/", headers=headers).content.decode()
    assert f'<html lang="{language}"' in html
    unread = fields(puzzle, "R99 R98")
    refused = client.post(f"/puzzles/{puzzle.pk}/answer/", unread, headers=headers)
    assert refused.status_code == 400
    assert not Attempt.objects.answered().exists()
    wrong = fields(puzzle, wrong_of(key, rules))
    told = client.post(f"/puzzles/{puzzle.pk}/answer/", wrong, headers={**headers, **HTMX})
    assert told.status_code == 200
    fragment = told.content.decode()
    assert 'data-result="wrong"' in fragment
    assert "/rules/" in fragment  # the rule can be read
    assert Attempt.objects.get().correct is False


def wrong_of(key: str, rules: str) -> str:
    one = some(key, rules)[0]
    kind, exercise = KINDS[key], one.exercise
    match kind.form:
        case Form.MELDS:
            assert exercise.hand is not None
            return " ".join(str(tile) for tile in exercise.hand.tiles[:3])
        case Form.NUMBER:
            return str(int(one.right[0]) + 1)
        case Form.NUMBERS:
            return " ".join(str(int(number) + 7) for number in one.right[0].split())
        case Form.TILE | Form.TILES:
            assert exercise.hand is not None
            tiles = exercise.options or tuple(map(str, exercise.hand.tiles))
            return next(tile for tile in tiles if tile not in one.right and tile != one.right[0])
        case Form.MOVES:
            assert exercise.hand is not None
            wrong = (f"add {tile} @1" for tile in exercise.hand.tiles)
            return next(
                move for move in wrong if not kind.check(exercise, move, rule_set(rules)).correct
            )
    return next(option for option in exercise.options if option not in one.right)


# Hints


def hint(client: Client, puzzle: Puzzle, level: int, **headers: str) -> Any:
    data = {"level": level, "key": uuid.uuid4(), "context": "practice", "try_no": 1}
    return client.post(f"/puzzles/{puzzle.pk}/hint/", data, headers=headers)


@pytest.mark.parametrize(("key", "rules"), OF_FORM.values())
def test_a_hint_is_noted_before_it_is_shown_and_a_reload_does_not_hide_that(
    client: Client, visitor: Player, key: str, rules: str
) -> None:
    """PZ-06: a reload hid the hint that had been used."""
    puzzle = stored(key, rules)
    before = client.get(f"/puzzles/{puzzle.pk}/").content.decode()
    assert 'class="hint-list"' not in before
    first = hint(client, puzzle, 1, **HTMX)
    assert first.status_code == 200
    assert 'class="hint-list"' in first.content.decode()
    assert Attempt.objects.get().hint_level == 1
    assert hint(client, puzzle, 2).status_code == 303
    assert hint(client, puzzle, 1).status_code == 303
    assert Attempt.objects.get().hint_level == 2
    assert client.get(f"/puzzles/{puzzle.pk}/").content.decode().count("<li>") > before.count(
        "<li>"
    )


@pytest.mark.parametrize(("key", "rules"), OF_FORM.values())
def test_giving_up_is_an_answer_that_is_not_right_and_shows_what_is(
    client: Client, visitor: Player, key: str, rules: str
) -> None:
    puzzle = stored(key, rules)
    answer = hint(client, puzzle, 3)
    assert answer.status_code == 303
    attempt = Attempt.objects.get()
    assert attempt.answer == {"gave_up": True}
    assert attempt.correct is False
    assert attempt.hint_level == 3
    html = client.get(answer["Location"]).content.decode()
    assert 'data-result="wrong"' in html
    client.post(f"/puzzles/{puzzle.pk}/answer/", fields(puzzle, right_of(key, rules)))
    assert Attempt.objects.get().correct is False  # the first answer stays the first


@pytest.mark.parametrize("level", ["0", "4", "x", ""])
def test_no_other_hint_is_there(client: Client, visitor: Player, level: str) -> None:
    puzzle = stored(*OF_FORM[Form.NUMBER])
    data = {"level": level, "key": uuid.uuid4()}
    assert client.post(f"/puzzles/{puzzle.pk}/hint/", data).status_code == 400
    assert not Attempt.objects.filter(hint_level__gt=0).exists()


# Lanes that are not judged


@pytest.mark.parametrize(
    ("key", "rules"),
    [place for place in PLACES if KINDS[place[0]].form is Form.MELDS],
)
def test_lanes_are_judged_only_where_that_does_not_answer_the_question(
    client: Client, key: str, rules: str
) -> None:
    puzzle = stored(key, rules)
    right = right_of(key, rules)
    melds = right if right not in ("cannot",) else "R1 R2 R3"
    html = client.post(f"/puzzles/{puzzle.pk}/lanes/", {"melds": melds}).content.decode()
    assert ('data-state="ok"' in html) <= KINDS[key].judged_live
    assert "strip-line" in html
    assert ("lane-verdict-" in html) == KINDS[key].judged_live


@pytest.mark.parametrize("key", [key for key, kind in KINDS.items() if kind.form is not Form.MELDS])
def test_a_puzzle_without_lanes_judges_none(client: Client, key: str) -> None:
    puzzle = stored(key, KINDS[key].rule_sets[0])
    assert client.post(f"/puzzles/{puzzle.pk}/lanes/", {"melds": "R1 R2 R3"}).status_code == 404


# The API


@pytest.mark.parametrize(("key", "rules"), PLACES)
def test_every_kind_is_shown_and_answered_through_the_api(
    client: Client, key: str, rules: str
) -> None:
    puzzle = stored(key, rules)
    _row, token = tokens.issue(Player.objects.create(), "test")
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": "en"}
    shown = client.get(f"/api/v1/puzzles/{puzzle.pk}/", headers=headers).json()
    exercise = some(key, rules)[0].exercise
    assert shown["form"] == KINDS[key].form.value
    assert [one["value"] for one in shown["options"]] == list(exercise.options)
    assert shown["question"]
    assert "about" not in shown["position"]
    right = right_of(key, rules)
    name = sent_as(KINDS[key].form, right, exercise.options)
    said: Any = True if name == "cannot" else int(right) if name == "number" else right
    answer = client.post(
        f"/api/v1/puzzles/{puzzle.pk}/attempts/",
        json.dumps({"answer": {name: said}, "key": str(uuid.uuid4())}),
        content_type="application/json",
        headers=headers,
    )
    assert answer.status_code == 201, answer.content
    body = answer.json()
    assert body["correct"]
    assert body["solution"]["right"]
    assert body["solution"]["certificate"]
    assert body["explanation"]["headline"]


def test_the_kinds_are_listed_with_forms_rule_sets_and_themes_that_do_not_tell(
    client: Client,
) -> None:
    listed = client.get("/api/v1/kinds/", headers={"Accept-Language": "de"}).json()
    assert [one["key"] for one in listed] == list(KINDS)
    for one in listed:
        kind = KINDS[one["key"]]
        assert one["rule_sets"] == list(kind.rule_sets)
        assert kind.form.value in one["fields_of_answer"]
        assert {theme["key"] for theme in one["themes"]} == {
            theme.key for theme in kind.themes.values() if not theme.tells
        }


def test_hints_and_giving_up_go_through_the_api(client: Client) -> None:
    puzzle = stored(*OF_FORM[Form.CHOICE])
    _row, token = tokens.issue(Player.objects.create(), "test")
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": "en"}

    def post(path: str, data: dict[str, Any]) -> Any:
        return client.post(
            f"/api/v1/puzzles/{puzzle.pk}/{path}/",
            json.dumps(data),
            content_type="application/json",
            headers=headers,
        )

    first = post("hints", {"level": 1}).json()
    assert first["rule"]
    assert first["tiles"] is None
    assert post("hints", {"level": 2}).json()["tiles"]
    assert post("hints", {"level": 3}).status_code == 400
    key = str(uuid.uuid4())
    given = post("give-up", {"key": key})
    assert given.status_code == 201
    assert given.json()["solution"]["right"]
    assert given.json()["correct"] is False
    assert post("give-up", {"key": key}).status_code == 200
    assert Attempt.objects.get().hint_level == 3


# Choosing


def test_practice_goes_on_with_the_kind_that_was_chosen(client: Client) -> None:
    puzzle = stored(*OF_FORM[Form.NUMBER])
    chosen = {"rules": puzzle.rules, "kind": puzzle.kind}
    answer = client.post("/puzzles/next/", chosen)
    assert answer.status_code == 303
    fields_of = fields(puzzle, right_of(*OF_FORM[Form.NUMBER]))
    client.post(f"/puzzles/{puzzle.pk}/answer/", fields_of)
    html = client.get(f"/puzzles/{puzzle.pk}/").content.decode()
    assert f'name="kind" value="{puzzle.kind}"' in html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ["101-guide", "classic", "101-club", "101-siler"])
def test_the_practice_page_offers_every_kind_of_the_rule_set(
    client: Client, rules: str, language: str
) -> None:
    page = client.get("/puzzles/", {"rules": rules}, headers={"Accept-Language": language})
    html = page.content.decode()
    offered = set(re.findall(r'name="kind" value="([^"]+)"', html))
    assert offered == {key for key, kind in KINDS.items() if rules in kind.rule_sets}


def test_a_difficulty_that_might_tell_the_answer_is_not_shown(client: Client) -> None:
    for key, kind in KINDS.items():
        if kind.difficulty_shown:
            continue
        puzzle = stored(key, kind.rule_sets[0])
        body = client.get(f"/api/v1/puzzles/{puzzle.pk}/").json()
        assert body["difficulty"] is None
