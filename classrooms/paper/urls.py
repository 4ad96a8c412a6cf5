"""Addresses of this part's pages."""

from __future__ import annotations

from typing import Final

from django.urls import path

from classrooms.paper import answer_views, views

_PAPER: Final = "classes/<uuid:class_id>/assignments/<uuid:assignment_id>/paper"

urlpatterns = [
    path(f"{_PAPER}/", views.paper, name="class-paper"),
    path(f"{_PAPER}/sheet/", views.worksheet, name="class-paper-sheet"),
    path(f"{_PAPER}/key/", views.key, name="class-paper-key"),
    path(f"{_PAPER}/<uuid:member_id>/", answer_views.answers, name="class-paper-answers"),
]
