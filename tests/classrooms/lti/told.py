"""What a page says of a launch that is not taken."""

from __future__ import annotations

from typing import Any


def code_of(response: Any) -> str:
    """The code on the page of a launch that is not taken."""
    text = response.content.decode()
    assert "<code>" in text, text[-2_000:]
    return str(text.split("<code>")[1].split("</code>")[0])
