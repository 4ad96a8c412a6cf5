"""Why a launch is not taken. Views put the code into words (`words.py`)."""

# ruff: noqa: N818 - a code states what was wrong

from __future__ import annotations


class LtiRefused(Exception):
    """What a platform or a browser sent is not let in.

    `code` is stable; `status` is 400 for what is malformed or has run out, 403 for what is not
    allowed, 502 where the platform itself did not answer.
    """

    def __init__(self, code: str, status: int = 400) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
