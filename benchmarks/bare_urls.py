"""The site with one page more that does nothing, to compare with."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def bare(request: HttpRequest) -> HttpResponse:
    """A page without a template, a session or a question to the database."""
    return HttpResponse("bare")


urlpatterns = [path("bare/", bare), path("", include("okeysite.urls"))]
