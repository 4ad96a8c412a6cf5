"""Lists are answered element by element: each that does not fit the document has its own error.

To Schemathesis a list with a malformed element is refused whole or not at all. So this looks at
every answer of 200 to a list: as long as the list, an error at each malformed element, and the
same id at each that has one.
"""

from __future__ import annotations

import json
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]


class Elements:
    """What the document says of the elements of each address that takes lists."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._of: dict[str, Draft202012Validator] = {}
        schemas = document["components"]["schemas"]
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                element = _element(operation, schemas)
                if element is not None:
                    self._of[f"{method.upper()} {path}"] = Draft202012Validator(
                        _nullable({**element, "components": {"schemas": schemas}})
                    )

    def addresses(self) -> list[str]:
        """The operations whose answers are looked at."""
        return sorted(self._of)

    def malformed(self, operation: str, body: bytes) -> list[int] | None:
        """The places of the elements that do not fit; None where no list is sent to be answered."""
        try:
            sent = json.loads(body)
        except ValueError:
            return None
        if operation not in self._of or not isinstance(sent, list):
            return None
        fits = self._of[operation].is_valid
        return [place for place, one in enumerate(sent) if not fits(one)]

    def complaints(self, operation: str, body: bytes, answer: bytes) -> list[str]:
        """What is wrong with an answer of 200."""
        places = self.malformed(operation, body)
        if places is None:
            return []
        sent, said = json.loads(body), json.loads(answer)
        if not isinstance(said, list) or len(said) != len(sent):
            return [f"{len(sent)} elements are not answered one by one"]
        found = [
            f"element {place} does not fit the document and has no error"
            for place in places
            if not _is_error(said[place])
        ]
        for place, (one, its) in enumerate(zip(sent, said, strict=True)):
            if isinstance(one, dict) and "id" in one and its.get("id") != one["id"]:
                found.append(f"element {place} came back under another id")
        return found


def _is_error(one: Any) -> bool:
    error = one.get("error") if isinstance(one, dict) else None
    return isinstance(error, dict) and bool(error.get("code")) and bool(error.get("message"))


def _element(operation: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any] | None:
    """What stands in a list, where the body may be one object or a list of them."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    given = _resolved(body.get("schema", {}), schemas)
    kinds = [_resolved(one, schemas) for one in given.get("oneOf", ())]
    lists = [one for one in kinds if one.get("type") == "array"]
    return lists[0]["items"] if lists and len(lists) < len(kinds) else None


def _resolved(schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    return schemas[name] if name else schema


def _nullable(schema: Any) -> Any:
    """OpenAPI 3.0 as JSON Schema: `nullable` becomes a second type."""
    if isinstance(schema, list):
        return [_nullable(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _nullable(one) for name, one in schema.items() if name != "nullable"}
    return {"anyOf": [made, {"type": "null"}]} if schema.get("nullable") is True else made
