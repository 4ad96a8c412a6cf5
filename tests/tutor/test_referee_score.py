"""The referee scores a finished round as the engine does, under one rule set and under all."""

from __future__ import annotations

import html
import json
import random
import re
from itertools import cycle
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client

from okey import RULE_SETS, rule_set
from okey.answers import answer
from okey.tally import read_ended
from tutor.referee.score import signed
from tutor.referee.score_fields import asked, asked_anywhere
from tutor.referee.score_form import ScoreForm, score_line

pytestmark = pytest.mark.django_db

WON: dict[str, dict[str, str]] = {
    "101-guide": {"winner": "0", "opened1": "melds", "left1": "47", "giver2": "1"},
    "classic": {"winner": "2", "by": "pairs", "okey_last": "on", "shown": "1"},
    "101-club": {
        "winner": "1",
        "by": "pairs",
        "opened0": "melds",
        "left0": "R7 R8 *",
        "indicator": "B10",
    },
    "101-siler": {"winner": "3", "teams": "on", "opened0": "pairs", "left0": "9 *", "worth0": "7"},
}


def ask(client: Client, language: str = "en", hx: str = "", **query: str) -> Any:
    headers = {"accept-language": language}
    if hx:
        headers |= {"HX-Request": "true", "HX-Target": hx}
    response = client.get("/referee/score/?" + urlencode(query), headers=headers)
    assert response.status_code == 200
    return response


def told(response: Any) -> str:
    text = html.unescape(response.content.decode())
    return text.partition("data-answer>")[2].partition("data-texts")[0]


def totals(response: Any) -> list[str]:
    own = told(response).partition("beside-title")[0]
    return re.findall(r"data-total>([^<]*)<", own)


def error(response: Any, field: str) -> str:
    text = html.unescape(response.content.decode())
    found = re.search(rf'id="id_{field}_error"[^>]*>(.*?)</div>', text, re.DOTALL)
    assert found is not None, field
    return re.sub(r"<[^>]*>", "", found[1]).strip()


def link(response: Any) -> str:
    found = re.search(r'data-copy-link="([^"]+)"', told(response))
    assert found is not None
    return found[1]


# What is written


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_totals_are_the_engines_and_the_items_add_up(client: Client, key: str) -> None:
    response = ask(client, rules=key, **WON[key])
    copied = re.search(r"data-copy='?\"?(\{.*\})\"", told(response))
    assert copied is not None
    line = json.loads(copied[1])
    engine = answer("score", line)
    assert totals(response) == [signed(score) for score in engine["scores"]]
    for seat in range(4):
        items = [one["points"] for one in engine["lines"] if one["seat"] == seat]
        assert sum(items) == engine["scores"][seat]
        for points in items:
            assert f"<dd>{signed(points)}</dd>" in told(response)


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("seed", range(12))
def test_random_rounds_score_as_the_same_line_does(key: str, seed: int) -> None:
    dice = random.Random(f"{key} {seed}")
    rules = rule_set(key)
    asks = asked(rules)
    seats = dice.choice(asks.seats)
    data = {"seats": str(seats), "winner": dice.choice(["none", *map(str, range(seats))])}
    data["by"] = "melds"
    for name in ("okey_last", "risk", "teams"):
        if dice.random() < 0.5:
            data[name] = "on"
    for seat in range(seats):
        if str(seat) != data["winner"]:
            data[f"opened{seat}"] = dice.choice(["", *asks.opened])
            data[f"left{seat}"] = str(dice.randint(0, 90))
        for name in asks.penalties:
            data[f"{name}{seat}"] = dice.choice(["", "0", "1", "2"])
    form = ScoreForm(data, rules=rules)
    assert form.scored is not None, form.errors
    line = {"rules": key, **form.scored.line}
    assert read_ended(line, rules) == form.scored.ended
    assert score_line(form.scored.ended) == form.scored.line
    assert answer("score", line)["scores"] == list(form.scored.result.scores)


def test_a_sum_is_as_good_as_the_tiles(client: Client) -> None:
    query = {"rules": "101-club", "winner": "0", "opened1": "melds", "indicator": "B10"}
    by_tiles = ask(client, **query, left1="R7 R8 K13 * F")
    by_sum = ask(client, **query, left1="28 * F")
    assert totals(by_tiles) == totals(by_sum)


