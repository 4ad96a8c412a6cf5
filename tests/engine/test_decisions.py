"""Every decision has a parameter that changes something, or an invariant that always holds.

A witness is a question with one answer under what is played and another under each alternative:
melds judged, moves made, a round scored, a match played. Both answers are worked out here.
"""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from okey import RULE_SETS, RULES, InputError, rule_set
from okey.deal import SET, deal_round
from okey.match import Played, start_match
from okey.rules.contradictions import BLOCKS
from okey.rules.decisions import DECISIONS, Choice, Decision, decisions_of, value_of, with_value
from okey.tiles import FACES, FALSE_OKEY
from tests.engine.ended import scored
from tests.engine.houses import CLASSIC, CLUB, GUIDE, SILER
from tests.engine.notation import judged
from tests.engine.plays import played, position, table
from tests.engine.witnesses import FIT, TILES, WITNESSES, moves

SHARED = Path(__file__).parents[3] / "shared" / "rules" / "decisions.md"
ROWS = [
    *(f"HD-{number}" for number in range(1, 37)),
    "HD-3b", "HD-4b", "HD-5b", "HD-5c", "HD-9b", "HD-13b", "HD-17b",
]  # fmt: skip
CASES = [
    (decision, choice, key, other)
    for decision in DECISIONS.values()
    for choice in decision.choices
    for key in choice.rules or decision.silent
    for other in choice.others
]


@pytest.mark.parametrize(
    ("decision", "choice", "key", "other"),
    CASES,
    ids=[f"{d.id}-{c.parameter}-{other}-{key}" for d, c, key, other in CASES],
)
def test_another_choice_changes_an_answer(
    decision: Decision, choice: Choice, key: str, other: Any
) -> None:
    rules = rule_set(key)
    assert value_of(rules, choice.parameter) != other
    house = with_value(rules, choice.parameter, other, "house")
    assert value_of(house, choice.parameter) == other
    witness = WITNESSES[choice.parameter]
    before, after = witness(rules), witness(house)
    assert before != after, f"{choice.parameter} = {other} changes nothing: {before}"


def test_every_witness_answers_for_a_parameter_of_a_decision() -> None:
    asked = {choice.parameter for decision in DECISIONS.values() for choice in decision.choices}
    assert set(WITNESSES) == asked


def test_alternatives_of_one_parameter_differ_from_one_another() -> None:
    for decision in DECISIONS.values():
        for choice in decision.choices:
            for key in choice.rules or decision.silent:
                answers = [
                    WITNESSES[choice.parameter](
                        with_value(rule_set(key), choice.parameter, other, f"house {number}")
                    )
                    for number, other in enumerate(choice.others)
                ]
                assert all(answers.count(answer) == 1 for answer in answers), choice


# The table itself


def test_every_row_of_the_table_of_decisions_is_there() -> None:
    assert set(DECISIONS) == set(ROWS)
    if SHARED.exists():
        found = re.findall(r"^\| (\d+[a-z]?) \|", SHARED.read_text("utf-8"), re.MULTILINE)
        assert {f"HD-{row}" for row in found} == set(DECISIONS)


@pytest.mark.parametrize("decision", DECISIONS.values(), ids=DECISIONS)
def test_a_decision_names_rule_sets_rules_and_what_may_be_chosen(decision: Decision) -> None:
    assert decision.silent
    assert set(decision.silent) <= set(RULE_SETS)
    assert decision.rules
    assert set(decision.rules) <= set(RULES)
    assert decision.choices or decision.invariant
    played_somewhere = {rule for key in decision.silent for rule in rule_set(key).rules}
    houses = {
        rule
        for choice in decision.choices
        for key in choice.rules or decision.silent
        for other in choice.others
        for rule in with_value(rule_set(key), choice.parameter, other, "house").rules
    }
    unplayed = set(decision.rules) - played_somewhere - houses - {"pair.number"}
    assert not unplayed, f"{decision.id} concerns rules that no house plays: {unplayed}"


def test_a_decision_that_a_rule_cites_concerns_it() -> None:
    for rule in RULES.values():
        for source in rule.source:
            if source.document is None:
                assert source.section in DECISIONS, rule.id
                assert rule in (RULES[name] for name in DECISIONS[source.section].rules), rule.id


def test_the_decisions_of_a_rule_are_found() -> None:
    assert [decision.id for decision in decisions_of("okey.order")] == ["HD-4", "HD-4b"]
    assert decisions_of("run.colour") == ()


# Parameters by name


def test_a_parameter_is_read_and_changed_by_its_name() -> None:
    assert value_of(CLUB, "scoring.factors.most") == 8
    house = with_value(CLUB, "scoring.factors.most", 4, "house")
    assert value_of(house, "scoring.factors.most") == 4
    assert value_of(house, "scoring.okey_held") == value_of(CLUB, "scoring.okey_held")
    assert with_value(CLUB, "swap", None, "house").swap is None


@pytest.mark.parametrize(
    "name", ["", "rules", "key", "okeys.colour", "scoring.both_ways", "swap.x.y", "take."]
)
def test_an_unknown_parameter_is_an_error(name: str) -> None:
    with pytest.raises(InputError) as error:
        value_of(CLUB, name)
    assert (error.value.code, error.value.at) == ("input.field", f"parameter: {name}")


# What always holds


def hd_1() -> None:
    assert len(SET) == 106
    assert all(SET.count(tile) == 2 for tile in (*FACES, FALSE_OKEY))


def hd_3b() -> None:
    for rules in RULE_SETS.values():
        assert not judged("run: * *", rules).legal
        assert "meld.all-okeys" in {v.rule for v in judged("group: * *", rules).violations}


