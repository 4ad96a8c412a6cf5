"""What is kept about a person, as a file of JSON: a row a line, to be read, and quickly written.

Indented as a whole it would be written by the library's slow way, several times as long.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse


def json_file(values: Mapping[str, Any], name: str) -> HttpResponse:
    """A file to be kept. Lists of rows stand at most two levels deep."""
    response = HttpResponse(_mapping(values, 1), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _mapping(values: Mapping[str, Any], level: int) -> str:
    space = "  " * level
    lines = [f"{space}{_line(key)}: {_value(value, level)}" for key, value in values.items()]
    return "{\n" + ",\n".join(lines) + "\n" + space[2:] + "}" if lines else "{}"


def _value(value: Any, level: int) -> str:
    if isinstance(value, Mapping) and level < 2:
        return _mapping(value, level + 1)
    if isinstance(value, list) and value:
        space = "  " * level
        return "[\n" + ",\n".join(f"{space}  {_line(one)}" for one in value) + f"\n{space}]"
    return _line(value)


def _line(value: Any) -> str:
    return _ENCODER.encode(value)


_ENCODER = DjangoJSONEncoder(ensure_ascii=False)
