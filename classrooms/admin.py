"""What the staff sees of classes in /admin/: learning platforms, to set them up. No class."""

from __future__ import annotations

from django.contrib import admin

from classrooms.lti.models import LtiPlatform


@admin.register(LtiPlatform)
class LtiPlatformAdmin(admin.ModelAdmin):
    """A learning platform; docs/lti.md says what each field is called there."""

    list_display = ("name", "issuer", "client_id", "active", "keys_at")
    exclude = ("keys", "keys_at")
