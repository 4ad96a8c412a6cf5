"""Every address of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from okeysite import views
from okeysite.api import docs
from okeysite.metrics.views import metrics

ROOMS = ["accounts", "classrooms", "jobs", "puzzles", "tutor"]


urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("privacy/", views.privacy, name="privacy"),
    path("imprint/", views.imprint, name="imprint"),
    path("admin/login/", RedirectView.as_view(pattern_name="account_login", query_string=True)),
    path("admin/", admin.site.urls),
    path("api/v1/schema/", docs.schema, name="api-schema"),
    path("api/v1/docs/", docs.page, name="api-docs"),
    *[path("api/v1/", include(f"{room}.api_urls")) for room in ROOMS],
    *[path("", include(f"{room}.urls")) for room in ROOMS],
]

handler400 = "okeysite.errors.bad_request"
handler403 = "okeysite.errors.forbidden"
handler404 = "okeysite.errors.not_found"
handler500 = "okeysite.errors.server_error"
