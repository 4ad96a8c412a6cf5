"""A JSON parser that answers hostile input with an error that says what is wrong."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from okeysite.api.errors import RequestError

MAX_DEPTH = 8
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)


class SafeJSONParser(BaseParser):
    """At most 64 KiB, eight levels, strict UTF-8; no NUL, lone surrogate, NaN or double key."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return read_json(stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1))


def read_json(raw: bytes) -> Any:
    """The value of a JSON text. Raises RequestError, whose code says what is wrong with it."""
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if len(raw) > limit:
        raise RequestError(
            "request.too-large",
            _("The request is larger than %(size)d bytes.") % {"size": limit},
            status_code=413,
        )
    if _depth(raw) > MAX_DEPTH:  # before the parser, whose recursion it would exhaust
        raise RequestError(
            "request.too-deep",
            _("The JSON is nested deeper than %(depth)d levels.") % {"depth": MAX_DEPTH},
        )
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RequestError(
            "request.not-utf8", _("The text is not UTF-8."), at=f"byte {error.start}"
        ) from None
    try:
        value = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            object_pairs_hook=_without_doubles,
        )
    except json.JSONDecodeError as error:
        raise RequestError(
            "request.not-json", _("This is not JSON."), at=f"{error.lineno}:{error.colno}"
        ) from None
    except (ValueError, RecursionError):  # an integer of thousands of digits
        raise RequestError("request.bad-number", _("A number is out of range.")) from None
    _check_text(value)
    return value


def _depth(raw: bytes) -> int:
    deepest = depth = 0
    for byte in _STRING.sub(b"", raw):
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RequestError("request.double-key", _("An object has the same key twice."))
    return found


def _check_text(value: Any) -> None:
    """Refuse what a database cannot keep as text."""
    if isinstance(value, str):
        if "\x00" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise RequestError(
                "request.bad-text", _("A text holds a character that cannot be stored.")
            )
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check_text(key)
            _check_text(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_text(inner)
