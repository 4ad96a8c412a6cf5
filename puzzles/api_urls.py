"""Addresses of puzzles, attempts and sets in the API."""

from __future__ import annotations

from django.urls import path

from puzzles import api
from puzzles.dashboard import api as dashboard_api
from puzzles.reports import api as report_api
from puzzles.runs import api as run_api

urlpatterns = [
    path("puzzles/daily/", api.daily, name="api-daily"),
    path("puzzles/next/", api.next_puzzle, name="api-next-puzzle"),
    path("puzzles/<uuid:puzzle_id>/", api.puzzle, name="api-puzzle"),
    path("puzzles/<uuid:puzzle_id>/attempts/", api.attempt, name="api-attempts"),
    path("puzzles/<uuid:puzzle_id>/hints/", api.hint, name="api-hints"),
    path("puzzles/<uuid:puzzle_id>/give-up/", api.give_up, name="api-give-up"),
    path("puzzles/<uuid:puzzle_id>/report/", report_api.report, name="api-report"),
    path("kinds/", api.kinds, name="api-kinds"),
    path("ratings/", dashboard_api.rating_list, name="api-ratings"),
    path("history/", dashboard_api.history_list, name="api-history"),
    path("dashboard/", dashboard_api.dashboard, name="api-dashboard"),
    path("dashboard/training/", dashboard_api.train, name="api-training"),
    path("runs/", run_api.begin, name="api-runs"),
    path("runs/records/", run_api.record_lists, name="api-records"),
    path("runs/<uuid:run_id>/", run_api.run, name="api-run"),
    path("runs/<uuid:run_id>/skip/", run_api.skip, name="api-run-skip"),
    path("runs/<uuid:run_id>/stop/", run_api.stop, name="api-run-stop"),
    path("sets/", api.set_list, name="api-sets"),
    path("sets/<uuid:set_id>/", api.set_detail, name="api-set"),
]
