"""Addresses of this part in the API."""

from __future__ import annotations

from django.urls import path

from classrooms.gradebook import api

urlpatterns = [
    path("classes/<uuid:class_id>/gradebook/", api.gradebook, name="api-gradebook"),
    path(
        "classes/<uuid:class_id>/assignments/<uuid:assignment_id>/results/",
        api.results,
        name="api-assignment-results",
    ),
]
