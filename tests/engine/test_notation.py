"""Tiles, hands, melds and moves: what is written reads the same again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey import Hand, InputError, Tile, format_melds, okey_face, parse_meld, parse_melds
from okey.melds import LaidTile, Meld, MeldKind
from okey.moves import (
    Add,
    DeclarePairs,
    Discard,
    Draw,
    End,
    Finish,
    Lay,
    Move,
    Open,
    Pass,
    ShowIndicator,
    Swap,
    Take,
    TakeIndicator,
    parse_move,
)
from okey.tiles import FACES, FALSE_OKEY, OKEY, TILES
from tests.engine.notation import B10, hand

indicators = st.sampled_from(FACES)


def tiles(indicator: Tile) -> st.SearchStrategy[Tile]:
    """A tile as a hand holds it: the okey's printed face is written as the okey."""
    return st.sampled_from([tile for tile in TILES if tile != okey_face(indicator)])


def laid_tiles(indicator: Tile) -> st.SearchStrategy[LaidTile]:
    okeys = st.one_of(st.none(), st.sampled_from(FACES), st.integers(1, 13))
    return st.one_of(tiles(indicator).map(LaidTile), okeys.map(lambda face: LaidTile(OKEY, face)))


def melds(indicator: Tile) -> st.SearchStrategy[Meld]:
    laid = st.lists(laid_tiles(indicator), min_size=1, max_size=15).map(tuple)
    return st.builds(Meld, laid, st.one_of(st.none(), st.sampled_from(MeldKind)))


def meld_lists(indicator: Tile) -> st.SearchStrategy[tuple[Meld, ...]]:
    return st.lists(melds(indicator), min_size=1, max_size=8).map(tuple)


def moves(indicator: Tile) -> st.SearchStrategy[Move]:
    tile, some, number = tiles(indicator), meld_lists(indicator), st.integers(1, 999)
    action = st.one_of(
        st.sampled_from([Draw(), Take(), TakeIndicator(), DeclarePairs(), ShowIndicator(), Pass()]),
        st.builds(Take, tile),
        st.builds(Open, some),
        st.builds(Lay, some),
        st.builds(Add, laid_tiles(indicator), number, st.one_of(st.none(), st.sampled_from(End))),
        st.builds(Swap, tile, number),
        st.builds(Discard, tile),
        st.builds(Finish, tile, some),
    )
    return st.builds(Move, action, st.one_of(st.none(), st.integers(0, 99)))


def test_every_tile_reads_as_itself() -> None:
    assert [Tile.parse(str(tile)) for tile in TILES] == list(TILES)


@given(data=st.data(), indicator=indicators)
def test_a_hand_reads_as_itself(data: st.DataObject, indicator: Tile) -> None:
    counts = {tile: 2 - (tile == indicator) for tile in TILES if tile != okey_face(indicator)}
    all_tiles = [tile for tile, count in counts.items() for _ in range(count)]
    held = data.draw(st.permutations(all_tiles))[: data.draw(st.integers(1, 22))]
    one = Hand(indicator, tuple(held))
    assert Hand.parse(str(one), indicator) == one
    assert Hand.parse(str(one).split(), str(indicator)) == one


@given(data=st.data(), indicator=indicators)
def test_melds_read_as_themselves(data: st.DataObject, indicator: Tile) -> None:
    some = data.draw(meld_lists(indicator))
    assert parse_melds(format_melds(some), indicator) == some
    assert parse_melds([str(meld) for meld in some], indicator) == some
    assert parse_meld(str(some[0]), indicator) == some[0]


@given(data=st.data(), indicator=indicators)
def test_moves_read_as_themselves(data: st.DataObject, indicator: Tile) -> None:
    move = data.draw(moves(indicator))
    assert parse_move(str(move), indicator) == move


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("R1 B11 F", "R1 * F"),
        ("  R1\t*  ", "R1 *"),
    ],
)
def test_a_hand_is_written_with_stars(text: str, written: str) -> None:
    assert str(hand(text)) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("R7 R8 R9", "R7 R8 R9"),
        ("run:R8 * *|pair :  * R3", "run: R8 * * | pair: * R3"),
        ("B10 B11 B12", "B10 * B12"),
        ("B11=R12 *=8 R8", "*=R12 *=8 R8"),
    ],
)
def test_melds_are_written_in_one_form(text: str, written: str) -> None:
    assert format_melds(parse_melds(text, B10)) == written


def test_melds_may_be_written_without_their_kinds() -> None:
    assert format_melds(parse_melds("run: R8 * *", B10), kinds=False) == "R8 * *"


