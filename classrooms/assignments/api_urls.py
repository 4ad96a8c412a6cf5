"""Addresses of this part in the API."""

from __future__ import annotations

from typing import Final

from django.urls import URLPattern, path

from classrooms.assignments import api

_ALL: Final = "classes/<uuid:class_id>/assignments"
_ONE: Final = f"{_ALL}/<uuid:assignment_id>"
_WORK: Final = f"{_ONE}/works/<uuid:work_id>"

urlpatterns: list[URLPattern] = [
    path(f"{_ALL}/", api.assignments, name="api-assignments"),
    path(f"{_ONE}/", api.assignment, name="api-assignment"),
    path(f"{_ONE}/freeze/", api.freeze, name="api-assignment-freeze"),
    path(f"{_ONE}/works/", api.begin, name="api-works"),
    path(f"{_WORK}/answers/<int:number>/", api.answer, name="api-work-answer"),
    path(f"{_WORK}/hand-in/", api.hand_in, name="api-work-hand-in"),
]
