"""Finished rounds: four boards, how it ended, and what was written on the way.

Chance comes from the `Random` that a kind gives; nothing here scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from okey.ended import Ended, event_points
from okey.endings import Board, By, Finish
from okey.rules.model import Points, RuleSet
from okey.scoring import SHOWN
from okey.table import PARTNERS
from okey.tiles import FALSE_OKEY, OKEY, Tile
from tutor.tasks.pieces import Bag

SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Wish:
    """What a finished round is to hold, so that rare ends come up as often as one likes."""

    null: bool = False
    okey_last: bool = False
    by: By = "melds"
    same_turn: bool = False
    alone: bool = False  # nobody else has opened
    nobody: bool = False  # nobody has opened at all
    pair_loser: bool = False
    okey_left: bool = False
    false_left: bool = False
    events: int = 0
    siler: int = 0  # the points, or with `siler_pairs` the pairs, of an opening
    siler_pairs: bool = False
    teams: bool = False
    risk: bool = False


def pairs_open(rules: RuleSet) -> bool:
    """Whether one opens with pairs."""
    return rules.opening is not None and rules.opening.pairs is not None


def wishes(rng: Random, rules: RuleSet) -> Wish:
    """Any end that this rule set knows, the rare ones as often as the others."""
    if rules.opening is None:
        null = rng.random() < 0.06
        return Wish(
            null=null, okey_last=rng.random() < 0.5, by="pairs" if rng.random() < 0.5 else "melds",
            events=int(rng.random() < 0.4),
        )  # fmt: skip
    scoring = rules.scoring
    assert isinstance(scoring, Points)
    pairs = pairs_open(rules) or rules.declaring is not None
    null = rng.random() < 0.18
    by: By = "pairs" if pairs and rng.random() < 0.25 else "melds"
    same = by == "melds" and rng.random() < 0.3
    teams = rules.seating.teams and rng.random() < 0.25
    siler = 0
    if scoring.siler is not None and not teams and rng.random() < 0.25:
        siler = scoring.siler.points + rng.randint(-2, 12)
    return Wish(
        null=null,
        okey_last=rng.random() < 0.35,
        by=by,
        same_turn=same,
        alone=same and rng.random() < 0.55,
        nobody=null and rng.random() < 0.3,
        pair_loser=pairs_open(rules) and rng.random() < 0.35,
        okey_left=rng.random() < 0.35,
        false_left=rng.random() < 0.35,
        events=rng.choice((0, 0, 1, 1, 2)),
        siler=siler,
        siler_pairs=siler > 0 and rng.random() < 0.35,
        teams=teams,
        risk=rules.dealing.false_indicator == "risk" and rng.random() < 0.25,
    )


def sums_hands(rules: RuleSet) -> bool:
    """Whether every hand is summed where nobody finishes."""
    return isinstance(rules.scoring, Points) and rules.scoring.null_round == "hands"


def ended(bag: Bag, rules: RuleSet, wish: Wish, *, hands: bool = False) -> Ended:
    """A finished round with what is wished for. With `hands` they are known where nobody won."""
    rng = bag.rng
    seats = list(range(SEATS))
    rng.shuffle(seats)
    winner, *losers = seats
    if rules.opening is None:
        finish = None if wish.null else Finish(winner, wish.okey_last, wish.by)
        events = _events(rng, rules, wish.events)
        return Ended(bag.indicator, tuple(Board(None) for _ in seats), finish, events)
    boards: list[Board] = [Board(None)] * SEATS
    ways = _ways(rng, rules, wish)
    special = [tile for tile, left in ((OKEY, wish.okey_left), (FALSE_OKEY, wish.false_left))
               if left and not (wish.risk and tile == FALSE_OKEY)]  # fmt: skip
    hands = hands or sums_hands(rules)
    for seat, way in zip(losers, ways, strict=True):
        # Who has not opened holds all tiles; they count nothing unless every hand is summed.
        tiles: tuple[Tile, ...] = ()
        if way is not None or (wish.null and hands):
            count = rng.randint(2, 4) if way is not None else 21
            some = [special.pop(0)] if special and way is not None else []
            tiles = _left(bag, some, count - len(some))
        boards[seat] = Board(way, tiles)
    finish = None
    if wish.null:
        way = None if wish.nobody else "melds"
        count = rng.randint(2, 4) if way else 21 if hands else 0
        boards[winner] = Board(way, _left(bag, (), count))
    else:
        declared = wish.by == "pairs" and not pairs_open(rules)
        others = any(board.opened for board in boards)
        same = wish.same_turn and not declared
        finish = Finish(winner, wish.okey_last, wish.by, same, same and not others)
        boards[winner] = Board(None if declared else wish.by)
    if wish.siler:
        _with_siler(rng, boards, wish)
    events = _events(rng, rules, wish.events)
    teams = PARTNERS if wish.teams else None
    return Ended(bag.indicator, tuple(boards), finish, events, teams, wish.risk)


def _ways(rng: Random, rules: RuleSet, wish: Wish) -> list[By | None]:
    """How the three who did not win have opened."""
    if wish.alone or wish.nobody:
        return [None, None, None]
    ways: list[By | None] = [rng.choice(("melds", "melds", None)) for _ in range(3)]
    if wish.pair_loser:
        ways[0] = "pairs"
    elif wish.same_turn or wish.okey_left or wish.false_left:
        ways[0] = "melds"
    rng.shuffle(ways)
    return ways


def _left(bag: Bag, special: Sequence[Tile], count: int) -> tuple[Tile, ...]:
    """What is left in a hand: some of the okeys, and numbered tiles."""
    there = [tile for tile in special if bag.has((tile,))]
    return bag.shuffled((*bag.take(there), *(bag.any() for _ in range(count))))


def _events(rng: Random, rules: RuleSet, count: int) -> tuple[tuple[str, int], ...]:
    """Penalties that this rule set writes, and in a countdown the indicator shown."""
    known = sorted(rule for rule in event_points(rules) if rule != "penalty.failed-opening")
    found: list[tuple[str, int]] = []
    for _ in range(count if known else 0):
        rule = rng.choice(known)
        if rule == SHOWN and found:
            continue
        found.append((rule, rng.randrange(SEATS)))
    return tuple(found)


def _with_siler(rng: Random, boards: list[Board], wish: Wish) -> None:
    """One opening with its worth, which may or may not be enough for the bonus."""
    way: By = "pairs" if wish.siler_pairs else "melds"
    able = [seat for seat, board in enumerate(boards) if board.opened == way]
    if not able:
        return
    seat = rng.choice(able)
    board = boards[seat]
    if way == "pairs":
        boards[seat] = Board(way, board.hand, None, rng.choice((6, 7, 7, 8)))
    else:
        boards[seat] = Board(way, board.hand, wish.siler)


__all__ = ["SEATS", "Wish", "ended", "pairs_open", "sums_hands", "wishes"]
