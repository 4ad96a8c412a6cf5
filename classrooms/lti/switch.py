"""Learning platforms are off unless the operator switches them on (ISTAKA_LTI)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse


def is_on() -> bool:
    """Whether this site takes launches."""
    return bool(settings.ISTAKA_LTI)


def where_on(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The view; where launches are off, its address does not exist, whatever the method."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_on():
            raise Http404
        return view(request, *args, **kwargs)

    return answered
