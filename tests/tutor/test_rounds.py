"""A state of a round as it is drawn: seats, melds, discards, marks, words."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from okey import InputError
from tutor.names import penalty_name, seat_name
from tutor.rounds import ShownRound, shown_round

LANGUAGES = ("en", "de", "tr")
BEFORE: dict[str, Any] = {
    "move": 6,
    "seat": 0,
    "text": "draw",
    "status": "playing",
    "turn": 0,
    "phase": "play",
    "hands": ["K9 R2 F * R13", "K2 R7", "Y8 B8 Y1", None],
    "table": [
        {"owner": 0, "kind": "run", "tiles": "R10 R11 *=R12"},
        {"owner": 3, "kind": "pair", "tiles": "R3 R3"},
    ],
    "discards": [["K4", "R3"], ["Y4"], [], ["R8", "B4"]],
    "stock": 12,
    "events": [],
}
ADDED = BEFORE | {
    "text": "add R13 @1",
    "hands": ["K9 R2 F *", "K2 R7", "Y8 B8 Y1", None],
    "table": [
        {"owner": 0, "kind": "run", "tiles": "R10 R11 *=R12 R13"},
        {"owner": 3, "kind": "pair", "tiles": "R3 R3"},
    ],
}
LAID = ADDED | {
    "text": "lay B5 B6 B7",
    "table": [*ADDED["table"], {"owner": 0, "kind": "run", "tiles": "B5 B6 B7"}],
}
THROWN = ADDED | {
    "text": "discard R2",
    "turn": 1,
    "phase": "draw",
    "hands": ["K9 F *", "K2 R7", "Y8 B8 Y1", None],
    "discards": [["K4", "R3", "R2"], ["Y4"], [], ["R8", "B4"]],
    "events": [{"rule": "penalty.layable-discard", "seat": 0, "points": 101, "move": 8}],
}


def shown(state: dict[str, Any], language: str = "en", **more: Any) -> ShownRound:
    return shown_round(state, language, indicator="B10", **more)


def html(state: dict[str, Any], language: str = "en", **more: Any) -> str:
    with override(language):
        return render_to_string("tutor/_round.html", {"round": shown(state, language, **more)})


def labels(tiles: Any) -> list[str]:
    return [tile.drawn.label for tile in tiles]


def new(tiles: Any) -> list[str]:
    return [tile.drawn.label for tile in tiles if tile.is_new]


# Seats


def test_seats_sit_round_the_table_in_the_order_of_play() -> None:
    assert [(seat.seat, seat.place) for seat in shown(BEFORE).seats] == [
        (0, "own"),
        (1, "next"),
        (2, "across"),
        (3, "previous"),
    ]
    assert [seat.seat for seat in shown(BEFORE, viewer=2).seats] == [2, 3, 0, 1]


def test_two_seats_face_one_another() -> None:
    two = BEFORE | {"hands": BEFORE["hands"][:2], "discards": BEFORE["discards"][:2], "table": []}
    assert [seat.place for seat in shown(two).seats] == ["own", "across"]
    assert [seat.place for seat in shown(two, viewer=1).seats] == ["own", "across"]


def test_who_is_on_turn_is_said_and_nobody_once_the_round_is_over() -> None:
    assert [seat.on_turn for seat in shown(THROWN).seats] == [False, True, False, False]
    over = THROWN | {"status": "over", "turn": None, "phase": "over"}
    assert not any(seat.on_turn for seat in shown(over).seats)
    assert shown(over).over


def test_a_hand_is_sorted_and_the_okey_in_it_stands_for_nothing() -> None:
    own = shown(BEFORE).seats[0]
    assert labels(own.tiles) == [
        "red 2",
        "red 13",
        "black 9",
        "false okey, counts as blue 11",
        "okey",
    ]
    assert own.count == 5


def test_an_unknown_hand_shows_backs_and_how_many_where_that_is_known() -> None:
    unknown = shown(BEFORE | {"sizes": [5, 2, 3, 14]}).seats[3]
    assert (unknown.known, unknown.count, len(unknown.backs)) == (False, 14, 14)
    page = html(BEFORE | {"sizes": [5, 2, 3, 14]})
    assert page.count("tile-back") == 14 + 1  # and the stock
    assert "14 tiles" in page
    assert shown(BEFORE).seats[3].count is None


def test_an_empty_hand_is_said_to_be_empty() -> None:
    assert "no tile left" in html(BEFORE | {"hands": ["", "K2", "K3", "K4"]})


def test_who_has_a_meld_on_the_table_has_opened_as_that_meld_says() -> None:
    opened = [seat.opened for seat in shown(BEFORE).seats]
    assert opened[0]
    assert opened[3]
    assert opened[0] != opened[3]
    assert not opened[1]


def test_a_state_that_says_how_each_seat_opened_is_believed() -> None:
    state = BEFORE | {"opened": [None, "melds", None, "pairs"]}
    assert [bool(seat.opened) for seat in shown(state).seats] == [False, True, False, True]


# The table


def test_melds_are_numbered_from_one_with_their_owner() -> None:
    melds = shown(BEFORE).melds
    assert [(meld.number, meld.owner) for meld in melds] == [
        (1, seat_name(0, "en")),
        (2, seat_name(3, "en")),
    ]
    assert labels(melds[0].tiles) == ["red 10", "red 11", "okey as red 12"]


def test_an_okey_of_open_colour_shows_the_number_alone() -> None:
    state = BEFORE | {"table": [{"owner": 1, "kind": "group", "tiles": "R8 K8 *=8"}]}
    assert labels(shown(state).melds[0].tiles)[2] == "okey as 8, colour open"


def test_tiles_may_come_as_a_text_or_as_a_list() -> None:
    listed = BEFORE | {
        "hands": [hand and hand.split() for hand in BEFORE["hands"]],
        "table": [meld | {"tiles": meld["tiles"].split()} for meld in BEFORE["table"]],
        "discards": [" ".join(tiles) for tiles in BEFORE["discards"]],
    }
    assert shown(listed) == shown(BEFORE)


def test_the_okey_may_come_by_its_printed_face() -> None:
    printed = BEFORE | {"hands": ["K9 R2 F B11 R13", *BEFORE["hands"][1:]]}
    assert shown(printed) == shown(BEFORE)


@pytest.mark.parametrize("state", [BEFORE | {"hands": ["R14", "", "", ""]}, BEFORE | {"table": [
    {"owner": 0, "kind": "run", "tiles": ""}]}])  # fmt: skip
def test_what_is_no_tile_is_an_error(state: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        shown(state)


# What has come since


def test_a_tile_laid_off_is_marked_and_no_other() -> None:
    found = shown(ADDED, before=BEFORE)
    assert new(found.melds[0].tiles) == ["red 13"]
    assert not any(meld.is_new for meld in found.melds)
    assert [new(seat.tiles) for seat in found.seats] == [[], [], [], []]


def test_a_meld_laid_is_marked_as_a_whole() -> None:
    found = shown(LAID, before=ADDED)
    assert [meld.is_new for meld in found.melds] == [False, False, True]


def test_the_tile_that_takes_an_okeys_place_is_marked_and_the_okey_in_the_hand() -> None:
    hands = ["K9 R2 F * R13 *", *BEFORE["hands"][1:]]
    table = [{"owner": 0, "kind": "run", "tiles": "R10 R11 R12"}, BEFORE["table"][1]]
    found = shown(BEFORE | {"hands": hands, "table": table, "text": "swap R12 @1"}, before=BEFORE)
    assert new(found.melds[0].tiles) == ["red 12"]
    assert new(found.seats[0].tiles) == ["okey"]


def test_a_settled_colour_marks_the_new_tile_alone() -> None:
    before = BEFORE | {"table": [{"owner": 1, "kind": "group", "tiles": "R8 K8 *=8"}]}
    after = before | {"table": [{"owner": 1, "kind": "group", "tiles": "R8 *=Y8 B8 K8"}]}
    assert new(shown(after, before=before).melds[0].tiles) == ["blue 8"]


def test_of_two_equal_tiles_one_is_new() -> None:
    after = BEFORE | {"hands": ["K9 R2 R2 F * R13", *BEFORE["hands"][1:]]}
    assert new(shown(after, before=BEFORE).seats[0].tiles) == ["red 2"]


def test_a_discard_is_marked_and_lies_last() -> None:
    thrown = shown(THROWN, before=ADDED).seats[0].discards
    assert labels(thrown) == ["black 4", "red 3", "red 2"]
    assert new(thrown) == ["red 2"]


def test_without_a_state_before_nothing_is_marked() -> None:
    assert "is-new" not in html(THROWN)
    assert "is-new" in html(THROWN, before=ADDED)


def test_the_tile_that_ended_the_round_lies_in_the_middle() -> None:
    over = THROWN | {"status": "over", "phase": "over", "closing": "B11"}
    closing = shown(over).closing
    assert closing is not None
    assert closing.drawn.label == "okey"
    assert "Last tile" in html(over)
    assert shown(THROWN | {"closing": None}).closing is None
    assert shown(THROWN).closing is None


# Words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_move_is_said_with_who_made_it(language: str) -> None:
    said = shown(THROWN, language).said
    assert said.startswith(seat_name(0, language))
    assert len(said) > len(seat_name(0, language)) + 3
    assert not shown(BEFORE | {"text": None, "seat": None}, language).said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_penalty_stands_at_the_seat_that_pays_and_in_words(language: str) -> None:
    found = shown(THROWN, language, written={0: 202})
    (event,) = found.events
    assert (event.points, event.is_good) == ("+101", False)
    assert event.name == penalty_name("penalty.layable-discard", language)
    assert [seat.events for seat in found.seats] == [(event,), (), (), ()]
    page = html(THROWN, language, written={0: 202})
    assert event.sentence in page
    assert "+202" in page


def test_a_bonus_is_no_penalty() -> None:
    siler = THROWN | {"events": [{"rule": "bonus.siler", "seat": 0, "points": -101, "move": 1}]}
    (event,) = shown(siler).events
    assert (event.points, event.is_good) == ("\u2212101", True)


def test_names_of_players_stand_everywhere() -> None:
    names = ["Ayşe", "Berk", "Cem & Co", "Defne"]
    page = html(THROWN, names=names, before=ADDED)
    assert "Cem &amp; Co" in page
    assert seat_name(0, "en") not in page
    assert shown(THROWN, names=names).said.startswith("Ayşe ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_has_a_name_in_the_readers_language(language: str) -> None:
    page = html(THROWN, language, before=ADDED)
    tiles = re.findall(r'<span class="tile [^>]*>', page)
    named = [tile for tile in tiles if 'role="img"' in tile and "aria-label" in tile]
    hidden = [tile for tile in tiles if "tile-back" in tile]
    assert len(named) + len(hidden) == len(tiles) > 15


@pytest.mark.parametrize("stock", [12, ["R1"] * 12, None])
def test_the_stock_is_a_number_a_list_or_not_known(stock: object) -> None:
    assert shown(BEFORE | {"stock": stock}).stock == (12 if stock else None)
