"""Addresses of the review."""

from __future__ import annotations

from django.urls import path

from tutor.review import views

urlpatterns = [
    path("", views.review, name="review"),
    path("start/", views.start, name="review-start"),
    path("<uuid:card_id>/", views.card, name="review-card"),
    path("<uuid:card_id>/answer/", views.answer, name="review-answer"),
    path("<uuid:card_id>/hint/", views.hint, name="review-hint"),
]
