"""A move on the table: may it be done, what does it cost, and how does it stand afterwards."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client

from okey import RULE_SETS, rule_set
from okey.record import parse_record, record_line
from okey.replay import play_answer
from tutor.referee.table_form import TableForm, tidy_move
from tutor.texts import rule_text

pytestmark = pytest.mark.django_db

TABLE = {
    "rules": "101-club",
    "indicator": "B10",
    "hand": "R7 K2 K5 Y1",
    "table0": "R10 R11 R12 R13 | Y9 B9 K9 | B12 B13 *",
    "table2": "R4 R5 R6 | K11 K12 K13",
    "stock": "20",
    "phase": "stock",
}
OPENING = {
    "rules": "101-guide",
    "indicator": "B10",
    "hand": "R10 R11 * R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R2 Y4 Y6 B1 K1 K3 K5 B5 R4 K12",
    "phase": "stock",
}


def ask(client: Client, language: str = "en", hx: str = "", **query: str) -> Any:
    headers = {"accept-language": language}
    if hx:
        headers |= {"HX-Request": "true", "HX-Target": hx}
    response = client.get("/referee/table/?" + urlencode(query), headers=headers)
    assert response.status_code == 200
    return response


def told(response: Any) -> str:
    text = html.unescape(response.content.decode())
    return text.partition("data-answer>")[2].partition("data-texts")[0]


def verdict(response: Any) -> str:
    found = re.search(r"data-verdict>.*?</svg>([^<]*)</p>", told(response), re.DOTALL)
    return found[1].strip() if found else ""


def rules_named(response: Any) -> list[str]:
    return re.findall(r'referee-note"><h3><a href="/rules/[^/]+/([^/]+)/"', told(response))


def error(response: Any, field: str) -> str:
    text = html.unescape(response.content.decode())
    found = re.search(rf'id="id_{field}_error"[^>]*>(.*?)</div>', text, re.DOTALL)
    assert found is not None, field
    return re.sub(r"<[^>]*>", "", found[1]).strip()


def link(response: Any) -> str:
    found = re.search(r'data-copy-link="([^"]+)"', told(response))
    assert found is not None
    return found[1]


def copied(response: Any) -> str:
    found = re.search(r'data-copy="([^"]*)">', told(response).partition("data-copy-link")[2])
    assert found is not None
    return found[1]


# What it says


def test_a_move_that_is_allowed_and_one_that_costs(client: Client) -> None:
    assert verdict(ask(client, **TABLE, move="discard K2")) == "This may be done"
    costly = ask(client, **TABLE, move="discard R7")
    assert verdict(costly) == "This may be done, and it costs something"
    assert "+101" in told(costly)
    free = ask(client, **{**TABLE, "rules": "101-guide"}, move="discard R7")
    assert verdict(free) == "This may be done"


@pytest.mark.parametrize(
    ("query", "move", "rule"),
    [
        ({}, "add K2 @1", "layoff.no-fit"),
        ({}, "draw", "turn.draw-once"),
        ({"phase": "draw"}, "discard K2", "turn.draw-first"),
        ({}, "discard K3", "turn.not-in-hand"),
        ({"table0": ""}, "add R7 @1", "layoff.not-opened"),
        ({}, "swap R7 @3", "swap.wrong-tile"),
        ({}, "take indicator", "indicator.unavailable"),
    ],
)
def test_a_refused_move_names_its_rule(
    client: Client, query: dict[str, str], move: str, rule: str
) -> None:
    response = ask(client, **{**TABLE, **query}, move=move)
    assert verdict(response) == "This may not be done"
    assert rule in rules_named(response)
    assert rule_text(rule, "en", rule_set("101-club")).title in told(response)


def test_the_melds_of_a_refused_opening_are_drawn_with_marks(client: Client) -> None:
    response = ask(client, **OPENING, move="open K12 K13 K1 | R7 Y7 B7 K7")
    assert "run.no-wrap" in rules_named(response)
    text = told(response)
    assert text.count("is-ringed") == 2
    assert 'data-state="bad"' in text


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_state_afterwards_is_the_engines(client: Client, rules: str) -> None:
    hand = "R1 R2 R3 Y5 Y6 Y7 B1 B2 B3 K7 K8 K9 K10 R13 Y12"
    query = {"rules": rules, "indicator": "B10", "hand": hand, "phase": "stock"}
    response = ask(client, **query, move="discard Y12")
    assert verdict(response) == "This may be done"
    line = record_line(parse_record(copied(response)))
    engine = play_answer(line, rule_set(rules))
    assert engine["refused"] is None
    assert engine["turn"] == 1
    stock = re.search(r"Stock <b>(\d+)</b>", told(response))
    assert stock is not None
    assert int(stock[1]) == engine["stock"]


def test_several_moves_are_made_up_to_the_first_refused(client: Client) -> None:
    moves = "add R7 @4\nswap Y1 @1\ndiscard K2"
    response = ask(client, **TABLE, move=moves)
    shown = re.findall(r'judged-move (is-\w+)"', told(response))
    assert shown == ["is-right", "is-wrong"]


def test_a_composed_move_is_the_typed_one(client: Client) -> None:
    parts = {"kind": "add", "tile": "r7", "on": "4", "end": "high"}
    composed = ask(client, **TABLE, **parts)
    typed = ask(client, **TABLE, move="add R7 @4 high")
    assert link(composed) == link(typed)
    assert told(composed) == told(typed)
    laid = ask(client, **OPENING, kind="open", melds="r10 r11 * r13\nr7 y7 b7 k7\ny9 b9 k9")
    assert verdict(laid) == "This may be done"


def test_a_draw_is_allowed_and_what_comes_is_not_known(client: Client) -> None:
    response = ask(client, **{**TABLE, "phase": "draw"}, move="draw")
    assert "Which tile comes is not known" in told(response)


def test_what_can_be_done_now_is_searched_only_when_it_is_asked_for(client: Client) -> None:
    assert "What you can do" not in told(ask(client, **OPENING))
    response = ask(client, **OPENING, show="now")
    text = told(response)
    assert "What you can do" in text
    found = re.search(r"<code>(open [^<]*)</code>", text)
    assert found is not None
    assert verdict(ask(client, **OPENING, move=found[1])) == "This may be done"


def test_an_ended_round_is_scored_unless_an_unknown_hand_counts(client: Client) -> None:
    hand = "R1 R2 R3 Y5 Y6 Y7 B1 B2 B3 K7 K8 K9 K10 K11 Y12"
    response = ask(
        client,
        rules="classic",
        indicator="B10",
        hand=hand,
        phase="stock",
        move="finish Y12 R1 R2 R3 | Y5 Y6 Y7 | B1 B2 B3 | K7 K8 K9 K10 K11",
    )
    assert verdict(response) == "This may be done"
    assert re.findall(r"data-total>([^<]*)<", told(response)) == ["0", "−2", "−2", "−2"]
    last = {**TABLE, "hand": "K2", "move": "discard K2"}
    assert "data-total" not in told(ask(client, **last))  # seat 2 has opened: what is left counts
    alone = told(ask(client, **{**last, "table2": ""}))
    assert re.findall(r"data-total>([^<]*)<", alone) == ["−101", "202", "202", "202"]


@pytest.mark.parametrize("language", ["de", "tr", "en"])
@pytest.mark.parametrize("move", ["discard R7", "add K2 @1", "lay R7 R7 R7", "", "take"])
def test_every_answer_comes_in_every_language(client: Client, language: str, move: str) -> None:
    response = ask(client, language, **TABLE, move=move, show="now")
    assert verdict(response)
    assert f'<html lang="{language}"' in response.content.decode()


# Links


@pytest.mark.parametrize(
    "query",
    [
        {**TABLE, "move": "discard R7"},
        {**TABLE, "move": "add r7 @4; discard k2", "show": "now"},
        {**OPENING, "kind": "open", "melds": "R10 R11 * R13 | R7 Y7 B7 K7 | Y9 B9 K9"},
        {**TABLE, "seats": "2", "table2": "", "discard": "K10", "phase": "draw", "move": "take"},
        {**TABLE, "phase": "discard", "discard": "R7", "now": "on"},
    ],
)
def test_the_link_of_a_result_gives_the_same_result(client: Client, query: dict[str, str]) -> None:
    first = ask(client, **query)
    made = link(first)
    rules = rule_set(query["rules"])
    assert parse_qs(urlsplit(made).query)["v"] == [str(rules.version)]
    again = client.get(made)
    assert told(again) == told(first)
    assert link(again) == made
    part = ask(client, hx="answer", **query)
    assert part["HX-Replace-Url"] == made


def test_the_notation_of_a_result_is_a_game_record(client: Client) -> None:
    response = ask(client, **TABLE, move="add R7 @4; discard K2")
    line = record_line(parse_record(copied(response)))
    engine = play_answer(line, rule_set("101-club"))
    assert engine["refused"] is None
    assert engine["table"][3]["tiles"] == "R4 R5 R6 R7"
    stepper = re.search(r'href="(/notation/[^"]*)"', told(response))
    assert stepper is not None
    assert client.get(stepper[1], follow=True).status_code == 200


# Bad input


@pytest.mark.parametrize("language", ["de", "tr", "en"])
@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"indicator": ""}, "indicator"),
        ({"indicator": "Z9"}, "indicator"),
        ({"hand": ""}, "hand"),
        ({"hand": "R7 Q2"}, "hand"),
        ({"hand": "R7 R7 R7"}, "hand"),
        ({"table0": "R1 R2 R4"}, "table0"),
        ({"table2": "R4 R5 R6 | K11 X12 K13"}, "table2"),
        ({"table3": "heap: R1 R2 R3"}, "table3"),
        ({"discard": "R77"}, "discard"),
        ({"phase": "discard", "discard": ""}, "discard"),
        ({"stock": "x"}, "stock"),
        ({"stock": "-1"}, "stock"),
        ({"stock": "9999999"}, "stock"),
        ({"phase": "asleep"}, "phase"),
        ({"move": "jump R7"}, "move"),
        ({"move": "add R7"}, "move"),
        ({"move": "9: discard R7"}, "move"),
        ({"move": "discard R7;" * 40}, "move"),
        ({"kind": "add", "tile": "R7"}, "on"),
        ({"kind": "discard"}, "tile"),
        ({"kind": "open"}, "melds"),
        ({"kind": "discard", "tile": "Q7"}, "tile"),
        ({"kind": "lay", "melds": "R1 Q2"}, "melds"),
        ({"kind": "fly"}, "kind"),
        ({"rules": "101-guide", "seats": "2"}, "seats"),
        ({"rules": "classic"}, "table0"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_field_and_kept(
    client: Client, query: dict[str, str], field: str, language: str
) -> None:
    response = ask(client, language, **{**TABLE, **query})
    assert error(response, field)
    assert not verdict(response)
    text = html.unescape(response.content.decode())
    if field in ("hand", "move", "table0", "table2", "table3"):
        assert query.get(field, TABLE.get(field, "")) in text
    assert error(ask(client, language, hx="answer", **{**TABLE, **query}), field)


NAMES = ["rules", "v", "indicator", "hand", "table0", "table1", "discard", "stock", "seats"]
NAMES += ["phase", "first", "now", "kind", "tile", "on", "end", "melds", "move", "show"]


@pytest.mark.parametrize(
    "value", ["\x00", "🀄", "%s{0}", "<b>", "1" * 5_000, "-1", "٣", "R1 " * 500, "|;|" * 99, "@0"]
)
def test_hostile_values_are_never_our_fault(client: Client, value: str) -> None:
    for name in NAMES:
        ask(client, **{**TABLE, "move": "discard R7", name: value})
    for kind in ("open", "add", "swap", "discard", "finish"):
        ask(client, **{**TABLE, "kind": kind, "tile": value, "on": value, "melds": value})
    ask(client, **dict.fromkeys(NAMES, value))


def test_nothing_filled_in_is_no_error(client: Client) -> None:
    for key in RULE_SETS:
        response = ask(client, rules=key, stock="20", phase="draw", seats="4")
        assert "May I do that?" in told(response)


def test_moves_are_read_as_people_type_them() -> None:
    assert tidy_move(" OPEN r1 r2,r3 | y7 b7 k7 ") == "open R1 R2 R3 | Y7 B7 K7"
    assert tidy_move("Add B11=r12 @3 HIGH") == "add B11=R12 @3 high"
    assert tidy_move("Take Indicator") == "take indicator"
    form = TableForm({**TABLE, "move": "DISCARD r7"})
    assert form.question is not None
    assert [str(move) for move in form.question.moves] == ["discard R7"]
