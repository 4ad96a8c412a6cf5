"""Four numbers are written: how can the round have ended? Every finish that fits is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import product
from typing import Any, Final

from okey.ended import Ended, check_ended, tally
from okey.endings import Board, By, Finish
from okey.errors import InputError
from okey.rules.model import Points, RuleSet
from okey.tiles import FACES
from puzzles.kinds import scenes
from puzzles.kinds.base import Theme
from puzzles.kinds.ends import SEATS
from puzzles.kinds.saying import Saying
from tutor.names import finish_key
from tutor.tasks.base import EqualTask, Exercise, Form, Outcome, random_of

_INDICATOR: Final = FACES[0]  # no matter: what a hand can come to is the same with every okey
_SEATS: Final = range(SEATS)
_TOLD: Final = ("any", "any", "melds", "pairs", "earlier", "same")


class ReverseScore(EqualTask, Saying):
    """The scores of a round without its boards, and sometimes a fact about the winner."""

    key = "reverse-score"
    version = 1
    form = Form.CHOICE
    trains = ("score.winner", "score.unopened", "factor.okey", "factor.pairs", "factor.from-hand",
              "factor.direct")  # fmt: skip
    themes = scenes.themes_of(
        Theme("one-way", tells=True), Theme("several-ways", tells=True), Theme("none-opened"),
        Theme("highest", tells=True), Theme("direct", tells=True), Theme("pair-finish", tells=True),
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Where finishes of several kinds are told apart by what they write."""
        return rules.opening is not None

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """Scores of a round that ended somehow."""
        rng = random_of(self.key, rules, seed)
        told = rng.choice(_TOLD)
        if told in ("earlier", "same") and not _by_turn(rules):
            return None  # there it makes no difference
        finishes = [one for one in every_finish(rules) if tells(one, told)]
        if not finishes:
            return None
        finish = rng.choice(finishes)
        winner = rng.randrange(SEATS)
        scores = [0] * SEATS
        for seat in _SEATS:
            if seat == winner:
                scores[seat] = _flat(rules, finish, winner=True)
            elif rng.random() < 0.5 or (finish.same_turn and finish.first_to_open):
                scores[seat] = _flat(rules, finish, winner=False)
            else:
                scores[seat] = _remainder(rules, finish, rng.randint(3, 45))
        values: dict[str, str | int] = {f"s{seat}": one for seat, one in enumerate(scores)}
        return Exercise(
            self.key, rules, seed, _INDICATOR, values=values, ask=told, options=keys(rules)
        )

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Every kind of finish with which a round can have just these scores."""
        scores = tuple(int(exercise.values[f"s{seat}"]) for seat in _SEATS)
        return tuple(
            key for key in keys(rules)
            if any(
                finish_key(one, rules) == key and tells(one, exercise.ask)
                and possible(scores, one, rules)
                for one in every_finish(rules)
            )
        )  # fmt: skip

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Compare, and hand on how often the plain bonus was written."""
        found = super().check(exercise, answer, rules)
        plain = rules.scoring.winner if isinstance(rules.scoring, Points) else 1
        lowest = min(int(exercise.values[f"s{seat}"]) for seat in _SEATS)
        values: dict[str, str | int] = {"times": lowest // plain, "ways": len(found.right)}
        return replace(found, values=values)

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """Whether one finish fits, or several."""
        return "proof_one" if len(right) == 1 else "proof_more"

    def wanted(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
        """Most finishes do not fit."""
        return 2 * len(right) <= len(exercise.options)

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How much is told, and how different the numbers are."""
        scores = [int(exercise.values[f"s{seat}"]) for seat in _SEATS]
        return {"told": int(exercise.ask != "any"), "numbers": len(set(scores)),
                "most": max(scores)}  # fmt: skip

    def effort(self, features: Mapping[str, int]) -> float:
        """Remainders hide the factor; a fact about the winner is one more thing to weigh."""
        high = scenes.scaled(features["most"], 202, 1616)
        return 0.15 + 0.12 * features["numbers"] + 0.15 * features["told"] + 0.2 * high

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        scores = [int(exercise.values[f"s{seat}"]) for seat in _SEATS]
        lowest = min(_flat(rules, one, winner=True) for one in every_finish(rules))
        others = {score for score in scores if score > 0}
        unopened = min(_flat(rules, one, winner=False) for one in every_finish(rules))
        tests = {
            "one-way": len(right) == 1,
            "several-ways": len(right) > 1,
            "none-opened": len(others) == 1 and max(scores) >= unopened,
            "highest": min(scores) == lowest,
            "direct": any(key.startswith("direct") for key in right),
            "pair-finish": all(key.startswith(("pairs", "declared")) for key in right),
        }
        return [key for key, holds in tests.items() if holds]


# Finishes


@lru_cache(maxsize=32)
def every_finish(rules: RuleSet) -> tuple[Finish, ...]:
    """Every finish that can be, as seat 0 makes it."""
    return tuple(_finishes(rules))


def _finishes(rules: RuleSet) -> Iterator[Finish]:
    ways: tuple[By, ...] = ("melds", "pairs")
    for okey, by, same, alone in product((False, True), ways, (False, True), (False, True)):
        finish = Finish(0, okey, by, same, same and alone)
        if alone and not same:
            continue
        try:
            check_ended(Ended(_INDICATOR, _boards(rules, finish, alone=alone), finish), rules)
        except InputError:
            continue
        yield finish


def _boards(rules: RuleSet, finish: Finish, *, alone: bool) -> tuple[Board, ...]:
    declared = finish.by == "pairs" and (rules.opening is None or rules.opening.pairs is None)
    other = None if alone else Board("melds", (FACES[4],))
    return (Board(None if declared else finish.by), other or Board(None), Board(None), Board(None))


def keys(rules: RuleSet) -> tuple[str, ...]:
    """The names of the finishes that this rule set tells apart."""
    return tuple(dict.fromkeys(finish_key(one, rules) for one in every_finish(rules)))


def _by_turn(rules: RuleSet) -> bool:
    """Whether it counts in which turn the winner opened."""
    factors = rules.scoring.factors if isinstance(rules.scoring, Points) else None
    return factors is not None and (factors.from_hand != 1 or factors.direct != 1)


def tells(finish: Finish, told: str) -> bool:
    """Whether what is told about the winner holds of a finish."""
    match told:
        case "melds":
            return finish.by == "melds"
        case "pairs":
            return finish.by == "pairs"
        case "earlier":
            return finish.by == "melds" and not finish.same_turn
        case "same":
            return finish.by == "melds" and finish.same_turn
    return True


# Scores


def possible(scores: tuple[int, ...], finish: Finish, rules: RuleSet) -> bool:
    """Whether some round that ended with this finish has these scores."""
    winners = [seat for seat in _SEATS if scores[seat] < 0]
    if len(winners) != 1 or scores[winners[0]] != _flat(rules, finish, winner=True):
        return False
    others = [scores[seat] for seat in _SEATS if seat != winners[0]]
    unopened = _flat(rules, finish, winner=False)
    alone = finish.same_turn and finish.first_to_open
    if alone:
        return all(one == unopened for one in others)
    can = [(one == unopened, one in remainders(rules, finish)) for one in others]
    if not all(a or b for a, b in can):
        return False
    # From the hand, but not first: somebody else has opened.
    return not finish.same_turn or any(opened for _, opened in can)


@lru_cache(maxsize=512)
def _flat(rules: RuleSet, finish: Finish, *, winner: bool) -> int:
    """What the winner writes, or who has not opened."""
    alone = finish.same_turn and finish.first_to_open
    boards = _boards(rules, finish, alone=alone)
    return tally(Ended(_INDICATOR, boards, finish), rules).scores[0 if winner else 2]


def _remainder(rules: RuleSet, finish: Finish, points: int) -> int:
    """What somebody who opened by runs and groups writes with so many points left."""
    return points * _factor(rules, finish)


@lru_cache(maxsize=512)
def _factor(rules: RuleSet, finish: Finish) -> int:
    return (
        tally(Ended(_INDICATOR, _boards(rules, finish, alone=False), finish), rules).scores[1]
        // FACES[4].number
    )


@cache
def _sums(held: int | None, false_held: int | None, inside: bool) -> frozenset[tuple[int, int]]:
    """What 1 to 21 tiles of a hand can come to: points that are doubled, and points that are not.

    With few tiles every small sum is possible; hands come as near as any to what is possible.
    """
    found = set()
    okeys = range(3) if held is not None else (0,)
    falses = range(3) if false_held is not None else (0,)
    for one, other in product(okeys, falses):
        flat = one * (held or 0) + other * (false_held or 0)
        rest = 21 - one - other
        for plain in _plain(rest, least=0 if one + other else 1):
            found.add((plain + flat, 0) if inside else (plain, flat))
    return frozenset(found)


@cache
def _plain(most: int, least: int) -> range:
    """The sums of so many numbered tiles: every number between the least and the largest."""
    highest = sorted((tile.number for tile in FACES for _ in range(2)), reverse=True)[:most]
    return range(least, sum(highest) + 1)


def remainders(rules: RuleSet, finish: Finish) -> frozenset[int]:
    """Everything that somebody who has opened can write when another finishes so."""
    factor = _factor(rules, finish)
    scoring = rules.scoring
    assert isinstance(scoring, Points)
    return _remainders(
        factor, scoring.okey_held, scoring.false_okey_held, scoring.held_multiplied,
        scoring.pairs_remainder if rules.opening is not None and rules.opening.pairs else 1,
    )  # fmt: skip


@cache
def _remainders(
    factor: int, held: int | None, false_held: int | None, inside: bool, pairs: int
) -> frozenset[int]:
    sums = _sums(held, false_held, inside)
    return frozenset(doubled * way * factor + flat for doubled, flat in sums for way in {1, pairs})


__all__ = ["ReverseScore", "every_finish", "keys", "possible", "remainders", "tells"]
