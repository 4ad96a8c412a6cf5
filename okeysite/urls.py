"""Every address of the site."""

from __future__ import annotations

import logging
from importlib import import_module

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from okeysite import views
from okeysite.api import docs

ROOMS = ["accounts", "jobs", "puzzles", "tutor"]


def _addresses(module: str) -> list[URLPattern | URLResolver]:
    found: list[URLPattern | URLResolver] = []
    for room in ROOMS:
        try:
            import_module(f"{room}.{module}")
        except ImportError as error:
            logging.getLogger(__name__).warning("%s.%s: %s", room, module, error)
        else:
            found.append(path("", include(f"{room}.{module}")))
    return found


urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("privacy/", views.privacy, name="privacy"),
    path("imprint/", views.imprint, name="imprint"),
    path("admin/login/", RedirectView.as_view(pattern_name="account_login", query_string=True)),
    path("admin/", admin.site.urls),
    path("api/v1/schema/", docs.schema, name="api-schema"),
    path("api/v1/docs/", docs.page, name="api-docs"),
    path("api/v1/", include(_addresses("api_urls"))),
    *_addresses("urls"),
]

handler400 = "okeysite.errors.bad_request"
handler403 = "okeysite.errors.forbidden"
handler404 = "okeysite.errors.not_found"
handler500 = "okeysite.errors.server_error"
