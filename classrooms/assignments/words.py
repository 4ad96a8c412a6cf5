"""Sentences of this part, in the reader's language. Rows and code keep ids and values."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classrooms.assignments.models import Assignment
from classrooms.assignments.timing import Standing
from puzzles import words

_REFUSED: dict[str, Promise] = {
    "assignment.gone": _("This assignment is not there any more."),
    "assignment.frozen": _(
        "The puzzles of this assignment are settled and do not change any more."
    ),
    "assignment.draft": _("This is a draft: it can be deleted."),
    "assignment.not-complete": _("The puzzles are not all there yet. Wait until they are made."),
    "assignment.empty": _("There is no puzzle to set."),
    "assignment.no-equivalent": _(
        "There is no other puzzle of this kind and difficulty yet. More are being made: "
        "try again in a minute."
    ),
    "assignment.not-a-pupil": _("Somebody chosen here is not a pupil of this class any more."),
    "assignment.too-many": _("This class has very many assignments. Delete drafts first."),
    "assignment.times": _(
        "These times contradict each other: first it opens, then it is due, then late time ends."
    ),
    "assignment.live": _("A live round of this assignment is running. End it first."),
    "work.not-yet": _("This assignment is not open yet."),
    "work.closed": _(
        "The time is over: no answers are taken any more. What was saved before counts."
    ),
    "work.no-try-left": _("You have used every try of this assignment."),
    "work.handed-in": _("You have handed this in. Its answers stay as they were."),
    "work.answered": _("You have answered this puzzle and seen the result. It counts as it is."),
    "class.archived": _("This class is archived: everything can be read, nothing changed."),
    "class.gone": _("This class is not there any more."),
    "live.running": _("A live round is running in this class already. End it first."),
    "live.over": _("This live round is over."),
}
COUNTING: dict[str, Promise] = {
    Assignment.Counting.BEST: _("the best try"),
    Assignment.Counting.LAST: _("the last try"),
    Assignment.Counting.FIRST: _("the first try"),
}
FEEDBACK: dict[str, Promise] = {
    Assignment.Feedback.AT_ONCE: _("after each puzzle"),
    Assignment.Feedback.AFTER_SUBMIT: _("after handing in"),
    Assignment.Feedback.AFTER_DUE: _("when nobody can hand in any more"),
}
STANDINGS: dict[Standing, Promise] = {
    Standing.NOT_YET: _("not open yet"),
    Standing.OPEN: _("open"),
    Standing.GRACE: _("still in time"),
    Standing.LATE: _("late"),
    Standing.CLOSED: _("closed"),
}


def refusal(code: str) -> str:
    """Say why something cannot be done now."""
    own = _REFUSED.get(code)
    return str(own) if own is not None else words.refusal(code)
