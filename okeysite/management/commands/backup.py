"""Write the whole database to a file, while the site runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from okeysite.backups.stores import BackupError, back_up


class Command(BaseCommand):
    """`manage.py backup FILE`."""

    help = "Write the whole database to a file; pages and workers go on meanwhile."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            back_up(connection, file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes")
