"""The referee judges a hand as the engine does, says it in three languages, and keeps its link."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from pytest_django import Settings

from okey import RULE_SETS, Hand, rule_set
from okey.search import OpeningSolution, advise, outs, solve
from tutor.referee.forms import HandForm, tidy, tidy_melds
from tutor.referee.links import notation, read_notation
from tutor.referee.palette import palette

pytestmark = pytest.mark.django_db

OPENS = "R10 R11 * R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R2 Y4 Y6 B1 K1 K3 K5 B5 R4"
WAITS = "R10 R11 R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R2 Y4 Y6 B1 K1 K3 K5 B5 R4 Y12"
CLASSIC = "R12 R13 R1 Y4 Y5 Y6 B7 B8 B9 K2 K3 K4 R5 Y11"


def ask(client: Client, language: str = "en", hx: str = "", **query: str) -> Any:
    headers = {"accept-language": language}
    if hx:
        headers |= {"HX-Request": "true", "HX-Target": hx}
    response = client.get("/referee/?" + urlencode(query), headers=headers)
    assert response.status_code == 200
    return response


def answer(response: Any) -> str:
    text = html.unescape(response.content.decode())
    return text.partition("data-answer>")[2].partition("data-texts")[0]


def verdict(response: Any) -> str:
    found = re.search(r"data-verdict>.*?</svg>([^<]*)</p>", answer(response), re.DOTALL)
    return found[1].strip() if found else ""


def error(response: Any, field: str) -> str:
    text = html.unescape(response.content.decode())
    found = re.search(rf'id="id_{field}_error"[^>]*>(.*?)</div>', text, re.DOTALL)
    assert found is not None
    return re.sub(r"<[^>]*>", "", found[1]).strip()


def link(response: Any) -> str:
    found = re.search(r'data-copy-link="([^"]+)"', answer(response))
    assert found is not None
    return found[1]


# What it says


@pytest.mark.parametrize("rules", ["101-guide", "101-club", "101-siler"])
@pytest.mark.parametrize("hand", [OPENS, WAITS])
def test_the_verdict_and_the_points_are_the_engines(client: Client, rules: str, hand: str) -> None:
    found = solve(Hand.parse(hand, "B10"), rule_set(rules))
    assert isinstance(found, OpeningSolution)
    response = ask(client, rules=rules, indicator="B10", hand=hand)
    said = "This hand opens" if found.can_open else "This hand does not open"
    assert verdict(response) == said
    assert f">{found.best_points}</b>" in answer(response)
    assert str(found.best_points) in answer(response)


def test_a_classic_hand_is_complete_or_not(client: Client) -> None:
    short = ask(client, rules="classic", indicator="B10", hand=CLASSIC)
    assert verdict(short) == "This hand is not complete"
    assert "At most 12 of 14 tiles" in answer(short)
    whole = CLASSIC.replace("R5 Y11", "K5 Y7")
    assert verdict(ask(client, rules="classic", indicator="B10", hand=whole)) == (
        "This hand is complete"
    )
    # The same tiles with the 1 after the 13 complete nothing where no run ends so.
    assert "R12" in answer(ask(client, rules="101-guide", indicator="B10", hand=whole))


def test_a_hand_of_pairs_opens_by_pairs_only_where_the_rule_set_has_them(client: Client) -> None:
    pairs = "R1 R1 Y3 Y3 B5 B5 K7 K7 R9 R9 Y11 B13 K2 R4 Y6 B8 K12 K10 R6 B2 Y8"
    club = ask(client, rules="101-club", indicator="B10", hand=pairs)
    guide = ask(client, rules="101-guide", indicator="B10", hand=pairs)
    assert verdict(club) == "This hand opens"
    assert verdict(guide) == "This hand does not open"


def test_tiles_that_help_are_searched_only_when_they_are_asked_for(client: Client) -> None:
    found = outs(Hand.parse(WAITS, "B10"), rule_set("101-guide"))
    assert found.total
    query = {"rules": "101-guide", "indicator": "B10", "hand": WAITS}
    assert f"not yet seen: {found.total}." not in answer(ask(client, **query))
    told = answer(ask(client, **query, show="draws"))
    assert f"not yet seen: {found.total}." in told
    assert told.count("×1") == sum(1 for out in found.outs if out.copies == 1)


def test_a_tile_seen_elsewhere_is_no_longer_waited_for(client: Client) -> None:
    hand = Hand.parse(WAITS, "B10")
    out = outs(hand, rule_set("101-guide")).outs[0]
    fewer = outs(hand, rule_set("101-guide"), [out.tile])
    told = ask(client, indicator="B10", hand=WAITS, seen=str(out.tile), show="draws")
    assert f"not yet seen: {fewer.total}." in answer(told)


def test_discards_stand_in_the_engines_order_and_equal_ones_share_a_place(client: Client) -> None:
    hand = f"{WAITS} B2"
    advice = advise(Hand.parse(hand, "B10"), rule_set("101-club"))
    told = answer(ask(client, rules="101-club", indicator="B10", hand=hand, show="draws"))
    rows = re.findall(r"<tr><td>(\d+)</td>.*?is-number\">(\d+)</td><td", told)
    assert [int(number) for _place, number in rows] == [one.outs for one in advice.discards]
    best = [one for one in advice.discards if one == advice.discards[0]]
    assert [place for place, _outs in rows[: len(best)]] == ["1"] * len(best)


def test_laid_melds_are_marked_and_explained_with_a_link_to_the_rule(client: Client) -> None:
    told = answer(ask(client, indicator="B10", melds="K12 K13 K1 | R7 Y7 B7", **{"as": "melds"}))
    assert 'href="/rules/101-guide/run.no-wrap/"' in told
    assert told.count("is-ringed") == 2
    classic = ask(client, rules="classic", indicator="B10", melds="K12 K13 K1", **{"as": "melds"})
    assert "run.no-wrap" not in answer(classic)
    assert "is-ringed" not in answer(classic)


def test_an_opening_out_of_the_hand_gets_the_nearest_change(client: Client) -> None:
    told = answer(ask(client, indicator="B10", hand=OPENS, melds="R10 R11 * R13 | R7 Y7 B7 K7"))
    assert "Nearest legal change" in told


@pytest.mark.parametrize("language", ["de", "tr", "en"])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_answer_comes_in_every_language(client: Client, rules: str, language: str) -> None:
    size = rule_set(rules).hand.others
    hand = " ".join(WAITS.split()[:size])
    response = ask(
        client, language, rules=rules, indicator="B10", hand=hand, melds="R1 R2 R3", show="draws"
    )
    assert f'<html lang="{language}"' in response.content.decode()
    assert verdict(response)


# Links and notation


@pytest.mark.parametrize(
    "query",
    [
        {"rules": "101-guide", "indicator": "b10", "hand": OPENS.lower()},
        {"rules": "101-club", "indicator": "B10", "hand": WAITS, "seen": "R12 R12"},
        {"rules": "101-siler", "indicator": "B10", "hand": WAITS, "show": "draws"},
        {"rules": "classic", "indicator": "B10", "hand": CLASSIC, "melds": "R12 R13 R1"},
        {"indicator": "B10", "melds": "r1 r2 r3\n run: R8 * *", "as": "melds"},
        {"indicator": "B10", "hand": "B11 F"},
    ],
)
def test_the_link_of_a_result_gives_the_same_result(client: Client, query: dict[str, str]) -> None:
    first = ask(client, **query)
    made = link(first)
    asked = parse_qs(urlsplit(made).query)
    rules = rule_set(asked["rules"][0])
    assert asked["v"] == [str(rules.version)]
    again = client.get(made)
    assert answer(again) == answer(first)
    assert link(again) == made


def test_a_link_of_another_version_says_so(client: Client) -> None:
    query = {"indicator": "B10", "hand": OPENS}
    now = rule_set("101-guide").version
    assert "made under version" not in answer(ask(client, **query, v=str(now)))
    told = answer(ask(client, **query, v=str(now - 1)))
    assert f"made under version {now - 1} of 101 Guide" in told
    for odd in ("x", "9" * 300, "-1", "٣", "\x00"):
        assert "names no version" in answer(ask(client, **query, v=odd))


def test_notation_that_was_copied_can_be_pasted_into_one_field(client: Client) -> None:
    first = ask(client, rules="classic", indicator="B10", hand=CLASSIC, seen="R1", melds="R7 Y7 B7")
    copied = re.search(r'data-copy="(rules: [^"]*)"', answer(first))
    assert copied is not None
    assert link(ask(client, hand=copied[1])) == link(first)


def test_notation_reads_what_it_wrote_and_nothing_else() -> None:
    values = {"indicator": "B10", "hand": "R1 R2", "melds": "run: R8 * * | R1 R2 R3"}
    assert read_notation(notation(values), values) == values
    assert read_notation("run: R8 * *", values) == {}
    assert read_notation("R1 R2\nhand: R3", values) == {}
    assert read_notation("", values) == {}


def test_tiles_are_read_as_people_type_them() -> None:
    assert tidy(" r1,  b11;F \n *") == "R1 B11 F *"
    assert tidy_melds("r1 r2 r3\r\n\r\ngroup: k8 * *|") == "R1 R2 R3 | group: K8 * *"


# Bad input


@pytest.mark.parametrize("language", ["de", "tr", "en"])
@pytest.mark.parametrize(
    ("query", "field", "piece"),
    [
        ({"indicator": "B10", "hand": "R1 Q9"}, "hand", "Q9"),
        ({"indicator": "B10", "hand": "R1 R1 R1"}, "hand", "R1"),
        ({"indicator": "B10", "hand": "B10 B10"}, "hand", "B10"),
        ({"indicator": "B10", "hand": "R1 " * 23}, "hand", "23"),
        ({"indicator": "B10", "hand": OPENS, "rules": "classic"}, "hand", "21"),
        ({"indicator": "F", "hand": "R1"}, "indicator", "F"),
        ({"indicator": "B14", "hand": "R1"}, "indicator", "B14"),
        ({"hand": "R1"}, "indicator", ""),
        ({"indicator": "B10", "hand": "R1", "seen": "R99"}, "seen", "R99"),
        ({"indicator": "B10", "hand": "R1 R1", "seen": "R1"}, "seen", "R1"),
        ({"indicator": "B10", "melds": "R1 Z2 R3"}, "melds", "Z2"),
        ({"indicator": "B10", "melds": "heap: R1 R2 R3"}, "melds", "heap"),
        ({"indicator": "B10", "melds": "R1 R1 R1"}, "melds", "R1"),
        ({"indicator": "B10", "melds": "R1 R2 R3", "as": "finish"}, "hand", ""),
        ({"indicator": "B10", "hand": "R1", "rules": "nobody"}, "rules", "nobody"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_field_and_kept(
    client: Client, query: dict[str, str], field: str, piece: str, language: str
) -> None:
    response = ask(client, language, **query)
    assert piece in error(response, field)
    assert error(response, field)
    others = {"rules", "indicator", "hand", "seen", "melds", "as"} - {field}
    assert not any(error(response, other) for other in others)
    text = html.unescape(response.content.decode())
    assert "data-copy-link" not in text
    for name in ("hand", "melds", "seen"):
        assert query.get(name, "").strip() in text
    part = ask(client, language, hx="answer", **query)
    assert error(part, field) == error(response, field)


@pytest.mark.parametrize("name", ["rules", "v", "indicator", "hand", "seen", "melds", "as", "show"])
@pytest.mark.parametrize(
    "value",
    ["\x00", "🀄", "%s%n{0}", "<script>", "R1 " * 5_000, "|" * 900, ":" * 900, "\ud7ff", "ﬀ", "İ"],
)
def test_hostile_values_are_never_our_fault(client: Client, name: str, value: str) -> None:
    query = {"indicator": "B10", "hand": OPENS, "melds": "R7 Y7 B7", name: value}
    for hx in ("", "answer", "referee"):
        response = ask(client, hx=hx, **query)
        assert "<script>" not in response.content.decode().replace("<script src", "")


def test_a_field_that_comes_twice_counts_once(client: Client) -> None:
    response = client.get("/referee/?indicator=B10&indicator=R1&hand=R2&hand=R3")
    asked = parse_qs(urlsplit(link(response)).query)
    assert (asked["indicator"], asked["hand"]) == (["R1"], ["R3"])


# How it is asked


def test_a_change_is_answered_with_the_answer_alone_and_the_address_to_show(client: Client) -> None:
    response = ask(client, hx="answer", indicator="B10", hand=OPENS)
    text = response.content.decode()
    assert "<html" not in text
    assert 'hx-swap-oob="true"' in text
    assert response["HX-Replace-Url"] == link(response)
    assert "HX-Request" in response["Vary"]
    strip = re.search(r'id="verdict-strip".*?<span>([^<]*)</span>', text)
    assert strip is not None
    assert strip[1] == verdict(response)
    whole = ask(client, hx="referee", indicator="B10", hand=OPENS).content.decode()
    assert "<html" not in whole
    assert "data-palette" in whole


def test_the_page_asks_the_database_little(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(4):
        ask(client, indicator="B10", hand=f"{WAITS} B2", show="draws")


def test_too_many_searches_are_refused_before_they_are_made(
    client: Client, settings: Settings
) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "referee": (11, 60)}
    query = urlencode({"indicator": "B10", "hand": WAITS, "show": "draws"})
    assert client.get(f"/referee/?{query}").status_code == 200
    refused = client.get(f"/referee/?{query}")
    assert refused.status_code == 429
    assert refused["Retry-After"]
    assert client.get("/referee/").status_code == 200


# The palette


@pytest.mark.parametrize("language", ["de", "tr", "en"])
def test_the_palette_has_every_tile_once_and_a_copy_less_of_the_indicator(
    client: Client, language: str
) -> None:
    text = ask(client, language, indicator="K13").content.decode()
    assert len(re.findall(r'class="palette-tile"', text)) == 54
    assert re.search(r'data-face="K13" data-code="K13" data-name="[^"]+" data-copies="1"', text)
    assert re.search(r'data-face="K1" data-code="\*" data-name="[^"]+" data-copies="2"', text)


def test_the_okeys_face_is_the_okey_in_the_palette_of_every_indicator() -> None:
    for row in palette(None).rows:
        for one in row.tiles:
            form = HandForm({"indicator": one.face})
            assert form.indicator_tile is not None
            tiles = palette(form.indicator_tile)
            okeys = [tile for row in tiles.rows for tile in row.tiles if tile.code == "*"]
            assert [tile.face for tile in okeys] == [tiles.okey]
