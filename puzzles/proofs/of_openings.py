"""Proofs about openings: every claim of a best is met by the most that can be had."""

from __future__ import annotations

from okey.rules.model import RuleSet
from okey.tiles import OKEY
from puzzles.proofs.openings import (
    Laid,
    best_points,
    fewest,
    is_opening,
    laid,
    least_left,
    least_left_of_pairs,
    opening_of,
    opening_pairs,
    values_held,
)
from puzzles.proofs.packing import left_exactly, most_points
from puzzles.proofs.racks import most_pairs
from puzzles.proofs.shown import Shown, exactly, hand_of, melds_in

CANNOT = "cannot"


def _said(exercise: Shown, text: str, rules: RuleSet) -> Laid | None:
    return laid(melds_in(exercise, text), hand_of(exercise), rules, exercise.okey)


def can_open(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`can-open`: each answer opens, or nothing does."""
    if right == (CANNOT,):
        return not _opens(exercise, rules)
    return bool(right) and all(is_opening(_said(exercise, one, rules), rules) for one in right)


def _opens(exercise: Shown, rules: RuleSet) -> bool:
    hand, opening = hand_of(exercise), opening_of(rules)
    if opening.pairs is not None and opening_pairs(hand, rules) >= opening.pairs:
        return True
    return best_points(hand, exercise.okey, rules) >= opening.points


def best_opening(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`best-opening`: melds that open, and no others are worth more."""
    for one in right:
        found = _said(exercise, one, rules)
        if found is None or found.pairs or not is_opening(found, rules):
            return False
        # Mostly what is worth as much as with no tile kept back needs no second look.
        if found.points != most_points(hand_of(exercise), exercise.okey, rules):
            return found.points == best_points(hand_of(exercise), exercise.okey, rules)
    return bool(right)


def least_opening(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`least-opening`: the fewest tiles that open, and among so many the fewest okeys."""
    hand = hand_of(exercise)
    least = fewest(hand, exercise.okey, rules)
    for one in right:
        found = _said(exercise, one, rules)
        if found is None or found.pairs or not is_opening(found, rules):
            return False
        okeys = hand.count(OKEY) - found.left.count(OKEY)
        if (len(hand) - len(found.left), okeys) != least:
            return False
    return bool(right)


def reach_siler(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`reach-siler`: an opening with enough points or pairs, or there is none."""
    siler = getattr(rules.scoring, "siler", None)
    if siler is None:
        return False
    hand = hand_of(exercise)
    if right == (CANNOT,):
        if opening_pairs(hand, rules) >= siler.pairs:
            return False
        return bool(best_points(hand, exercise.okey, rules) < siler.points)
    for one in right:
        found = _said(exercise, one, rules)
        if found is None or not is_opening(found, rules):
            return False
        if found.pairs < siler.pairs if found.pairs else found.points < siler.points:
            return False
    return bool(right)


def pairs_or_runs(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`pairs-or-runs`: the way after which less is left; or, where pairs win, enough of them."""
    hand, opening = hand_of(exercise), opening_of(rules)
    if rules.declaring is not None:
        if best_points(hand, exercise.okey, rules) < opening.points:
            return False
        wins = most_pairs(hand, rules) >= rules.declaring.pairs
        return exactly(right, {"pairs": wins, "melds": not wins})
    by_melds = _cost_of_melds(exercise, rules)
    by_pairs = _cost_of_pairs(exercise, rules)
    if by_melds is None or by_pairs is None or by_melds == by_pairs:
        return False
    return exactly(right, {"pairs": by_pairs < by_melds, "melds": by_melds < by_pairs})


def _cost_of_melds(exercise: Shown, rules: RuleSet) -> int | None:
    """The least that can stand written after an opening by points and a plain finish of others."""
    siler = getattr(rules.scoring, "siler", None)
    found = least_left(hand_of(exercise), exercise.okey, rules)
    costs = [
        left + (siler.bonus if siler is not None and points >= siler.points else 0)
        for points, left in found.items()
    ]
    return min(costs, default=None)


def _cost_of_pairs(exercise: Shown, rules: RuleSet) -> int | None:
    """The same after an opening with pairs."""
    needed, siler = opening_of(rules).pairs, getattr(rules.scoring, "siler", None)
    if needed is None:
        return None
    factor = getattr(rules.scoring, "pairs_remainder", 1)
    inside = getattr(rules.scoring, "held_multiplied", True)
    held = values_held(rules, exercise.okey)[0]
    costs = []
    for pairs, (plain, okeys) in least_left_of_pairs(
        hand_of(exercise), exercise.okey, rules
    ).items():
        if pairs >= needed:
            bonus = siler.bonus if siler is not None and pairs >= siler.pairs else 0
            costs.append(plain * factor + okeys * held * (factor if inside else 1) + bonus)
    return min(costs, default=None)


def from_hand(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`from-hand`: all tiles but one in melds that open, or that cannot be."""
    if right == (CANNOT,):
        hand, least = hand_of(exercise), opening_of(rules).points
        return left_exactly(hand, exercise.okey, rules, 1, least=least) is None
    for one in right:
        found = _said(exercise, one, rules)
        if found is None or found.pairs or not is_opening(found, rules) or len(found.left) != 1:
            return False
    return bool(right)


def winning_hand(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`winning-hand`: all tiles but one in runs and groups or in pairs, or neither can be."""
    hand, showing = hand_of(exercise), rules.showing
    if showing is None or len(hand) != rules.hand.starter:
        return False
    if right == (CANNOT,):
        by_pairs = showing.pairs is not None and most_pairs(hand, rules) >= showing.pairs
        return not by_pairs and left_exactly(hand, exercise.okey, rules, 1) is None
    for one in right:
        found = _said(exercise, one, rules)
        if found is None or len(found.left) != 1:
            return False
        if found.pairs and found.pairs != showing.pairs:
            return False
    return bool(right)
