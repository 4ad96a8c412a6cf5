"""The general search finds what the tables find, wherever these know the rule set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import highspy
import pytest

from okey import RULE_SETS, Hand, RuleSet, derive, judge, rule_set
from okey.deal import deal
from okey.rules.model import Okeys, Runs
from okey.search import OpeningSolution, ShowingSolution, best_points, solve, unusual
from okey.search.arrange import arrange
from okey.search.best import best_value
from okey.search.codes import pack_hand
from okey.search.general import Terms, arrange_under, held_by, is_usual, most_worth
from okey.search.possible import Possible, melds_of
from okey.search.tables import POINTS, POINTS_THEN_TILES, TILES_ALONE, TILES_THEN_POINTS
from okey.tiles import FALSE_OKEY, OKEY
from tests.engine.houses import UNUSUAL

SCALES = (POINTS, POINTS_THEN_TILES, TILES_THEN_POINTS, TILES_ALONE)
WRAPPING = derive(rule_set("101-club"), "wrapping", runs=Runs(wrap_end=True))


@pytest.mark.parametrize("rules", [*RULE_SETS.values(), WRAPPING], ids=lambda rules: rules.key)
def test_both_searches_find_the_same_worth(rules: RuleSet) -> None:
    assert not unusual.applies(rules)
    for index in range(25):
        hand = deal("both searches", index, tiles=rules.hand.starter)
        held = held_by(hand.tiles, hand.okey, rules)
        for scale in SCALES:
            expected = best_value(pack_hand(hand), scale.under(rules))
            where = f"{scale.name}: {hand} ({hand.indicator})"
            assert most_worth(held, Terms.of(rules, hand.okey, scale)) == expected, where
        ours, theirs = (
            arrange_under(hand, rules, POINTS_THEN_TILES),
            arrange(hand, POINTS_THEN_TILES.under(rules)),
        )
        assert (ours.points, ours.tiles) == (theirs.points, theirs.tiles)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_all_that_is_answered_about_a_hand_is_the_same(rules: RuleSet) -> None:
    for index in range(12):
        hand = deal("same answers", index, tiles=rules.hand.starter - index % 2)
        one, other = solve(hand, rules), unusual.solve(hand, rules)
        if isinstance(one, ShowingSolution) and isinstance(other, ShowingSolution):
            assert (one.complete, one.by, one.throw) == (other.complete, other.by, other.throw)
            continue
        assert isinstance(one, OpeningSolution)
        assert isinstance(other, OpeningSolution)
        names = ("best_points", "most_tiles", "pairs", "can_open", "opens_by", "can_finish")
        for name in names:
            assert getattr(one, name) == getattr(other, name), f"{name}: {hand}"


@pytest.mark.parametrize("okeys", [3, 4])
def test_hands_with_more_okeys_than_there_are_come_to_the_same(okeys: int) -> None:
    rules = rule_set("101-club")
    for index in range(8):
        dealt = deal("many okeys", index, tiles=20)
        plain = [tile for tile in dealt.tiles if tile not in (OKEY, FALSE_OKEY)]
        hand = Hand(dealt.indicator, (*plain[: 21 - okeys], *[OKEY] * okeys))
        held = held_by(hand.tiles, hand.okey, rules)
        for scale in (POINTS, TILES_THEN_POINTS):
            expected = best_value(pack_hand(hand), scale)
            assert most_worth(held, Terms.of(rules, hand.okey, scale)) == expected, str(hand)


def test_wild_false_okeys_are_worth_what_as_many_okeys_are() -> None:
    wild = derive(rule_set("101-club"), "wild", okeys=Okeys(false_okey="wild"))
    for index in range(8):
        dealt = deal("false okeys", index, tiles=20)
        plain = [tile for tile in dealt.tiles if tile not in (OKEY, FALSE_OKEY)][:17]
        hand = Hand(dealt.indicator, (*plain, OKEY, OKEY, FALSE_OKEY, FALSE_OKEY))
        four = Hand(dealt.indicator, (*plain, OKEY, OKEY, OKEY, OKEY))
        found = solve(hand, wild)
        assert isinstance(found, OpeningSolution)
        assert found.best_points == best_value(pack_hand(four), POINTS), str(hand)
        verdict = judge(found.best_melds, rules=wild, indicator=hand.indicator, hand=hand)
        assert (verdict.legal, verdict.points) == (True, found.best_points), str(hand)


# Full hands, by integer program over every meld that there is


def most(hand: Hand, possible: Sequence[Possible], *, points: int, tiles: int) -> int:
    """The most of `points` x points + `tiles` x tiles, each tile laid once."""
    best: dict[tuple[int, ...], int] = {}  # of melds of the same tiles only the best matters
    for meld in possible:
        used = tuple(sorted(meld.tiles))
        worth = points * meld.points + tiles * len(used)
        best[used] = max(best.get(used, 0), worth)
    model = highspy.Highs()
    model.silent()
    model.setOptionValue("mip_rel_gap", 0.0)
    laid = {used: model.addIntegral(lb=0, ub=2) for used in best}
    for tile, count in Counter(tile.index for tile in hand.tiles).items():
        uses = [used.count(tile) * variable for used, variable in laid.items() if tile in used]
        if uses:
            model.addConstr(sum(uses) <= count)
    model.maximize(sum(best[used] * variable for used, variable in laid.items()))
    return round(model.getObjectiveValue())


@pytest.mark.parametrize("name", UNUSUAL)
def test_full_hands_are_worth_what_an_integer_program_finds(name: str) -> None:
    rules = derive(rule_set("101-club"), name, **UNUSUAL[name])
    for index in range(3):
        hand = deal(f"program {name}", index, tiles=20)
        plain = [tile for tile in hand.tiles if tile not in (OKEY, FALSE_OKEY)]
        hand = Hand(hand.indicator, (*plain[:17], OKEY, *[FALSE_OKEY, OKEY][: index + 1]))
        counts = Counter(tile.index for tile in hand.tiles)
        possible = list(melds_of(counts, hand.okey, rules))
        where = f"{hand} ({hand.indicator})"
        assert best_points(hand, rules) == most(hand, possible, points=1, tiles=0), where
        found = arrange_under(hand, rules, TILES_THEN_POINTS)
        value = found.tiles * 512 + found.points
        assert value == most(hand, possible, points=1, tiles=512), where


def test_only_what_the_tables_do_not_know_is_asked_of_the_general_search() -> None:
    club = rule_set("101-club")
    asked = {
        name: unusual.applies(derive(club, f"house {name}", **changes))
        for name, changes in UNUSUAL.items()
    }
    assert [name for name, general in asked.items() if not general] == [
        "what a player lays is the highest"
    ]
    assert all(map(is_usual, RULE_SETS.values()))
