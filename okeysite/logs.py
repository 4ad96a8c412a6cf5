"""Log lines without personal data."""

from __future__ import annotations

import logging
import re

_IPV4 = re.compile(r"\b(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}\b")
_EMAIL = re.compile(r"[^\s@<>\"']+@[^\s@<>\"']+\.[^\s@<>\"']+")
_SECRET = re.compile(
    r"(?i)(bearer\s+|ist_|password/reset/key/|confirm-email/|play/join/)[^\s/\"']+"
)
_QUERY = re.compile(r"\?[^\s\"']*")
# the values that PostgreSQL quotes in its details
_VALUES = re.compile(r"(Key \([^)]*\)=)\(.*\)|(Failing row contains )\(.*\)")


class Impersonal(logging.Formatter):
    """Cuts addresses to their network and takes out e-mail, tokens, queries and values of rows.

    A formatter, since it sees the whole text: a traceback may quote what somebody sent.
    """

    def format(self, record: logging.LogRecord) -> str:
        return impersonal(super().format(record))


def impersonal(text: str) -> str:
    """The text without what leads to a person."""
    text = _QUERY.sub("?…", text)
    text = _VALUES.sub(lambda found: f"{found[1] or found[2]}(…)", text)
    text = _SECRET.sub(r"\1…", text)
    text = _EMAIL.sub("…@…", text)
    return _IPV4.sub(r"\1.x.x", text)
