"""Addresses of the engine in the API."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
