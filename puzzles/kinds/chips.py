"""How the chips of a match are shared: the rake, the places, ties, and who alone has opened.

Enumerated: every order of four totals (75 with ties) under each pot, and for each pot and seat the
match in which only that seat ever opened. That is 9 pots: 9 * 75 + 9 * 4 = 711 positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from random import Random
from typing import Any, Final

from okey.match import Played, Shares, start_match
from okey.rules.model import RuleSet
from okey.tiles import FACES
from puzzles.kinds import scenes
from puzzles.kinds.base import Theme
from puzzles.kinds.saying import Saying
from tutor.tasks.base import EqualTask, Exercise, Form, Outcome, read_numbers

SEATS: Final = 4
# Round pots, and pots of which rake, quarter or tied parts do not come out even.
POTS: Final = (400, 1000, 1010, 2000, 2025, 4000, 4050, 6666, 10000)


class ChipShares(EqualTask, Saying):
    """A pot and the totals of four players at the end of a match."""

    key = "chips"
    version = 1
    form = Form.NUMBERS
    trains = ("match.chips", "match.rounds")
    themes = scenes.themes_of(
        Theme("only-opener"), Theme("tie-first"), Theme("tie-second"), Theme("three-tie"),
        Theme("all-tie"), Theme("rounding", tells=True), Theme("no-tie"),
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Where chips are played for."""
        return rules.match.chips is not None

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """See `every`."""
        return None

    def every(self, rules: RuleSet) -> Iterator[Exercise] | None:
        """All of them, those that differ most next to one another."""
        found = [*self._orders(rules), *self._alone(rules)]
        Random(f"{self.key}/{self.version}").shuffle(found)  # noqa: S311 - the same everywhere
        return iter(found)

    def _orders(self, rules: RuleSet) -> Iterator[Exercise]:
        for pot in POTS:
            for number, places in enumerate(orders()):
                yield self._of(rules, pot, _totals(places, pot + number), None)

    def _alone(self, rules: RuleSet) -> Iterator[Exercise]:
        for pot in POTS:
            for seat in range(SEATS):
                places = tuple(0 if at == seat else 1 + at for at in range(SEATS))
                yield self._of(rules, pot, _totals(places, pot + seat), seat)

    def _of(self, rules: RuleSet, pot: int, totals: tuple[int, ...], only: int | None) -> Exercise:
        values: dict[str, str | int] = {"pot": pot}
        values |= {f"t{at}": total for at, total in enumerate(totals)}
        if only is not None:
            values["seat"] = f"seat:{only}"
        return Exercise(
            self.key, rules, f"{pot}/{totals}/{only}", FACES[0], values=values,
            ask="all" if only is None else "only",
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """What the engine gives each seat."""
        return (" ".join(map(str, shares(exercise, rules).seats)),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """The same numbers, and with them the rake for the sentence."""
        said, given = read_numbers(exercise, answer), shares(exercise, rules)
        pot = int(exercise.values["pot"])
        return Outcome(
            said == given.seats, self.right(exercise, rules), rules=self.about(exercise),
            values={"rake": given.rake, "rest": pot - given.rake},
        )  # fmt: skip

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """How the rest is shared."""
        return f"proof_{exercise.ask}"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How many totals are equal, and whether the pot is a round one."""
        totals = totals_of(exercise)
        return {
            "ties": SEATS - len(set(totals)), "only": int(exercise.ask == "only"),
            "odd": int(int(exercise.values["pot"]) % 40 > 0),
        }  # fmt: skip

    def effort(self, features: Mapping[str, int]) -> float:
        """Ties are shared, and odd pots leave a chip over."""
        if features["only"]:
            return 0.1 + 0.15 * features["odd"]
        return 0.2 + 0.15 * features["ties"] + 0.25 * features["odd"]

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        totals = totals_of(exercise)
        first = totals.count(min(totals))
        others = sorted(total for total in totals if total != min(totals))
        only = exercise.ask == "only"
        chips, given = rules.match.chips, shares(exercise, rules)
        whole = chips is not None and int(exercise.values["pot"]) * chips.rake % 100 == 0
        even = whole and (int(exercise.values["pot"]) - given.rake) % 4 == 0
        equal = all(
            len({given.seats[at] for at in range(SEATS) if totals[at] == total}) == 1
            for total in totals
        )
        tests = {
            "only-opener": only,
            "no-tie": not only and len(set(totals)) == SEATS,
            "tie-first": not only and 2 <= first < SEATS,
            "tie-second": not only and first == 1 and others.count(others[0]) > 1,
            "three-tie": not only and max(map(totals.count, totals)) == 3,
            "all-tie": not only and first == SEATS,
            "rounding": not whole or (not only and not (even and equal)),
        }
        return [key for key, holds in tests.items() if holds]


def orders() -> tuple[tuple[int, ...], ...]:
    """Every order of four, ties among them: places from 0 without a gap, 75 of them."""
    return tuple(
        places for places in product(range(SEATS), repeat=SEATS)
        if set(places) == set(range(max(places) + 1))
    )  # fmt: skip


def _totals(places: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Totals in this order, as a match may end with them."""
    rng = Random(f"{number}/{places}")  # noqa: S311 - the same everywhere
    steps = sorted(rng.sample(range(-250, 900), max(places) + 1))
    return tuple(steps[place] for place in places)


def totals_of(exercise: Exercise) -> tuple[int, ...]:
    """The totals that the question names."""
    return tuple(int(exercise.values[f"t{at}"]) for at in range(SEATS))


def shares(exercise: Exercise, rules: RuleSet) -> Shares:
    """How the engine shares the pot."""
    only = exercise.values.get("seat")
    opened = tuple(only is None or only == f"seat:{at}" for at in range(SEATS))
    rounds = min(rules.match.rounds)
    # All in one round: how a total came about does not count.
    empty = Played((0,) * SEATS, (False,) * SEATS)
    played = [Played(totals_of(exercise), opened), *[empty] * (rounds - 1)]
    given = start_match(rules, rounds=rounds, played=played).shares(int(exercise.values["pot"]))
    assert given is not None
    return given


__all__ = ["POTS", "ChipShares", "orders", "shares", "totals_of"]
