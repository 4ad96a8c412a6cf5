"""Simulated solvers of several strengths, for the first difficulty of a position.

A solver does not look at everything: a tile of the rack, a meld on the table, an event of a round
may go unseen, and what it then answers is right for what it saw. It may believe one wrong thing
about the rules that the kind trains, and it slips where numbers are added. A greedy one lays the
dearest meld each time. All chance comes from the `Random` given.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Final

from okey.errors import InputError
from okey.hand import Hand
from okey.melds import MeldKind, laid_tiles
from okey.mistaken import MISTAKEN
from okey.rules.model import RuleSet
from okey.table import Round, TableMeld
from okey.tiles import FACES, FALSE_OKEY, NUMBERS, OKEY, Tile, face
from puzzles.kinds.asked import AskedKind
from tutor.misconceptions.beliefs import NONE, answers_under, keys
from tutor.tasks.base import Exercise, Form

# What seeing only a part may make of an exercise: nothing that could be answered.
_CANNOT_SAY: Final = (InputError, LookupError, ValueError, AssertionError)
_FAR: Final = 10  # how far a slip is from the number that was meant


@dataclass(frozen=True, slots=True)
class Solver:
    """A strength. All numbers are chances from 0 to 1.

    `unseen` is that of each tile, meld and event; `believes` that of a wrong belief; `slips` that
    of each number that is added, and of each option that is weighed. `greedy`: melds are laid as
    they are found, the dearest first.
    """

    key: str
    unseen: float = 0.0
    believes: float = 0.0
    slips: float = 0.0
    greedy: bool = False


SOLVERS: Final = (
    Solver("greedy", unseen=0.10, believes=0.5, slips=0.06, greedy=True),
    Solver("hasty", unseen=0.06, believes=0.3, slips=0.03),
    Solver("careful", unseen=0.02, believes=0.1, slips=0.01),
    Solver("exact"),
)


def solves(kind: AskedKind, exercise: Exercise, solver: Solver, rng: Random) -> bool:
    """Whether the solver's answer is right."""
    said = answer(kind, exercise, solver, rng)
    if said is None:
        return False
    try:
        return kind.check(exercise, said, exercise.rules).correct
    except InputError:
        return False


def answer(kind: AskedKind, exercise: Exercise, solver: Solver, rng: Random) -> str | None:
    """What the solver says; None where it finds nothing to say."""
    looks = seen(exercise, solver, rng)
    if solver.greedy and kind.form is Form.MELDS and looks.hand is not None:
        found: tuple[str, ...] = (greedy_melds(looks.hand),)
        if not found[0] or ("cannot" in exercise.options and not _enough(kind, exercise, found[0])):
            found = ("cannot",)
    else:
        found = _right(kind, looks, _belief(kind, exercise.rules, solver, rng))
    if not found:
        return _guess(kind, exercise, rng)
    return _slipped(kind, exercise, rng.choice(found), solver, rng)


def _right(kind: AskedKind, looks: Exercise, belief: str) -> tuple[str, ...]:
    try:
        return answers_under(looks, belief, kind=kind)
    except _CANNOT_SAY:
        return ()


def _enough(kind: AskedKind, exercise: Exercise, melds: str) -> bool:
    try:
        return kind.check(exercise, melds, exercise.rules).correct
    except InputError:
        return False


def _belief(kind: AskedKind, rules: RuleSet, solver: Solver, rng: Random) -> str:
    """A wrong belief about what the kind trains, or none."""
    if rng.random() >= solver.believes:
        return NONE
    able = [key for key in keys(rules) if set(MISTAKEN[key].rules) & set(kind.trains)]
    return rng.choice(able) if able else NONE


# What is seen


def seen(exercise: Exercise, solver: Solver, rng: Random) -> Exercise:
    """The exercise without what goes unseen."""
    if not solver.unseen:
        return exercise
    keeps = 1 - solver.unseen
    changes: dict[str, object] = {}
    if exercise.round is not None:
        round_ = _round(exercise.round, keeps, rng)
        changes["round"] = round_
        if exercise.hand is not None and round_.hand:
            changes["hand"] = Hand(round_.indicator, round_.hand)
    elif exercise.hand is not None:
        tiles = _some(exercise.hand.tiles, keeps, rng)
        changes["hand"] = Hand(exercise.indicator, tiles or exercise.hand.tiles)
    if exercise.ended is not None:
        boards = tuple(
            replace(board, hand=_some(board.hand, keeps, rng)) for board in exercise.ended.boards
        )
        events = tuple(event for event in exercise.ended.events if rng.random() < keeps)
        changes["ended"] = replace(exercise.ended, boards=boards, events=events)
    return replace(exercise, **changes) if changes else exercise  # type: ignore[arg-type]


