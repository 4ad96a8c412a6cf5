"""The one shape of an error: `{"error": {"code", "at", "message"}}`."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response

from accounts.limits import Limited
from okey.errors import InputError
from puzzles.words import input_error


class RequestError(exceptions.APIException):
    """A request that cannot be read: a code, the place, and a sentence."""

    status_code: int = status.HTTP_400_BAD_REQUEST

    def __init__(self, code: str, message: str, at: str = "", status_code: int = 400) -> None:
        super().__init__(detail=message, code=code)
        self.at = at
        self.status_code = status_code


def body(code: str, message: str, at: str = "") -> dict[str, Any]:
    """The error as it is sent: `at` is the place in the request, null where there is none."""
    return {"error": {"code": code, "at": at or None, "message": message}}


def exception_handler(exception: Exception, context: dict[str, Any]) -> Response | None:
    """Turn what a view of the API raises into the one shape; None for what is our fault."""
    from rest_framework.views import set_rollback  # DRF imports this module in its own import

    set_rollback()
    headers: dict[str, str] = {}
    if isinstance(exception, InputError):
        return Response(
            body(exception.code, input_error(exception), _text(exception.at)), status=400
        )
    if isinstance(exception, Limited):
        exception = exceptions.Throttled(wait=exception.retry_after)
    elif isinstance(exception, Http404):
        exception = exceptions.NotFound(_("There is nothing at this address."), code="not-found")
    elif isinstance(exception, PermissionDenied):
        exception = exceptions.PermissionDenied(code="forbidden")
    if not isinstance(exception, exceptions.APIException):
        return None
    if isinstance(exception, exceptions.ValidationError):
        at, code, message = _first(exception.get_full_details(), "")
        return Response(body(code, message, at), status=400)
    header = getattr(exception, "auth_header", None)
    if header:
        headers["WWW-Authenticate"] = header
    wait = getattr(exception, "wait", None)
    if wait is not None:
        headers["Retry-After"] = str(int(wait))
    code, message = _code_and_message(exception)
    at = getattr(exception, "at", "")
    return Response(body(code, message, at), status=exception.status_code, headers=headers)


def _code_and_message(exception: exceptions.APIException) -> tuple[str, str]:
    if isinstance(exception, exceptions.Throttled):
        return "limited", _("Too many requests. Wait a little, then try again.")
    details = exception.get_full_details()
    if isinstance(details, dict) and "code" in details:
        return str(details["code"]).replace("_", "-"), str(details["message"])
    return "request.bad", str(exception)


def _first(details: Any, at: str) -> tuple[str, str, str]:
    """The first complaint of a serializer: its place, code and sentence."""
    if isinstance(details, dict):
        if set(details) == {"message", "code"}:
            return at, f"field.{str(details['code']).replace('_', '-')}", str(details["message"])
        for name, inner in details.items():
            place = at if name == "non_field_errors" else f"{at}.{name}".lstrip(".")
            return _first(inner, place)
    if isinstance(details, list):
        for index, inner in enumerate(details):
            if inner:
                nested = isinstance(inner, dict) and set(inner) != {"message", "code"}
                return _first(inner, f"{at}[{index}]" if nested else at)
    return at, "request.bad", _("The request cannot be read.")


def _text(at: object) -> str:
    return "" if at is None else str(at)
