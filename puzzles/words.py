"""Sentences and names of this room, in the reader's language. Rows and code keep ids and values."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from okey.errors import InputError
from tutor.board.words import language
from tutor.texts import error_message

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


def input_error(error: InputError) -> str:
    """Say what cannot be read, and where."""
    own = _INPUT.get(error.code)
    if own is not None:
        return str(own)
    return error_message(error.code, error.at.partition(": ")[2] or error.at, language())


def refusal(code: str) -> str:
    """Say why something cannot be done now."""
    return str(_REFUSED.get(code) or _("This cannot be done now."))


def no_key_error() -> str:
    """For a form that was sent without its key."""
    return _("This page is out of date. Load it again; what you laid is kept.")
