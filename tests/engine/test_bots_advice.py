"""What the strongest player advises: legal, and never into a penalty that could be avoided."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

from okey import RULE_SETS, deal_round, rule_set
from okey.bots import LEVELS, Advice, Level, advice, seen_by, steps
from okey.bots.paths import Path
from okey.bots.plans import certain
from okey.bots.reasons import CODES
from okey.moves import Discard
from okey.positions import read_position
from okey.search.turn_kinds import MoveKind, candidates
from okey.table import Phase, Round
from tests.engine.plays import position

ROUNDS = 400 if os.environ.get("ISTAKA_LONG") == "1" else 8
MOST_STATES = 4_000
KINDS: tuple[MoveKind, ...] = ("open", "lay", "add", "swap")


def moments(number: int) -> Iterator[Round]:
    """What players see before they draw and before they play, whoever sits there."""
    chance = random.Random(number)
    key = list(RULE_SETS)[number % len(RULE_SETS)]
    seats = chance.choice(rule_set(key).seating.counts)
    levels: list[Level] = [chance.choice(LEVELS) for _ in range(seats)]
    begun = deal_round(rule_set(key), "advice", number, seats)
    before = None
    for _, after in steps(begun, levels, str(number)):
        turn = after.turn
        new = before is None or (turn.seat, turn.phase) != (before.turn.seat, before.turn.phase)
        if not after.over and new and not turn.owes:
            yield seen_by(after, turn.seat)
        before = after


def least(seen: Round) -> int:
    """The least that a turn must cost in penalties, by trying every way to lay and to throw."""
    todo, best, looked = [Path((), seen)], 10_000, 0
    while todo and looked < MOST_STATES:
        path = todo.pop()
        looked += 1
        for tile in dict.fromkeys(path.round.hand or ()):
            done = path.do(Discard(tile))
            if done is not None:
                best = min(best, certain(seen, done))
                if best <= 0:
                    return best
        for kind in KINDS:
            for action in candidates(path.round, kind):
                further = path.do(action)
                if further is not None:
                    todo.append(further)
    return best


def test_advice_is_legal_says_why_and_costs_no_penalty_that_could_be_avoided() -> None:
    asked = 0
    for number in range(ROUNDS):
        for seen in moments(number):
            asked += 1
            given = advice(seen)
            path = Path((), seen).then(given.moves)
            assert path is not None, (number, given)
            assert path.ended
            for reason in given.reasons:
                assert set(reason.params) == set(CODES[reason.code])
            costs = certain(seen, path)
            if costs > 0:
                assert seen.turn.phase is Phase.PLAY, "one can draw instead"
                assert costs <= least(seen), (number, given, seen)
    assert asked > 200


def advised(round_: Round) -> tuple[str, list[str]]:
    given = advice(round_)
    return "; ".join(map(str, given.moves)), [reason.code for reason in given.reasons]


def test_a_hand_of_which_everything_fits_lays_so_that_a_tile_can_be_thrown() -> None:
    # Both tiles fit. Once one is laid off, the other fits no more.
    seen = position(
        "R5 R5 K9", "1: R6 R7 R8 | 1: R9 Y9 B9", phase="play", opened="melds melds - -", stock=20
    )
    given = advice(seen)
    path = Path((), seen).then(given.moves)
    assert path is not None
    assert certain(seen, path) == 0


def test_an_okey_is_thrown_only_to_finish() -> None:
    finishing = position("R5 *", "1: R6 R7 R8", phase="play", opened="melds melds - -", stock=20)
    moves, reasons = advised(finishing)
    assert moves == "add R5 @1 low; discard *"
    assert reasons == ["finishes-okey"]


def test_the_tile_that_costs_a_penalty_is_named_beside_the_one_thrown() -> None:
    seen = position(
        "R1 R1 Y1 Y1 B4 B4 K5 K5 R9 R9 Y10 Y12 B12 B13 K13 K1 Y3 Y5 B7 B9 K11 R13",
        "1: R10 R11 R12", phase="play", opened="- melds - -", stock=24, rules="101-siler",
    )  # fmt: skip
    given = advice(seen)
    path = Path((), seen).then(given.moves)
    assert path is not None
    assert certain(seen, path) <= 0


def test_a_discard_that_opens_is_taken_and_one_that_does_not_is_left() -> None:
    hand = "R10 R11 R12 Y10 Y11 Y12 B10 B11 B12 K1 K3 K5 K7 R2 R4 Y2 Y4 B1 B3 B5 R6"
    opens = position(hand, rules="101-guide", phase="draw", discard="R13", stock=30)
    assert advised(opens)[1][:2] == ["takes-to-open", "opens-now"]
    useless = position(hand, rules="101-guide", phase="draw", discard="Y6", stock=30)
    assert advised(useless) == ("draw", ["draws-unusable"])


def test_a_turn_that_cannot_be_ended_is_to_be_undone() -> None:
    stuck = read_position(
        {
            "indicator": "B10", "hand": "K1 K3 R7 Y9", "phase": "play", "stock": 20,
            "opened": "melds - - -", "this_turn": {"source": "discard", "taken": "R7"},
        },
        rule_set("101-club"),
    )  # fmt: skip
    assert advised(stuck) == ("", ["undo"])


def test_nothing_is_advised_once_the_round_is_over() -> None:
    begun = deal_round(rule_set("101-club"), "over", 0)
    *_, (_, last) = steps(begun, ("middle",) * 4, "over")
    assert advice(last) == Advice((), ())


# Six pairs, and 90 points in runs and groups: tiles that make it 101 are many.
NEARLY = "R10 R11 R12 Y10 Y11 Y12 K7 K8 K9 R10 Y12 K9 R12 Y10 B2 B2 R4 Y6 K1 B8 B13 R1"


def test_who_is_near_an_opening_by_runs_does_not_open_by_pairs() -> None:
    seen = position(NEARLY, phase="play", stock=50, seats=2)
    given = advice(seen)
    assert given.reason == "waits-melds"
    assert given.params["pairs"] == 6
    assert [str(move) for move in given.moves] == ["discard R1"]


def test_pairs_are_laid_when_few_turns_are_left() -> None:
    seen = position(NEARLY, phase="play", stock=4, seats=2)
    assert advised(seen)[1][0] == "opens-pairs"


def test_after_opening_two_high_tiles_that_wait_for_one_are_kept() -> None:
    # A black or a yellow 12 ends the round; to throw a 12 would leave fewer points.
    seen = position(
        "R12 K12 Y3 B8", "1: Y5 B5 R5", phase="play", opened="melds melds", stock=40, seats=2
    )
    assert advised(seen)[0] in ("discard B8", "discard Y3")


def test_among_many_tiles_the_lonely_one_is_compared() -> None:
    seen = position(
        "K1 K2 Y8 Y9 R5 B5 B9 B7 K13 R8 Y2", "1: Y11 B11 R11",
        phase="play", opened="melds melds", stock=40, seats=2,
    )  # fmt: skip
    assert advised(seen)[0] == "discard K13"
