"""Language and theme: chosen in the header, kept in a cookie and with the player."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

THEMES = ("light", "dark")  # none chosen: as the device says
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)


def chosen_language(request: HttpRequest) -> str:
    """The language that the visitor chose, or an empty text where the browser decides."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if chosen in LANGUAGES else ""


def chosen_theme(request: HttpRequest) -> str:
    """The theme that the visitor chose, or an empty text where the device decides."""
    chosen = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return chosen if chosen in THEMES else ""


def keep_language(response: HttpResponse, language: str) -> None:
    """Keep the language in the visitor's browser; an empty one forgets it."""
    _keep(response, settings.LANGUAGE_COOKIE_NAME, language if language in LANGUAGES else "")


def keep_theme(response: HttpResponse, theme: str) -> None:
    """Keep the theme in the visitor's browser; an empty one forgets it."""
    _keep(response, settings.THEME_COOKIE_NAME, theme if theme in THEMES else "")


def _keep(response: HttpResponse, name: str, value: str) -> None:
    secure = settings.SESSION_COOKIE_SECURE
    if value:
        response.set_cookie(
            name,
            value,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=secure,
            httponly=True,
            samesite="Lax",
        )
    else:
        response.delete_cookie(name, samesite="Lax")
        response.cookies[name]["secure"] = secure
