"""The app that the fault tests alone install: effects, and what goes wrong on purpose."""

from __future__ import annotations

from django.apps import AppConfig


class FaultsConfig(AppConfig):
    name = "tests.faults"
    label = "faults"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tests.faults import sabotage

        sabotage.begin()
