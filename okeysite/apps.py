"""The room that wires all others."""

from __future__ import annotations

from django.apps import AppConfig
from django.core import checks

from okeysite.checking import operator_is_named


class SiteConfig(AppConfig):
    """Tells Django what to look at before a deployment."""

    name = "okeysite"

    def ready(self) -> None:
        """Hand the check over."""
        checks.register(operator_is_named, deploy=True)
