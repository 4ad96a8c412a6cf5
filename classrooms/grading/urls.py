"""Addresses of this part's pages."""

from __future__ import annotations

from django.urls import path

from classrooms.grading import views

_ASSIGNMENT = "classes/<uuid:class_id>/assignments/<uuid:assignment_id>"

urlpatterns = [
    path(f"{_ASSIGNMENT}/grading/", views.grading, name="assignment-grading"),
    path(f"{_ASSIGNMENT}/grading/put-back/", views.put_back, name="assignment-put-back"),
    path(f"{_ASSIGNMENT}/grading/again/", views.look, name="assignment-look"),
    path(
        f"{_ASSIGNMENT}/grading/again/<uuid:regrading_id>/",
        views.again,
        name="assignment-regrading",
    ),
    path(
        f"{_ASSIGNMENT}/grading/again/<uuid:regrading_id>/apply/",
        views.apply,
        name="assignment-regrading-apply",
    ),
]
