"""What a board says while tiles are laid, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language

from tutor.names import join
from tutor.texts import known_language, phrase


def language() -> str:
    """The reader's language: de, tr or en."""
    return known_language(get_language())


def strip(
    *,
    points: int,
    threshold: int,
    pairs: int,
    need: int | None,
    bad: Sequence[tuple[int, str]],
    short: Sequence[tuple[int, int]],
    laid: int,
) -> str:
    """The verdict strip while tiles are laid: of what lies there, and of nothing else.

    `bad`: for each lane that does not hold its number from 1 and what it is not, if that is known.
    `short`: for each unfinished lane its number and how many tiles it lacks.
    """
    if not laid:
        return phrase("strip.start", language())
    counted = _counted(points, threshold, pairs, need)
    unfinished = _bad_lanes(bad) or _short_lanes(short)
    if counted and unfinished:
        return f"{counted}. {unfinished}."
    if unfinished:
        return f"{phrase('strip.enough', language())}. {unfinished}."
    return counted or phrase("strip.open", language())


def lanes_alone(bad: Sequence[tuple[int, str]], short: Sequence[tuple[int, int]], laid: int) -> str:
    """The verdict strip where melds are laid and nothing has to be reached."""
    if not laid:
        return phrase("strip.start", language())
    unfinished = _bad_lanes(bad) or _short_lanes(short)
    return f"{unfinished}." if unfinished else phrase("strip.holds", language())


def _counted(points: int, threshold: int, pairs: int, need: int | None) -> str:
    """What is missing in points or in pairs; empty where nothing is."""
    if pairs and need is not None and not points:
        return "" if pairs >= need else phrase("strip.short_pairs", language(), short=need - pairs)
    missing = threshold - points
    if missing == 1:
        return phrase("strip.short_one", language())
    return phrase("strip.short", language(), short=missing) if missing > 0 else ""


def _bad_lanes(bad: Sequence[tuple[int, str]]) -> str:
    if not bad:
        return ""
    if len(bad) > 1:
        return phrase("strip.check_more", language(), lanes=_numbers(bad))
    lane, label = bad[0]
    return phrase(f"strip.check{'_kind' if label else ''}", language(), lane=lane, label=label)


def _short_lanes(short: Sequence[tuple[int, int]]) -> str:
    if not short:
        return ""
    if len(short) > 1:
        return phrase("strip.lacks_more", language(), lanes=_numbers(short))
    lane, count = short[0]
    return phrase(f"strip.lacks{'_one' if count == 1 else ''}", language(), lane=lane, count=count)


def _numbers(lanes: Sequence[tuple[int, object]]) -> str:
    return join([str(lane) for lane, _what in lanes], language())


def missing_tiles(count: int) -> str:
    """What an unfinished meld lacks."""
    if count == 1:
        return phrase("lane.one_more", language())
    return phrase("lane.more", language(), count=count)


def meld_label(kind: str | None, *, legal: bool) -> str:
    """What a meld is, or is not."""
    if kind is None:
        return phrase("lane.not_meld", language())
    return phrase(f"lane.{kind}" if legal else f"lane.not_{kind}", language())
