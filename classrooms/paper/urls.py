"""Addresses of this part's pages."""

from __future__ import annotations

from typing import Final

from django.urls import path

from classrooms.paper import answer_views, file_views, views

_PAPER: Final = "classes/<uuid:class_id>/assignments/<uuid:assignment_id>/paper"

urlpatterns = [
    path(f"{_PAPER}/", views.paper, name="class-paper"),
    path(f"{_PAPER}/sheet/", views.worksheet, name="class-paper-sheet"),
    path(f"{_PAPER}/key/", views.key, name="class-paper-key"),
    path(f"{_PAPER}/files/", file_views.make, name="class-paper-files"),
    path(f"{_PAPER}/files/<uuid:export_id>/", file_views.fetch, name="class-paper-file"),
    path(
        f"{_PAPER}/files/<uuid:export_id>/retry/", file_views.retry, name="class-paper-file-retry"
    ),
    path(
        f"{_PAPER}/files/<uuid:export_id>/delete/",
        file_views.delete,
        name="class-paper-file-delete",
    ),
    path(f"{_PAPER}/<uuid:member_id>/", answer_views.answers, name="class-paper-answers"),
]
