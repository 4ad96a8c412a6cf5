"""Addresses of this part's pages."""

from __future__ import annotations

from typing import Final

from django.urls import URLPattern, path

from classrooms.assignments import preview_views, teacher_views, views

_ALL: Final = "classes/<uuid:class_id>/assignments"
_ONE: Final = f"{_ALL}/<uuid:assignment_id>"
_WORK: Final = f"{_ONE}/work/<uuid:work_id>"

urlpatterns: list[URLPattern] = [
    path(f"{_ALL}/", views.assignments, name="assignments"),
    path(f"{_ALL}/new/", teacher_views.new, name="assignment-new"),
    path(f"{_ONE}/", views.assignment, name="class-assignment"),
    path(f"{_ONE}/edit/", teacher_views.edit, name="assignment-edit"),
    path(f"{_ONE}/progress/", teacher_views.progress, name="assignment-progress"),
    path(f"{_ONE}/cancel/", teacher_views.cancel, name="assignment-cancel"),
    path(f"{_ONE}/retry/", teacher_views.retry, name="assignment-retry"),
    path(f"{_ONE}/fewer/", teacher_views.fewer, name="assignment-fewer"),
    path(f"{_ONE}/freeze/", teacher_views.freeze, name="assignment-freeze"),
    path(f"{_ONE}/withdraw/", teacher_views.withdraw, name="assignment-withdraw"),
    path(f"{_ONE}/delete/", teacher_views.delete, name="assignment-delete"),
    path(f"{_ONE}/recipients/", teacher_views.recipients, name="assignment-recipients"),
    path(f"{_ONE}/pupils/<uuid:member_id>/", teacher_views.extension, name="assignment-extension"),
    path(f"{_ONE}/puzzles/", preview_views.puzzles, name="assignment-puzzles"),
    path(f"{_ONE}/puzzles/key/", preview_views.key, name="assignment-key"),
    path(f"{_ONE}/puzzles/<int:number>/swap/", preview_views.swap, name="assignment-swap"),
    path(f"{_ONE}/begin/", views.begin, name="work-begin"),
    path(f"{_WORK}/", views.work, name="work"),
    path(f"{_WORK}/hand-in/", views.hand_in, name="work-hand-in"),
    path(f"{_WORK}/<int:number>/", views.item, name="work-item"),
    path(f"{_WORK}/<int:number>/lanes/", views.lanes, name="work-lanes"),
]
