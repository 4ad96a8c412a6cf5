"""The addresses of the practice table, below /play/."""

from __future__ import annotations

from django.urls import path

from tutor.practice import company_views, deed_views, join_views, views

urlpatterns = [
    path("", views.games, name="play"),
    path("<uuid:game_id>/", views.game, name="game"),
    path("join/<str:token>/", join_views.join, name="game-join"),
    path("<uuid:game_id>/start/", company_views.start, name="game-start"),
    path("<uuid:game_id>/link/", company_views.link, name="game-link"),
    path("<uuid:game_id>/go-on/", company_views.go_on, name="game-go-on"),
    path("<uuid:game_id>/leave/", company_views.leave, name="game-leave"),
    path("<uuid:game_id>/back/", company_views.back, name="game-back"),
    path(
        "<uuid:game_id>/seats/<int:number>/take-back/",
        company_views.take_back,
        name="game-take-back",
    ),
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
