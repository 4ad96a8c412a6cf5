"""Scores as the ledger writes them down: seat by seat, one formula for each kind of document."""

from __future__ import annotations

from okey.endings import Board, Finish
from okey.rules.model import RuleSet
from okey.rules.parameters import Countdown, Points
from okey.tiles import FALSE_OKEY, OKEY, Tile, okey_face
from puzzles.proofs.racks import number_of
from puzzles.proofs.shown import Ended

SHOWN = "score.indicator-shown"


def scores(ended: Ended, rules: RuleSet) -> tuple[int, ...]:
    """What the round writes for each seat, penalties and bonuses included."""
    seats = range(len(ended.boards))
    if isinstance(rules.scoring, Countdown):
        return tuple(_balance(seat, ended, rules.scoring) for seat in seats)
    return tuple(
        _end(seat, ended, rules, rules.scoring) + _during(seat, ended, rules, rules.scoring)
        for seat in seats
    )


def _balance(seat: int, ended: Ended, scoring: Countdown) -> int:
    change = 0
    for rule, shower in ended.events:
        if rule == SHOWN and shower != seat:
            change -= scoring.shown
    finish = ended.finish
    if finish is not None and finish.seat != seat:
        loss = scoring.finish
        loss *= scoring.okey if finish.okey_last else 1
        loss *= scoring.pairs if finish.by == "pairs" else 1
        change -= loss
    return change


def penalties(rules: RuleSet) -> dict[str, int]:
    """What each penalty costs."""
    own = rules.penalties
    return {
        "penalty.giver": own.giver,
        "penalty.okey-thrown": own.okey_thrown,
        "penalty.layable-discard": own.layable_discard,
        "penalty.okey-retrieved": own.okey_retrieved,
    }


def _during(seat: int, ended: Ended, rules: RuleSet, points: Points) -> int:
    """What was written during the round: flat, and it stays whatever comes."""
    written = sum(penalties(rules)[rule] for rule, payer in ended.events if payer == seat)
    board, siler = ended.boards[seat], points.siler
    if siler is not None:
        by_points = board.opened == "melds" and (board.opening_points or 0) >= siler.points
        by_pairs = board.opened == "pairs" and (board.opening_pairs or 0) >= siler.pairs
        written += siler.bonus if by_points or by_pairs else 0
    return written


def multiplier(finish: Finish | None, rules: RuleSet, *, risk: bool = False) -> int:
    """What the round is multiplied by."""
    assert isinstance(rules.scoring, Points)
    factors = rules.scoring.factors
    product = factors.risk if risk else 1
    if finish is not None:
        product *= factors.okey if finish.okey_last else 1
        product *= factors.pairs if finish.by == "pairs" else 1
        product *= factors.from_hand if finish.same_turn else 1
        product *= factors.direct if finish.same_turn and finish.first_to_open else 1
    return product if factors.most is None else min(product, factors.most)


def _end(seat: int, ended: Ended, rules: RuleSet, points: Points) -> int:
    """What is written once the round is over."""
    board, finish = ended.boards[seat], ended.finish
    times = multiplier(finish, rules, risk=ended.risk)
    okey = okey_face(ended.indicator)
    if finish is None:
        if points.null_round == "hands":
            return remainder(board, okey, points) * times
        nobody = all(one.opened is None for one in ended.boards)
        if points.null_round == "nothing unless opened" and nobody:
            return 0
    elif seat == finish.seat:
        return points.winner * times
    elif any(seat in team and finish.seat in team for team in ended.teams or ()):
        return 0
    if board.opened is None:
        return points.unopened * times
    if points.factors.remainder:
        return remainder(board, okey, points) * times
    return remainder(board, okey, points)


def remainder(board: Board, okey: Tile, points: Points) -> int:
    """What the tiles left count: their sum; the sum twice after pairs, where it is so."""
    plain = held = 0
    for tile in board.hand:
        if tile.index == OKEY.index and points.okey_held is not None:
            held += points.okey_held
        elif tile.index == FALSE_OKEY.index and points.false_okey_held is not None:
            held += points.false_okey_held
        else:
            plain += number_of(tile.index if tile.is_face else okey.index)
    twice = points.pairs_remainder if board.opened == "pairs" else 1
    return plain * twice + held
