"""Addresses of puzzles, attempts and sets in the API."""

from __future__ import annotations

from django.urls import path

from puzzles import api

urlpatterns = [
    path("puzzles/daily/", api.daily, name="api-daily"),
    path("puzzles/next/", api.next_puzzle, name="api-next-puzzle"),
    path("puzzles/<uuid:puzzle_id>/", api.puzzle, name="api-puzzle"),
    path("puzzles/<uuid:puzzle_id>/attempts/", api.attempt, name="api-attempts"),
    path("sets/", api.set_list, name="api-sets"),
    path("sets/<uuid:set_id>/", api.set_detail, name="api-set"),
]
