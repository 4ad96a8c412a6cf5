"""The referee's addresses, below /referee/."""

from __future__ import annotations

from django.urls import path

from tutor.referee import views

urlpatterns = [
    path("", views.hand, name="referee"),
    path("table/", views.table, name="referee-table"),
    path("score/", views.score, name="referee-score"),
]
