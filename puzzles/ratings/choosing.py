"""The next puzzle: unseen, and near the player's strength.

A level is drawn around the rating, a few offers on either side of it are read from an index, those
that the player has opened fall out by another, and one of the nearest that are left is taken. So
the cost depends neither on how many puzzles there are nor on how many attempts. Only who has seen
whole neighbourhoods is led along the index to the nearest that is left.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Player
from puzzles.models import Attempt, Puzzle, PuzzleOffer
from puzzles.ratings import services
from puzzles.ratings.glicko import Strength

AIM: Final = -60  # from the rating: nearly six in ten come right
SPREADS: Final = (80.0, 200.0)  # of the level drawn; the second draw reaches farther
REACH: Final = 32  # offers looked at on either side of the level
AROUND: Final = 100  # offers on either side that tell whether a pool runs low for a player
NEAREST: Final = 6  # of those unseen, one of so many nearest is taken: not everybody gets the same
FAR: Final = 250  # from the level: rather another kind than one that is farther off

_random = random.SystemRandom()  # nobody shall foresee what comes next


def choose(
    player: Player | None,
    *,
    rules: str,
    kinds: Sequence[str],
    theme: str = "",
    chance: random.Random = _random,
) -> Puzzle | None:
    """A puzzle of one of the kinds that the player never opened; None where there is none.

    `kinds` are those that have the theme. Of several, one is drawn, each as likely as the others,
    unless it has nothing near; so a kind with many puzzles does not come more often.
    """
    strength = services.current(player, rules)
    for spread in SPREADS:
        level = _level(strength, spread, chance)
        offered = PuzzleOffer.objects.filter(rules=rules, kind=chance.choice(kinds), theme=theme)
        near = [one for one in _around(offered, level) if abs(one[0] - level) <= FAR]
        found = _one_of(_unseen(player, [puzzle for _, puzzle in near]), chance)
        if found is not None:
            return found
    return _nearest_left(player, rules, kinds, theme, _level(strength, SPREADS[0], chance))


def several(
    player: Player,
    *,
    rules: str,
    kinds: Sequence[str],
    theme: str = "",
    count: int,
    chance: random.Random = _random,
) -> list[Puzzle]:
    """Up to `count` unseen puzzles near the player's strength, the kinds taking turns."""
    level = round(services.current(player, rules).rating + AIM)
    each = []
    for kind in kinds:
        offered = PuzzleOffer.objects.filter(rules=rules, kind=kind, theme=theme)
        unseen = _unseen(player, [one for _, one in _around(offered, level, 4 * count)])
        near = unseen[: 2 * count]
        chance.shuffle(near)
        each.append(near)
    turns = [one for turn in zip_longest(*each) for one in turn if one is not None]
    found = {one.pk: one for one in Puzzle.objects.public().shared().filter(pk__in=turns)}
    return [found[one] for one in turns if one in found][:count]


def running_low(player: Player, *, rules: str, kind: str, few: int) -> bool:
    """Whether fewer than `few` puzzles of a kind are left around the player's strength, unseen."""
    offered = PuzzleOffer.objects.filter(rules=rules, kind=kind, theme="")
    level = round(services.current(player, rules).rating + AIM)
    around = [puzzle for _, puzzle in _around(offered, level, AROUND)]
    return len(_unseen(player, around)) < few


def _level(strength: Strength, spread: float, chance: random.Random) -> int:
    return round(strength.rating + AIM + chance.gauss(0, spread))


def _around(offered: QuerySet[Any], level: int, reach: int = REACH) -> list[tuple[int, Any]]:
    """The nearest offers on either side, the nearest first."""
    rows = offered.values_list("level", "puzzle")
    above = rows.filter(level__gte=level).order_by("level")[:reach]
    below = rows.filter(level__lt=level).order_by("-level")[:reach]
    return sorted([*above, *below], key=lambda row: abs(row[0] - level))


def _unseen(player: Player | None, puzzles: list[Any]) -> list[Any]:
    """Those that the player never opened, in their order."""
    if player is None or not puzzles:
        return puzzles
    seen = set(
        Attempt.objects.filter(player=player, puzzle__in=puzzles).values_list("puzzle", flat=True)
    )
    return [puzzle for puzzle in puzzles if puzzle not in seen]


def _one_of(puzzles: list[Any], chance: random.Random) -> Puzzle | None:
    """One of the nearest that may be seen now; those farther off where all near are withdrawn."""
    for near in (puzzles[:NEAREST], puzzles[NEAREST:]):
        found: list[Puzzle] = list(Puzzle.objects.public().shared().filter(pk__in=near))
        if found:
            return chance.choice(sorted(found, key=lambda one: one.pk))
    return None


def _nearest_left(
    player: Player | None, rules: str, kinds: Sequence[str], theme: str, level: int
) -> Puzzle | None:
    """The nearest of all that are left, wherever it stands."""
    offered = PuzzleOffer.objects.filter(rules=rules, theme=theme)
    offered = offered.filter(kind=kinds[0]) if len(kinds) == 1 else offered.filter(kind__in=kinds)
    left = _left(player, offered).filter(puzzle__in=Puzzle.objects.public().shared())
    above = left.filter(level__gte=level).order_by("level")[:1]
    below = left.filter(level__lt=level).order_by("-level")[:1]
    found = [*above.select_related("puzzle"), *below.select_related("puzzle")]
    nearest = min(found, key=lambda offer: abs(offer.level - level), default=None)
    return None if nearest is None else nearest.puzzle


def _left(player: Player | None, offered: QuerySet[Any]) -> QuerySet[Any]:
    if player is None:
        return offered
    opened = Attempt.objects.filter(player=player, puzzle=OuterRef("puzzle"))
    return offered.filter(~Exists(opened))
