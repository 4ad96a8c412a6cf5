"""This site's keys for learning platforms: make the first, or put a new one in its place."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from classrooms.lti import own_keys
from classrooms.lti.models import LtiKey


class Command(BaseCommand):
    """Without an argument a new key is published now and signs from tomorrow on."""

    help = "Make a key for learning platforms, or put a new one in its place; see docs/lti.md."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether the new key has to take over at once."""
        parser.add_argument(
            "--now",
            action="store_true",
            help="sign with it at once and stop publishing the old one: after a break-in",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the key."""
        at_once = options["now"] or not LtiKey.objects.exists()
        made = own_keys.rotate(ahead=dt.timedelta(0) if at_once else own_keys.AHEAD)
        if options["now"]:
            LtiKey.objects.exclude(pk=made.pk).delete()
        self.stdout.write(f"Key {made.kid} signs from {made.signs_from:%Y-%m-%d %H:%M} UTC on.")
