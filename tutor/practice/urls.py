"""The addresses of the practice table, below /play/."""

from __future__ import annotations

from django.urls import path

from tutor.practice import deed_views, views

urlpatterns = [
    path("", views.games, name="play"),
    path("<uuid:game_id>/", views.game, name="game"),
    path("<uuid:game_id>/moves/", deed_views.moves, name="game-moves"),
    path("<uuid:game_id>/lanes/", deed_views.lanes, name="game-lanes"),
    path("<uuid:game_id>/undo/", deed_views.undo, name="game-undo"),
    path("<uuid:game_id>/advice/", deed_views.advice, name="game-advice"),
    path("<uuid:game_id>/deal/", deed_views.deal, name="game-deal"),
    path("<uuid:game_id>/delete/", views.delete, name="game-delete"),
    path("<uuid:game_id>/restore/", views.restore, name="game-restore"),
    path("<uuid:game_id>/rounds/<int:number>/record/", views.record, name="game-record"),
    path("<uuid:game_id>/rounds/<int:number>/mistakes/", views.mistakes, name="game-mistakes"),
]
