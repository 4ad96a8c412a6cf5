"""The score sheet's addresses, below /referee/sheet/."""

from __future__ import annotations

from django.urls import path

from tutor.sheets import round_views, views

urlpatterns = [
    path("", views.sheets, name="sheets"),
    path("<uuid:sheet_id>/", round_views.sheet, name="sheet"),
    path("<uuid:sheet_id>/score/", round_views.score, name="sheet-score"),
    path("<uuid:sheet_id>/settings/", views.settings, name="sheet-settings"),
    path("<uuid:sheet_id>/delete/", views.delete, name="sheet-delete"),
    path("<uuid:sheet_id>/restore/", views.restore, name="sheet-restore"),
    path("<uuid:sheet_id>/csv/", views.csv, name="sheet-csv"),
    path("<uuid:sheet_id>/rounds/<int:number>/", round_views.round_, name="sheet-round"),
    path(
        "<uuid:sheet_id>/rounds/<int:number>/remove/",
        round_views.remove,
        name="sheet-round-remove",
    ),
    path(
        "<uuid:sheet_id>/rounds/<int:number>/restore/",
        round_views.restore,
        name="sheet-round-restore",
    ),
]
