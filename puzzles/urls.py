"""Addresses of the pages of this room."""

from __future__ import annotations

from django.urls import path
from django.views.decorators.http import require_safe

from puzzles import collection_views, history_views, views
from puzzles.collections import views as set_views
from puzzles.dashboard import views as dashboard_views
from puzzles.feed import DailyFeed
from puzzles.printing import views as print_views
from puzzles.reports import views as report_views
from puzzles.runs import views as run_views
from puzzles.runs.models import Run

urlpatterns = [
    path("", views.home, name="home"),
    path("puzzles/", collection_views.practice_page, name="practice"),
    path("puzzles/from-position/", collection_views.from_position, name="puzzle-from-position"),
    path("puzzles/next/", collection_views.next_puzzle, name="next-puzzle"),
    path("puzzles/daily/", views.daily, name="daily"),
    path("puzzles/daily/feed/", require_safe(DailyFeed()), name="daily-feed"),
    path("puzzles/daily/<str:date>/", views.daily, name="daily-date"),
    path("puzzles/archive/", collection_views.archive, name="archive"),
    path("puzzles/sets/", collection_views.set_list, name="sets"),
    path("puzzles/sets/<uuid:set_id>/", collection_views.set_detail, name="set"),
    path("puzzles/sets/import/", set_views.import_set, name="set-import"),
    path("puzzles/sets/shared/<str:token>/", set_views.shared, name="set-shared"),
    path("puzzles/sets/<uuid:set_id>/name/", set_views.name, name="set-name"),
    path("puzzles/sets/<uuid:set_id>/link/", set_views.link, name="set-link"),
    path("puzzles/sets/<uuid:set_id>/export/", set_views.export, name="set-export"),
    path("puzzles/sets/<uuid:set_id>/sheet.pdf", print_views.puzzles, name="set-sheet"),
    path("puzzles/sets/<uuid:set_id>/link.svg", print_views.qr, name="set-qr"),
    path("puzzles/sets/<uuid:set_id>/key.pdf", print_views.with_key, name="set-key"),
    path("puzzles/sets/<uuid:set_id>/whole/", set_views.begin, name="set-whole"),
    path("puzzles/submissions/<uuid:submission_id>/", set_views.submission, name="submission"),
    path(
        "puzzles/submissions/<uuid:submission_id>/<int:number>/",
        set_views.answer,
        name="submission-item",
    ),
    path(
        "puzzles/submissions/<uuid:submission_id>/hand-in/",
        set_views.hand_in,
        name="submission-hand-in",
    ),
    path("puzzles/history/", history_views.history_page, name="history"),
    path("puzzles/history/<uuid:attempt_id>/", history_views.attempt_page, name="history-attempt"),
    path("puzzles/misses/", history_views.misses_page, name="misses"),
    path("puzzles/misses/next/", history_views.next_miss, name="next-miss"),
    path("puzzles/dashboard/", dashboard_views.dashboard, name="dashboard"),
    path("puzzles/dashboard/train/", dashboard_views.train, name="dashboard-train"),
    path("puzzles/streak/", run_views.start, {"mode": Run.Mode.STREAK.value}, name="streak"),
    path("puzzles/storm/", run_views.start, {"mode": Run.Mode.STORM.value}, name="storm"),
    path("puzzles/runs/<uuid:run_id>/", run_views.run_page, name="run"),
    path("puzzles/runs/<uuid:run_id>/skip/", run_views.skip, name="run-skip"),
    path("puzzles/runs/<uuid:run_id>/stop/", run_views.stop, name="run-stop"),
    path("puzzles/name/", run_views.public_name, name="public-name"),
    path("puzzles/<uuid:puzzle_id>/", views.puzzle, name="puzzle"),
    path("puzzles/<uuid:puzzle_id>/lanes/", views.lanes, name="lanes"),
    path("puzzles/<uuid:puzzle_id>/answer/", views.answer, name="answer"),
    path("puzzles/<uuid:puzzle_id>/report/", report_views.report, name="puzzle-report"),
    path("puzzles/<uuid:puzzle_id>/hint/", views.hint, name="puzzle-hint"),
]
