"""Pages of jobs."""

from django.urls import path

from jobs import views

urlpatterns = [
    path("jobs/<uuid:job_id>/", views.job_page, name="job"),
    path("jobs/<uuid:job_id>/cancel/", views.cancel, name="job-cancel"),
    path("jobs/<uuid:job_id>/retry/", views.retry, name="job-retry"),
]
