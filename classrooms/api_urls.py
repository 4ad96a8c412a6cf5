"""Addresses of classes in the API, part by part."""

from __future__ import annotations

from django.urls import include, path

PARTS = ("people", "entering", "assignments", "gradebook")

urlpatterns = [path("", include(f"classrooms.{part}.api_urls")) for part in PARTS]
