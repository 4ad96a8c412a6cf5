"""Scores of any finished round: as each document says them, and what never happens.

The four functions below know nothing of parameters: each is one document, read anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey import RULE_SETS, derive, rule_set
from okey.ended import Ended, check_ended, event_points, tally
from okey.endings import Board, By, Finish
from okey.rules.model import RuleSet
from okey.rules.parameters import Factors, Points
from okey.table import PARTNERS
from okey.tiles import FACES, FALSE_OKEY, OKEY, Tile, okey_face

SEEDS = st.integers(0, 2**32 - 1)


def rounds(rules: RuleSet, seed: int) -> Ended:
    """A finished round of this rule set, any that can be."""
    random = Random(seed)
    indicator = random.choice(FACES)
    risk = rules.dealing.false_indicator == "risk" and random.random() < 0.3
    copies = [*FACES, *FACES, *[FALSE_OKEY] * (1 if risk else 2), OKEY, OKEY]
    tiles = [tile for tile in copies if tile != okey_face(indicator)]
    tiles.remove(indicator)
    random.shuffle(tiles)
    seats = random.choice(rules.seating.counts)
    boards = [_board(rules, random, tiles) for _ in range(seats)]
    finish = None
    if random.random() < 0.8:
        finish = _finish(rules, random, boards)
    kinds = sorted(event_points(rules))
    events = [(random.choice(kinds), random.randrange(seats)) for _ in range(random.randrange(4))]
    if rules.opening is None:
        events = events[:1]
    teams = PARTNERS if rules.seating.teams and random.random() < 0.5 else None
    return Ended(indicator, tuple(boards), finish, tuple(events), teams, risk)


def _board(rules: RuleSet, random: Random, tiles: list[Tile]) -> Board:
    size = random.randrange(rules.hand.others + 1)
    hand = tuple(tiles.pop() for _ in range(size))
    if rules.opening is None:
        return Board(None, hand)
    ways: list[By | None] = [None, "melds"]
    if rules.opening.pairs is not None:
        ways.append("pairs")
    match random.choice(ways):
        case "melds":
            return Board("melds", hand, opening_points=random.choice([101, 149, 150, 180, None]))
        case "pairs":
            return Board("pairs", hand, opening_pairs=random.choice([5, 6, 7, 8, None]))
        case _:
            return Board(None, hand)


def _finish(rules: RuleSet, random: Random, boards: list[Board]) -> Finish:
    seat = random.randrange(len(boards))
    okey_last = random.random() < 0.4
    by: By = random.choice(["melds", "pairs"])
    if rules.opening is None:
        return Finish(seat, okey_last, by)
    if by == "pairs" and rules.opening.pairs is None:
        boards[seat] = Board(None, boards[seat].hand)  # declared
        return Finish(seat, okey_last, by)
    worth = random.choice([105, 150])
    boards[seat] = Board(by, opening_points=worth) if by == "melds" else Board(by, opening_pairs=7)
    others = any(board.opened for at, board in enumerate(boards) if at != seat)
    same_turn = random.random() < 0.5 and (others or by == "melds")
    return Finish(seat, okey_last, by, same_turn, same_turn and not others)


# The documents once more


@dataclass(frozen=True)
class Facts:
    """What the documents speak of."""

    ended: Ended

    def number(self, tile: Tile) -> int:
        face = tile if tile.is_face else okey_face(self.ended.indicator)
        return face.number

    def sum(self, seat: int, *, okey: int | None, false: int | None) -> int:
        total = 0
        for tile in self.ended.boards[seat].hand:
            value = okey if tile == OKEY else false if tile == FALSE_OKEY else None
            total += self.number(tile) if value is None else value
        return total

    def penalties(self, seat: int) -> int:
        return 101 * sum(payer == seat for _, payer in self.ended.events)


def guide(facts: Facts, seat: int) -> int:
    ended, finish = facts.ended, facts.ended.finish
    double = 2 if ended.risk else 1
    if finish is not None:
        double *= (2 if finish.okey_last else 1) * (2 if finish.by == "pairs" else 1)
        if seat == finish.seat:
            return -101 * double + facts.penalties(seat)
    if ended.boards[seat].opened is None:
        return 202 * double + facts.penalties(seat)
    return facts.sum(seat, okey=None, false=None) * double + facts.penalties(seat)


def club(facts: Facts, seat: int) -> int:
    ended, finish = facts.ended, facts.ended.finish
    in_hand = facts.sum(seat, okey=101, false=101)
    if finish is None:
        return in_hand + facts.penalties(seat)
    m = 2 ** (finish.okey_last + (finish.by == "pairs") + finish.same_turn)
    assert m <= 8
    if seat == finish.seat:
        return -101 * m + facts.penalties(seat)
    return (in_hand if ended.boards[seat].opened else 202) * m + facts.penalties(seat)


def with_siler(facts: Facts, seat: int) -> int:
    ended, finish = facts.ended, facts.ended.finish
    board = ended.boards[seat]
    points, pairs = board.opening_points or 0, board.opening_pairs or 0
    kept = facts.penalties(seat) - 101 * (points >= 150 or pairs >= 7)
    okeys = board.hand.count(OKEY)
    rest = facts.sum(seat, okey=0, false=None) * (2 if board.opened == "pairs" else 1) + 101 * okeys
    if finish is None:
        if not any(board.opened for board in ended.boards):
            return kept
        return (rest if board.opened else 202) + kept
    if ended.teams is not None and (seat + 2) % 4 == finish.seat:
        return kept
    raised = finish.by == "pairs" or (finish.same_turn and finish.first_to_open)
    bonus, unopened = (-202, 404) if raised else (-101, 202)
    if finish.okey_last:
        bonus, unopened = 2 * bonus, 2 * unopened
    if seat == finish.seat:
        return bonus + kept
    return (rest if board.opened else unopened) + kept


def classic(facts: Facts, seat: int) -> int:
    finish = facts.ended.finish
    lost = sum(shower != seat for _, shower in facts.ended.events)
    if finish is not None and seat != finish.seat:
        lost += {0: 2, 1: 4, 2: 8}[finish.okey_last + (finish.by == "pairs")]
    return -lost


DOCUMENTS = {
    "101-guide": guide,
    "classic": classic,
    "101-club": club,
    "101-siler": with_siler,
}


@pytest.mark.parametrize("key", DOCUMENTS)
@given(seed=SEEDS)
def test_any_round_scores_as_its_document_says(key: str, seed: int) -> None:
    ended = rounds(rule_set(key), seed)
    facts = Facts(ended)
    expected = [DOCUMENTS[key](facts, seat) for seat in range(len(ended.boards))]
    result = tally(ended, rule_set(key))
    assert list(result.scores) == expected
    if ended.teams is not None:
        assert result.teams == (expected[0] + expected[2], expected[1] + expected[3])


# What always holds


def house_sets() -> list[RuleSet]:
    """The four, and some that score as nobody does."""
    club_, siler = rule_set("101-club"), rule_set("101-siler")
    assert isinstance(club_.scoring, Points)
    assert isinstance(siler.scoring, Points)
    return [
        *RULE_SETS.values(),
        derive(
            club_,
            "house-1",
            scoring=replace(club_.scoring, held_multiplied=False, unopened_okeys=True),
            penalties=replace(club_.penalties, multiplied=True),
        ),
        derive(
            siler,
            "house-2",
            scoring=replace(
                siler.scoring,
                factors=Factors(okey=3, direct=5, combine="highest", remainder=True),
                null_round="hands",
                partner_keeps=False,
                partner_counts=False,
                held_multiplied=True,
            ),
        ),
    ]


@pytest.mark.parametrize("rules", house_sets(), ids=lambda rules: rules.key)
@given(seed=SEEDS)
def test_lines_add_up_and_name_rules_in_force(rules: RuleSet, seed: int) -> None:
    ended = rounds(rules, seed)
    check_ended(ended, rules)
    result = tally(ended, rules)
    sums = [0] * len(ended.boards)
    for line in result.lines:
        sums[line.seat] += line.points
        assert line.rule in rules.rules or line.rule.startswith("penalty.")
        assert set(line.factors) <= set(rules.rules)
        base = line.params.get("base")
        if base is not None:
            assert line.points == int(str(base)) * line.factor
    assert list(result.scores) == sums
    assert [line.seat for line in result.lines] == sorted(line.seat for line in result.lines)


@pytest.mark.parametrize("key", DOCUMENTS)
@given(seed=SEEDS)
def test_g30_no_factor_ever_touches_a_penalty_or_a_bonus(key: str, seed: int) -> None:
    for line in tally(rounds(rule_set(key), seed), rule_set(key)).lines:
        if line.rule.startswith(("penalty.", "bonus.", "score.indicator")):
            assert (line.factor, line.factors) == (1, ())


@given(seed=SEEDS)
def test_p37_the_cap_of_eight_never_bites(seed: int) -> None:
    club_ = rule_set("101-club")
    assert isinstance(club_.scoring, Points)
    assert club_.scoring.factors.most == 8
    uncapped = derive(
        club_,
        "uncapped",
        scoring=replace(club_.scoring, factors=replace(club_.scoring.factors, most=None)),
    )
    ended = rounds(club_, seed)
    assert tally(ended, club_) == tally(ended, uncapped)


@given(seed=SEEDS)
def test_the_order_of_a_hand_changes_no_score(seed: int) -> None:
    ended = rounds(rule_set("101-siler"), seed)
    turned = replace(
        ended, boards=tuple(replace(board, hand=board.hand[::-1]) for board in ended.boards)
    )
    rules = rule_set("101-siler")
    assert tally(ended, rules).scores == tally(turned, rules).scores
