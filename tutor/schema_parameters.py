"""The shape of a rule set's parameters, read off the blocks themselves."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from okey import RuleSet
from okey.compare import block_names

_SIMPLE: Final[dict[Any, str]] = {bool: "boolean", int: "integer", str: "string"}


def shape(kind: Any) -> dict[str, Any]:
    """The JSON schema of a block, or of the value of one of its fields."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        names = [field.name for field in fields(kind)]
        properties = {name: shape(hints[name]) for name in names}
        return {"type": "object", "properties": properties, "required": names}
    origin, options = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"type": "string", "enum": list(options)}
    if origin is tuple:
        return {"type": "array", "items": shape(options[0])}
    if origin in (UnionType, Union):
        shapes = [shape(one) for one in options if one is not NoneType]
        found: dict[str, Any] = shapes[0] if len(shapes) == 1 else {"oneOf": shapes}
        return found | {"nullable": True} if NoneType in options else found
    return {"type": _SIMPLE[kind]}


def _shape_of_all() -> dict[str, Any]:
    hints = get_type_hints(RuleSet)
    properties = {name: shape(hints[name]) for name in block_names()}
    return {"type": "object", "properties": properties, "required": list(properties)}


@extend_schema_field(_shape_of_all())
class RuleSetParameters(serializers.JSONField):
    """The blocks that rule sets differ in; null is something the rule set does not have."""
