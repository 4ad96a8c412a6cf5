"""Score the round: what does each of the four write?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, Final

from okey.ended import Ended, carried, event_points, tally
from okey.endings import Board, By, Finish, Result
from okey.errors import InputError
from okey.rules.model import Points, RuleSet
from okey.scoring import SHOWN, applied
from okey.tiles import FACES, FALSE_OKEY, OKEY
from puzzles.kinds import scenes
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.base import Json, Theme
from puzzles.kinds.ends import SEATS, ended, wishes
from puzzles.kinds.sheet import sheet
from tutor.tasks.base import EqualTask, Exercise, Form, Outcome, random_of, read_numbers
from tutor.tasks.pieces import Bag

_WAYS: Final[tuple[By, ...]] = ("melds", "pairs")
SCORED: Final = (
    "score.remainder", "score.unopened", "score.winner", "score.okey-held", "factor.okey",
    "factor.pairs", "factor.from-hand", "factor.direct", "factor.risk", "bonus.siler",
    "score.null-round", "score.countdown", "score.partner-finished", "penalty.giver",
    "penalty.okey-thrown", "penalty.layable-discard", "penalty.okey-retrieved",
    "score.indicator-shown",
)  # fmt: skip
THEMES: Final = scenes.themes_of(
    Theme("null-round"), Theme("okey-finish"), Theme("pair-finish"), Theme("from-hand"),
    Theme("direct"), Theme("risk"), Theme("duo"), Theme("siler"), Theme("near-siler"),
    Theme("okey-left"), Theme("false-okey-left"), Theme("pair-opener"), Theme("penalty"),
    Theme("nobody-opened"),
)  # fmt: skip


class ScoreRound(EqualTask, AskedKind):
    """Four boards at the end of a round."""

    key = "score-round"
    version = 1
    form = Form.NUMBERS
    trains = SCORED
    themes = THEMES

    def applies(self, rules: RuleSet) -> bool:
        """Every rule set scores its rounds."""
        return True

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """End a round in any way the rule set knows."""
        if rules.opening is None:
            return None  # there are few, see `every`
        rng = random_of(self.key, rules, seed)
        bag = Bag(rng)
        end = ended(bag, rules, wishes(rng, rules))
        try:
            tally(end, rules)
        except InputError:
            return None
        return self._of(end, rules, seed)

    def every(self, rules: RuleSet) -> Iterator[Exercise] | None:
        """Where balances are counted down: every winner and finish, and who showed the twin."""
        if rules.opening is not None:
            return None
        return (self._of(end, rules, str(number)) for number, end in enumerate(_all_ends(rules)))

    def _of(self, end: Ended, rules: RuleSet, seed: str) -> Exercise:
        ask, values = asked_how(end)
        return Exercise(
            self.key, rules, seed, end.indicator, ended=end, values=values, ask=ask,
            about=tuple(sorted(applied(tally(end, rules)))),
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """What the engine writes."""
        return (numbers(scored(exercise, rules)),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """The same numbers; the rules of the first seat that is wrong."""
        said = read_numbers(exercise, answer)
        result = scored(exercise, rules)
        return compared(said, result, self.about(exercise))

    def wanted(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
        """Not all four alike, unless nobody has opened; and not too much to add up."""
        end = exercise.ended
        assert end is not None
        return sum(len(board.hand) for board in end.boards) <= 30

    def prove(self, exercise: Exercise, solution: Json, language: str) -> str:
        """What each seat writes, and out of what it adds up."""
        told = super().prove(exercise, solution, language)
        return f"{told} {sheet(scored(exercise, exercise.rules), language)}."

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How much there is to add up, and how many rules come together."""
        end = exercise.ended
        assert end is not None
        return end_features(end, scored(exercise, rules))

    def effort(self, features: Mapping[str, int]) -> float:
        """Tiles to add, and rules that meet."""
        return ending_effort(features)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        assert exercise.ended is not None
        return end_tags(exercise.ended, rules)


def _all_ends(rules: RuleSet) -> Iterator[Ended]:
    """Every end of a round in which nothing is laid, 85 of them, each beside another indicator."""
    finishes = [None, *(
        Finish(seat, okey, by)
        for seat in range(SEATS) for okey in (False, True) for by in _WAYS
    )]  # fmt: skip
    shown: list[tuple[tuple[str, int], ...]] = [(), *(((SHOWN, seat),) for seat in range(SEATS))]
    boards = (Board(None),) * SEATS
    known = event_points(rules)
    for number, (finish, events) in enumerate(product(finishes, shown)):
        if not events or SHOWN in known:
            yield Ended(FACES[number % len(FACES)], boards, finish, events)


