"""Every decision has a parameter that changes something, or an invariant that always holds.

A witness is a question with one answer under what is played and another under each alternative:
melds judged, moves made, a round scored, a match played. Both answers are worked out here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from okey import RULE_SETS, RULES, InputError, RuleSet, rule_set
from okey.deal import SET, deal_round
from okey.match import Played, start_match
from okey.rules.contradictions import BLOCKS
from okey.rules.decisions import DECISIONS, Choice, Decision, decisions_of, value_of, with_value
from okey.search import best_points, count_pairs
from okey.table import start
from okey.tiles import FACES, FALSE_OKEY
from tests.engine.ended import scored
from tests.engine.houses import CLASSIC, CLUB, GUIDE, SILER
from tests.engine.notation import B10, hand, judged
from tests.engine.plays import played, position, table, written

SHARED = Path(__file__).parents[3] / "shared" / "rules" / "decisions.md"
OPENS = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"
TILES = OPENS.replace("| ", "")
ROWS = [
    *(f"HD-{number}" for number in range(1, 37)),
    "HD-3b", "HD-4b", "HD-5b", "HD-5c", "HD-9b", "HD-13b", "HD-17b",
]  # fmt: skip

Witness = Callable[[RuleSet], Any]


# Kinds of witnesses


def melds(text: str, as_: Any = "melds") -> Witness:
    """The verdict on melds: whether they are legal, and their points."""
    return lambda rules: (judged(text, rules, as_).legal, judged(text, rules, as_).points)


def moves(text: str, tiles: str, on_table: str = "", **more: Any) -> Witness:
    """What comes of moves: how many were made, what refused the next, what was written, the end."""

    def ask(rules: RuleSet) -> Any:
        done = played(position(tiles, on_table, rules, **more), text)
        refusal = [] if done.refusal is None else [v.rule for v in done.refusal.violations]
        result = done.last.result
        return len(done.moves), refusal, written(done.last), result and result.scores

    return ask


def scores(finish: str | None, *boards: str, **more: Any) -> Witness:
    return lambda rules: scored(rules, finish, *boards, **more).scores


def both(*witnesses: Witness) -> Witness:
    return lambda rules: tuple(witness(rules) for witness in witnesses)


def accepted(question: Witness) -> Witness:
    """The answer, or the code of the error."""

    def ask(rules: RuleSet) -> Any:
        try:
            return question(rules)
        except InputError as error:
            return error.code

    return ask


def seats(rules: RuleSet) -> list[Any]:
    def dealt(count: int) -> Witness:
        return lambda rules: len(deal_round(rules, "seats", 0, count).stock)

    return [accepted(dealt(count))(rules) for count in (2, 3, 4)]


def false_okey_turned(rules: RuleSet) -> list[bool]:
    """Which of many deals are a risk."""
    return [deal_round(rules, "risk", index).risk for index in range(250)]


def chips(rules: RuleSet) -> Any:
    only = (True, False, False, False)
    rounds = [Played((-101, 202, 202, 35), only)] * rules.match.rounds[0]
    match = start_match(rules, rounds=rules.match.rounds[0], played=rounds)
    shares = match.shares(4000)
    assert shares is not None
    return shares.seats


def first_turn(rules: RuleSet) -> Any:
    """The starter opens with the tiles dealt."""
    dealt = hand(f"{TILES} R1 R3 Y2 Y5 B1 B3 K1 K3 K5 R5 Y13").tiles
    begun = start(rules, indicator=B10, hands=[dealt, None, None, None])
    done = played(begun, f"open {OPENS}")
    return [] if done.refusal is None else [v.rule for v in done.refusal.violations]


# A witness for each parameter

FIT = "0: K4 K5 K6"
RACKS = ("melds:", "melds: R5 K7 * F", "-: R1 *", "-: K1")
WITNESSES: dict[str, Witness] = {
    "okeys.counts": both(
        melds("R10 R11 * R13 | R7 Y7 B7 K7 | Y9 B9 K9", "opening"),
        lambda rules: best_points(hand("R1 * R3"), rules),
    ),
    "okeys.most_in_meld": both(
        melds("R5 * R7"),
        melds("R5 * * R8"),
        lambda rules: best_points(hand("R5 * * R8"), rules),
    ),
    "okeys.place": melds("* R5 R6 | K9 K10 K11 K12 K13 | R7 Y7 B7 K7", "opening"),
    "take.must_use": moves(
        "take; discard R1", "R1 R2 K1", "1: K4 K5 K6", opened="melds melds - -", phase="draw",
        discard="K7",
    ),
    "take.opened_may_take": moves(
        "take; add K7 @1; discard R1", "R1 R2 K1", FIT, phase="draw", discard="K7"
    ),
    "take.in_opening": moves(
        f"take; open {OPENS}; add K8 @1; discard R1", f"{TILES} R1 R2 Y1", "1: K5 K6 K7",
        phase="draw", discard="K8",
    ),
    "take.refused_early": moves("take", "R1 R5 K1 Y9", phase="draw", discard="K8"),
    "penalties.giver_when": both(
        moves("take; add K7 @1; discard R1", "R1", FIT, phase="draw", discard="K7"),
        moves("take; add K7 @1; discard R1", "R1 R2", FIT, phase="draw", discard="K7"),
    ),
    "declaring.okey_left_doubles": moves(
        "declare pairs",
        "R3 R3 B8 B8 K1 K1 K5 K5 Y2 Y2 Y9 Y9 R6 R6 B4 B4 K12 K12 Y13 Y13 * R9",
    ),
    "penalties.okey_thrown_needs_melds": moves("discard *", "* R1 R2"),
    "penalties.layable_and_thrown": moves("discard *", "* R1 R2", FIT),
    "penalties.giver_and_thrown": moves(
        "discard *; take; open R10 R11 *=R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9", "* R1 R2", FIT
    ),
    "scoring.factors.combine": scores("0 pairs okey", "-:", "-: R1", "-: R2", "-: R4", risk=True),
    "penalties.multiplied": scores(
        "0 melds okey", *RACKS, events=("penalty.okey-thrown 3",)
    ),
    "scoring.null_round": both(
        scores(None, "-: R1", "-: R2", "-: R4", "-: K9"),
        scores(None, "-: R1", "melds: R5", "-: R4", "-: K9"),
    ),
    "scoring.okey_held": scores("0 melds", "melds:", "melds: R5 K7 *", "-: R1", "-: K1"),
    "scoring.false_okey_held": scores("0 melds", "melds:", "melds: R5 K7 F", "-: R1", "-: K1"),
    "scoring.held_multiplied": scores("0 melds okey", *RACKS),
    "seating.counts": seats,
    "table.cap_each_end": moves("add R4 @1; add R3 @1; add R8 @1", "R3 R4 R8 K1 K2", "0: R5 R6 R7"),
    "dealing.false_indicator": false_okey_turned,
    "table.pair_openers_lay_off": moves(
        "add R7 @1", "R7 K1 K2", "1: R4 R5 R6", opened="pairs melds - -"
    ),
    "table.pair_openers_lay_melds": moves(
        "lay K1 K2 K3", "R7 K1 K2 K3 Y9", opened="pairs - - -"
    ),
    "table.run_openers_lay_pairs": moves("lay R3 R3", "R3 R3 K2 K3", opened="melds - - -"),
    "pairs.okey_and_tile": both(
        melds("pair: R5 *"), lambda rules: count_pairs(hand("R5 * K1"), rules)
    ),
    "pairs.two_okeys": both(melds("pair: * *"), lambda rules: count_pairs(hand("* *"), rules)),
    "pairs.two_false_okeys": both(
        melds("pair: F F"), lambda rules: count_pairs(hand("F F"), rules)
    ),
    "opening.first_turn": first_turn,
    "opening.with_lay_off": moves(
        f"open {OPENS}; add K8 @1", f"{TILES} K8 R1 R2", "1: K5 K6 K7", opened="- melds - -"
    ),
    "scoring.both_ways": moves(
        "finish K9 R4 R5 R6 R7 | R4 R5 R6 R7 | B1 B2 B3 | B1 B2 B3",
        "R4 R4 R5 R5 R6 R6 R7 R7 B1 B1 B2 B2 B3 B3 K9",
    ),
    "penalties.retrieved_payer": moves("swap R5 @1", "R5 K1 K2", "1: R4 *=R5 R6 | 0: Y4 Y5 Y6"),
    "penalties.okey_retrieved": moves("swap R5 @1", "R5 K1 K2", "1: R4 *=R5 R6 | 0: Y4 Y5 Y6"),
    "scoring.partner_keeps": scores(
        "0 melds", "melds:", "-: R1", "melds 150: R5", "-: K1", teams=True
    ),
    "scoring.partner_counts": scores(
        "0 melds same-turn", "melds:", "-: R1", "melds: R5", "-: K1", teams=True
    ),
    "match.start": lambda rules: start_match(rules).totals,
    "swap": moves("swap R5 @1", "R5 K1 K2", "1: R4 *=R5 R6 | 0: Y4 Y5 Y6"),
    "swap.undetermined": moves("swap Y8 @1", "Y8 K1 K2", "1: R8 B8 *=8 | 0: Y4 Y5 Y6"),
    "swap.in_pairs": moves(
        "swap R3 @1", "R3 K1 K2", "1: R3 *=R3 | 0: Y4 Y4", opened="pairs pairs - -"
    ),
    "swap.false_okey": moves("swap F @1", "F K1 K2", "1: B10 *=B11 B12 | 0: Y4 Y5 Y6"),
    "penalties.layable_when_unopened": moves("discard R7", "R7 K1 K2", "1: R4 R5 R6"),
    "penalties.layable_within_cap": moves(
        "add R7 @1; add R8 @1; discard R9", "R7 R8 R9 K1", "0: R4 R5 R6"
    ),
    "penalties.last_discard": moves("discard *", "*", FIT),
    "scoring.unopened_okeys": scores("0 melds", *RACKS),
    "match.chips.only_opener_takes_all": chips,
    "ending.indicator": moves(
        "take indicator; lay B8 B9 B10; discard Y4", "B8 B9 Y4", opened="melds - - -", stock=0,
        phase="draw",
    ),
    "ending.discard": moves(
        "take; add K7 @1; discard R1", "R1", FIT, phase="draw", discard="K7", stock=0
    ),
    "penalties.failed_opening": moves(
        "open R10 R11 R12 R13 | Y9 B9 K9 | B8 B9 B10",
        "R10 R11 R12 R13 Y9 B9 K9 B8 B9 B10 R1 R2",
    ),
    "opening.rising": moves(
        f"open {OPENS}", f"{TILES} R1 R2", "1: K5 K6 K7", opened="- melds=110 - -"
    ),
    "runs.full_circle": melds("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1"),
    "match.usual": lambda rules: start_match(rules).rounds,
}  # fmt: skip

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
