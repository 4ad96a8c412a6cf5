"""Addresses of the pages of this room."""

from __future__ import annotations

from django.urls import path

from puzzles import collection_views, history_views, views
from puzzles.dashboard import views as dashboard_views

urlpatterns = [
    path("", views.home, name="home"),
    path("puzzles/", collection_views.practice_page, name="practice"),
    path("puzzles/from-position/", collection_views.from_position, name="puzzle-from-position"),
    path("puzzles/next/", collection_views.next_puzzle, name="next-puzzle"),
    path("puzzles/daily/", views.daily, name="daily"),
    path("puzzles/daily/<str:date>/", views.daily, name="daily-date"),
    path("puzzles/archive/", collection_views.archive, name="archive"),
    path("puzzles/sets/", collection_views.set_list, name="sets"),
    path("puzzles/sets/<uuid:set_id>/", collection_views.set_detail, name="set"),
    path("puzzles/history/", history_views.history_page, name="history"),
    path("puzzles/history/<uuid:attempt_id>/", history_views.attempt_page, name="history-attempt"),
    path("puzzles/misses/", history_views.misses_page, name="misses"),
    path("puzzles/misses/next/", history_views.next_miss, name="next-miss"),
    path("puzzles/dashboard/", dashboard_views.dashboard, name="dashboard"),
    path("puzzles/dashboard/train/", dashboard_views.train, name="dashboard-train"),
    path("puzzles/<uuid:puzzle_id>/", views.puzzle, name="puzzle"),
    path("puzzles/<uuid:puzzle_id>/lanes/", views.lanes, name="lanes"),
    path("puzzles/<uuid:puzzle_id>/answer/", views.answer, name="answer"),
    path("puzzles/<uuid:puzzle_id>/hint/", views.hint, name="puzzle-hint"),
]
