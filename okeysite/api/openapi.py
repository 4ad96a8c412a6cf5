"""What the OpenAPI document says of every address alike: its errors, and the pages of a list."""

from __future__ import annotations

from typing import Any, Final

ERROR: Final = "#/components/schemas/Error"
_METHODS: Final = {"get", "post", "put", "patch", "delete"}
_PAGES: Final = {"page": {"minimum": 1}, "page_size": {"minimum": 1, "maximum": 100}}
_SAYS: Final = {
    "400": "The request cannot be read.",
    "401": "The token is not valid, or nobody is known.",
    "403": "The form's token is missing.",
    "404": "There is nothing at this address for who asks.",
    "406": "No format is left that was asked for.",
    "413": "The request is too large.",
    "415": "The body is not JSON.",
    "429": "Too many requests; `Retry-After` says when to try again.",
}


def every_error(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add to each operation the errors that it may answer by itself, all of the one shape.

    A hook of drf-spectacular's: takes the finished document and returns it.
    """
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas["Error"] = {
        "type": "object",
        "description": "The one shape of an error.",
        "properties": {"error": {"$ref": "#/components/schemas/ErrorDetail"}},
        "required": ["error"],
    }
    schemas.setdefault(
        "ErrorDetail",
        {
            "type": "object",
            "description": "`code` is stable, `at` names the place, `message` is for people.",
            "properties": {
                "code": {"type": "string"},
                "at": {"type": "string", "nullable": True},
                "message": {"type": "string"},
            },
            "required": ["at", "code", "message"],
        },
    )
    for address, operations in result["paths"].items():
        for method, operation in operations.items():
            if method in _METHODS:
                _complete(address, method, operation)
    return result


def _complete(address: str, method: str, operation: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "query":
            parameter["schema"].update(_PAGES.get(parameter["name"], {}))
    answers = operation["responses"]
    for code in _codes(address, method, operation):
        answers.setdefault(code, {"description": _SAYS[code]})
    for code, answer in answers.items():
        if code >= "400" and not answer.get("content"):
            answer["content"] = {"application/json": {"schema": {"$ref": ERROR}}}


def _codes(address: str, method: str, operation: dict[str, Any]) -> list[str]:
    parameters = operation.get("parameters", [])
    queries = {one["name"] for one in parameters if one["in"] == "query"}
    schemes = {name for one in operation.get("security", []) for name in one}
    found = ["406", "429"]
    if "requestBody" in operation:
        found += ["400", "413", "415"]
    if queries:
        found.append("400")
    if "token" in schemes:
        found.append("401")
    if "session" in schemes and method != "get":
        found.append("403")
    if "{" in address or "page" in queries:
        found.append("404")
    return found
