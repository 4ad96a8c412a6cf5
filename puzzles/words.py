"""Sentences and names of this room, in the reader's language. Rows and code keep ids and values."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from okey.errors import InputError
from tutor.names import join
from tutor.texts import error_message, known_language, phrase

KINDS: dict[str, Promise] = {"can-open": gettext_lazy("Can you open?")}

THEMES: dict[str, Promise] = {
    "close": gettext_lazy("Close to the line"),
    "overlap": gettext_lazy("Melds that want the same tile"),
    "one-okey": gettext_lazy("One okey"),
    "two-okeys": gettext_lazy("Two okeys"),
    "false-okey": gettext_lazy("With a false okey"),
    "end-okey": gettext_lazy("Okey at the end of a run"),
    "many-pairs": gettext_lazy("Many pairs"),
    "greedy-trap": gettext_lazy("The dearest meld first is a trap"),
    "okey-forced": gettext_lazy("Only the okey opens it"),
    "pairs-only": gettext_lazy("Pairs, not runs"),
    "both-ways": gettext_lazy("Pairs or runs, both open"),
    "exactly-101": gettext_lazy("Exactly 101"),
    "exactly-100": gettext_lazy("Exactly 100"),
}

_INPUT: dict[str, Promise] = {
    "count.set": gettext_lazy("That number of hands cannot be made at once."),
    "kind.unknown": gettext_lazy("There is no such kind of puzzle."),
    "kind.rules": gettext_lazy("This kind of puzzle does not exist under that rule set."),
    "theme.unknown": gettext_lazy("There is no such theme to choose."),
}

TOO_NARROW = gettext_lazy(
    "The difficulty range was too narrow: too few hands fall into it. "
    "Order a new set with a wider range."
)

_REFUSED: dict[str, Promise] = {
    "key.reused": gettext_lazy("This was sent before, with something else in it."),
    "player.gone": gettext_lazy("This page is out of date. Load it again; what you laid is kept."),
    "attempt.try": gettext_lazy("Answer the try before this one first."),
    "puzzles.none": gettext_lazy("You have seen every hand of this kind. More are being made."),
    "jobs.too_many": gettext_lazy(
        "Two of your sets are still being made. Wait for one, or cancel it."
    ),
    "jobs.queue_full": gettext_lazy("Much is being made at the moment. Try again in a minute."),
}


def language() -> str:
    """The reader's language: de, tr or en."""
    return known_language(get_language())


def input_error(error: InputError) -> str:
    """Say what cannot be read, and where."""
    own = _INPUT.get(error.code)
    if own is not None:
        return str(own)
    return error_message(error.code, error.at.partition(": ")[2] or error.at, language())


def refusal(code: str) -> str:
    """Say why something cannot be done now."""
    return str(_REFUSED.get(code) or _("This cannot be done now."))


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


def no_key_error() -> str:
    """For a form that was sent without its key."""
    return _("This page is out of date. Load it again; what you laid is kept.")
