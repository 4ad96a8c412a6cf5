"""Addresses of this part in the API."""

from __future__ import annotations

from django.urls import path

from classrooms.people import api, member_api, teacher_api

urlpatterns = [
    path("classes/", api.class_list, name="api-classes"),
    path("classes/<uuid:class_id>/", api.class_detail, name="api-class"),
    path("classes/<uuid:class_id>/members/", api.member_list, name="api-class-members"),
    path("classes/<uuid:class_id>/members/move/", member_api.move, name="api-class-move"),
    path(
        "classes/<uuid:class_id>/members/<uuid:member_id>/",
        member_api.member,
        name="api-class-member",
    ),
    path(
        "classes/<uuid:class_id>/invitations/",
        teacher_api.invitations,
        name="api-class-invitations",
    ),
    path(
        "classes/<uuid:class_id>/invitations/<uuid:invitation_id>/",
        teacher_api.invitation,
        name="api-class-invitation",
    ),
]
