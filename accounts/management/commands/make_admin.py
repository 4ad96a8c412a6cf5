"""Make the first staff account, asking for it or taking it from the environment."""

from __future__ import annotations

import os
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.models import Player, User


class Command(BaseCommand):
    """`make admin`: ADMIN_NAME, ADMIN_PASSWORD, ADMIN_EMAIL, or questions where they are unset."""

    help = "Make a staff account that may do everything in /admin/."

    def handle(self, *args: Any, **options: Any) -> None:
        name = os.environ.get("ADMIN_NAME") or self._ask("User name: ")
        if User.objects.filter(username__iexact=name).exists():
            raise CommandError(f"There is an account named {name!r} already; nothing was changed.")
        user = User(
            username=name,
            email=os.environ.get("ADMIN_EMAIL", ""),
            is_staff=True,
            is_superuser=True,
        )
        password = os.environ.get("ADMIN_PASSWORD") or self._ask_password()
        try:
            user.clean_fields(exclude=["password"])
            validate_password(password, user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        user.set_password(password)
        with transaction.atomic():
            user.save()
            Player.objects.create(user=user)
        self.stdout.write(f"{name} may log in at /admin/.")

    def _ask(self, question: str) -> str:
        try:
            return input(question).strip()
        except EOFError:
            raise CommandError("Nobody answers; set ADMIN_NAME and ADMIN_PASSWORD.") from None

    def _ask_password(self) -> str:
        try:
            first, second = getpass("Password: "), getpass("Again: ")
        except EOFError:
            raise CommandError("Nobody answers; set ADMIN_PASSWORD.") from None
        if first != second:
            raise CommandError("The two are not the same.")
        return first
