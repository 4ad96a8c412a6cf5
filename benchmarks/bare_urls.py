"""The site with two pages more, to compare with: one that does nothing, and the bare frame."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path

from accounts.models import Player


def bare(request: HttpRequest) -> HttpResponse:
    """A page without a template, a session or a question to the database."""
    return HttpResponse("bare")


def frame(request: HttpRequest) -> HttpResponse:
    """The frame of the site, with a session and one query."""
    request.session.get("anything")
    Player.objects.count()
    return render(request, "base.html")


urlpatterns = [path("bare/", bare), path("frame/", frame), path("", include("okeysite.urls"))]
