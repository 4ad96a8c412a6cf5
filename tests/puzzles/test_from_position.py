"""A position out of one's own game becomes a puzzle that its owner alone sees."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player
from accounts.players import SESSION_KEY
from okey.errors import InputError
from okey.position_text import format_position, parse_position
from okey.rules.rulesets import rule_set
from puzzles import from_position
from puzzles.grading import exercise_shown
from puzzles.models import Puzzle
from tests.puzzles.kinds import some

pytestmark = pytest.mark.django_db

OPENED = """\
indicator: B10
turn: 2 play
hand 2: R7 Y9 K2
opened: - melds=105 melds=110 -
table: 1: R4 R5 R6 | 2: B7 Y7 K7
stock: 12
turns: 3
"""
UNOPENED = """\
indicator: B10
turn: 1 play
hand 1: R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 Y1 Y4 Y7 K1 K5 K9 B1 B2 B5 Y13
stock: 20
turns: 1
"""


def test_the_position_is_seen_from_the_seat_on_turn_and_nothing_else_is_known() -> None:
    told = OPENED.replace("stock: 12", "stock: R1 Y1 K13").replace(
        "hand 2: R7 Y9 K2", "hand 2: R7 Y9 K2\nhand 0: B1 B2 B3"
    )
    seen = from_position.seen_by_player(parse_position(told, rule_set("101-guide")))
    assert [seat.hand for seat in seen.seats[1:]] == [None, None, None]
    assert [seat.size for seat in seen.seats][2] == 3
    assert set(seen.stock) == {None}
    assert seen.turn.seat == 0
    assert [meld.owner for meld in seen.table] == [3, 0]
    assert seen.seats[0].opened == "melds"


@pytest.mark.parametrize(
    ("rules", "text", "kind"),
    [("101-guide", OPENED, "lay-off"), ("101-club", UNOPENED, "can-open")],
)
def test_a_fitting_kind_asks_about_it(rules: str, text: str, kind: str, player: Player) -> None:
    made = from_position.make(owner=player, rules=rule_set(rules), text=text)
    assert made.kind == kind
    assert made.state == Puzzle.State.DRAFT
    again = from_position.make(owner=player, rules=rule_set(rules), text=text)
    assert again.pk == made.pk
    assert exercise_shown(made, "RYBK").hand is not None


def test_a_draft_is_seen_and_answered_by_its_owner_alone(client: Client) -> None:
    owner = Player.objects.create()
    session = client.session
    session[SESSION_KEY] = str(owner.pk)
    session.save()
    answer = client.post("/puzzles/from-position/", {"rules": "101-guide", "position": OPENED})
    assert answer.status_code == 303
    page = client.get(answer["Location"])
    assert page.status_code == 200
    assert Client().get(answer["Location"]).status_code == 404
    assert not Puzzle.objects.public().exists()
    assert not Puzzle.objects.shared().exists()


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"rules": "nonsense", "position": OPENED},
        {"rules": "101-guide", "position": "nonsense"},
        {"rules": "101-guide", "position": "x" * 30_000},
        {"rules": "classic", "position": "indicator: B10\nturn: 0 draw\nstock: 3\n"},
    ],
)
def test_what_is_no_position_or_no_question_is_said(client: Client, sent: dict[str, str]) -> None:
    assert client.post("/puzzles/from-position/", sent).status_code == 400
    assert not Puzzle.objects.exists()


def test_a_round_that_a_kind_shows_can_be_asked_about_again(player: Player) -> None:
    shown = some("lay-off", "101-club")[0].exercise.round
    assert shown is not None
    made = from_position.make(owner=player, rules=rule_set("101-club"), text=format_position(shown))
    assert made.kind in ("lay-off", "finish-from-here")


def test_a_position_of_which_nothing_can_be_asked_is_an_error(player: Player) -> None:
    with pytest.raises(InputError) as error:
        from_position.make(
            owner=player,
            rules=rule_set("101-guide"),
            text="indicator: B10\nturn: 0 draw\nhand 0: R1 R2\nopened: melds - - -\nstock: 3\n",
        )
    assert error.value.code == "position.puzzle"