def _some(tiles: tuple[Tile, ...], keeps: float, rng: Random) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles if rng.random() < keeps)


def _round(round_: Round, keeps: float, rng: Random) -> Round:
    """A round in which some melds look like pairs, onto which nothing goes, and some tiles lack."""
    table = tuple(
        meld if rng.random() < keeps else TableMeld(meld.owner, MeldKind.PAIR, meld.tiles[:2])
        for meld in round_.table
    )
    seats = list(round_.seats)
    own = seats[round_.turn.seat]
    if own.hand:
        seats[round_.turn.seat] = replace(own, hand=_some(own.hand, keeps, rng) or own.hand)
    return replace(round_, table=table, seats=tuple(seats))


# What is said


def _guess(kind: AskedKind, exercise: Exercise, rng: Random) -> str | None:
    if exercise.options and kind.form in (Form.CHOICE, Form.MOVE, Form.TILE, Form.MELDS):
        return rng.choice(exercise.options)
    if exercise.hand is not None and kind.form is Form.TILE:
        return str(rng.choice(exercise.hand.tiles))
    return None


def _slipped(kind: AskedKind, exercise: Exercise, said: str, solver: Solver, rng: Random) -> str:
    """The answer, or what comes of it by a slip."""
    if kind.form in (Form.NUMBER, Form.NUMBERS):
        numbers = said.split()
        added = max(1, _numbers(exercise) // len(numbers))
        return " ".join(str(_added(int(one), added, solver, rng)) for one in numbers)
    others = [option for option in exercise.options if option != said]
    if others and kind.form is Form.CHOICE and _slips(len(others), solver, rng):
        return rng.choice(others)
    return said


def _numbers(exercise: Exercise) -> int:
    """How many numbers are added or weighed: tiles and what is told."""
    tiles = len(laid_tiles(exercise.laid)) + len(exercise.values)
    if exercise.ended is not None:
        tiles += len(exercise.ended.events) + sum(map(_board, exercise.ended.boards))
    return tiles + str(exercise.values.get("story", "")).count(";")


def _board(board: object) -> int:
    return 1 + len(getattr(board, "hand", ()))


def _added(number: int, added: int, solver: Solver, rng: Random) -> int:
    if _slips(added, solver, rng):
        return number + rng.choice((-1, 1)) * rng.randint(1, _FAR)
    return number


def _slips(times: int, solver: Solver, rng: Random) -> bool:
    return rng.random() >= (1 - solver.slips) ** times


# Greedy melds


def greedy_melds(hand: Hand) -> str:
    """The melds that taking the dearest one each time lays, in notation."""
    counts = [0] * len(FACES)
    false_okeys = hand.tiles.count(FALSE_OKEY)
    for tile in hand.tiles:
        if tile != OKEY:
            counts[tile.index if tile.is_face else hand.okey.index] += 1
    okeys, laid = hand.tiles.count(OKEY), []
    while meld := _dearest(counts, okeys):
        words = []
        for one in meld:
            if counts[one.index]:
                counts[one.index] -= 1
                is_false = one == hand.okey and false_okeys > 0
                false_okeys -= is_false
                words.append(str(FALSE_OKEY) if is_false else str(one))
            else:
                okeys -= 1
                words.append(f"{OKEY}={one}")
        laid.append(" ".join(words))
    return " | ".join(laid)


def _dearest(counts: list[int], okeys: int) -> tuple[Tile, ...] | None:
    """The meld worth most that can be made; of equals the one with fewer okeys."""
    best: tuple[tuple[int, int], tuple[Tile, ...]] | None = None
    for meld in _MELDS:
        lacking = sum(not counts[tile.index] for tile in meld)
        if lacking <= okeys and lacking < len(meld):
            worth = sum(tile.number for tile in meld), -lacking
            if best is None or worth > best[0]:
                best = worth, meld
    return None if best is None else best[1]


_RUNS: Final = tuple(
    tuple(face(colour, number) for number in range(first, first + length))
    for colour in {tile.colour for tile in FACES}
    for length in range(3, NUMBERS + 1)
    for first in range(1, NUMBERS - length + 2)
)
_GROUPS: Final = tuple(
    some
    for number in range(1, NUMBERS + 1)
    for size in (3, 4)
    for some in combinations([tile for tile in FACES if tile.number == number], size)
)
_MELDS: Final = (*_RUNS, *_GROUPS)
