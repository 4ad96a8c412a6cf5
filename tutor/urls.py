"""The tutor's addresses."""

from __future__ import annotations

from django.urls import include, path

from tutor import views
from tutor.compare import views as compare_views

urlpatterns = [
    path("rules/", views.rules, name="rules"),
    path("rules/compare/", compare_views.compare, name="compare"),
    path("rules/glossary/", views.glossary, name="glossary"),
    path("rules/<slug:key>/<str:rule_id>/", views.rule, name="rule"),
    path("learn/", include("tutor.lessons.urls")),
    path("referee/sheet/", include("tutor.sheets.urls")),
    path("referee/", include("tutor.referee.urls")),
    path("play/", include("tutor.practice.urls")),
    path("review/", include("tutor.review.urls")),
    path("notation/", include("tutor.notation.urls")),
    path("style/", views.style, name="style"),
]
