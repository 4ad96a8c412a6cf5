"""A position out of somebody's own game, made a puzzle that its owner alone sees.

Of the kinds that fit, the first is taken whose question has an exact and proved answer here; one
that is all too easy only where there is no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from accounts.models import Player
from okey.errors import InputError
from okey.hand import Hand
from okey.position_text import parse_position
from okey.rules.model import RuleSet
from okey.table import Phase, Round, Seat
from puzzles import gates
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.registry import KINDS
from puzzles.models import Puzzle
from puzzles.store import store_draft
from tutor.tasks.base import Exercise

SEED: Final = "from a position"  # no seed of a set: those have no blanks


def make(*, owner: Player, rules: RuleSet, text: str) -> Puzzle:
    """Make a puzzle of a position in text; the same one again where it was made before.

    Raise `InputError` for a text that cannot be read, and `position.puzzle` where no kind can ask
    anything about it.
    """
    round_ = seen_by_player(parse_position(text, rules))
    easy = None
    for kind, exercise in _fitting(round_, rules):
        passed = gates.checked(kind, exercise, rules)
        if passed is None:
            continue
        made = gates.proposal_of(kind, rules, passed, seed=SEED)
        if kind.wanted(exercise, passed.right, rules):
            return store_draft(made, owner=owner)
        easy = easy or made
    if easy is None:
        raise InputError("position.puzzle", "position")
    return store_draft(easy, owner=owner)


def seen_by_player(round_: Round) -> Round:
    """The round as the seat on turn sees it, which becomes seat 0: no other hand, no stock."""
    count, first = len(round_.seats), round_.turn.seat

    def turned(seat: int) -> int:
        return (seat - first) % count

    seats: list[Seat] = []
    for place in range(count):
        seat = round_.seats[(first + place) % count]
        seats.append(seat if place == 0 else replace(seat, hand=None, hidden=seat.size))
    turn = round_.turn
    giver = None if turn.giver is None else turned(turn.giver)
    return replace(
        round_,
        seats=tuple(seats),
        turn=replace(turn, seat=0, giver=giver),
        starter=turned(round_.starter),
        table=tuple(replace(meld, owner=turned(meld.owner), memo=[]) for meld in round_.table),
        stock=(None,) * len(round_.stock),
        teams=None,
        events=(),
        moves=0,
    )


Ask = Callable[[str, Round, RuleSet], Exercise | None]


def _fitting(round_: Round, rules: RuleSet) -> Iterator[tuple[AskedKind, Exercise]]:
    for key, ask in _KINDS.items():
        kind = KINDS.get(key)
        if kind is None or rules.key not in kind.rule_sets or not round_.hand:
            continue
        exercise = ask(key, round_, rules)
        if exercise is not None:
            asks = exercise.ask in kind.texts("en")
            yield kind, exercise if asks else replace(exercise, ask="ask")


def _finish(key: str, round_: Round, rules: RuleSet) -> Exercise | None:
    """Can the turn end the round?"""
    if round_.turn.phase is not Phase.PLAY:
        return None
    by_pairs = round_.player.opened == "pairs"
    ask = "pairs" if by_pairs else "opened" if round_.player.opened else "unopened"
    return _of_round(key, round_, rules, ask=ask)


def _lay_off(key: str, round_: Round, rules: RuleSet) -> Exercise | None:
    if round_.turn.phase is not Phase.PLAY or round_.player.opened is None:
        return None
    return _of_round(key, round_, rules, ask="tiles")


def _discards(key: str, round_: Round, rules: RuleSet) -> Exercise | None:
    """Which tiles are safe to throw, where all are different and something lies there."""
    hand = round_.hand or ()
    if round_.turn.phase is not Phase.PLAY or not round_.table or len(set(hand)) < len(hand):
        return None
    ask = "ask" if round_.player.opened else "not_opened"
    return _of_round(key, round_, rules, ask=ask)


def _can_open(key: str, round_: Round, rules: RuleSet) -> Exercise | None:
    return None if round_.player.opened else _of_hand(key, round_, rules)


def _whole_hand(key: str, round_: Round, rules: RuleSet) -> Exercise | None:
    return _of_hand(key, round_, rules) if round_.turn.phase is Phase.PLAY else None


def _best_discard(key: str, round_: Round, rules: RuleSet) -> Exercise | None:
    hand = round_.hand or ()
    if round_.player.opened or len(hand) != rules.hand.starter:
        return None
    return _of_hand(key, round_, rules)


def _of_round(key: str, round_: Round, rules: RuleSet, *, ask: str) -> Exercise:
    assert round_.hand is not None
    hand = Hand(round_.indicator, round_.hand)
    return Exercise(key, rules, SEED, round_.indicator, hand=hand, round=round_, ask=ask)


def _of_hand(key: str, round_: Round, rules: RuleSet) -> Exercise:
    assert round_.hand is not None
    hand = Hand(round_.indicator, round_.hand)
    options = KINDS[key].options
    return Exercise(key, rules, SEED, round_.indicator, hand=hand, options=options)


_KINDS: Final[dict[str, Ask]] = {
    "finish-from-here": _finish,
    "lay-off": _lay_off,
    "winning-hand": _whole_hand,
    "can-open": _can_open,
    "best-discard": _best_discard,
    "all-safe-discards": _discards,
}
