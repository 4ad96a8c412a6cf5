"""Say what is wrong with the site."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from jobs import alarms
from okeysite.health import findings


class Command(BaseCommand):
    """`manage.py health`."""

    help = "Print what is wrong, a sentence each, and exit with 1; 0 where nothing is."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--url", default="", help="a web server to be asked, http://…")
        parser.add_argument("--mail", action="store_true", help="mail it to ADMINS, once an hour")

    def handle(self, *args: Any, url: str, mail: bool, **options: Any) -> None:
        found = findings(url=url)
        if not found:
            self.stdout.write("All is well.")
            return
        if mail and _is_first():
            alarms.mail_directly("\n".join(found))
        raise CommandError("\n".join(found))


def _is_first() -> bool:
    """Whether it has not been told in this hour; without a database it is told each time."""
    try:
        return alarms.is_due("health")
    except DatabaseError:
        return True
