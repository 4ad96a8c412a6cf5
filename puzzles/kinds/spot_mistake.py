"""Spot the mistake: which step of the story is not allowed or costs points, and by which rule?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, Final

from okey.moves import (
    Add,
    Discard,
    Draw,
    Finish,
    Lay,
    Move,
    Open,
    ShowIndicator,
    Swap,
    Take,
)
from okey.rules.model import RuleSet
from puzzles.kinds import scenes
from puzzles.kinds.base import Theme
from puzzles.kinds.mistakes import mistakes, thrown
from puzzles.kinds.saying import Saying
from puzzles.kinds.stories import (
    SEATS,
    Step,
    Telling,
    hidden,
    shared_features,
    steps,
    story_of,
    story_text,
)
from tutor.tasks import tables
from tutor.tasks.base import Exercise, Form, Outcome, random_of, read_choice
from tutor.tasks.pieces import Bag

NONE: Final = "none"
_OFFERED: Final = 7  # options beside `none`
_EACH: Final = 3  # of them about a step that is in question
# How often a story without a mistake is tried, so that `none` is right as often as any option: one
# time in eight, and in six where no table is laid on, since fewer are offered there. It is tried
# more rarely than that, because not every mistake comes off.
_CLEAN, _CLEAN_SHOWN = 0.1, 0.15

# What might be thought to stand against a step.
_PLAUSIBLE: Final[Mapping[type, tuple[str, ...]]] = {
    Draw: ("turn.draw-once", "turn.order"),
    Take: ("take.last-only", "take.must-use", "turn.draw-once"),
    Open: (
        "opening.points", "opening.pairs", "opening.mixed", "run.gap", "run.no-wrap",
        "group.colour-twice", "take.in-opening", "pair.identical",
    ),
    Lay: ("lay.not-opened", "lay.pairs-only", "lay.no-pairs", "run.gap", "lay.unavailable"),
    Add: (
        "layoff.not-opened", "layoff.no-fit", "layoff.run-cap", "layoff.pairs-closed",
        "run.no-wrap",
    ),
    Swap: ("swap.not-opened", "swap.wrong-tile", "swap.undetermined"),
    Discard: (
        "penalty.layable-discard", "penalty.okey-thrown", "turn.draw-first", "take.must-use",
    ),
    Finish: ("finish.incomplete", "run.gap", "run.wrap-end", "group.colour-twice"),
    ShowIndicator: ("show.first-turn", "show.twin"),
}  # fmt: skip


class SpotMistake(Saying):
    """A turn or two in words, with one mistake at most."""

    key = "spot-mistake"
    version = 2
    form = Form.CHOICE
    trains = (
        "turn.draw-once", "turn.draw-first", "take.last-only", "take.must-use", "opening.points",
        "opening.mixed", "run.gap", "run.no-wrap", "group.colour-twice", "layoff.not-opened",
        "layoff.run-cap", "lay.pairs-only", "swap.undetermined", "penalty.layable-discard",
        "penalty.okey-thrown", "finish.incomplete",
    )  # fmt: skip
    themes = scenes.themes_of(
        Theme("no-mistake", tells=True), Theme("drawing", tells=True),
        Theme("opening", tells=True), Theme("melds", tells=True), Theme("laying-off", tells=True),
        Theme("swapping", tells=True), Theme("penalised", tells=True),
        Theme("finishing", tells=True), Theme("pairs", tells=True),
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Something can be done wrong under every rule set."""
        return True

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """Tell a turn or two, mostly with a mistake."""
        rng = random_of(self.key, rules, seed)
        known = mistakes(rules)
        name = rng.choice(sorted(known))
        told = _begun(Bag(rng), rules, name)
        if told is None or not _lead(told):
            return None
        clean = rng.random() < (_CLEAN_SHOWN if rules.opening is None else _CLEAN)
        if not (_clean_turn(told) if clean else known[name](told)):
            return None
        _after(told)
        begun, moves = told.begun, tuple(told.moves)
        offered = _options(rng, rules, tuple(steps(begun, moves)), moves)
        return Exercise(
            self.key, rules, seed, begun.indicator, round=begun, options=offered,
            values={"story": story_text(list(moves))},
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The first step that is wrong, with each of its rules that is offered; or none is."""
        found = mistake(tuple(steps(tables.round_of(exercise, rules), story_of(exercise))))
        if found is None:
            return (NONE,)
        number, broken = found
        return tuple(one for one in exercise.options if one in _named(number, broken))

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Held against what the referee says of the first wrong step."""
        said, right = read_choice(exercise, answer), self.right(exercise, rules)
        found = mistake(tuple(steps(tables.round_of(exercise, rules), story_of(exercise))))
        number, broken = found or (0, ())
        values: dict[str, str | int] = {"step": number}
        if broken:
            values["rule"] = f"rule:{broken[0]}"
        return Outcome(said in right, right, rules=broken or self.about(exercise), values=values)

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """Which step is wrong, or that none is."""
        return "proof_none" if right == (NONE,) else "proof"

    def wanted(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
        """One or two rules for one mistake, and no penalty that another pays."""
        played = steps(tables.round_of(exercise, rules), story_of(exercise))
        return len(right) <= 2 and not any(
            event.seat != step.move.seat or event.rule == "penalty.giver"
            for step in played
            for event in step.events
        )

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How long the story is, and how much is offered."""
        return shared_features(exercise) | {"offered": len(exercise.options)}

    def effort(self, features: Mapping[str, int]) -> float:
        """Steps to follow, each before a table."""
        told = scenes.scaled(features["steps"], 2, 9)
        melds = scenes.scaled(features["melds"], 0, 10)
        return 0.15 + 0.35 * told + 0.3 * melds + 0.1 * min(1, features["okeys"])

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        if right == (NONE,):
            return ["no-mistake"]
        broken = [one.partition(" ")[2] for one in right]
        groups = {
            "drawing": ("turn.", "take."),
            "opening": ("opening.",),
            "melds": ("run.", "group.", "meld."),
            "laying-off": ("layoff.", "lay."),
            "swapping": ("swap.",),
            "penalised": ("penalty.",),
            "finishing": ("finish.", "show."),
            "pairs": ("pair.", "opening.pairs", "opening.mixed", "lay.pairs-only", "lay.no-pairs"),
        }
        return [
            key for key, starts in groups.items() if any(one.startswith(starts) for one in broken)
        ]


def mistake(played: tuple[Step, ...]) -> tuple[int, tuple[str, ...]] | None:
    """The number of the first wrong step (from 1), with the rules that it breaks."""
    for number, step in enumerate(played, 1):
        broken = [one.rule for one in step.violations]
        broken += [
            event.rule
            for event in step.events
            if event.seat == step.move.seat and event.rule.startswith("penalty.")
        ]
        if broken:
            return number, tuple(dict.fromkeys(broken))
    return None


def _named(number: int, broken: Iterable[str]) -> list[str]:
    return [f"{number} {rule}" for rule in broken]


def _options(
    rng: Random, rules: RuleSet, played: tuple[Step, ...], moves: tuple[Move, ...]
) -> tuple[str, ...]:
    """The mistake among others that might be thought to be one, in the order of the steps.

    Two steps are in question more than once, so that their number does not tell the right one.
    """
    found = mistake(played)
    broken = [] if found is None else _named(*found)
    doubts = [one for one in _doubts(rules, moves) if one not in broken]
    rng.shuffle(doubts)
    right = broken[:2]
    steps_asked = [number for number in range(1, len(moves) + 1) if _of(doubts, number)]
    rng.shuffle(steps_asked)
    first = found[0] if found is not None else steps_asked[0]
    others = sorted(
        (one for one in steps_asked if one != first), key=lambda one: -_several(doubts, one)
    )
    chosen = [*right, *_of(doubts, first)[: _EACH - len(right)]]
    chosen += _of(doubts, others[0])[:_EACH] if others else []
    chosen += [one for one in doubts if one not in chosen][: _OFFERED - len(chosen)]
    return (*sorted(chosen, key=lambda one: (int(one.split()[0]), one)), NONE)


def _of(options: Iterable[str], number: int) -> list[str]:
    """Those about one step."""
    return [one for one in options if one.startswith(f"{number} ")]


def _several(options: Iterable[str], number: int) -> int:
    """How many there are about a step, as far as they are offered."""
    return min(_EACH, len(_of(options, number)))


def _doubts(rules: RuleSet, moves: tuple[Move, ...]) -> Iterator[str]:
    for number, move in enumerate(moves, 1):
        for rule in _PLAUSIBLE.get(type(move.action), ()):
            if rule in rules.rules:
                yield f"{number} {rule}"


# Telling


def _begun(bag: Bag, rules: RuleSet, name: str) -> Telling | None:
    """A table that suits the mistake, and who is on turn two seats before it is made."""
    rng = bag.rng
    seat = rng.randrange(SEATS)
    first = (seat - 2) % SEATS
    if rules.opening is None:
        return Telling(bag, hidden(rules, bag, [], turn=first))
    unopened = name.startswith(("opens", "gap", "wrap", "colour", "false", "four", "unequal",
                                "mixed")) or name.endswith("unopened")  # fmt: skip
    others = [one for one in range(SEATS) if one != seat]
    opened = rng.sample(others, rng.choice((1, 1, 2)))
    if name == "run-after-pairs":
        table = scenes.openings(bag, opened)
        own = scenes.pairs(bag, seat, 5)
    elif name == "adds-to-pair":
        table = scenes.openings(bag, [seat])
        own = scenes.pairs(bag, opened[0], 5)
    else:
        table = scenes.openings(bag, opened if unopened else [seat, *opened])
        own = []
    if table is None:
        return None
    table += own
    if name == "swaps-open-colour":
        group = scenes.some_group(rng)[:3]
        meld = scenes.take_meld(bag, group, rng.randrange(3))
        if meld is None:
            return None
        table.append((opened[0], meld))
    elif name == "swaps-wrong" and not scenes.with_okey(bag, table, table[0][0]):
        return None
    return Telling(bag, hidden(rules, bag, table, turn=first))


def _lead(told: Telling) -> bool:
    """Two quiet turns, or one, so that there is something to take."""
    if told.rng.random() < 0.5:
        # The story begins one turn later, and nothing is told of the turn before.
        tile = told.idle()
        if tile is None or not (told.tell(Draw()) and told.tell(Discard(tile))):
            return False
        told.begun, told.moves = told.round, []
    else:
        tile = told.idle()
        if tile is None or not (told.tell(Draw()) and told.tell(Discard(tile))):
            return False
    tile = told.idle()
    return tile is not None and told.tell(Draw()) and told.tell(Discard(tile))


def _clean_turn(told: Telling) -> bool:
    """A turn in which nothing is wrong: something laid, or just a tile drawn and one thrown."""
    if not told.tell(Draw()):
        return False
    if told.opened is not None and told.rng.random() < 0.7:
        tile = told.fitting()
        if tile is not None:
            for number in range(1, len(told.round.table) + 1):
                if told.tell(Add(scenes.laid(tile), number)):
                    break
    return thrown(told, told.idle())


def _after(told: Telling) -> None:
    """What a story goes on with, so that its end does not tell where the mistake is."""
    last = told.moves[-1].action
    if not isinstance(last, Discard | Finish) and told.rng.random() < 0.8:
        tile = told.idle()
        if tile is not None:
            told.claim(Discard(tile), told.moves[-1].seat)


__all__ = ["NONE", "SpotMistake", "mistake"]