def test_the_indicator_is_asked_for_only_where_it_matters(client: Client) -> None:
    query = {"winner": "0", "opened1": "melds"}
    # In the club an okey has a value of its own; in the guide it counts the number on it.
    assert totals(ask(client, rules="101-club", **query, left1="28 *"))
    missing = ask(client, rules="101-guide", **query, left1="28 *")
    assert not totals(missing)
    assert error(missing, "indicator")
    given = ask(client, rules="101-guide", **query, left1="28 *", indicator="B10")
    assert totals(given)[1] == str(28 + 11)
    assert totals(ask(client, rules="101-guide", **query, left1="28"))
    assert error(ask(client, rules="101-club", **query, left1="R7"), "indicator")


def test_what_is_left_is_asked_for_only_where_it_counts(client: Client) -> None:
    opened = {"rules": "101-guide", "winner": "0", "opened1": "melds"}
    assert error(ask(client, **opened), "left1")
    assert totals(ask(client, **opened, left1="0"))[1] == "0"
    assert totals(ask(client, rules="101-guide", winner="0"))[1] == "202"
    null = ask(client, rules="101-club", winner="none", left0="1", left1="2", left2="3")
    assert error(null, "left3")


# Under all rule sets


def test_every_rule_set_stands_beside_and_differences_are_marked(client: Client) -> None:
    text = told(ask(client, rules="101-club", **WON["101-club"]))
    rows = re.findall(r"<tr[^>]*><th scope=\"row\">.*?</tr>", text, re.DOTALL)
    assert len(rows) == len(RULE_SETS)
    here = next(row for row in rows if "101 Club" in row)
    assert "≠" not in here
    classic = next(row for row in rows if "Classic" in row)
    assert classic.count("≠") == classic.count("differs") > 0
    assert "other than here" in classic


def test_a_rule_set_in_which_it_cannot_end_so_says_why(client: Client) -> None:
    duel = told(ask(client, rules="101-club", seats="2", winner="0", opened1="melds", left1="9"))
    assert duel.count("Not played by so many.") == 3
    pairs = told(ask(client, rules="101-club", winner="0", opened1="pairs", left1="9"))
    assert "Seat 2: " in pairs


def test_what_only_another_rule_set_asks_changes_its_column_alone(client: Client) -> None:
    base = ask(client, rules="101-guide", winner="0")
    turn = ask(client, rules="101-guide", winner="0", same_turn="on")
    assert totals(base) == totals(turn)

    def row(response: Any, name: str) -> str:
        found = re.search(rf"<tr[^>]*><th scope=\"row\">[^\n]*{name}.*?</tr>", told(response))
        assert found is not None
        return re.sub(r"<[^>]*>", " ", found[0])

    assert row(base, "101 Club") != row(turn, "101 Club")


def test_what_makes_a_difference_is_searched_only_when_it_is_asked_for(client: Client) -> None:
    query = {"rules": "101-club", **WON["101-club"]}
    first = ask(client, **query)
    assert 'class="reasons"' not in told(first)
    why = ask(client, **query, show="why")
    assert 'class="reasons"' in told(why)
    assert totals(why) == totals(first)
    assert told(client.get(link(why))) == told(why)


def test_what_is_asked_follows_from_the_rule_set() -> None:
    every = asked_anywhere()
    for rules in RULE_SETS.values():
        asks = asked(rules)
        form = ScoreForm({}, rules=rules)
        assert ("risk" in form.fields) is asks.risk
        assert ("left0" in form.fields) is asks.left is (rules.key != "classic")
        assert ("shown" in form.fields) is asks.shown is (rules.key == "classic")
        assert ("giver0" in form.fields) is (rules.penalties.giver != 0)
        assert set(asks.penalties) <= set(every.penalties)


# Links


@pytest.mark.parametrize("language", ["de", "tr", "en"])
@pytest.mark.parametrize("key", RULE_SETS)
def test_the_link_of_a_score_gives_the_same_score(client: Client, key: str, language: str) -> None:
    first = ask(client, language, rules=key, **WON[key])
    made = link(first)
    assert parse_qs(urlsplit(made).query)["v"] == [str(rule_set(key).version)]
    again = client.get(made, headers={"accept-language": language})
    assert told(again) == told(first)
    assert totals(again)
    part = ask(client, language, hx="answer", rules=key, **WON[key])
    assert part["HX-Replace-Url"] == made
    assert totals(part) == totals(first)


