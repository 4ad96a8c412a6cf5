"""Forms on their way: urlencoded or in parts, with what cannot be encoded sent all the same."""

from __future__ import annotations

import random
from collections.abc import Iterable
from urllib.parse import quote_plus

Fields = list[tuple[str, str]]
BOUNDARY = "hostile"


def raw(text: str) -> bytes:
    """UTF-8, of lone surrogates too."""
    return text.encode("utf-8", "surrogatepass")


def urlencoded(fields: Iterable[tuple[str, str]]) -> bytes:
    """As a form is sent."""
    pairs = (f"{quote_plus(raw(name))}={quote_plus(raw(value))}" for name, value in fields)
    return "&".join(pairs).encode()


def in_parts(fields: Iterable[tuple[str, str]], chance: random.Random) -> bytes:
    """As a form with a file is sent; now and then a field is a file, or the end is missing."""
    body = b""
    for name, value in fields:
        quoted = name.replace('"', "%22").replace("\r", "").replace("\n", "")
        more = '; filename="../x.json"' if chance.random() < 0.05 else ""
        body += f"--{BOUNDARY}\r\n".encode()
        body += b'Content-Disposition: form-data; name="' + raw(quoted) + b'"' + more.encode()
        body += b"\r\n\r\n" + raw(value) + b"\r\n"
    return body if chance.random() < 0.05 else body + f"--{BOUNDARY}--\r\n".encode()


def encoded(fields: Fields, chance: random.Random) -> tuple[bytes, str]:
    """Body and content type of a form."""
    if chance.random() < 0.15:
        return in_parts(fields, chance), f"multipart/form-data; boundary={BOUNDARY}"
    return urlencoded(fields), "application/x-www-form-urlencoded"
