"""What libraries register with the admin and this site shows in another way."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.http import HttpRequest

admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(admin.ModelAdmin):
    """Who has a second factor. Deleting it helps with a lost phone; nothing else changes it."""

    list_display = ("user", "type", "created_at", "last_used_at")
    fields = readonly_fields = list_display  # the secret is not shown, not even encrypted
    list_filter = ("type",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
