"""What cannot be done with grades now. Views put it into words."""

from __future__ import annotations

from puzzles.errors import Refused


class NotLookedAt(Refused):
    """What would change is not known yet."""

    code = "grades.not-looked-at"


class EngineChanged(Refused):
    """The engine is another one than when it was looked."""

    code = "grades.engine-changed"
