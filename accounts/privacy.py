"""Export and erasure of everything that belongs to one person, room by room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Model
from django.utils.module_loading import import_string

from accounts import clock
from accounts.models import Player, Session
from accounts.registry import Entry, entries

ENTRIES = [
    Entry(
        model="accounts.User",
        owner="player",
        action=("export", "erase"),
        reason="The account: name, e-mail, password digest.",
        fields=("username", "email", "date_joined", "last_login"),
        merge="accounts.privacy.keep_account",
    ),
    Entry(
        model="accounts.Player",
        owner="pk",
        action=("export", "erase"),
        reason="The identity to which everything on the site belongs.",
        fields=("id", "language", "theme", "created_at"),
    ),
    Entry(
        model="accounts.ApiToken",
        owner="player",
        action=("export", "erase"),
        reason="Keys for the API; the digest alone is kept.",
        fields=("id", "name", "created_at", "last_used_at", "revoked_at"),
        moments=("created_at", "last_used_at", "revoked_at"),
    ),
    Entry(
        model="accounts.Session",
        owner="user__player",
        action="erase",
        reason="Who is logged in where; deleted with the account, and when it has ended.",
    ),
    Entry(
        model="account.EmailAddress",
        owner="user__player",
        action=("export", "erase"),
        reason="The address for resetting the password.",
        fields=("email", "verified", "primary"),
    ),
    Entry(
        model="account.EmailConfirmation",
        owner="email_address__user__player",
        action="erase",
        reason="Unused: confirmation links are signed, not stored.",
    ),
    Entry(
        model="mfa.Authenticator",
        owner="user__player",
        action=("export", "erase"),
        reason="The second factor at log-in; its secret is encrypted.",
        fields=("type", "created_at", "last_used_at"),
    ),
    Entry(
        model="admin.LogEntry",
        owner="user__player",
        action="erase",
        reason="What a member of the staff changed by hand.",
    ),
    Entry(
        model="accounts.RateCount",
        owner=None,
        action="none",
        reason="Counts under keyed digests, deleted after a day; no row leads to a person.",
    ),
    Entry(model="auth.Permission", owner=None, action="none", reason="The site's own table."),
    Entry(model="auth.Group", owner=None, action="none", reason="The site's own table."),
    Entry(
        model="contenttypes.ContentType", owner=None, action="none", reason="The site's own table."
    ),
]


def keep_account(visitor: Player, account: Player) -> None:
    """Move nothing: a visitor has no account of their own."""


def export(player: Player) -> dict[str, Any]:
    """Everything that is kept about `player`, as values for JSON, by model."""
    data: dict[str, Any] = {"exported_at": clock.now(), "data": {}}
    for entry in entries():
        if "export" in entry.actions:
            silent = entry.withheld_from(player)
            data["data"][entry.model] = [
                _values(entry, row, withheld=row.pk in silent)
                for row in entry.rows_of(player).order_by("pk")
                if entry.told_later or row.pk not in silent
            ]
    return data


class ErasureRefused(Exception):  # noqa: N818 - a refusal, said to the reader, not a fault
    """Others depend on this account, so it cannot go yet: why, and where to change it.

    `ways` has the name and the address of each thing that has to be settled first.
    """

    def __init__(self, reason: str, ways: Sequence[tuple[str, str]]) -> None:
        super().__init__(reason)
        self.reason = reason
        self.ways = tuple(ways)


@transaction.atomic
def erase(player: Player) -> None:
    """Delete or make anonymous all that is kept about `player`, the account included.

    The caller ends the session of the request itself. Raise `ErasureRefused` where a room says that
    others depend on the account; then nothing is deleted.
    """
    _ask_the_rooms(player)  # they lock what they look at, and so before the player's own row
    Player.objects.select_for_update().filter(pk=player.pk).first()
    _ask_the_rooms(player)  # what was made meanwhile
    user = player.user
    Session.objects.filter(visitor=player.pk).delete()
    for entry in entries():
        if "anonymise" in entry.actions and entry.anonymise is not None:
            entry.anonymise(entry.rows_of(player))
    # the person last: everything else is found through it
    last = ("accounts.Player", "accounts.User")
    for entry in entries():
        if "erase" in entry.actions and entry.model not in last:
            rows = entry.rows_of(player)
            # Locked before what refers to them: a worker that ends takes its job, then the set.
            list(rows.order_by("pk").select_for_update(of=("self",)).only("pk"))
            rows.delete()
    if user is not None:
        user.delete()
    Player.objects.filter(pk=player.pk).delete()


def _ask_the_rooms(player: Player) -> None:
    for path in settings.ISTAKA_ERASE_GUARDS:
        import_string(path)(player)


def _values(entry: Entry, row: Model, *, withheld: bool) -> dict[str, Any]:
    names = entry.fields or tuple(field.attname for field in row._meta.concrete_fields)
    left_out = {*entry.hidden, *(entry.told_later if withheld else ())}
    return {name: getattr(row, name) for name in names if name not in left_out}
