"""Addresses of lessons."""

from __future__ import annotations

from django.urls import path

from tutor.lessons import belief_views, views

urlpatterns = [
    path("", views.learn, name="learn"),
    path("lanes/", views.lanes, name="lesson-lanes"),
    path("belief/", belief_views.belief, name="lesson-belief"),
    path("belief/answer/", belief_views.belief_answer, name="lesson-belief-answer"),
    path("<slug:track>/<slug:key>/", views.lesson, name="lesson"),
    path("<slug:track>/<slug:key>/answer/", views.answer, name="lesson-answer"),
    path("<slug:track>/<slug:key>/hint/", views.hint, name="lesson-hint"),
    path("<slug:track>/<slug:key>/next/", views.leave_step, name="lesson-next"),
    path("<slug:track>/<slug:key>/again/", views.begin_again, name="lesson-again"),
]
