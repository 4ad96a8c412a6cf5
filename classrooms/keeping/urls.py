"""Addresses of this part's pages."""

from __future__ import annotations

from typing import Final

from django.urls import path

from classrooms.keeping import views

_DATA: Final = "classes/<uuid:class_id>/members/<uuid:member_id>/data"

urlpatterns = [
    path(f"{_DATA}/", views.data, name="class-member-data"),
    path(f"{_DATA}/export/", views.export, name="class-member-export"),
]
