"""Addresses of this part in the API."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
