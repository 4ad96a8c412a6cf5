"""What every template may use."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """Theme, the languages by their own names, and the cookie that the script reads for CSRF."""
    return {
        "theme": getattr(request, "theme", ""),
        "csrf_cookie_name": settings.CSRF_COOKIE_NAME,
        "site_languages": [("de", "Deutsch"), ("tr", "Türkçe"), ("en", "English")],
    }
