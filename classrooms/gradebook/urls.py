"""Addresses of this part's pages."""

from __future__ import annotations

from django.urls import path

from classrooms.gradebook import export_views, grid_views, pupil_views, result_views, work_views

_CLASS = "classes/<uuid:class_id>"
_BOOK = f"{_CLASS}/gradebook"
_ASSIGNMENT = f"{_CLASS}/assignments/<uuid:assignment_id>"

urlpatterns = [
    path(f"{_BOOK}/", grid_views.grid, name="gradebook"),
    path(f"{_BOOK}/csv/", grid_views.csv, name="gradebook-csv"),
    path(f"{_BOOK}/missed/", result_views.missed, name="gradebook-misses"),
    path(f"{_BOOK}/pupils/<uuid:member_id>/", pupil_views.pupil, name="gradebook-pupil"),
    path(
        f"{_BOOK}/pupils/<uuid:member_id>/report/",
        pupil_views.report_pdf,
        name="gradebook-report",
    ),
    path(f"{_BOOK}/pupils/<uuid:member_id>/notes/", pupil_views.add_note, name="gradebook-notes"),
    path(
        f"{_BOOK}/notes/<uuid:note_id>/delete/",
        pupil_views.delete_note,
        name="gradebook-note-delete",
    ),
    path(f"{_BOOK}/works/<uuid:work_id>/", work_views.work, name="gradebook-work"),
    path(
        f"{_BOOK}/works/<uuid:work_id>/<int:number>/",
        work_views.answer,
        name="gradebook-answer",
    ),
    path(f"{_ASSIGNMENT}/results/", result_views.results, name="assignment-results"),
    path(f"{_ASSIGNMENT}/results/csv/", result_views.results_csv, name="assignment-results-csv"),
    path(f"{_CLASS}/exports/", export_views.exports, name="class-exports"),
    path(f"{_CLASS}/exports/<uuid:export_id>/", export_views.export, name="class-export"),
    path(
        f"{_CLASS}/exports/<uuid:export_id>/delete/",
        export_views.delete,
        name="class-export-delete",
    ),
]
