"""Addresses of this part in the API."""

from __future__ import annotations

from django.urls import path

from classrooms.people import api

urlpatterns = [
    path("classes/", api.class_list, name="api-classes"),
    path("classes/<uuid:class_id>/", api.class_detail, name="api-class"),
    path("classes/<uuid:class_id>/members/", api.member_list, name="api-class-members"),
]
