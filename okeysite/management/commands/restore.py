"""Fill an empty database from a file that `backup` wrote."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from okeysite.backups.fingerprint import fingerprint
from okeysite.backups.stores import BackupError, restore


class Command(BaseCommand):
    """`manage.py restore FILE`."""

    help = "Fill an empty database from a backup, bring it to the code's state, and count its rows."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            restore(connection, file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", interactive=False, verbosity=0)
        tables = fingerprint(connection)
        rows = sum(table.rows for table in tables.values())
        self.stdout.write(f"{len(tables)} tables, {rows:,} rows.")
