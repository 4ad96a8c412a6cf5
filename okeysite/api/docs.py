"""The OpenAPI document, and a page to try it, made of files of this site alone."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularAPIView

schema = SpectacularAPIView.as_view()


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show Swagger UI. Ours, since the library's own page needs an inline style."""
    return render(request, "site/api_docs.html")
