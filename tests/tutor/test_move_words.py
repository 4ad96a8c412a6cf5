"""Moves in words, in three languages."""

from __future__ import annotations

import pytest

from okey import InputError, read_indicator
from okey.moves import Draw, Move, parse_move
from tutor.loading import LANGUAGES
from tutor.move_words import KINDS, kind_of, move_kind, move_sentence

B10 = read_indicator("B10")
MOVES = {
    "draw": "draw",
    "take": "take",
    "take indicator": "take-indicator",
    "open R7 R8 R9": "open",
    "lay R7 R8 R9": "lay",
    "add R7 @3": "add",
    "swap R7 @3": "swap",
    "discard R7": "discard",
    "declare pairs": "declare",
    "finish R7 R8 R9 R10": "finish",
    "show indicator": "show",
    "pass": "pass",
}


@pytest.mark.parametrize(
    ("move", "en", "de", "tr"),
    [
        ("2: discard R7", "discards red 7", "wirft die rote 7 ab", "kırmızı 7’yi atar"),
        ("discard *", "discards the okey", "wirft den Okey ab", "okeyi atar"),
        ("discard F", "discards a false okey", "wirft den falschen Joker ab", "sahte okeyi atar"),
        ("discard B11", "discards the okey", "wirft den Okey ab", "okeyi atar"),
        ("take K9", "takes black 9", "nimmt die schwarze 9 auf", "yandan siyah 9’u alır"),
        (
            "add Y3 @12",
            "lays yellow 3 off onto meld 12",
            "legt die gelbe 3 an Kombination 12 an",
            "sarı 3’ü 12. pere işler",
        ),
        (
            "add *=R12 @3 high",
            "lays the okey as red 12 off at the high end of meld 3",
            "legt den Okey als rote 12 oben an Kombination 3 an",
            "kırmızı 12 yerine okeyi 3. perin büyük ucuna işler",
        ),
        (
            "open R7 R8 R9 | Y4 B4 *=K4",
            "opens: red 7, 8, 9; yellow 4, blue 4, okey as black 4",
            "eröffnet: rote 7, 8, 9; gelbe 4, blaue 4, Okey als schwarze 4",
            "elini açar: kırmızı 7, 8, 9; sarı 4, mavi 4, siyah 4 yerine okey",
        ),
        (
            "lay R8 *=8 K8",
            "lays: red 8, okey as 8, black 8",
            "legt aus: rote 8, Okey als 8, schwarze 8",
            "dizer: kırmızı 8, 8 yerine okey, siyah 8",
        ),
    ],
)
def test_a_move_is_said_in_each_language(move: str, en: str, de: str, tr: str) -> None:
    said = [move_sentence(move, language, indicator=B10) for language in ("en", "de", "tr")]
    assert said == [en, de, tr]


def test_every_kind_of_move_has_a_name_and_a_sentence() -> None:
    assert sorted(MOVES.values()) == sorted(KINDS)
    for text, kind in MOVES.items():
        move = parse_move(text, B10)
        assert kind_of(move) == kind_of(move.action) == kind
        for language in LANGUAGES:
            assert move_kind(kind, language)
            said = move_sentence(move, language)
            assert said == move_sentence(move.action, language)
            assert said[0] == said[0].lower()
            assert "{" not in said


def test_no_two_kinds_of_move_have_the_same_name() -> None:
    for language in LANGUAGES:
        assert len({move_kind(kind, language) for kind in KINDS}) == len(KINDS)


def test_text_that_is_no_move_is_an_error_with_its_place() -> None:
    with pytest.raises(InputError):
        move_sentence("jump", "en", indicator=B10)
    with pytest.raises(ValueError, match="indicator"):
        move_sentence("draw", "en")
    assert move_sentence(Move(Draw()), "en") == "draws a tile"
