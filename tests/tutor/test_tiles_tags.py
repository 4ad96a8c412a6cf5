"""Tiles in templates: what is drawn, and what a screen reader hears."""

from __future__ import annotations

import re

import pytest
from django.template import Context, Template
from django.utils.translation import override

from okey import InputError, parse_melds, read_indicator
from tutor.templatetags.tiles import drawn


def rendered(source: str, language: str = "en", **context: object) -> str:
    with override(language):
        return Template("{% load tiles %}" + source).render(Context(context))


def labels(html: str) -> list[str]:
    return re.findall(r'aria-label="([^"]*)"', html)


@pytest.mark.parametrize(
    ("language", "name"), [("en", "red 7"), ("de", "rote 7"), ("tr", "kırmızı 7")]
)
def test_a_tile_has_an_accessible_name_in_the_readers_language(language: str, name: str) -> None:
    html = rendered('{% tile "R7" %}', language)
    assert labels(html) == [name]
    assert 'role="img"' in html
    assert "#n7" in html
    assert "#red" in html


def test_a_tile_whose_text_stands_beside_it_is_hidden_from_screen_readers() -> None:
    assert labels(rendered('{% tile "R7" label=False %}')) == []


def test_the_false_okey_shows_the_face_that_it_counts_as() -> None:
    html = rendered('{% tile "F" face="B11" %}')
    assert labels(html) == ["false okey, counts as blue 11"]
    assert "#false" in html
    assert "#n11" in html


def test_an_okey_on_the_table_shows_the_face_that_it_stands_for() -> None:
    html = rendered('{% meld "R10 R11 *=R12" okey="B11" %}')
    assert labels(html) == ["red 10", "red 11", "okey as red 12"]
    assert "#okey" in html
    assert "#n12" in html


def test_an_okey_in_the_rack_shows_its_printed_face_and_stands_for_nothing() -> None:
    html = rendered('{% rack_row "R1 *" okey="B11" %}')
    assert labels(html) == ["red 1", "okey"]
    assert "#n11" in html


def test_an_okey_in_a_group_of_three_has_an_open_colour() -> None:
    html = rendered('{% meld "R8 K8 *=8" okey="B11" %}')
    assert labels(html)[-1] == "okey as 8, colour open"
    assert "#any" in html


def test_badges_stand_on_the_tiles_and_in_their_names() -> None:
    html = rendered('{% meld "K12 K13 K1" okey="B11" rings=rings %}', rings=(None, 1, 2))
    assert labels(html) == ["black 12", "black 13 (1)", "black 1 (2)"]
    assert html.count("is-ringed") == 2


def test_faces_of_a_verdict_fill_the_okeys_that_have_none() -> None:
    html = rendered('{% meld "R12 R13 *" okey="B11" faces=faces %}', faces=("R12", "R13", "R11"))
    assert labels(html)[-1] == "okey as red 11"


def test_several_melds_stand_apart() -> None:
    assert rendered('{% meld "R1 R2 R3 | Y7 B7 K7" okey="B11" %}').count('class="tiles"') == 2
    melds = parse_melds("R1 R2 R3", read_indicator("B10"))
    assert rendered("{% meld melds %}", melds=melds).count('class="tiles"') == 1


def test_any_face_can_be_drawn_where_no_okey_is_named() -> None:
    for text in ("R2 Y2 B2 K2", "R1 Y1 B1 K1", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13"):
        html = rendered("{% meld text %}", text=text)
        assert "#okey" not in html
        assert len(labels(html)) == len(text.split())


def test_a_tile_in_a_line_of_text_is_as_high_as_the_line() -> None:
    assert "tile-text" in rendered('{% notation "R7" okey="B11" %}')


def test_the_name_alone_can_be_had() -> None:
    assert rendered('{% tile_name "B11" as okey %}{{ okey }}', "de") == "blaue 11"


def test_what_is_no_tile_is_an_error_with_its_code() -> None:
    with pytest.raises(InputError, match=r"notation\.tile"):
        drawn("R14")


def test_what_comes_from_outside_is_escaped() -> None:
    assert "<b>" not in rendered('{% tile "R7" label=label %}', label="<b>")
