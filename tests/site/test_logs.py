"""Messages of the server lead to nobody."""

from __future__ import annotations

import logging
import sys

import pytest
from django.conf import settings

from okeysite.logs import Impersonal, impersonal


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("from 203.0.113.9", "from 203.0.x.x"),
        ("mail to aylin@example.org failed", "mail to …@… failed"),
        ("Authorization: Bearer ist_abc-DEF", "Authorization: Bearer …"),
        ("GET /account/password/reset/key/1-abc/", "GET /account/password/reset/key/…/"),
        ("Not Found: /play/join/lFhxUh5f-D/", "Not Found: /play/join/…/"),
        ("GET /a/?email=x&token=y HTTP/1.1", "GET /a/?… HTTP/1.1"),
        ("Not Found: /puzzles/daily/2026-01-02/", "Not Found: /puzzles/daily/2026-01-02/"),
    ],
)
def test_what_leads_to_a_person_is_taken_out(text: str, kept: str) -> None:
    assert impersonal(text) == kept


def test_arguments_of_a_message_are_looked_at_as_well() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "to %s", ("a@example.org",), None)
    assert Impersonal().format(record) == "to …@…"


@pytest.mark.parametrize(
    "fault",
    [
        "{'aylin@example.org': (550, b'no such user')}",
        "duplicate key value\nDETAIL:  Key (username)=(aylin) already exists.",
        "violates check\nDETAIL:  Failing row contains (7, aylin, null).",
    ],
)
def test_what_an_error_quotes_does_not_reach_the_log(fault: str) -> None:
    """As the settings log: the line with its traceback."""
    configuration = settings.LOGGING["formatters"]["line"]
    formatter = Impersonal(configuration["format"], style=configuration["style"])
    try:
        raise OSError(fault)
    except OSError:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "not sent", (), sys.exc_info())
    text = formatter.format(record)
    assert "OSError" in text
    assert "aylin" not in text
