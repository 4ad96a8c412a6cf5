"""What the kinds about an opening share: the best one by points, and how an answer is judged."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from okey.hand import Hand
from okey.judge import judge
from okey.melds import Meld, MeldKind
from okey.notation import format_melds
from okey.rules.model import RuleSet, Verdict
from okey.search import arrange_points
from puzzles.kinds.hands import without_one
from tutor.tasks.base import Exercise, Outcome, about_melds, read_melds
from tutor.tasks.counting import opening

__all__ = ["Best", "best_opening", "by_points", "judged_opening", "opening", "text_of"]


class Best(NamedTuple):
    """The most that an opening with runs and groups brings, and one that brings it."""

    points: int
    melds: tuple[Meld, ...]


@lru_cache(maxsize=512)
def best_opening(hand: Hand, rules: RuleSet) -> Best:
    """The runs and groups worth most that leave a tile to throw; they need not be enough."""
    best = arrange_points(hand, rules)
    if best.tiles < len(hand.tiles):
        return Best(best.points, best.melds)
    fewer = (arrange_points(without_one(hand, tile), rules) for tile in sorted(set(hand.tiles)))
    best = max(fewer, key=lambda one: one.points)
    return Best(best.points, best.melds)


def judged_opening(exercise: Exercise, answer: str, rules: RuleSet) -> tuple[Verdict, Outcome]:
    """An answer of melds judged as an opening of the hand, and its outcome without what is right.

    Raise `InputError` for what is no answer.
    """
    hand = exercise.hand
    assert hand is not None
    said = read_melds(exercise, answer)
    verdict = judge(said, rules=rules, indicator=hand.indicator, as_="opening", hand=hand)
    return verdict, about_melds(verdict, (), where="answer", as_="opening")


def by_points(verdict: Verdict) -> bool:
    """Whether it is a legal opening with runs and groups."""
    return verdict.legal and all(meld.kind is not MeldKind.PAIR for meld in verdict.melds)


def text_of(melds: tuple[Meld, ...]) -> str:
    """Melds as an answer."""
    return format_melds(melds, kinds=False)
