"""The next puzzle: unseen, and near the player's strength.

A level is drawn around the rating, a few offers on either side of it are read from an index, those
that the player has opened fall out by another, both in one statement, and one of the nearest that
are left is taken. So the cost depends neither on how many puzzles there are nor on how many
attempts. Only who has seen whole neighbourhoods is led along the index to the nearest that is left.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Player
from puzzles.models import Attempt, Puzzle, PuzzleOffer
from puzzles.querysets import PuzzleQuerySet
from puzzles.ratings import services
from puzzles.ratings.glicko import Strength
from puzzles.withholding import held_back

AIM: Final = -60  # from the rating: nearly six in ten come right
SPREADS: Final = (80.0, 200.0)  # of the level drawn; the second draw reaches farther
REACH: Final = 32  # offers looked at on either side of the level
AROUND: Final = 100  # offers on either side that tell whether a pool runs low for a player
NEAREST: Final = 6  # of those unseen, one of so many nearest is taken: not everybody gets the same
FAR: Final = 250  # from the level: rather another kind than one that is farther off

_random = random.SystemRandom()  # nobody shall foresee what comes next

# By hand: the library makes no statement of two ordered halves that every database reads.
_AROUND: Final = """
    SELECT around.level, around.puzzle_id FROM (
        SELECT * FROM (
            SELECT level, puzzle_id FROM puzzles_puzzleoffer
            WHERE rules = %(rules)s AND kind = %(kind)s AND theme = %(theme)s AND level >= %(level)s
            ORDER BY level LIMIT %(reach)s
        ) AS above
        UNION ALL
        SELECT * FROM (
            SELECT level, puzzle_id FROM puzzles_puzzleoffer
            WHERE rules = %(rules)s AND kind = %(kind)s AND theme = %(theme)s AND level < %(level)s
            ORDER BY level DESC LIMIT %(reach)s
        ) AS below
    ) AS around
"""
_NEVER_OPENED: Final = """
    WHERE NOT EXISTS (
        SELECT 1 FROM puzzles_attempt
        WHERE player_id = %(player)s AND puzzle_id = around.puzzle_id
    )
"""


@dataclass(frozen=True, slots=True)
class Found:
    """What was chosen, and how many unseen puzzles of its kind lie around the level drawn."""

    puzzle: Puzzle | None
    unseen: int


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
    return find(player, rules=rules, kinds=kinds, theme=theme, chance=chance).puzzle


def find(
    player: Player | None,
    *,
    rules: str,
    kinds: Sequence[str],
    theme: str = "",
    chance: random.Random = _random,
) -> Found:
    """The same, with how many unseen puzzles are near; 0 where it had to be looked for far off."""
    strength = services.current(player, rules)
    for spread in SPREADS:
        level = _level(strength, spread, chance)
        kind = chance.choice(kinds)
        unseen = _unseen(player, rules, kind, theme, level)
        near = [one for at, one in unseen if abs(at - level) <= FAR]
        found = _one_of(near, player, chance)
        if found is not None:
            return Found(found, len(near))
    level = _level(strength, SPREADS[0], chance)
    return Found(_nearest_left(player, rules, kinds, theme, level), 0)


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
        unseen = _unseen(player, rules, kind, theme, level, 4 * count)
        near = [one for _, one in unseen[: 2 * count]]
        chance.shuffle(near)
        each.append(near)
    turns = [one for turn in zip_longest(*each) for one in turn if one is not None]
    found = {one.pk: one for one in _may_be_asked(player).filter(pk__in=turns)}
    return [found[one] for one in turns if one in found][:count]


def running_low(player: Player, *, rules: str, kind: str, few: int) -> bool:
    """Whether fewer than `few` puzzles of a kind are left around the player's strength, unseen."""
    level = round(services.current(player, rules).rating + AIM)
    return len(_unseen(player, rules, kind, "", level, AROUND)) < few


def _level(strength: Strength, spread: float, chance: random.Random) -> int:
    return round(strength.rating + AIM + chance.gauss(0, spread))


def _unseen(
    player: Player | None, rules: str, kind: str, theme: str, level: int, reach: int = REACH
) -> list[tuple[int, uuid.UUID]]:
    """Level and puzzle of the nearest offers on either side that the player never opened.

    The nearest come first.
    """
    values: dict[str, Any] = {"rules": rules, "kind": kind, "theme": theme}
    values |= {"level": level, "reach": reach}
    statement = _AROUND
    if player is not None:
        statement += _NEVER_OPENED
        values["player"] = Player._meta.pk.get_db_prep_value(player.pk, connection)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows = cursor.fetchall()
    found = [(at, one if isinstance(one, uuid.UUID) else uuid.UUID(one)) for at, one in rows]
    return sorted(found, key=lambda row: abs(row[0] - level))


def _may_be_asked(player: Player | None) -> PuzzleQuerySet:
    """What may be seen now, without what is answered in the player's class before."""
    found: PuzzleQuerySet = Puzzle.objects.public().shared()
    elsewhere = held_back(player)
    return found if elsewhere is None else found.exclude(pk__in=elsewhere)


def _one_of(puzzles: list[Any], player: Player | None, chance: random.Random) -> Puzzle | None:
    """One of the nearest that may be asked now; those farther off where no near one may."""
    for near in (puzzles[:NEAREST], puzzles[NEAREST:]):
        found: list[Puzzle] = list(_may_be_asked(player).filter(pk__in=near))
        if found:
            return chance.choice(sorted(found, key=lambda one: one.pk))
    return None


def _nearest_left(
    player: Player | None, rules: str, kinds: Sequence[str], theme: str, level: int
) -> Puzzle | None:
    """The nearest of all that are left, wherever it stands."""
    offered = PuzzleOffer.objects.filter(rules=rules, theme=theme)
    offered = offered.filter(kind=kinds[0]) if len(kinds) == 1 else offered.filter(kind__in=kinds)
    left = _left(player, offered).filter(puzzle__in=_may_be_asked(player))
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
