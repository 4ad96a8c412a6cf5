"""Bring database, texts and static files to what the code expects; quick when they are."""

from __future__ import annotations

import hashlib
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand

from okeysite import catalogues
from okeysite.migrating import patiently


class Command(BaseCommand):
    """`manage.py prepare`: what `make run` and a deployment do before they start."""

    help = "Migrate the database, compile the translations, collect the static files."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("Preparing the database …")
        patiently(lambda: call_command("migrate", interactive=False, verbosity=0))
        if catalogues.compile_all():
            self.stdout.write("Translations compiled.")
        if _collect_static():
            self.stdout.write("Static files collected.")


def _collect_static() -> bool:
    """Collect unless nothing has changed since the last time; return whether it was done."""
    root = Path(settings.STATIC_ROOT)
    stamp = root.with_name("static.stamp")
    digest = _static_digest()
    if root.exists() and stamp.exists() and stamp.read_text() == digest:
        return False
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(digest)
    return True


def _static_digest() -> str:
    """A digest of our own files by name, size and time, and of the packages that bring others."""
    parts = [settings.STORAGES["staticfiles"]["BACKEND"]]
    parts += sorted(f"{found.name} {found.version}" for found in distributions())
    for folder in settings.STATICFILES_DIRS:
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                state = path.stat()
                parts.append(f"{path} {state.st_size} {state.st_mtime_ns}")
    parts += [type(finder).__name__ for finder in get_finders()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
