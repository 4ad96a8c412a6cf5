"""Addresses of games in the API."""

from __future__ import annotations

from django.urls import path

from tutor.practice import api

urlpatterns = [
    path("", api.games, name="api-games"),
    path("<uuid:game_id>/", api.game, name="api-game"),
    path("<uuid:game_id>/moves/", api.moves, name="api-game-moves"),
    path("<uuid:game_id>/undo/", api.undo, name="api-game-undo"),
    path("<uuid:game_id>/advice/", api.advice, name="api-game-advice"),
    path("<uuid:game_id>/deal/", api.deal, name="api-game-deal"),
    path("<uuid:game_id>/record/", api.record, name="api-game-record"),
]