def test_a_score_of_another_version_says_so(client: Client) -> None:
    assert "under version 1 of" in told(ask(client, rules="classic", v="1", **WON["classic"]))


# Bad input


@pytest.mark.parametrize("language", ["de", "tr", "en"])
@pytest.mark.parametrize(
    ("rules", "query", "field"),
    [
        ("101-guide", {"okey_last": "on"}, "winner"),
        ("101-guide", {"winner": "9"}, "winner"),
        ("101-guide", {"winner": "0", "left0": "R7", "indicator": "B10"}, "left0"),
        (
            "101-guide",
            {"winner": "0", "opened1": "melds", "left1": "Q7", "indicator": "B1"},
            "left1",
        ),
        ("101-guide", {"winner": "0", "opened1": "melds", "left1": "999"}, "left1"),
        ("101-guide", {"winner": "0", "opened1": "melds", "left1": "9" * 50}, "left1"),
        (
            "101-guide",
            {"winner": "0", "opened1": "melds", "left1": "R7 R7 R7", "indicator": "B1"},
            "left1",
        ),
        ("101-guide", {"winner": "0", "indicator": "F"}, "indicator"),
        ("101-guide", {"winner": "0", "opened1": "pairs", "left1": "9"}, "opened1"),
        ("101-guide", {"winner": "0", "giver1": "x"}, "giver1"),
        ("101-guide", {"winner": "0", "giver1": "-1"}, "giver1"),
        ("101-guide", {"winner": "0", "giver1": "1000000"}, "giver1"),
        ("101-guide", {"winner": "0", "seats": "2"}, "seats"),
        ("101-siler", {"winner": "0", "opened1": "melds", "left1": "9", "worth1": "90"}, "worth1"),
        ("101-siler", {"winner": "0", "left1": "9", "worth1": "150"}, "worth1"),
        ("101-club", {"winner": "0", "by": "pairs", "same_turn": "on"}, "by"),
        ("101-club", {"winner": "0", "by": "luck"}, "by"),
        ("classic", {"winner": "0", "shown": "7"}, "shown"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_kept(
    client: Client, rules: str, query: dict[str, str], field: str, language: str
) -> None:
    response = ask(client, language, rules=rules, **query)
    assert error(response, field)
    assert not totals(response)
    if field.startswith(("left", "worth", "giver")):
        assert f'value="{query[field].strip()}"' in html.unescape(response.content.decode())
    assert error(ask(client, language, hx="answer", rules=rules, **query), field)


@pytest.mark.parametrize(
    "value", ["\x00", "🀄", "%s{0}", "<b>", "1" * 5_000, "-1", "1e9", "٣", "R1 " * 500, "ſ", "²"]
)
def test_hostile_values_are_never_our_fault(client: Client, value: str) -> None:
    names = ["rules", "v", "winner", "by", "seats", "indicator", "shown", "teams", "risk"]
    names += ["opened1", "left1", "worth1", "giver1", "layable1", "retrieved1", "failed1"]
    keys = cycle(RULE_SETS)  # a value is read by the same fields, whichever rule set it comes to
    for name, key in zip(names, keys, strict=False):
        ask(client, **{"rules": key, **WON[key], name: value})
    for key in RULE_SETS:
        ask(client, **{**dict.fromkeys(names, value), "rules": key})
    ask(client, **dict.fromkeys(names, value))


def test_nothing_filled_in_is_no_error(client: Client) -> None:
    for key in RULE_SETS:
        response = ask(client, rules=key, by="melds", seats="4")
        assert "How did the round end?" in told(response)
        assert not error(response, "winner")


def test_the_form_can_be_used_with_names_and_a_prefix() -> None:
    names = ["Ayşe", "Ben", "Can", "Defne"]
    form = ScoreForm(
        {"r3-winner": "2", "r3-opened0": "melds", "r3-left0": "12"},
        rules=rule_set("101-siler"),
        names=names,
        seats=4,
        teams=True,
        prefix="r3",
    )
    assert form.scored is not None
    assert form.scored.ended.teams == ((0, 2), (1, 3))
    assert "teams" not in form.fields
    assert "seats" not in form.fields
    assert [part.name for part in form.seat_parts] == names
