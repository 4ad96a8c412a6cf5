"""Every request has an id, is measured, and leaves one line in the log that leads to nobody."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.measuring import measured
from okeysite.logs import request_id

log = logging.getLogger(__name__)

_GIVEN = re.compile(r"[A-Za-z0-9_-]{8,64}")
QUIET = {"healthz", "readyz", "metrics", "static"}  # asked all the time; a line where they fail
INSIDE = {"/healthz", "/readyz", "/metrics"}
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class Requests:
    """Outermost: what goes wrong further in is measured as well."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = request_id.set(_id_of(request))
        if request.path_info in INSIDE:
            # asked by a proxy, a supervisor or a monitor under whatever name the machine has
            request.get_host = lambda: "inside"  # type: ignore[method-assign]
        begun = time.perf_counter()
        try:
            response = self.get_response(request)
            seconds = time.perf_counter() - begun
            response.headers["X-Request-ID"] = request_id.get()
            view = view_name(request)
            measured("request", seconds, view=view, status=str(response.status_code))
            if view not in QUIET or response.status_code >= 400:
                _tell(request, view, response.status_code, seconds)
            return response
        finally:
            request_id.reset(token)


def view_name(request: HttpRequest) -> str:
    """The name of the view that answered: from a closed list, never the address itself."""
    match = request.resolver_match
    if match is not None:
        return str(match.view_name)
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "none"


def _id_of(request: HttpRequest) -> str:
    """The id that a trusted proxy has given; a new one where none stands in front."""
    given = request.headers.get("X-Request-ID", "") if settings.TRUSTED_PROXIES else ""
    return given if _GIVEN.fullmatch(given) else uuid.uuid4().hex


def _tell(request: HttpRequest, view: str, status: int, seconds: float) -> None:
    method = request.method if request.method in METHODS else "other"
    taken = round(seconds * 1000)
    extra = {"method": method, "view": view, "status": status, "duration_ms": taken}
    log.info("%s %s %d in %d ms", method, view, status, taken, extra=extra)
