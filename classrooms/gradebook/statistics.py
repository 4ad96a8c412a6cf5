"""Figures of test analysis, pure: how well a puzzle parts those who know from those who do not.

Discrimination is the point-biserial correlation between a puzzle (right 1, else 0) and the points
of all other puzzles of the work. It is left out of that sum, since it would agree with itself. From
0.3 a puzzle parts well, below 0.2 hardly (the bounds of Ebel and Frisbie,
Essentials of Educational Measurement); below 0 the weaker are right more often, as with a puzzle
that is understood in two ways.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

FEWEST: Final = 10  # works; of fewer a correlation says nothing
GOOD, WEAK = 0.3, 0.2


def discrimination(rights: Sequence[bool], points: Sequence[int]) -> float | None:
    """The item-rest correlation, from -1 to 1.

    `points` are those of the whole works, the puzzle's own included. None for fewer than `FEWEST`
    works, and where all or none are right or all the rests are equal: then nothing is parted.

    >>> discrimination([True] * 5 + [False] * 5, [3] * 5 + [1] * 5)
    1.0
    """
    count = len(rights)
    if count < FEWEST:
        return None
    rests = [sum_ - right for sum_, right in zip(points, rights, strict=True)]
    share = sum(rights) / count
    mean = sum(rests) / count
    spread = math.sqrt(sum((one - mean) ** 2 for one in rests) / count)
    if share in (0, 1) or spread == 0:
        return None
    of_right = [one for one, right in zip(rests, rights, strict=True) if right]
    of_wrong = [one for one, right in zip(rests, rights, strict=True) if not right]
    apart = sum(of_right) / len(of_right) - sum(of_wrong) / len(of_wrong)
    found = apart / spread * math.sqrt(share * (1 - share))
    return max(-1.0, min(1.0, round(found, 10)))


def median(values: Sequence[float]) -> float | None:
    """The middle one, or the mean of the two in the middle; None of none."""
    if not values:
        return None
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2
