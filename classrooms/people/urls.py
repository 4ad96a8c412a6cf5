"""Addresses of this part's pages."""

from __future__ import annotations

from django.urls import path

from classrooms.people import pupil_views, teacher_views, views

urlpatterns = [
    path("classes/", views.classes, name="classes"),
    path("classes/teach/<str:token>/", teacher_views.invited, name="class-invited"),
    path("classes/<uuid:class_id>/", views.classroom, name="class"),
    path("classes/<uuid:class_id>/settings/", views.settings, name="class-settings"),
    path("classes/<uuid:class_id>/archive/", views.archive, name="class-archive"),
    path("classes/<uuid:class_id>/delete/", views.delete, name="class-delete"),
    path("classes/<uuid:class_id>/leave/", views.leave, name="class-leave"),
    path("classes/<uuid:class_id>/trail/", teacher_views.trail, name="class-trail"),
    path("classes/<uuid:class_id>/teachers/", teacher_views.teachers, name="class-teachers"),
    path("classes/<uuid:class_id>/teachers/invite/", teacher_views.invite, name="class-invite"),
    path(
        "classes/<uuid:class_id>/teachers/invite/<uuid:invitation_id>/withdraw/",
        teacher_views.withdraw,
        name="class-invite-withdraw",
    ),
    path("classes/<uuid:class_id>/pupils/add/", pupil_views.add, name="class-pupils-add"),
    path("classes/<uuid:class_id>/pupils/remove/", pupil_views.remove, name="class-pupils-remove"),
    path("classes/<uuid:class_id>/pupils/move/", pupil_views.move, name="class-pupils-move"),
    path(
        "classes/<uuid:class_id>/members/<uuid:member_id>/",
        pupil_views.member,
        name="class-member",
    ),
    path(
        "classes/<uuid:class_id>/members/<uuid:member_id>/restore/",
        pupil_views.restore,
        name="class-member-restore",
    ),
    path(
        "classes/<uuid:class_id>/members/<uuid:member_id>/role/",
        pupil_views.role,
        name="class-member-role",
    ),
]