def test_the_false_okey_is_a_tile_of_its_own() -> None:
    assert parse_meld("F *", B10).tiles == (LaidTile(FALSE_OKEY), LaidTile(OKEY))


@pytest.mark.parametrize(
    "text",
    ["R14", "R0", "R01", "G7", "r7", "R", "7", "R7R8", "F=R7", "R7=R8", "*=", "*=R14", "*=14",
     "*=F", "*=*", "*==R7", "=R7", "R７", "ＲR7", "*=08", "B12=R7", "R7\u200b"],
)  # fmt: skip
def test_a_tile_that_does_not_exist_is_an_error_with_its_place(text: str) -> None:
    with pytest.raises(InputError) as error:
        parse_melds(f"R7 R8 R9 | R1 {text}", B10)
    assert error.value.code == "notation.tile"
    assert error.value.at.startswith("melds: ")


@pytest.mark.parametrize(
    "text",
    ["", " ", "|", "R7 R8 R9 |", "| R7", "R7 || R8", "run:", "set: R7 R8", "RUN: R7", ": R7"],
)
def test_an_empty_meld_or_an_unknown_kind_is_an_error(text: str) -> None:
    with pytest.raises(InputError, match=r"notation\.meld at melds"):
        parse_melds(text, B10)


@pytest.mark.parametrize("texts", [[], [""], ["R7 R8 R9", ""], ["R7 R8 R9 | R1 R2 R3"]])
def test_a_list_has_one_meld_an_element(texts: list[str]) -> None:
    with pytest.raises(InputError, match=r"notation\.meld at melds"):
        parse_melds(texts, B10)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw", Move(Draw())),
        ("take K9", Move(Take(Tile.parse("K9")))),
        ("take B11", Move(Take(OKEY))),
        ("take indicator", Move(TakeIndicator())),
        (" 2 :  discard   F", Move(Discard(FALSE_OKEY), 2)),
        ("add *=R3 @4 low", Move(Add(LaidTile(OKEY, Tile.parse("R3")), 4, End.LOW))),
        ("swap F @1", Move(Swap(FALSE_OKEY, 1))),
        ("lay pair: Y12 *", Move(Lay(parse_melds("pair: Y12 *", B10)))),
        ("finish * R1 R1 | R5 R5", Move(Finish(OKEY, parse_melds("R1 R1 | R5 R5", B10)))),
    ],
)
def test_moves_are_read(text: str, move: Move) -> None:
    assert parse_move(text, B10) == move


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notation.move"),
        ("fly", "notation.move"),
        ("juggle R7", "notation.move"),
        ("Draw", "notation.move"),
        ("draw R7", "notation.move"),
        ("draw draw", "notation.move"),
        ("pass 1", "notation.move"),
        ("declare", "notation.move"),
        ("show okey", "notation.move"),
        ("take R7 R8", "notation.move"),
        ("discard", "notation.move"),
        ("discard R7 R8", "notation.move"),
        ("add Y1", "notation.move"),
        ("add Y1 4", "notation.move"),
        ("add Y1 @0", "notation.move"),
        ("add Y1 @-1", "notation.move"),
        ("add Y1 @4 middle", "notation.move"),
        ("add Y1 @4 low high", "notation.move"),
        ("add Y1 @" + "9" * 5000, "notation.move"),
        ("swap Y1", "notation.move"),
        ("swap Y1 @1 low", "notation.move"),
        ("finish", "notation.move"),
        ("-1: draw", "notation.move"),
        ("100: draw", "notation.move"),
        ("²: draw", "notation.move"),
        ("1: 2: draw", "notation.move"),
        ("discard R14", "notation.tile"),
        ("discard *=R7", "notation.tile"),
        ("take X", "notation.tile"),
        ("add Q @1", "notation.tile"),
        ("swap *=R7 @1", "notation.tile"),
        ("finish Q R1 R2 R3", "notation.tile"),
        ("open R1 R2 Q", "notation.tile"),
        ("open", "notation.meld"),
        ("lay R1 R2 R3 |", "notation.meld"),
        ("finish R1", "notation.meld"),
        ("open meld: R1 R2 R3", "notation.meld"),
    ],
)
def test_what_is_no_move_is_an_error(text: str, code: str) -> None:
    with pytest.raises(InputError) as error:
        parse_move(text, B10)
    assert error.value.code == code
    assert error.value.at.startswith("move: ")
    assert len(error.value.at) < 60
