"""The puzzles of a run: dealt once from a seed, unseen, and harder and harder."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from accounts.models import Player
from puzzles.canonical import PERMUTATIONS
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.base import EASIEST, HARDEST
from puzzles.kinds.registry import KINDS
from puzzles.models import Attempt, Puzzle, PuzzleOffer
from puzzles.runs.models import Run
from tutor.tasks.base import Form

BAND: Final = 100  # points of difficulty; a run climbs from band to band
EACH: Final = {Run.Mode.STREAK: 4, Run.Mode.STORM: 6}  # puzzles of a band
LAST: Final = 24  # ... of the hardest one, where a run goes on
LOOKED_AT: Final = 24  # offers of a band among which they are chosen
FEWEST: Final = 10  # a run with fewer is none

# In a storm a puzzle shall take seconds: what is laid or planned takes longer.
_QUICK: Final = frozenset({Form.CHOICE, Form.TILE, Form.TILES, Form.NUMBER})


@dataclass(frozen=True, slots=True)
class Dealt:
    """A puzzle (its id), and the colours in which the run shows it."""

    puzzle: Any
    colours: str


def kinds_of(mode: str, rules: str) -> tuple[str, ...]:
    """The kinds of puzzles that come in such a run."""
    return tuple(
        key
        for key, kind in KINDS.items()
        if rules in kind.rule_sets and (mode != Run.Mode.STORM or _is_quick(kind))
    )


def _is_quick(kind: AskedKind) -> bool:
    return kind.form in _QUICK and not kind.lengthy


def deal_run(player: Player, *, mode: str, rules: str, seed: str) -> list[Dealt]:
    """Puzzles for a run, rising in difficulty; fewer than `FEWEST` where there are no more.

    Of each band some are read from the index at a place that the seed chooses; those that the
    player has opened fall out, and of what is left the kinds take turns.
    """
    chance = random.Random(f"{mode}/{rules}/{seed}")  # noqa: S311 - the seed is a secret of the run
    offered = PuzzleOffer.objects.filter(theme="", rules=rules, kind__in=kinds_of(mode, rules))
    bands = []
    for low in range(EASIEST, HARDEST, BAND):
        rows = offered.filter(level__gte=chance.randrange(low, low + BAND)).order_by("level")
        bands.append(list(rows.values_list("puzzle", "kind", "level")[:LOOKED_AT]))
    free = _unseen(player, (row[0] for band in bands for row in band))
    chosen: list[tuple[Any, int]] = []
    used: set[Any] = set()
    for number, band in enumerate(bands):
        most = LAST if number == len(bands) - 1 else EACH[Run.Mode(mode)]
        left = [row for row in band if row[0] in free and row[0] not in used]
        for puzzle, level in _mixed(left, most, chance):
            used.add(puzzle)
            chosen.append((puzzle, level))
    chosen.sort(key=lambda one: one[1])
    return [Dealt(puzzle, chance.choice(PERMUTATIONS)) for puzzle, _ in chosen]


def _mixed(
    rows: Sequence[tuple[Any, str, int]], most: int, chance: random.Random
) -> list[tuple[Any, int]]:
    """Some of the rows, the kinds taking turns."""
    order = sorted(rows, key=lambda row: str(row[0]))
    chance.shuffle(order)
    turns: dict[str, int] = {}
    ranked: list[tuple[int, int, Any, int]] = []
    for puzzle, kind, level in order:
        turns[kind] = turns.get(kind, 0) + 1
        ranked.append((turns[kind], len(ranked), puzzle, level))
    return [(puzzle, level) for _, _, puzzle, level in sorted(ranked, key=lambda one: one[:2])][
        :most
    ]


def _unseen(player: Player, puzzles: Iterable[Any]) -> set[Any]:
    """Those that anybody may see now and this player never opened."""
    ids = set(puzzles)
    public = set(Puzzle.objects.public().shared().filter(pk__in=ids).values_list("pk", flat=True))
    seen = Attempt.objects.filter(player=player, puzzle__in=ids).values_list("puzzle", flat=True)
    return public - set(seen)
