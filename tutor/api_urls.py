"""Addresses of the engine and its rules in the API."""

from __future__ import annotations

from django.urls import include, path

from tutor import api

urlpatterns = [
    path("solve/", api.solve, name="api-solve"),
    path("judge/", api.judge, name="api-judge"),
    path("outs/", api.outs, name="api-outs"),
    path("advise/", api.advise, name="api-advise"),
    path("score/", api.score, name="api-score"),
    path("replay/", api.replay, name="api-replay"),
    path("play/", api.play, name="api-play"),
    path("rulesets/", api.rule_sets, name="api-rulesets"),
    path("rulesets/<str:key>/", api.rule_set, name="api-ruleset"),
    path("rules/<str:rule_id>/", api.rule, name="api-rule"),
    path("compare/", api.compare, name="api-compare"),
    path("games/", include("tutor.practice.api_urls")),
]
