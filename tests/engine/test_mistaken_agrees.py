"""Search and judge agree under the rule sets that are wrong on purpose."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from okey import RULE_SETS, Hand, RuleSet, derive, judge
from okey.deal import deal
from okey.mistaken import MISTAKEN, mistakes
from okey.rules.model import HandSize, Opening
from okey.search import OpeningSolution, ShowingSolution, solve, unusual
from okey.search.general import arrange_under
from okey.search.possible import melds_of
from okey.search.tables import POINTS, TILES_THEN_POINTS
from tests.engine.test_search_agrees import assert_agrees, everything
from tests.engine.test_search_general import most

CLUB = RULE_SETS["101-club"]
WRONG = [wrong for rules in RULE_SETS.values() for _, wrong in mistakes(rules)]
OPENING = [rules for rules in WRONG if rules.opening is not None]
SHOWING = [rules for rules in WRONG if rules.showing is not None]


def ids(rules: RuleSet) -> str:
    return rules.key


def dealt(rules: RuleSet, number: int) -> Hand:
    """A hand, with and without the tile drawn."""
    return deal(f"mistaken {rules.key}", number, tiles=rules.hand.starter - number % 2)


@pytest.mark.parametrize("rules", OPENING, ids=ids)
def test_hands_open_where_the_judge_accepts_an_opening(rules: RuleSet) -> None:
    for number in range(4):
        assert_agrees(dealt(rules, number), rules)
        assert_agrees(dealt(rules, number), derive(rules, "low", opening=_low(rules)))


def _low(rules: RuleSet) -> Opening:
    """The same opening, so low that most hands open."""
    assert rules.opening is not None
    pairs = None if rules.opening.pairs is None else 3
    return replace(rules.opening, points=min(40, rules.opening.points), pairs=pairs)


@pytest.mark.parametrize("rules", SHOWING, ids=ids)
def test_hands_are_complete_where_the_judge_accepts_what_is_shown(rules: RuleSet) -> None:
    for number in range(6):
        hand = dealt(rules, number)
        found = solve(hand, rules)
        assert isinstance(found, ShowingSolution)
        if found.melds is not None:
            assert judge(found.melds, rules=rules, indicator=hand.indicator, as_="finish").legal


@pytest.mark.parametrize("key", MISTAKEN)
def test_arrangements_are_worth_what_an_integer_program_finds(key: str) -> None:
    rules = next(wrong for wrong in map(MISTAKEN[key].under, RULE_SETS.values()) if wrong)
    for number in range(2):
        hand = dealt(rules, number)
        counts = Counter(tile.index for tile in hand.tiles)
        possible = list(melds_of(counts, hand.okey, rules))
        if rules.opening is not None:
            best = unusual.best(hand, rules, POINTS)
            assert best == most(hand, possible, points=1, tiles=0), str(hand)
        found = arrange_under(hand, rules, TILES_THEN_POINTS)
        value = found.tiles * 512 + found.points
        assert value == most(hand, possible, points=1, tiles=512), str(hand)


EIGHT = HandSize(8, 7)  # so that pairs alone leave two tiles, as they do of a full hand


@pytest.mark.parametrize("needed", [None, 2])
def test_a_mixed_opening_finishes_where_melds_that_the_judge_accepts_leave_one_tile(
    needed: int | None,
) -> None:
    rules = derive(CLUB, "mixed", hand=EIGHT, opening=Opening(24, needed, mixed=True))
    found = Counter[bool]()
    for text in (
        "R3 R3 R10 R11 R12 B1 B1 K5",  # two pairs beside a run that is enough
        "R3 R4 R10 R11 R12 B1 B1 K5",  # one pair, three tiles left
        "R3 R3 B8 B8 Y1 Y2 Y3 K5",  # a run too low, two pairs
        "R3 R3 R1 R2 R4 B8 B9 *",
        "Y9 B9 K9 R3 R3 R5 * K5",  # the okey makes the second pair
        "Y9 B9 K9 R3 R3 R5 F F",
        "R1 R2 R3 Y1 Y1 F * K5",
        "R10 R11 R12 R13 B1 B1 K5 K6",
    ):
        hand = Hand.parse(text, "Y4")
        solved = solve(hand, rules)
        assert isinstance(solved, OpeningSolution)
        accepted = any(
            sum(map(len, melds)) == 7
            and judge(melds, rules=rules, indicator=hand.indicator, as_="opening", hand=hand).legal
            for melds in everything(hand, rules)
        )
        assert solved.can_finish == accepted, text
        found[accepted] += 1
    assert min(found[True], found[False]) >= 2
