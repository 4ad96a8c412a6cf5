"""The OpenAPI document, and a page to try it, made of files of this site alone."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

NAME: Final = "istaka-api"


@lru_cache(maxsize=len(("de", "en", "tr")))
def document(language: str) -> dict[str, Any]:
    """The document, the same for everybody: half a second of work, done once a process."""
    with translation.override(language):
        found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


@lru_cache(maxsize=8)
def written(language: str, renderer: type[BaseRenderer]) -> str | bytes:
    """The document as a text: a tenth of a second of work, done once a process and form."""
    found: str | bytes = renderer().render(document(language), renderer_context={})
    return found


class Document(SpectacularAPIView):
    """The library's view without its parameter for a version, which would name the file."""

    def _get_schema_response(self, request: Request) -> HttpResponse:
        renderer, media = self.perform_content_negotiation(request, force=True)
        name = f'inline; filename="{NAME}.{renderer.format}"'
        language = translation.get_language() or "en"
        kind = f"{media}; charset={renderer.charset}" if renderer.charset else media
        return HttpResponse(
            written(language, type(renderer)),  # type: ignore[arg-type]
            content_type=kind,
            headers={"Content-Disposition": name},
        )


schema = Document.as_view()


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show Swagger UI. Ours, since the library's own page needs an inline style."""
    return render(request, "site/api_docs.html")
