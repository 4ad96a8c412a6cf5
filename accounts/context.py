"""What every template may use."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.players import SAFE_METHODS


def _here(request: HttpRequest) -> str:
    """The address to come back to: of what a form answered, the page on which the form stands."""
    if request.method in SAFE_METHODS:
        return request.get_full_path()
    return request.headers.get("Referer", "/")


def site(request: HttpRequest) -> dict[str, Any]:
    """What every page shows: theme, the way back, languages by their own names, whose card it is.

    And the name of the cookie that a script reads for CSRF.
    """
    return {
        "theme": getattr(request, "theme", ""),
        "here": _here(request),
        "card": getattr(request, "card", ""),
        "csrf_cookie_name": settings.CSRF_COOKIE_NAME,
        "site_languages": [("de", "Deutsch"), ("tr", "Türkçe"), ("en", "English")],
    }
