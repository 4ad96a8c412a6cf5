"""An answer of the engine for each parameter of a decision, which another choice changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from okey import InputError, RuleSet
from okey.deal import deal_round
from okey.match import Played, start_match
from okey.search import best_points, count_pairs
from okey.table import start
from tests.engine.ended import scored
from tests.engine.notation import B10, hand, judged
from tests.engine.plays import played, position, written

OPENS = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"
TILES = OPENS.replace("| ", "")
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
