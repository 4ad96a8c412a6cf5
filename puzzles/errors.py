"""What can be wrong with a request about puzzles, apart from input that cannot be read."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - a refusal, said to the reader, not a fault
    """Something cannot be done now. `code` is stable; views put it into words.

    `status` is the HTTP status under which the API says it.
    """

    code = "puzzle.refused"
    status = 409


class KeyReused(Refused):
    """The key already belongs to another answer, or to another request for a set."""

    code = "key.reused"


class TryTooEarly(Refused):
    """The tries before this one are not answered yet."""

    code = "attempt.try"


class PlayerGone(Refused):
    """The visitor logged in, or was erased, while the request was under way."""

    code = "player.gone"
