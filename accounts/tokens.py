"""Bearer tokens for the API: shown once, kept as a digest, revocable."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from uuid import UUID

from django.db import transaction

from accounts import clock
from accounts.models import ApiToken, Player

PREFIX = "ist_"  # so that a secrets scanner recognises one that leaked
MOST_PER_PLAYER = 20


class TooManyTokensError(Exception):
    """The player has as many tokens as one may have."""


def issue(player: Player, name: str) -> tuple[ApiToken, str]:
    """Make a token for `player`; return its row and the plain text, which is kept nowhere.

    Raises TooManyTokensError beyond 20 that are in force.
    """
    plain = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        # One after the other, so that many at once do not all see room.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if player.tokens.filter(revoked_at=None).count() >= MOST_PER_PLAYER:
            raise TooManyTokensError
        token = ApiToken.objects.create(player=player, name=name[:60], digest=_digest(plain))
    return token, plain


def find(plain: str) -> ApiToken | None:
    """The token in force with this plain text, with its player, or None."""
    if not plain.startswith(PREFIX) or len(plain) > 100:
        return None
    token = (
        ApiToken.objects.select_related("player__user")
        .filter(digest=_digest(plain), revoked_at=None)
        .first()
    )
    if token is None or (token.player.user is not None and not token.player.user.is_active):
        return None
    _note_use(token)
    return token


def revoke(player: Player, token_id: UUID) -> bool:
    """Revoke the player's token; return False where it is not theirs or no longer in force."""
    return bool(player.tokens.filter(pk=token_id, revoked_at=None).update(revoked_at=clock.now()))


def _note_use(token: ApiToken) -> None:
    now = clock.now()  # an hour's precision is enough, and keeps reading free of writes
    if token.last_used_at is None or now - token.last_used_at > dt.timedelta(hours=1):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def _digest(plain: str) -> str:
    # 256 random bits need no slow hash
    return hashlib.sha256(plain.encode()).hexdigest()
