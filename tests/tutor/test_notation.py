"""The page that explains the notation: what it shows and what is typed is read and judged."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from okey import RULE_SETS, parse_melds, read_indicator, rule_set
from tutor.move_words import KINDS, kind_of
from tutor.notation import explained, moves
from tutor.notation.explained import Misread, ShownTiles, TriedMelds, read_melds, read_tiles
from tutor.notation.moves import MOVES, ShownMove, move_examples, read_move

pytestmark = pytest.mark.django_db
B10 = read_indicator("B10")
LANGUAGES = ("en", "de", "tr")
HOSTILE = ("Q1", "R0", "R14", "*=", "|", "| |", "R1 |", ":", "run:", "<b>", "%s {0}", "\x00", "🀄",
           "R1 " * 300, "x" * 5_000, "R1 R1 R1", "* * *", "F F F", "*=8 *=8")  # fmt: skip


def page(client: Client, language: str = "en", **query: str) -> str:
    answer = client.get("/notation/", query, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def tried(client: Client, name: str, text: str, **query: str) -> str:
    headers = {"HX-Request": "true", "HX-Trigger-Name": name}
    answer = client.get("/notation/", {name: text, **query}, headers=headers)
    assert answer.status_code == 200
    html = answer.content.decode()
    assert "<html" not in html
    return unescape(html)


# The examples


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_stands_on_the_page(client: Client, language: str) -> None:
    html = unescape(page(client, language))
    sources = [*explained.HANDS, *explained.MELDS, *(text for _, text, _ in MOVES)]
    for source in sources:
        assert f"<code>{source}</code>" in html, source


@pytest.mark.parametrize("text", explained.HANDS)
def test_every_hand_is_read_and_written_so_that_it_is_the_same_hand(text: str) -> None:
    shown = read_tiles(text, B10, "en")
    assert isinstance(shown, ShownTiles)
    again = read_tiles(shown.text, B10, "en")
    assert isinstance(again, ShownTiles)
    assert again.text == shown.text


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("text", explained.MELDS)
def test_what_the_engine_writes_of_a_meld_is_read_as_the_same_meld(text: str, key: str) -> None:
    shown = read_melds(text, B10, rule_set(key), "en")
    assert isinstance(shown, TriedMelds)
    assert [str(meld.meld) for meld in shown.melds] == list(map(str, parse_melds(text, B10)))
    again = read_melds(shown.written, B10, rule_set(key), "en")
    assert isinstance(again, TriedMelds)
    assert [(one.label, one.points, one.legal) for one in again.melds] == [
        (one.label, one.points, one.legal) for one in shown.melds
    ]
    assert again.written == shown.written


def test_a_meld_is_judged_by_the_rule_set_that_is_chosen(client: Client) -> None:
    around = "K12 K13 K1"
    assert around in explained.MELDS
    guide, classic = page(client, rules="101-guide"), page(client, rules="classic")
    assert guide.count("chip is-wrong") == 1
    assert classic.count("chip is-wrong") == 0


def test_every_kind_of_move_is_made_and_one_is_refused() -> None:
    shown = move_examples("en")
    kinds = {kind_of(moves.parse_move(text, B10)) for _, text, _ in MOVES}
    assert kinds == set(KINDS)
    assert [one.source for one in shown if not one.legal] == ["add R2 @1"]
    assert {one.written for one in shown} == {text for _, text, _ in MOVES}


def test_a_move_shows_what_it_did() -> None:
    shown = {one.source: one for one in move_examples("en")}
    laid = [tile.drawn.label for tile in shown["add R12 @1"].tiles[0]]
    assert laid == ["red 9", "red 10", "red 11", "red 12"]
    assert [tile.is_new for tile in shown["add R12 @1"].tiles[0]] == [False, False, False, True]
    assert [tile.drawn.label for tile in shown["draw"].tiles[0]] == ["black 3"]
    assert shown["discard K7"].events[0].points == "+101"
    assert shown["add R2 @1"].notes
    assert not shown["pass"].tiles


# Trying


def test_a_hand_is_drawn_while_it_is_typed(client: Client) -> None:
    html = tried(client, "tiles", "R1 B11 F")
    assert "written <code>R1 * F</code>" in html
    assert html.count('role="img"') == 3


def test_the_indicator_says_which_tile_is_the_okey(client: Client) -> None:
    assert "<code>R1 * F</code>" in tried(client, "tiles", "R1 R9 F", indicator="R8")
    assert 'aria-label="false okey, counts as red 9"' in page(client, tiles="F", indicator="R8")


def test_melds_are_judged_while_they_are_typed(client: Client) -> None:
    html = tried(client, "melds", "R5 R6 * | R7 Y7")
    assert "run · 18" in html
    assert "chip is-wrong" in html


def test_a_move_is_said_in_words(client: Client) -> None:
    html = tried(client, "move", "2:add B11=R12  @3  high")
    assert "<code>2: add *=R12 @3 high</code>" in html
    assert "Seat 3" in html


@pytest.mark.parametrize("name", ["tiles", "melds", "move"])
def test_nothing_typed_is_answered_with_nothing(client: Client, name: str) -> None:
    assert not tried(client, name, "  ").strip()


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("name", ["tiles", "melds", "move"])
def test_what_cannot_be_read_is_told_with_its_piece(client: Client, name: str, text: str) -> None:
    html = tried(client, name, text)
    assert "<b>" not in html.replace(text, "") or "&lt;b&gt;" in html
    found = re.findall(r'class="error"|chip is-wrong|role="img"', html)
    assert found, f"nothing is said of {text[:20]}"


def test_typed_markup_is_text(client: Client) -> None:
    answer = client.get("/notation/", {"melds": "<script>x</script>", "indicator": "<i>"})
    assert "<script>x" not in answer.content.decode()
    assert "<i>" not in answer.content.decode()


@pytest.mark.parametrize("name", ["tiles", "melds", "move"])
def test_an_indicator_that_is_none_is_said_and_nothing_is_read(client: Client, name: str) -> None:
    text = {"tiles": "R1", "melds": "R1 R2 R3", "move": "draw"}[name]
    html = tried(client, name, text, indicator="F")
    assert 'class="error"' in html
    assert 'role="img"' not in html
    assert 'id="indicator-error"' in page(client, indicator="F")


def test_without_a_script_the_page_answers_all_that_was_typed(client: Client) -> None:
    html = page(client, tiles="R1 Q2", melds="R5 R6 *", move="fly", indicator="R8", rules="classic")
    assert html.count('class="error"') == 2
    assert "Q2" in html
    assert 'value="R5 R6 *"' in html
    assert 'name="rules" value="classic"' in html
    chosen = re.findall(r'<a class="chip[^>]*href="([^"]*)"', html)
    assert len(chosen) == 4
    assert all("melds=R5" in unescape(url) and "indicator=R8" in url for url in chosen)


@pytest.mark.parametrize(
    "query", [{"rules": "x"}, {"step": "x"}, {"rules": "\x00"}, {"indicator": "x" * 900}]
)
def test_an_odd_query_is_the_plain_page(client: Client, query: dict[str, str]) -> None:
    assert "Step through" in page(client, **query)


def test_a_move_that_cannot_be_read_is_one_kind_of_answer() -> None:
    assert isinstance(read_move("draw", B10, "en"), ShownMove)
    assert isinstance(read_move("flee", B10, "en"), Misread)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_the_page_is_drawn(client: Client, language: str) -> None:
    html: Any = page(client, language)
    for anchor in ("tiles", "melds", "moves", "record", "samples"):
        assert f'id="{anchor}"' in html
    assert html.count("/notation/?r=") >= 5
