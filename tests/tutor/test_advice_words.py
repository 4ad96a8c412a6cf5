"""Advice and mistakes in words: every code in every language, with all of its values."""

from __future__ import annotations

from string import Formatter

import pytest

from okey import deal_round, rule_set
from okey.bots import Mistake, Reason, advice, seen_by
from okey.bots.mistakes import KINDS
from okey.bots.reasons import CODES
from okey.moves import Draw, Move
from tutor.advice_words import advice_sentences, mistake_sentence, reason_sentence
from tutor.loading import LANGUAGES, content

TILES = ("R7", "F", "*", "K11")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_for_every_tile(language: str) -> None:
    assert set(content(language, "advice")["reasons"]) == set(CODES)
    for code, names in CODES.items():
        for tile in TILES:
            params = {name: tile if name in ("tile", "other") else 12 for name in names}
            said = reason_sentence(Reason(code, params), language)
            assert said[0].isupper() or not said[0].isalpha()
            assert said.endswith(".")
            assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_asks_for_a_value_that_its_code_has_not(language: str) -> None:
    for code, text in content(language, "advice")["reasons"].items():
        asked = {name for _, name, _, _ in Formatter().parse(text) if name}
        assert asked <= set(CODES[code]), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_mistake_has_a_sentence_with_what_it_cost(language: str) -> None:
    assert set(content(language, "advice")["mistakes"]) == set(KINDS)
    for kind in KINDS:
        one = Mistake(kind, 3, Move(Draw()), (), "opening.points", "", 37, 37, 37)
        assert "37" in mistake_sentence(one, language)


def test_reasons_are_said_in_each_language() -> None:
    reason = Reason("takes-to-open", {"tile": "R7"})
    assert [reason_sentence(reason, language) for language in ("en", "de", "tr")] == [
        "Take the red 7: with it you open.",
        "Nimm die rote 7 auf: Damit eröffnest du.",
        "Yandan kırmızı 7’yi al: onunla elini açıyorsun.",
    ]


def test_the_advice_of_a_round_is_said() -> None:
    begun = deal_round(rule_set("101-club"), "said", 0)
    given = advice(seen_by(begun, begun.turn.seat))
    assert len(advice_sentences(given, "de")) == len(given.reasons) > 0
