"""Rule sets that are wrong on purpose: each differs from the truth, in melds, moves or scores."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from okey import (
    RULE_SETS,
    RULES,
    Finish,
    Hand,
    RuleSet,
    Tile,
    judge,
    parse_meld,
    parse_melds,
    read_indicator,
)
from okey.ended import Ended, tally
from okey.endings import Board
from okey.mistaken import MISTAKEN, Mistaken, mistakes
from okey.tiles import OKEY, okey_face

B10 = read_indicator("B10")
CLASSIC, GUIDE, CLUB, SILER = (
    RULE_SETS[key] for key in ("classic", "101-guide", "101-club", "101-siler")
)
_101 = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"
SIX_PAIRS = "R3 R3 | B8 B8 | K1 K1 | K5 K5 | Y2 Y2 | R9 R9"
WRONG = [(rules, one, wrong) for rules in RULE_SETS.values() for one, wrong in mistakes(rules)]
IDS = [f"{rules.key}-{one.key}" for rules, one, _ in WRONG]

# Melds for which somebody who believes it gives another answer, asked as an opening or one by one.
MELDS = {
    "false-okey-wild": ("R5 F R7", "melds"),
    "false-okey-indicator": ("B9 F B11=B11", "melds"),
    "face-up-okey": ("R5 B10 R7", "melds"),
    "wrap": ("K12 K13 K1", "melds"),
    "wrap-over": ("K13 K1 K2", "melds"),
    "no-wrap": ("K12 K13 K1", "melds"),
    "colour-twice": ("R5 R5 B5", "melds"),
    "pair-by-number": ("pair: R5 B5", "melds"),
    "pair-without-okey": ("pair: R5 *", "melds"),
    "false-okeys-no-pair": ("pair: F F", "melds"),
    "okey-counts-nothing": ("R10 R11 *", "melds"),
    "okey-counts-printed": ("R10 R11 *", "melds"),
    "no-okey-in-melds": ("R10 R11 *", "melds"),
    "mixed-opening": (f"{_101} | R3 R3", "opening"),
    "lay-off-counts": ("R10 R11 R12 R13 | R7 Y7 B7 K7", "opening"),
    "more-than-needed": (_101, "opening"),
    "exactly-pairs": (SIX_PAIRS, "opening"),
    "everything-opens": ("R1 R2 R3", "opening"),
}
SCORES = {
    "held-okey-face": Board("melds", (OKEY,)),
    "held-okey-101": Board("melds", (OKEY,)),
    "unopened-okeys": Board(None, (OKEY,)),
    "pairs-left-otherwise": Board("pairs", (Tile.parse("R5"),)),
    "openers-pay-double": Board("melds", (Tile.parse("R5"),)),
}
# Moves are asked of the referee, by parameters that it has tests of its own for.
MOVES = {"take-freely", "melds-after-pairs", "swap-anywhere"}


def answer_to_melds(one: Mistaken, rules: RuleSet, believed: bool) -> tuple[bool, int]:
    """Whether they are legal and what they count, as they look to who believes it."""
    text, as_ = MELDS[one.key]
    text = text.replace("B11=B11", "*" if one.key != "false-okey-indicator" else "B8")
    melds = parse_melds(text, B10)
    indicator = B10
    if believed:
        melds = tuple(one.meld(meld, B10) for meld in melds)
        indicator = one.indicator(B10)
    verdict = judge(melds, rules=rules, indicator=indicator, as_=as_, beside=27)  # type: ignore[arg-type]
    return verdict.legal, verdict.points


def answer_to_score(one: Mistaken, rules: RuleSet) -> int:
    others = [] if 2 in rules.seating.counts else [Board("melds"), Board("melds")]
    ended = Ended(
        B10,
        (Board("melds"), SCORES[one.key], *others),
        Finish(0, okey_last=one.key == "openers-pay-double"),
    )
    return tally(ended, rules).scores[1]


def test_every_belief_is_asked_about_here() -> None:
    assert set(MISTAKEN) == set(MELDS) | set(SCORES) | MOVES


def test_there_are_at_least_twelve_where_melds_are_laid_and_nine_where_they_are_shown() -> None:
    assert all(len(mistakes(rules)) >= 12 for rules in (GUIDE, CLUB, SILER))
    assert len(mistakes(CLASSIC)) >= 9


@pytest.mark.parametrize(("rules", "one", "wrong"), WRONG, ids=IDS)
def test_each_answers_otherwise_than_the_truth(
    rules: RuleSet, one: Mistaken, wrong: RuleSet
) -> None:
    if one.key in MELDS:
        assert answer_to_melds(one, wrong, True) != answer_to_melds(one, rules, False)
    elif one.key in SCORES:
        assert answer_to_score(one, wrong) != answer_to_score(one, rules)
    else:
        assert wrong != rules


@pytest.mark.parametrize(("rules", "one", "wrong"), WRONG, ids=IDS)
def test_each_names_a_rule_that_is_in_force(rules: RuleSet, one: Mistaken, wrong: RuleSet) -> None:
    assert one.rule(rules) in rules.rules
    assert set(one.rules) <= RULES.keys()
    assert wrong.key not in RULE_SETS
    assert wrong.version == rules.version


def test_what_is_no_mistake_is_none() -> None:
    absent = {
        "wrap": CLASSIC,  # there a 1 may follow the 13
        "no-wrap": CLUB,
        "okey-counts-nothing": CLASSIC,  # nothing is counted
        "mixed-opening": CLASSIC,
        "exactly-pairs": GUIDE,  # pairs open nothing
        "pairs-left-otherwise": GUIDE,
        "held-okey-101": CLUB,
        "held-okey-face": GUIDE,
        "openers-pay-double": CLUB,  # there it is true
        "take-freely": CLASSIC,
        "swap-anywhere": GUIDE,
    }
    for key, rules in absent.items():
        assert MISTAKEN[key].under(rules) is None, (key, rules.key)


# The open tile taken for the okey


def test_who_takes_the_open_tile_for_the_okey_sees_other_tiles() -> None:
    one = MISTAKEN["face-up-okey"]
    believed = one.indicator(B10)
    assert okey_face(believed) == B10
    assert str(one.tile(OKEY, B10)) == "B11"
    assert one.tile(B10, B10) == OKEY
    assert str(one.tile(Tile.parse("F"), B10)) == "F"
    assert one.indicator(read_indicator("R1")) == Tile.parse("R13")
    assert str(okey_face(one.indicator(read_indicator("R1")))) == "R1"


def test_texts_are_read_as_the_belief_has_it_and_back() -> None:
    one = MISTAKEN["face-up-okey"]
    text = "R10 *=R11 B10 | group: * R8 F"
    believed = one.text(text, B10)
    assert believed == "R10 B11 B10 | group: B11 R8 F"
    melds = parse_melds(believed, one.indicator(B10))
    assert melds == tuple(one.meld(meld, B10) for meld in parse_melds(text, B10))
    # An answer of his in the true notation: his okey is the tile lying open.
    assert one.true_text("R5 * R7 | yes", B10) == "R5 B10 R7 | yes"


@pytest.mark.parametrize("one", MISTAKEN.values(), ids=MISTAKEN)
def test_other_beliefs_see_the_tiles_that_lie_there(one: Mistaken) -> None:
    if one.other_okey:
        return
    same: list[tuple[Callable[..., object], object]] = [
        (one.tile, OKEY),
        (one.meld, parse_meld("R10 *=R11 R12", B10)),
        (one.text, "R10 *=R11"),
        (one.true_text, "R10 *=R11"),
    ]
    for function, value in same:
        assert function(value, B10) == value
    assert one.indicator(B10) == B10


def test_a_hand_has_the_same_tiles_however_it_is_seen() -> None:
    one = MISTAKEN["face-up-okey"]
    hand = Hand.parse("B10 * R5 F", "B10")
    assert [str(one.tile(tile, B10)) for tile in hand.tiles] == ["*", "B11", "R5", "F"]
