"""What cannot be done with an assignment or a work now. `words.py` says it to the reader."""

from __future__ import annotations

from puzzles.errors import Refused


class AssignmentGone(Refused):
    """The assignment was deleted or withdrawn, or is not for this pupil."""

    code = "assignment.gone"
    status = 404


class IsFrozen(Refused):
    """Its puzzles are settled: they never change again."""

    code = "assignment.frozen"


class NotFrozen(Refused):
    """It is a draft still: delete it instead of withdrawing it."""

    code = "assignment.draft"


class NotComplete(Refused):
    """Its puzzles are not all there yet."""

    code = "assignment.not-complete"


class NothingThere(Refused):
    """There is no puzzle in it."""

    code = "assignment.empty"


class NoEquivalent(Refused):
    """No other puzzle of this kind is near in difficulty; more are being made."""

    code = "assignment.no-equivalent"


class NotAPupil(Refused):
    """A recipient or an extension names somebody who is no pupil of the class."""

    code = "assignment.not-a-pupil"


class TooMany(Refused):
    """The class has as many assignments as one may have."""

    code = "assignment.too-many"


class TimesContradict(Refused):
    """Due, late and feedback times contradict each other."""

    code = "assignment.times"


class IsLive(Refused):
    """A live round of it is running."""

    code = "assignment.live"


class NotYet(Refused):
    """It is not open yet."""

    code = "work.not-yet"


class Closed(Refused):
    """No answers are taken any more; what was saved before counts."""

    code = "work.closed"


class NoTryLeft(Refused):
    """Every try is used up."""

    code = "work.no-try-left"


class HandedIn(Refused):
    """The work was handed in; its answers stay as they were."""

    code = "work.handed-in"


class AnsweredAlready(Refused):
    """Its result was shown, so it cannot be answered again in this try."""

    code = "work.answered"
