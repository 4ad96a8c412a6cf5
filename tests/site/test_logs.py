"""Messages of the server lead to nobody."""

from __future__ import annotations

import logging

import pytest

from okeysite.logs import Impersonal, impersonal


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("from 203.0.113.9", "from 203.0.x.x"),
        ("mail to aylin@example.org failed", "mail to …@… failed"),
        ("Authorization: Bearer ist_abc-DEF", "Authorization: Bearer …"),
        ("GET /account/password/reset/key/1-abc/", "GET /account/password/reset/key/…/"),
        ("GET /a/?email=x&token=y HTTP/1.1", "GET /a/?… HTTP/1.1"),
        ("Not Found: /puzzles/daily/2026-01-02/", "Not Found: /puzzles/daily/2026-01-02/"),
    ],
)
def test_what_leads_to_a_person_is_taken_out(text: str, kept: str) -> None:
    assert impersonal(text) == kept


def test_arguments_of_a_message_are_looked_at_as_well() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "to %s", ("a@example.org",), None)
    assert Impersonal().filter(record)
    assert record.getMessage() == "to …@…"
