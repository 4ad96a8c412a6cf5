"""Addresses of this part's pages."""

from __future__ import annotations

from typing import Final

from django.urls import URLPattern, path

from classrooms.live import views

_LIVE: Final = "classes/<uuid:class_id>/live"
_ROUND: Final = f"{_LIVE}/<uuid:round_id>"

urlpatterns: list[URLPattern] = [
    path(f"{_LIVE}/", views.live, name="live"),
    path(f"{_LIVE}/now/", views.now, name="live-now"),
    path(f"{_ROUND}/", views.live_round, name="live-round"),
    path(f"{_ROUND}/state/", views.state, name="live-state"),
    path(f"{_ROUND}/over/", views.over, name="live-over"),
    path(f"{_ROUND}/end/", views.end, name="live-end"),
]
