"""Set up a learning platform, or change what is set up."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from classrooms.lti import own_keys
from classrooms.lti.models import LtiKey, LtiPlatform


class Command(BaseCommand):
    """Writes what is given, and prints what is to be entered at the platform."""

    help = "Set up a learning platform (LTI 1.3), or change what is set up; see docs/lti.md."

    def add_arguments(self, parser: CommandParser) -> None:
        """What the platform shows for a tool."""
        parser.add_argument("--issuer", required=True, help="the platform's ID, an address")
        parser.add_argument("--client-id", required=True)
        parser.add_argument(
            "--deployment", action="append", default=[], help="an ID; again for more"
        )
        parser.add_argument("--name")
        parser.add_argument("--auth-url", help="authentication request URL")
        parser.add_argument("--token-url", help="access token URL")
        parser.add_argument("--keys-url", help="public keyset URL")
        parser.add_argument(
            "--audience", help="of our requests for tokens, where it is another one"
        )
        parser.add_argument("--host", action="append", default=[], help="a further host of it")
        parser.add_argument("--off", action="store_true", help="take no more launches from it")
        parser.add_argument("--site", default="https://YOUR-HOST", help="this site's address")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the row. Raise CommandError for an address that cannot be one."""
        known = LtiPlatform.objects.filter(
            issuer=options["issuer"], client_id=options["client_id"]
        ).first()
        row = known or LtiPlatform(issuer=options["issuer"], client_id=options["client_id"])
        for field in ("name", "auth_url", "token_url", "keys_url", "audience"):
            if options[field] is not None:
                setattr(row, field, options[field])
        row.name = row.name or row.issuer.removeprefix("https://")[:80]
        row.deployments = sorted({*row.deployments, *options["deployment"]})
        row.hosts = sorted({*row.hosts, *(host.lower() for host in options["host"])})
        row.active = not options["off"]
        try:
            row.full_clean()
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from None
        if not row.deployments:
            self.stderr.write("No deployment is named yet: launches are refused until one is.")
        row.save()
        if not LtiKey.objects.exists():
            own_keys.make()
        self.stdout.write(f"{'Changed' if known else 'Set up'}: {row.name}. To be entered there:")
        for what, name in (
            ("Tool URL, redirection URI, content selection URL", "lti-launch"),
            ("Initiate login URL", "lti-login"),
            ("Public keyset URL", "lti-jwks"),
        ):
            self.stdout.write(f"  {what}: {options['site'].rstrip('/')}{reverse(name)}")
