"""The nearest legal change: few moves, legal, and no better one exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from okey import Hand, Meld, RuleSet, format_melds, judge, parse_melds, rule_set
from okey.melds import laid_tiles
from okey.search.nearest import Change, Moved, nearest, nearest_legal
from okey.search.solve import can_open
from okey.tiles import Tile
from tests.engine.nearest import CLUB, GUIDE, _deal, _scattered, change, moves

_101 = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9"


# What the answer is


def test_a_1_after_the_13_goes_back_to_the_rack() -> None:
    found = change(
        "R10 R11 R12 R13 | R7 Y7 B7 K7 | K11 K12 K13 K1",
        "R10 R11 R12 R13 R7 Y7 B7 K7 K11 K12 K13 K1 Y2",
    )
    assert moves(found) == ["K1 2>rack"]
    assert found is not None
    assert found.points == 110


def test_a_legal_opening_is_its_own_nearest_change() -> None:
    laid = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"
    found = change(laid, _101 + " K1")
    assert found is not None
    assert found.moved == ()
    assert format_melds(found.melds) == laid


def test_a_meld_that_may_stay_keeps_the_order_in_which_it_was_laid() -> None:
    found = change("R13 R12 R11 R10 | K7 B7 R7 Y7 | Y9 B9", _101 + " K1")
    assert found is not None
    assert format_melds(found.melds[:2]) == "R13 R12 R11 R10 | K7 B7 R7 Y7"
    assert moves(found) == ["K9 rack>2"]


def test_an_okey_may_change_its_face_without_a_move() -> None:
    found = change(
        "*=R4 R5 R6 | K9 K10 K11 K12 K13 | R7 Y7 B7 K7",
        "* R5 R6 K9 K10 K11 K12 K13 R7 Y7 B7 K7 Y1",
    )
    assert found is not None
    assert found.moved == ()
    assert str(found.lanes[0]) == "R5 R6 *=R7"
    assert found.points == 101


def test_an_okey_keeps_its_face_where_the_moves_are_as_few() -> None:
    # Adding K13 opens with either face of the okey; the face laid stays.
    found = change(
        "*=R4 R5 R6 | K9 K10 K11 K12 | R7 Y7 B7 K7 | Y1 Y2 Y3",
        "* R5 R6 K9 K10 K11 K12 K13 R7 Y7 B7 K7 Y1 Y2 Y3 B1",
    )
    assert found is not None
    assert str(found.lanes[0]) == "*=R4 R5 R6"
    assert moves(found) == ["K13 rack>1"]


def test_a_tile_moves_from_one_meld_to_another() -> None:
    found = change("R10 R11 R12 | R13 R7 Y7 B7 K7 | Y9 B9 K9", _101 + " K1")
    assert moves(found) == ["R13 1>0"]


def test_nothing_laid_gives_the_opening_with_the_fewest_tiles() -> None:
    found = change("", _101 + " K1 K2 K3")
    assert found is not None
    assert len(found.moved) == 11
    assert all(move.source is None for move in found.moved)


def test_one_tile_stays_to_be_thrown() -> None:
    hand = _101 + " R1 R2 R3 R4 K1 K2 K3 K4 B4 B5 B6"
    laid = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9 | R1 R2 R3 R4 | K1 K2 K3 K4 | B4 B5 B6"
    found = change(laid, hand)
    assert found is not None
    assert len(found.moved) == 1
    assert len(laid_tiles(found.melds)) == 21


def test_a_tile_that_the_hand_does_not_hold_is_taken_back() -> None:
    found = change("R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9 | R5 R5 R5", _101 + " K1")
    assert found is not None
    assert found.lanes[3] is None


def test_pairs_are_repaired_as_pairs_where_pairs_open() -> None:
    hand = "R3 R3 B8 B8 K1 K1 K5 K5 Y2 Y2 R9 R10"
    found = change("R3 R3 | B8 B8 | K1 K1 | K5 K5 | Y2 R9", hand, CLUB)
    assert moves(found) == ["R9 4>rack", "Y2 rack>4"]
    assert change("R3 R3 | B8 B8 | K1 K1 | K5 K5 | Y2 R9", hand, GUIDE) is None


def test_a_hand_that_does_not_open_has_no_nearest_opening() -> None:
    assert change("R10 R11 R12", "R10 R11 R12 Y1 Y2 K4") is None


def test_classic_lays_nothing_and_so_has_no_nearest_opening() -> None:
    assert change("R10 R11 R12", "R10 R11 R12 R13", rule_set("classic")) is None


def test_where_no_opening_exists_the_nearest_legal_melds_are_found() -> None:
    held = Hand.parse("R10 R11 R12 R2 Y1 Y2 K4", "B10")
    laid = parse_melds("R10 R11 R12 R2 | Y1 Y2", held.indicator)
    found = nearest_legal(laid, held, GUIDE)
    assert moves(found) == ["R2 0>rack", "Y1 1>rack", "Y2 1>rack"]
    assert found.lanes[1] is None


def test_taking_everything_back_is_always_legal() -> None:
    held = Hand.parse("R1 Y5 K9", "B10")
    found = nearest_legal(parse_melds("R1 Y5 | K9", held.indicator), held, GUIDE)
    assert found.melds == ()
    assert len(found.moved) == 3


def test_two_copies_of_a_tile_are_interchangeable_and_counted_once_each() -> None:
    hand = "R7 R7 Y7 B7 K7 R8 R9 K10 K11 K12 K13 Y13 B13 R13 K1"
    found = change("R7 Y7 B7 | R8 R9 | K10 K11 K12 K13", hand)
    assert found is not None
    assert Moved(Tile.parse("R7"), None, 1) in found.moved


@pytest.mark.parametrize("rules", [GUIDE, CLUB], ids=lambda rules: rules.key)
def test_what_is_found_is_a_legal_opening_out_of_the_same_tiles(rules: RuleSet) -> None:
    opened = 0
    for seed in range(60):
        hand = _deal(seed)
        laid = _scattered(hand, seed)
        found = nearest(laid, hand, rules)
        assert (found is not None) == can_open(hand, rules)
        if found is None:
            continue
        opened += 1
        verdict = judge(
            found.melds, rules=rules, indicator=hand.indicator, as_="opening", hand=hand
        )
        assert verdict.legal, (format_melds(found.melds), verdict.violations)
        assert verdict.points == found.points
        assert _replayed(laid, found) == [
            Counter(laid_tiles([m] if m else [])) for m in found.lanes
        ]
        assert nearest(laid, hand, rules) == found
        again = nearest(found.melds, hand, rules)
        assert again is not None
        assert again.moved == ()
    assert opened > 5


def test_where_nothing_opens_every_meld_left_is_legal() -> None:
    for seed in range(60):
        hand = _deal(seed)
        laid = _scattered(hand, seed)
        found = nearest_legal(laid, hand, GUIDE)
        if found.melds:
            assert judge(found.melds, rules=GUIDE, indicator=hand.indicator, hand=hand).legal


def _replayed(laid: Sequence[Meld], found: Change) -> list[Counter[Tile]]:
    """The lanes after the moves, made one by one."""
    lanes = [Counter(laid_tiles([meld])) for meld in laid]
    lanes += [Counter() for _ in range(len(found.lanes) - len(laid))]
    for move in found.moved:
        if move.source is not None:
            assert lanes[move.source][move.tile] > 0
            lanes[move.source] -= Counter([move.tile])
        if move.target is not None:
            lanes[move.target] += Counter([move.tile])
    return lanes
