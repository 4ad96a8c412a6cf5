"""The search opens with a hand exactly where the judge accepts an opening out of it.

Two pieces of code know the rules of an opening: the checks of the catalogue, and the search, which
is too fast to ask them. Here they are held against each other, so that no rule is in one alone.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey import RULES, Hand, RuleSet
from okey.deal import deal
from okey.rules.model import Chapter, Groups, Okeys, Opening, Pairs, Runs
from okey.search import (
    can_open,
)
from tests.engine.agreeing import (
    HANDS,
    OPENING,
    SMALL,
    accepts,
    assert_agrees,
    everything,
    few,
    ids,
    small_hands,
)

# What okey/search/solve.py has been taught, and where.
TAUGHT: Final = {
    "lay.unavailable": "solve(): a rule set without an opening is shown at the end",
    "opening.points": "opens_by_melds()",
    "opening.pairs": "opens_by_pairs()",
    "opening.pairs-unavailable": "opens_by_pairs(): none are needed, so none open",
    "opening.mixed": "opens_by_melds() counts no pair, opens_by_pairs() no run or group",
    "opening.keep-discard": "both leave a tile",
    "turn.not-in-hand": "the search takes tiles of the hand alone",
}


# The catalogue


# Those that are asked of melds out of a hand. The others are asked of a move in a round.
OF_A_HAND = [
    rule.id
    for rule in RULES.values()
    if rule.chapter in {Chapter.OPENING, Chapter.TURN} and rule.check is not None
]


@pytest.mark.parametrize("rule", OF_A_HAND)
def test_every_rule_of_an_opening_is_known_to_the_search(rule: str) -> None:
    assert rule in TAUGHT, (
        f"The catalogue has the opening rule {rule}, which the search does not know: it would call"
        " hands open that the judge refuses, or the other way round. Teach it to"
        " okey/search/solve.py, add a rule set that plays it to HOUSES here, name it in TAUGHT."
    )


def test_what_the_search_was_taught_is_still_in_the_catalogue() -> None:
    assert set(TAUGHT) == set(OF_A_HAND)


# Where each parameter is known. What only a round can answer is asked of the referee, and leaves a
# hand by itself as it is (ROUND).
PARAMETERS: Final = {
    Opening: {
        "points": "opens_by_melds()",
        "pairs": "opens_by_pairs()",
        "rising": "the referee: a hand has no opening before its own",
        "first_turn": "the referee: a hand has no turn",
        "with_lay_off": "the referee: no table to lay off on",
        "mixed": "unusual._can_finish(); either alone opens, too",
        "pairs_exactly": "nowhere: who has more pairs leaves some",
        "lay_off_counts": "nowhere: no table to lay off on",
    },
    Okeys: {
        "counts": "general.Terms.okey",
        "most_in_meld": "general.Terms.most",
        "place": "nowhere: the search declares what its okeys stand for",
        "false_okey": "general.held_by()",
    },
    Groups: {"colour_twice": "general.Terms.colour_twice"},
    Runs: {
        "wrap_end": "Scale.under(), general.Terms",
        "full_circle": "general.Terms.longest",
        "wrap_over": "general.Terms.last",
    },
    Pairs: dict.fromkeys(
        ("okey_and_tile", "two_okeys", "two_false_okeys", "same_number"), "pairs.arrange_pairs()"
    ),
}


@pytest.mark.parametrize("block", PARAMETERS, ids=lambda block: block.__name__)
def test_every_parameter_of_melds_and_of_an_opening_is_known_to_the_search(block: type) -> None:
    assert {field.name for field in fields(block)} == set(PARAMETERS[block]), (
        f"{block.__name__} has parameters that the search does not read: teach it to"
        " okey/search/general.py, add a rule set that plays it to UNUSUAL in houses.py, name it in"
        " PARAMETERS."
    )


# Full hands


@pytest.mark.parametrize("rules", OPENING, ids=ids)
def test_full_hands_open_where_the_judge_accepts_an_opening(rules: RuleSet) -> None:
    places = range(sum(map(ord, rules.key)) % 17, len(HANDS), 17)  # other hands for each rule set
    opened = Counter(assert_agrees(HANDS[place], rules) for place in places)
    assert opened[True]
    assert opened[False]


@few
@given(st.integers(0, 100_000), st.sampled_from(OPENING), st.sampled_from((21, 22)))
def test_dealt_hands_open_where_the_judge_accepts_an_opening(
    index: int, rules: RuleSet, size: int
) -> None:
    assert_agrees(deal("agrees", index, tiles=size), rules)


@few
@given(small_hands(), st.sampled_from(SMALL))
def test_small_hands_open_exactly_where_anything_that_can_be_laid_is_accepted(
    hand: Hand, rules: RuleSet
) -> None:
    accepted = any(accepts(melds, hand, rules) for melds in everything(hand, rules))
    assert can_open(hand, rules) == accepted, f"{rules.key}: {hand}"
