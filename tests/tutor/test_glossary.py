"""The glossary: every word in three languages, what it means, and the rules that use it."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.utils import translation

from okey import RULES, Tile, judge, read_indicator, rule_set
from tutor.glossary import DRAWN, INDICATOR, collation, glossary_page, in_pieces, uses, word
from tutor.loading import LANGUAGES, content
from tutor.texts import glossary, rule_text

pytestmark = pytest.mark.django_db
KEYS = list(glossary("en"))


def page(client: Client, language: str) -> str:
    answer = client.get("/rules/glossary/", headers={"accept-language": language})
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_stands_there_with_its_meaning_and_its_names_elsewhere(
    client: Client, language: str
) -> None:
    shown = page(client, language)
    for key in KEYS:
        assert f'id="{key}"' in shown
        entry = glossary(language)[key]
        assert entry.meaning in shown
        for other in LANGUAGES:
            assert content(other, "glossary")[key]["term"] in shown, (key, other)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_word_has_a_name_and_a_meaning(key: str, language: str) -> None:
    entry = content(language, "glossary").get(key)
    assert entry is not None, f"glossary.toml of {language} lacks {key}"
    assert entry["term"], f"{language}: {key} has no name"
    assert entry["meaning"].endswith("."), f"{language}: {key} has no meaning"


WORDS = (
    *("indicator", "okey", "false_okey", "tile", "colour", "meld", "run", "group", "pair", "rack"),
    *("stock", "turn", "draw", "take", "discard", "open", "open_pairs", "unopened", "lay_off"),
    *("go_for_pairs", "layable", "swap", "lose_okey", "show_indicator", "declare", "finish"),
    *("okey_finish", "pair_finish", "from_hand", "direct", "penalty", "giver", "siler", "factor"),
    *("rising", "partners", "solo", "assisted", "unassisted", "risk", "pot", "classic", "round"),
    *("null_round", "match", "score_sheet", "dealer", "chips"),
)


@pytest.mark.parametrize("key", WORDS)
def test_the_words_that_are_heard_at_the_table_are_there(key: str) -> None:
    assert key in KEYS, f"glossary.toml lacks {key}"


def test_no_two_words_of_a_language_have_the_same_name() -> None:
    for language in LANGUAGES:
        terms = [entry.term.lower() for entry in glossary(language).values()]
        assert len(terms) == len(set(terms)), language


# Order


def test_words_stand_in_the_order_of_the_readers_alphabet() -> None:
    for language in LANGUAGES:
        with translation.override(language):
            terms = [one.term for one in glossary_page().words]
        assert terms == sorted(terms, key=lambda term: collation(term, language))


def test_the_turkish_alphabet_has_its_own_order() -> None:
    words = ["ışık", "iz", "çift", "cam", "deste", "şans", "sıra", "öz", "oyun", "ü", "u"]
    assert sorted(words, key=lambda one: collation(one, "tr")) == [
        *("cam", "çift", "deste", "ışık", "iz", "oyun", "öz", "sıra", "şans", "u", "ü"),
    ]


def test_german_umlauts_stand_with_their_letter() -> None:
    words = ["Zug", "öffnen", "Okey", "Pair"]
    assert sorted(words, key=lambda one: collation(one, "de")) == ["öffnen", "Okey", "Pair", "Zug"]


# Drawings


def test_what_is_drawn_beside_a_word_is_what_the_word_says() -> None:
    indicator = read_indicator(INDICATOR)
    for kind in ("run", "group", "pair"):
        melds = word(kind, "en").drawn
        verdict = judge(melds, rules=rule_set("classic"), indicator=indicator)
        assert verdict.legal
        assert [str(meld.kind) for meld in verdict.melds] == [kind]
    assert all(
        meld.legal
        for meld in judge(
            word("meld", "en").drawn, rules=rule_set("classic"), indicator=indicator
        ).melds
    )
    assert word("okey", "en").drawn[0].tiles[0].tile == Tile.parse("*")
    assert word("false_okey", "en").drawn[0].tiles[0].tile == Tile.parse("F")
    assert DRAWN["indicator"] == INDICATOR


# Where words are used


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "A false okey is no okey. Okeys are wild.", ["false_okey", "okey"]),
        (
            "de",
            "Der falsche Joker zählt. Zwei Reihen, eine Gruppe.",
            ["false_okey", "run", "group"],
        ),
        ("tr", "Sahte okeyler, göstergenin yanında.", ["false_okey", "indicator"]),
        ("en", "", []),
    ],
)
def test_words_are_found_in_a_text_with_their_endings(
    language: str, text: str, found: list[str]
) -> None:
    assert [use.key for use in uses(text, language)] == found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_in_pieces_is_the_text_and_has_each_word_once(language: str) -> None:
    for rule_id in RULES:
        text = rule_text(rule_id, language).long
        pieces = in_pieces(text, language)
        assert "".join(piece.text for piece in pieces) == text
        keys = [piece.word.key for piece in pieces if piece.word is not None]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_leads_to_rules_that_use_it(client: Client, language: str) -> None:
    with translation.override(language):
        run = word("run", language)
    assert run.rules
    for link in run.rules:
        assert client.get(link.url).status_code == 200
    shown = page(client, language)
    assert re.search(r'class="second word-rules"', shown)


def test_reading_the_glossary_asks_the_database_nothing(
    client: Client, django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        page(client, "de")
