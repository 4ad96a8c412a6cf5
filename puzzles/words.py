"""Sentences and names of this room, in the reader's language. Rows and code keep ids and values."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from okey.errors import InputError
from puzzles.texts import kind_texts
from tutor.board.words import language
from tutor.texts import error_message


def kind_name(key: str) -> str:
    """The name of a kind of puzzle."""
    return str(kind_texts(key, language())["name"])


def kind_about(key: str) -> str:
    """What a kind is about, in a sentence."""
    return str(kind_texts(key, language())["about"])


def theme_name(kind: str, key: str) -> str:
    """The name of one of a kind's themes."""
    return str(kind_texts(kind, language())["themes"][key])


_INPUT: dict[str, Promise] = {
    "count.set": gettext_lazy("That number of puzzles cannot be made at once."),
    "position.puzzle": gettext_lazy("No question of the trainer fits this position."),
    "kind.unknown": gettext_lazy("There is no such kind of puzzle."),
    "kind.rules": gettext_lazy("This kind of puzzle does not exist under that rule set."),
    "theme.unknown": gettext_lazy("There is no such theme to choose."),
}

TOO_NARROW = gettext_lazy(
    "Too few puzzles are what was asked for. "
    "Order a new set with a wider range of difficulty, or without the theme."
)

NOT_PROVED = gettext_lazy(
    "A puzzle of the file has no exact answer here, or was changed by hand. Nothing was made of it."
)

_REFUSED: dict[str, Promise] = {
    "key.reused": gettext_lazy("This was sent before, with something else in it."),
    "player.gone": gettext_lazy("This page is out of date. Load it again; what you laid is kept."),
    "attempt.try": gettext_lazy("Answer the try before this one first."),
    "puzzle.held-back": gettext_lazy(
        "This puzzle is in an assignment of your class. Answer it there; then you may try it here."
    ),
    "run.over": gettext_lazy("This run is over. What you answered in time counts."),
    "run.not-now": gettext_lazy("Another puzzle of the run comes now. Load the page again."),
    "run.no-hints": gettext_lazy("There are no hints in a run."),
    "run.skip-used": gettext_lazy("You have skipped one already."),
    "name.taken": gettext_lazy("Somebody else uses this name. Choose another one."),
    "submission.handed-in": gettext_lazy("This set was handed in. Its answers stay as they were."),
    "puzzles.none": gettext_lazy("You have seen every puzzle of this kind. More are being made."),
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
