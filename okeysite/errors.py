"""Error pages: HTML for people, the one JSON shape below /api/, 204 and a whole page for HTMX."""

from __future__ import annotations

import sys
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.utils import translation
from django.utils.translation import gettext as _

from okeysite.api.errors import body
from okeysite.logs import request_id
from okeysite.unavailable import RETRY_AFTER, is_unavailable

BUSY_AGAIN = 5  # seconds: what waited too long is gone by then


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400, or 413 where there is more than the site takes."""
    status = 413 if isinstance(exception, RequestDataTooBig) else 400
    if _is_api(request):
        code = "request.too-large" if status == 413 else "request.bad"
        return _json(status, code, _("The request cannot be read."))
    response = render(request, f"{status}.html", status=status)
    if request.headers.get("HX-Request") == "true":
        response["HX-Reswap"] = "none"  # a whole page is no part of a page
    return response


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403."""
    if _is_api(request):
        return _json(403, "forbidden", _("This is not allowed."))
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404, the same for what never existed and what belongs to somebody else."""
    if _is_api(request):
        return _json(404, "not-found", _("There is nothing at this address."))
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 where what has failed comes back by itself: the database, its disk.

    Touches neither session nor database, and finds the language by itself: what has failed may
    have done so before anybody asked for it.
    """
    unavailable = is_unavailable(sys.exception())
    with translation.override(translation.get_language_from_request(request)):
        response = _unavailable(request) if unavailable else _failed(request)
    response["Cache-Control"] = "no-store"
    return response


def _failed(request: HttpRequest) -> HttpResponse:
    if _is_api(request):
        return _json(500, "server", _("Something went wrong on our side. Nothing was saved."))
    return HttpResponse(
        loader.render_to_string("500.html", {"request_id": request_id.get()}), status=500
    )


def _unavailable(request: HttpRequest) -> HttpResponse:
    response: HttpResponse
    if _is_api(request):
        response = _json(503, "unavailable", _("The site is back in a moment. Nothing was saved."))
    else:
        response = HttpResponse(loader.render_to_string("503.html"), status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def too_busy(request: HttpRequest) -> HttpResponse:
    """Answer 503 to a request that has waited too long: more people are here than can be served.

    It comes before sessions and languages, and touches neither.
    """
    response: HttpResponse
    with translation.override(translation.get_language_from_request(request)):
        if _is_api(request):
            response = _json(503, "busy", _("Too many ask at the moment. Nothing was saved."))
        else:
            page = loader.render_to_string("503.html", {"busy": True})
            response = HttpResponse(page, status=503)
    response["Retry-After"] = str(BUSY_AGAIN)
    response["Cache-Control"] = "no-store"
    return response


def too_fast(request: HttpRequest, retry_after: int) -> HttpResponse:
    """Answer 429 to a client that asks faster than people do; `retry_after` in seconds.

    It comes before sessions and languages, and touches neither.
    """
    response: HttpResponse
    with translation.override(translation.get_language_from_request(request)):
        if _is_api(request):
            words = _("You ask too fast. Nothing was saved; go on more slowly.")
            response = _json(429, "limited", words)
        else:
            response = HttpResponse(loader.render_to_string("429_fast.html"), status=429)
    response["Retry-After"] = str(retry_after)
    response["Cache-Control"] = "no-store"
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is missing or old: usually somebody logged in in another tab."""
    if request.headers.get("HX-Request") == "true":
        response = HttpResponse(status=204)
        response["HX-Refresh"] = "true"
        return response
    if _is_api(request):
        return _json(403, "csrf", _("The CSRF token is missing or has expired."))
    return render(request, "403_csrf.html", status=403)


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def _json(status: int, code: str, message: str) -> JsonResponse:
    shape: dict[str, Any] = body(code, message)
    return JsonResponse(shape, status=status)
