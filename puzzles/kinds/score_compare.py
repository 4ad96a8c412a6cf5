"""The same round under another rule set: what would each of the four write there?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from okey.ended import carried, tally
from okey.endings import Result
from okey.errors import InputError
from okey.rules.model import RuleSet
from okey.rules.rulesets import RULE_SETS
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.base import Json, Theme
from puzzles.kinds.ends import ended, sums_hands, wishes
from puzzles.kinds.score_round import (
    SCORED,
    THEMES,
    compared,
    end_features,
    end_tags,
    ending_effort,
    numbers,
)
from puzzles.kinds.sheet import sheet
from tutor.tasks.base import EqualTask, Exercise, Form, Outcome, random_of, read_numbers
from tutor.tasks.pieces import Bag

_TILES: Final = 30  # no more to add up
_BY_ASK: Final = {key.replace("-", "_"): rules for key, rules in RULE_SETS.items()}


class ScoreCompare(EqualTask, AskedKind):
    """A round with its scores, and a second rule set that scores it otherwise."""

    key = "score-compare"
    version = 1
    form = Form.NUMBERS
    trains = SCORED
    themes = {
        **THEMES,
        **{theme.key: theme for theme in (Theme("one-differs"), Theme("all-differ"))},
    }

    def applies(self, rules: RuleSet) -> bool:
        """Where boards are seen at the end of a round, so that others can score them, too."""
        return rules.opening is not None

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A round that both rule sets know, and score otherwise."""
        rng = random_of(self.key, rules, seed)
        bag = Bag(rng)
        other = rng.choice([one for one in RULE_SETS.values() if one.key != rules.key])
        wish = wishes(rng, rules)
        if wish.teams or wish.risk or wish.siler:
            return None  # the other rule sets know nothing of it, or the boards do not show it
        end = ended(bag, rules, wish, hands=sums_hands(other))
        try:
            here, there = tally(end, rules), tally(carried(end, other), other)
        except InputError:
            return None
        if here.scores == there.scores or sum(len(board.hand) for board in end.boards) > _TILES:
            return None
        values: dict[str, str | int] = {f"s{at}": one for at, one in enumerate(here.scores)}
        return Exercise(
            self.key, rules, seed, bag.indicator, ended=end, values=values,
            ask=other.key.replace("-", "_"),
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """What the engine writes under the other rule set."""
        return (numbers(there(exercise)),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """The same numbers; the rules by which the first wrong seat is written there."""
        said = read_numbers(exercise, answer)
        return compared(said, there(exercise), self.about(exercise))

    def prove(self, exercise: Exercise, solution: Json, language: str) -> str:
        """What each seat writes, and out of what it adds up."""
        told = super().prove(exercise, solution, language)
        return f"{told} {sheet(there(exercise), language)}."

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """As for a round scored once."""
        end = exercise.ended
        assert end is not None
        return end_features(end, tally(end, rules))

    def effort(self, features: Mapping[str, int]) -> float:
        """Two rule sets are to be kept apart."""
        return 0.15 + 0.85 * ending_effort(features)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        assert exercise.ended is not None
        yield from end_tags(exercise.ended, rules)
        other = there(exercise).scores
        apart = sum(one != exercise.values[f"s{at}"] for at, one in enumerate(other))
        if apart == 1:
            yield "one-differs"
        if apart == len(other):
            yield "all-differ"


def other_rules(exercise: Exercise) -> RuleSet:
    """The rule set that the question asks about."""
    return _BY_ASK[exercise.ask]


def there(exercise: Exercise) -> Result:
    """The score of the round under the other rule set."""
    assert exercise.ended is not None
    other = other_rules(exercise)
    return tally(carried(exercise.ended, other), other)


__all__ = ["ScoreCompare", "other_rules", "there"]
