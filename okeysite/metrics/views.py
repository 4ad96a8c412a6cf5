"""`/metrics`, for a monitor that knows the token; for everybody else there is no such page."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from okeysite.metrics.collecting import exposition


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer whoever sends `Authorization: Bearer METRICS_TOKEN`; 404 without, 503 without data."""
    token: str = settings.METRICS_TOKEN
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if not token or scheme != "Bearer" or not constant_time_compare(given.strip(), token):
        raise Http404
    try:
        body = exposition()
    except DatabaseError:
        return HttpResponse("the database does not answer\n", "text/plain", status=503)
    response = HttpResponse(body, CONTENT_TYPE_LATEST)
    response["Cache-Control"] = "no-store"
    return response