def hd_4() -> None:
    for rules in (GUIDE, CLUB, SILER):
        (read,) = judged("R5 R6 *=R4", rules).melds
        assert read.faces == ("R5", "R6", "R4")
        laid = played(position("R6 K1 K2", "0: R3 R4 *=R5", rules), "add R6 @1").last
        assert table(laid) == ["R3 R4 *=R5 R6"]


def hd_7() -> None:
    pairs = "R3 R3 B8 B8 K1 K1 K5 K5 Y2 Y2 Y9 Y9 R6 R6 B4 B4 K12 K12 Y13 Y13"
    before = moves("declare pairs", f"{pairs} R9", phase="draw")(GUIDE)
    after = moves("declare pairs", f"{pairs} R9 K13")(GUIDE)
    assert before == after == (1, [], [], (-202, 404, 404, 404))


def hd_14() -> None:
    begun = deal_round(CLUB, "two", 0, 2)
    assert ([seat.size for seat in begun.seats], len(begun.stock)) == ([22, 21], 62)
    tile = str((begun.hand or ())[0])
    done = played(begun, f"discard {tile}; draw").last
    assert done.turn.seat == 1
    thrown = str((done.hand or ())[0])
    done = played(done, f"discard {thrown}; take").last
    assert done.turn.seat == 0


def hd_15() -> None:
    long = "R3 R4 R5 R6 R7 R8"
    laid = moves(f"lay {long}; discard K1", f"{long} K1 K2", opened="melds - - -")(CLUB)
    assert laid == (2, [], [], None)
    swapped = moves(
        "add R7 @1; add R8 @1; swap R5 @1; discard K1", "R7 R8 R5 K1 K2", "0: R4 *=R5 R6"
    )(CLUB)
    assert swapped[:2] == (4, [])


def hd_19() -> None:
    short = "R10 R11 R12 | R7 Y7 B7 K7 | Y9 B9 K9"  # 88, and the 13 lies on the table
    for rules in (GUIDE, CLUB, SILER):
        refused = moves(f"open {short}", f"{TILES} R1", FIT.replace("0", "1"))(rules)
        assert refused[1] == ["opening.points"]


def hd_21() -> None:
    own = {"seating", "penalties", "scoring", "match"}
    for block in BLOCKS:
        if block not in own:
            assert getattr(SILER, block) == getattr(CLUB, block), block
    for field in fields(CLUB.penalties):
        if field.name != "okey_retrieved":
            assert getattr(SILER.penalties, field.name) == getattr(CLUB.penalties, field.name)


def hd_24() -> None:
    rounds = [Played((0, -8, -8, -8)), Played((0, -8, -8, -8)), Played((0, -8, -8, -8))]
    match = start_match(CLASSIC, played=rounds)
    assert (match.totals, match.over, match.places) == ((20, -4, -4, -4), True, (1, 2, 2, 2))


def hd_25() -> None:
    swap = moves(
        "swap R5 @1; lay Y8 B8 *=8; discard K1", "R5 Y8 B8 K1 K2", "1: R4 *=R5 R6 | 0: Y4 Y5 Y6"
    )
    assert swap(CLUB)[:2] == (3, [])
    unopened = moves("swap R5 @1", "R5 Y8 B8 K1 K2", "1: R4 *=R5 R6")
    assert unopened(CLUB)[1] == ["swap.not-opened"]


def hd_29() -> None:
    some = (True, True, False, False)
    for scores_, expected in (
        ((0, 10, 20, 30), (2700, 900, 0, 0)),
        ((0, 0, 20, 30), (1800, 1800, 0, 0)),
    ):
        match = start_match(CLUB, rounds=3, played=[Played(scores_, some)] * 3)
        for pot in (4000, 4001, 4007):
            shares = match.shares(pot)
            assert shares is not None
            assert shares.rake == pot // 10
            assert shares.rake + sum(shares.seats) == pot
        shares = match.shares(4000)
        assert shares is not None
        assert shares.seats == expected


INVARIANTS = {
    "HD-1": hd_1, "HD-3b": hd_3b, "HD-4": hd_4, "HD-7": hd_7, "HD-14": hd_14, "HD-15": hd_15,
    "HD-19": hd_19, "HD-21": hd_21, "HD-24": hd_24, "HD-25": hd_25, "HD-29": hd_29,
}  # fmt: skip


@pytest.mark.parametrize("name", INVARIANTS)
def test_what_no_parameter_changes_always_holds(name: str) -> None:
    INVARIANTS[name]()


def test_every_invariant_is_tested() -> None:
    assert set(INVARIANTS) == {name for name, one in DECISIONS.items() if one.invariant}


def test_three_doublings_never_reach_the_cap_of_eight() -> None:
    uncapped = with_value(CLUB, "scoring.factors.most", None, "no cap")
    highest = set()
    for end in ("melds", "melds okey", "pairs", "pairs okey"):
        for turn in ("", " same-turn"):
            boards = (f"{end.split()[0]}:", "melds: R5", "-: R2", "-: K9")
            one, other = (
                scored(rules, f"0 {end}{turn}", *boards).scores for rules in (CLUB, uncapped)
            )
            assert one == other, end + turn
            highest.add(one[0])
    assert min(highest) == -101 * 8


def test_an_okey_in_an_unopened_hand_changes_nothing_in_the_guide_and_siler() -> None:
    for rules in (GUIDE, SILER):
        plain, held = (
            scored(rules, "0 melds", "melds:", tiles, "-: R1", "-: R2").scores
            for tiles in ("-: R5 K7 Y1", "-: R5 K7 *")
        )
        assert plain == held
