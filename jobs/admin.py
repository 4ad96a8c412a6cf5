"""Jobs for the staff: to look at, not to write by hand."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from jobs.models import Job


@admin.register(Job)
class JobAdmin(admin.ModelAdmin):
    """What waits, runs and fails. Changes go through the page of the job."""

    list_display = ("kind", "state", "attempts", "last_error", "created_at", "finished_at")
    list_filter = ("state", "queue", "kind")
    search_fields = ("=id",)
    date_hierarchy = "created_at"
    list_select_related = False
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:
        return False
