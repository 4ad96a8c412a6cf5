"""Addresses of the pages of this room, part by part."""

from __future__ import annotations

from django.urls import include, path

PARTS = (
    "people",
    "entering",
    "assignments",
    "grading",
    "gradebook",
    "live",
    "paper",
    "lti",
    "keeping",
)

urlpatterns = [path("", include(f"classrooms.{part}.urls")) for part in PARTS]
