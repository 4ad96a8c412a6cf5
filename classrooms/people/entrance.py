"""What every page of a class begins with: whoever is not logged in is sent to log in first."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from accounts.players import SAFE_METHODS

_P = ParamSpec("_P")
View = Callable[Concatenate[HttpRequest, _P], HttpResponse]


def members_only(view: View[_P]) -> View[_P]:
    """Send whoever is not logged in to log in; what they only wanted to read, they read then."""

    @wraps(view)
    def entered(request: HttpRequest, *args: _P.args, **kwargs: _P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        wanted = request.get_full_path() if request.method in SAFE_METHODS else reverse("classes")
        return redirect_to_login(wanted)

    return entered
