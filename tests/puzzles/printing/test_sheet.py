"""Sets on paper: every kind, every language, the key only after giving up."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Player
from accounts.players import SESSION_KEY
from puzzles import generator
from puzzles.collections import sharing
from puzzles.kinds.registry import KINDS
from puzzles.models import Attempt, Puzzle, PuzzleSet, SetItem
from puzzles.printing import keys, sheet
from puzzles.printing.tiles import svg_of
from puzzles.store import store_shared

pytestmark = pytest.mark.django_db


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What goes to the typesetter, in the order of the sheets."""
    import json

    seen: list[dict[str, Any]] = []
    compile_ = sheet.typst.compile

    def note(template: str, **more: Any) -> bytes:
        seen.append(json.loads(more["sys_inputs"]["data"]))
        made: bytes = compile_(template, **more)
        return made

    monkeypatch.setattr(sheet.typst, "compile", note)
    return seen


def set_of(player: Player, kinds: list[str], each: int = 1) -> PuzzleSet:
    rules = KINDS[kinds[0]].rule_sets[0]
    made = PuzzleSet.objects.create(
        owner=player, rules=rules, kinds=kinds, count=len(kinds) * each, seed="s", key=uuid.uuid4()
    )
    index = 0
    for kind in kinds:
        for stored in store_shared(generator.block(kind, rules, "print", 0)[:each]):
            assert stored is not None
            SetItem.objects.create(set=made, index=index, puzzle=stored.puzzle)
            index += 1
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_question_and_a_key_on_paper(
    player: Player, kind: str, data: list[dict[str, Any]]
) -> None:
    made = set_of(player, [kind])
    key = keys.give_up(player=player, puzzle_set=made)
    for language in ("de", "tr", "en"):
        with translation.override(language):
            assert sheet.sheet(made, key=key).startswith(b"%PDF")
    for told in data:
        [puzzle], [answer] = told["sheets"][0]["puzzles"], told["keys"][0]["answers"]
        assert puzzle["question"]
        assert answer["text"] or answer["rows"]
    assert len({told["sheets"][0]["puzzles"][0]["question"] for told in data}) == 3


def test_a_sheet_without_the_key_holds_no_solution(
    player: Player, data: list[dict[str, Any]]
) -> None:
    made = set_of(player, ["can-open"], each=3)
    sheet.sheet(made, key={})
    assert data[0]["keys"] == []
    assert not Attempt.objects.exists()


def test_who_prints_the_key_has_given_up_what_was_open_and_nothing_else(
    client: Client, player: Player
) -> None:
    made = set_of(player, ["can-open"], each=3)
    session = client.session
    session[SESSION_KEY] = str(player.pk)
    session.save()
    first = made.items.select_related("puzzle")[0]
    sent = {
        "context": "set",
        "context_id": str(made.pk),
        "key": str(uuid.uuid4()),
        "answer": "cannot",
    }
    client.post(reverse("answer", args=[first.puzzle_id]), sent)
    for _ in range(2):
        printed = client.post(reverse("set-key", args=[made.pk]))
        assert printed["Content-Type"] == "application/pdf"
        assert printed.content.startswith(b"%PDF")
    answered = Attempt.objects.answered().filter(player=player)
    assert answered.count() == 3
    assert answered.filter(answer={"gave_up": True}, correct=False).count() == 2


def test_text_of_people_is_text_and_no_markup(player: Player, data: list[dict[str, Any]]) -> None:
    made = set_of(player, ["can-open"])
    made.name = '#panic("x") *bold* $x$ \\ <b>'
    made.save()
    assert sheet.sheet(made, key={}).startswith(b"%PDF")
    assert data[0]["title"] == made.name


def test_a_shared_set_has_a_code_that_leads_to_it(
    player: Player, data: list[dict[str, Any]]
) -> None:
    made = set_of(player, ["can-open"])
    sheet.sheet(made, key={}, link="https://example.org/puzzles/sets/shared/abc/")
    assert data[0]["qr"].startswith("<svg")


def test_colours_differ_by_shape_on_paper_too() -> None:
    drawn = {svg_of("plain", colour, "7") for colour in ("red", "yellow", "blue", "black")}
    shapes = {re.sub(r"#[0-9a-f]{6}", "", one) for one in drawn}
    assert len(shapes) == 4
    for one in drawn:
        assert "var(" not in one
        assert "currentColor" not in one


def test_the_owner_of_a_shared_set_sees_the_code_and_nobody_else(
    client: Client, player: Player, stranger: Player
) -> None:
    made = set_of(player, ["can-open"])
    page = reverse("set-qr", args=[made.pk])
    for one, shared, status in ((player, False, 404), (player, True, 200), (stranger, True, 404)):
        if shared:
            sharing.share(made)
        session = client.session
        session[SESSION_KEY] = str(one.pk)
        session.save()
        assert client.get(page).status_code == status


def test_a_stranger_prints_nothing(client: Client, player: Player) -> None:
    made = set_of(player, ["can-open"])
    assert client.get(reverse("set-sheet", args=[made.pk])).status_code == 404
    assert client.post(reverse("set-key", args=[made.pk])).status_code == 404
    assert Puzzle.objects.count() == 1
