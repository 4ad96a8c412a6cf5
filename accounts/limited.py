"""Pages that one person may post to so many times; beyond that the answer is 429."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts import limits
from accounts.players import asker

_P = ParamSpec("_P")
View = Callable[Concatenate[HttpRequest, _P], HttpResponse]


def too_many(request: HttpRequest, retry_after: int) -> HttpResponse:
    """Answer 429: not taken, and when to come back (in seconds)."""
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(retry_after)
    return response


def limited(name: str) -> Callable[[View[_P]], View[_P]]:
    """Count each POST of a view under the limit `name` of settings.ISTAKA_LIMITS, before the view.

    Whoever is beyond it is told to wait, and nothing was done.
    """

    def decorate(view: View[_P]) -> View[_P]:
        @wraps(view)
        def counted(request: HttpRequest, *args: _P.args, **kwargs: _P.kwargs) -> HttpResponse:
            if request.method == "POST":
                verdict = limits.hit_named(name, asker(request))
                if not verdict.allowed:
                    return too_many(request, verdict.retry_after)
            return view(request, *args, **kwargs)

        return counted

    return decorate
