"""Addresses of this part's pages."""

from __future__ import annotations

from django.urls import path

from classrooms.entering import card_views, code_views, handover_views, join_views

urlpatterns = [
    path("enter/", card_views.enter, name="enter"),
    path("enter/handover/", handover_views.take_over, name="enter-handover"),
    path("join/", join_views.join, name="join"),
    path("join/waiting/", join_views.wait, name="join-waiting"),
    path("join/come-in/", join_views.come_in, name="join-come-in"),
    path("classes/<uuid:class_id>/cards/", card_views.class_cards, name="class-cards"),
    path("classes/<uuid:class_id>/join/", code_views.class_code, name="class-code"),
    path("classes/<uuid:class_id>/requests/", code_views.class_requests, name="class-requests"),
    path(
        "classes/<uuid:class_id>/members/<uuid:member_id>/handover/",
        handover_views.hand_over,
        name="class-handover",
    ),
]
