"""Leaving: allauth's log-out, which also clears what the browser kept."""

from __future__ import annotations

from allauth.account import views as allauth_views
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from accounts import shared_device


@require_http_methods(["GET", "HEAD", "POST"])
def logout(request: HttpRequest) -> HttpResponse:
    """Ask on GET; end the session on POST and tell the browser to forget the pages."""
    aside = shared_device.set_aside(request) if request.method == "POST" else ""
    response: HttpResponse = allauth_views.logout(request)
    if request.method == "POST":
        shared_device.bring_back(request, aside)
        response["Clear-Site-Data"] = '"cache", "storage"'
    return response
