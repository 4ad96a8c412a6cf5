"""Addresses of jobs in the API."""

from django.urls import path

from jobs import api

urlpatterns = [
    path("jobs/<uuid:job_id>/", api.job, name="api-job"),
    path("jobs/<uuid:job_id>/cancel/", api.cancel, name="api-job-cancel"),
    path("jobs/<uuid:job_id>/retry/", api.retry, name="api-job-retry"),
]