def scored(exercise: Exercise, rules: RuleSet) -> Result:
    """The score of the round under these rules."""
    assert exercise.ended is not None
    return tally(carried(exercise.ended, rules), rules)


def numbers(result: Result) -> str:
    """The scores as an answer."""
    return " ".join(map(str, result.scores))


def compared(said: tuple[int, ...], result: Result, about: tuple[str, ...]) -> Outcome:
    """The outcome of numbers held against a score, with the rules of the first that is wrong."""
    wrong = next((at for at, one in enumerate(said) if one != result.scores[at]), None)
    if wrong is None:
        return Outcome(True, (numbers(result),), rules=about)
    lines = [line for line in result.lines if line.seat == wrong]
    named = [rule for line in lines for rule in (*line.factors, line.rule)]
    if any("okeys" in line.params for line in lines):
        named.insert(0, "score.okey-held")
    if result.finish is None:
        named.insert(0, "score.null-round")
    return Outcome(
        False, (numbers(result),), rules=tuple(dict.fromkeys(named)) or about,
        values={"seat": f"seat:{wrong}"},
    )  # fmt: skip


def asked_how(end: Ended) -> tuple[str, dict[str, str | int]]:
    """Which question fits: it says what the boards do not show."""
    null = "_null" if end.finish is None else ""
    for seat, board in enumerate(end.boards):
        worth = board.opening_points or board.opening_pairs
        if worth is not None:
            ask = "siler" if board.opening_points is not None else "siler_pairs"
            return f"{ask}{null}", {"seat": f"seat:{seat}", "worth": worth}
    if end.teams is not None:
        return f"teams{null}", {}
    if end.risk:
        return f"risk{null}", {}
    return ("null", {}) if null else ("ask", {})


def end_features(end: Ended, result: Result) -> dict[str, int]:
    """Numbers about the end of a round."""
    return {
        "tiles": sum(len(board.hand) for board in end.boards if board.opened),
        "rules": len(applied(result)),
        "events": len(end.events),
        "factor": max((line.factor for line in result.lines), default=1),
        "teams": int(end.teams is not None),
    }


def ending_effort(features: Mapping[str, int]) -> float:
    """How hard a round is to score."""
    rules = scenes.scaled(features["rules"], 1, 7)
    tiles = scenes.scaled(features["tiles"], 0, 12)
    factor = scenes.scaled(features["factor"], 1, 8)
    return 0.05 + 0.4 * rules + 0.25 * tiles + 0.15 * factor + 0.1 * features["teams"]


def end_tags(end: Ended, rules: RuleSet) -> list[str]:
    """The themes of a finished round."""
    finish, boards = end.finish, end.boards
    siler = rules.scoring.siler if isinstance(rules.scoring, Points) else None
    worth = [(board.opening_points, siler and siler.points) for board in boards]
    worth += [(board.opening_pairs, siler and siler.pairs) for board in boards]
    known = [(have, need) for have, need in worth if have is not None and need]
    opened = [board for board in boards if board.opened]
    tests = {
        "null-round": finish is None,
        "okey-finish": finish is not None and finish.okey_last,
        "pair-finish": finish is not None and finish.by == "pairs",
        "from-hand": finish is not None and finish.same_turn,
        "direct": finish is not None and finish.same_turn and finish.first_to_open,
        "risk": end.risk,
        "duo": end.teams is not None,
        "siler": any(have >= need for have, need in known),
        "near-siler": any(have < need for have, need in known),
        "okey-left": any(OKEY in board.hand for board in opened),
        "false-okey-left": any(FALSE_OKEY in board.hand for board in opened),
        "pair-opener": any(
            board.opened == "pairs" and (finish is None or seat != finish.seat)
            for seat, board in enumerate(boards)
        ),
        "penalty": any(rule.startswith("penalty.") for rule, _ in end.events),
        "nobody-opened": rules.opening is not None and not opened,
    }
    return [key for key, holds in tests.items() if holds]


__all__ = ["ScoreRound", "asked_how", "compared", "end_tags", "numbers", "scored"]
