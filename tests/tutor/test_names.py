"""Tile names and numbers in the form that a sentence needs."""

from __future__ import annotations

import pytest

from okey import FALSE_OKEY, OKEY, Tile
from tutor.loading import LANGUAGES, known_language
from tutor.names import (
    ALL_TILES,
    Number,
    TileName,
    join,
    tile_label,
    tile_name,
    tile_names,
    turkish_suffix,
)


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "red 7"), ("de", "rote 7"), ("tr", "kırmızı 7")]
)
def test_a_tile_has_its_name_in_each_language(language: str, expected: str) -> None:
    assert tile_label(Tile.parse("R7"), language) == expected


def test_no_two_tiles_share_a_name() -> None:
    for language in LANGUAGES:
        assert len({tile_label(tile, language) for tile in ALL_TILES}) == len(ALL_TILES)


@pytest.mark.parametrize(
    ("number", "accusative", "ablative", "dative"),
    [
        (1, "i", "den", "e"),
        (2, "yi", "den", "ye"),
        (3, "ü", "ten", "e"),
        (4, "ü", "ten", "e"),
        (5, "i", "ten", "e"),
        (6, "yı", "dan", "ya"),
        (7, "yi", "den", "ye"),
        (8, "i", "den", "e"),
        (9, "u", "dan", "a"),
        (10, "u", "dan", "a"),
        (11, "i", "den", "e"),
        (12, "yi", "den", "ye"),
        (13, "ü", "ten", "e"),
        (20, "yi", "den", "ye"),
        (30, "u", "dan", "a"),
        (40, "ı", "tan", "a"),
        (60, "ı", "tan", "a"),
        (70, "i", "ten", "e"),
        (90, "ı", "dan", "a"),
        (100, "ü", "den", "e"),
        (101, "i", "den", "e"),
        (150, "yi", "den", "ye"),
        (202, "yi", "den", "ye"),
        (0, "ı", "dan", "a"),
    ],
)
def test_a_turkish_number_takes_the_suffix_of_how_it_is_read(
    number: int, accusative: str, ablative: str, dative: str
) -> None:
    assert turkish_suffix(number, "acc") == accusative
    assert turkish_suffix(number, "abl") == ablative
    assert turkish_suffix(number, "dat") == dative


def test_a_case_of_another_language_is_an_error_and_no_silent_gap() -> None:
    with pytest.raises(ValueError, match="no case"):
        format(Number(7, "de"), "acc")
    with pytest.raises(KeyError):
        format(TileName(OKEY, "en"), "dat")


@pytest.mark.parametrize(
    ("tile", "language", "form", "expected"),
    [
        ("K1", "de", "acc", "die schwarze 1"),
        ("K1", "de", "dat", "der schwarzen 1"),
        ("F", "de", "acc", "den falschen Joker"),
        ("*", "de", "Nom", "Der Okey"),
        ("K1", "tr", "acc", "siyah 1’i"),
        ("Y6", "tr", "acc", "sarı 6’yı"),
        ("*", "tr", "acc", "okeyi"),
        ("Y6", "tr", "Nom", "Sarı 6"),
        ("K1", "en", "The", "The black 1"),
        ("B8", "en", "a", "a blue 8"),
    ],
)
def test_a_tile_bends_as_the_sentence_asks(
    tile: str, language: str, form: str, expected: str
) -> None:
    assert format(TileName(Tile.parse(tile), language), form) == expected


def test_a_number_alone_has_its_article() -> None:
    assert format(TileName(8, "en"), "a") == "an 8"
    assert format(TileName(11, "en"), "a") == "an 11"
    assert format(TileName(7, "en"), "a") == "a 7"


def test_a_list_bends_each_of_its_names() -> None:
    tiles = [Tile.parse("K1"), Tile.parse("R3"), OKEY]
    assert f"{tile_names(tiles, 'tr'):acc}" == "siyah 1’i, kırmızı 3’ü ve okeyi"
    assert f"{tile_names(tiles[:2], 'de'):acc}" == "die schwarze 1 und die rote 3"
    assert join([], "en") == ""


def test_an_okey_says_what_it_stands_for_only_on_the_table() -> None:
    assert tile_name("*", "B11", "en") == "okey"
    assert tile_name("*", "B11", "en", "R12") == "okey as red 12"
    assert tile_name("*", "B11", "de", "8") == "Okey als 8, Farbe offen"
    assert tile_name("F", "B11", "tr") == "sahte okey, mavi 11 sayılır"
    assert tile_label(FALSE_OKEY, "en", face=Tile.parse("B11")) == ("false okey, counts as blue 11")


@pytest.mark.parametrize(
    ("tag", "language"), [("de-AT", "de"), ("tr_TR", "tr"), ("fr", "en"), (None, "en"), ("", "en")]
)
def test_the_nearest_language_is_taken(tag: str | None, language: str) -> None:
    assert known_language(tag) == language
