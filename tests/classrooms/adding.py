"""The sums of a gradebook once more, from its scores, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from classrooms.gradebook.scores import Has, Score, Sum
from classrooms.gradebook.table import Column


def sum_of(scores: Iterable[Score]) -> Sum:
    """The sum of what counts."""
    counting = [one for one in scores if one.points is not None]
    return Sum(sum(one.points or 0 for one in counting), sum(one.out_of for one in counting))


def counted(column: Column, scores: Iterable[Score]) -> Column:
    """A column with the figures of its scores."""
    own = list(scores)
    total = sum_of(own)
    return replace(
        column,
        handed_in=sum(one.tries > 0 and one.has != Has.EXCUSED for one in own),
        counted=sum(one.counts for one in own),
        points=total.points,
        possible=total.out_of,
    )
