"""Log lines without personal data."""

from __future__ import annotations

import logging
import re

_IPV4 = re.compile(r"\b(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}\b")
_EMAIL = re.compile(r"[^\s@<>\"']+@[^\s@<>\"']+\.[^\s@<>\"']+")
_SECRET = re.compile(r"(?i)(bearer\s+|ist_|password/reset/key/|confirm-email/)[^\s/\"']+")
_QUERY = re.compile(r"\?[^\s\"']*")


class Impersonal(logging.Filter):
    """Cut addresses to their network and take out e-mail, tokens and queries."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = impersonal(record.getMessage())
        record.args = ()
        return True


def impersonal(text: str) -> str:
    """The text without what leads to a person."""
    text = _QUERY.sub("?…", text)
    text = _SECRET.sub(r"\1…", text)
    text = _EMAIL.sub("…@…", text)
    return _IPV4.sub(r"\1.x.x", text)
