"""A game record in an address: packed, so that a whole round fits."""

from __future__ import annotations

import base64
import zlib
from typing import Final

from django.http import QueryDict
from django.urls import reverse

from okey import InputError
from okey.record import MOST_LETTERS, Record, format_record, parse_record

MOST_LINK: Final = 3_000  # letters of a packed record; a server takes about 4,000 in all


def packed(record: Record) -> str:
    """The record in letters that an address may hold; empty where it is too long for one."""
    pressed = zlib.compress(format_record(record).encode(), 9)
    text = base64.urlsafe_b64encode(pressed).decode().rstrip("=")
    return text if len(text) <= MOST_LINK else ""


def unpacked(text: str) -> Record:
    """Read a packed record. Raise `InputError` (`record.link`) where a link is not whole."""
    try:
        pressed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        reader = zlib.decompressobj()
        plain = reader.decompress(pressed, MOST_LETTERS)
        if not reader.eof:
            raise InputError("record.link", "r")
        return parse_record(plain.decode())
    except (ValueError, zlib.error):  # an InputError is one: what is wrong in it nobody typed
        raise InputError("record.link", "r") from None


def step_url(packed_record: str, step: int) -> str:
    """The address of a step of a record."""
    query = QueryDict(mutable=True)
    query["r"] = packed_record
    query["step"] = str(step)
    return f"{reverse('notation')}?{query.urlencode()}"


def record_url(record: Record) -> str:
    """The address at which a record is stepped through; empty where it is too long for one."""
    text = packed(record)
    return step_url(text, 0) if text else ""
