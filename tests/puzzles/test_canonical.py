"""Colours are names: a position and its permutations are one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from okey.deal import deal
from okey.hand import Hand
from okey.search import best_points, count_pairs
from puzzles.canonical import (
    PERMUTATIONS,
    canonical_key,
    colours_between,
    permute,
    permute_text,
)

hands = st.builds(
    lambda index, tiles: deal("canonical", index, tiles=tiles),
    st.integers(0, 100_000),
    st.integers(14, 22),
)


@given(hands, st.sampled_from(PERMUTATIONS))
def test_permuting_the_colours_never_changes_the_key(hand: Hand, colours: str) -> None:
    assert canonical_key(permute(hand, colours)) == canonical_key(hand)


@given(hands, hands)
def test_the_key_tells_apart_what_no_permutation_makes_equal(one: Hand, other: Hand) -> None:
    same = any(
        (shown := permute(one, colours)).indicator == other.indicator
        and sorted(shown.tiles) == sorted(other.tiles)
        for colours in PERMUTATIONS
    )
    assert (canonical_key(one) == canonical_key(other)) == same


@given(hands)
def test_one_tile_changed_changes_the_key(hand: Hand) -> None:
    fewer = Hand(hand.indicator, hand.tiles[1:])
    assert canonical_key(fewer) != canonical_key(hand)


def test_the_order_of_tiles_does_not_matter_but_indicator_okeys_and_false_okeys_do() -> None:
    key = canonical_key(Hand.parse("R1 Y2 F *", "B10"))
    assert canonical_key(Hand.parse("* F Y2 R1", "B10")) == key
    assert canonical_key(Hand.parse("* F Y2 R1", "B9")) != key
    assert canonical_key(Hand.parse("* F Y2 R1", "R10")) != key
    assert canonical_key(Hand.parse("F F Y2 R1", "B10")) != key
    assert canonical_key(Hand.parse("* * Y2 R1", "B10")) != key


@given(hands)
def test_the_key_fits_its_column(hand: Hand) -> None:
    assert len(canonical_key(hand)) <= 120


@given(hands, st.sampled_from(PERMUTATIONS))
def test_the_permutation_between_two_forms_of_a_hand_is_found(hand: Hand, colours: str) -> None:
    wanted = permute(hand, colours)
    found = colours_between(hand, wanted)
    assert found is not None
    assert sorted(permute(hand, found).tiles) == sorted(wanted.tiles)
    assert permute(hand, found).indicator == wanted.indicator


def test_other_hands_have_no_permutation_between_them() -> None:
    assert colours_between(Hand.parse("R1", "B10"), Hand.parse("R2", "B10")) is None


@given(hands, st.sampled_from(PERMUTATIONS))
def test_the_answer_to_a_hand_does_not_depend_on_the_names_of_its_colours(
    hand: Hand, colours: str
) -> None:
    shown = permute(hand, colours)
    assert best_points(shown) == best_points(hand)
    assert count_pairs(shown) == count_pairs(hand)


def test_melds_in_notation_are_permuted_letter_by_letter() -> None:
    text = "run: R8 *=R9 * | group: Y7 B7 *=7 | pair: K3 F"
    assert permute_text(text, "KYBR") == "run: K8 *=K9 * | group: Y7 B7 *=7 | pair: R3 F"
