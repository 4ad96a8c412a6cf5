"""The link by which friends join a table.

It holds a token that nobody can guess. Kept is its digest alone; to show the link again to the host
it is worked out from the site's secret and the number of the link.
"""

from __future__ import annotations

import base64
import hashlib

from django.utils.crypto import constant_time_compare, salted_hmac

from tutor.models import Game

_SALT = "tutor.practice.link"


def new_link(game: Game) -> None:
    """Make the next link of a game; the one before does not open it any more."""
    game.links += 1
    game.token_hash = digest(_token(game))


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def shown_token(game: Game) -> str:
    """The token of the link that opens a game now; empty where there is none."""
    token = _token(game)
    return token if constant_time_compare(digest(token), game.token_hash) else ""


def game_of(token: str) -> Game | None:
    """The game that a link opens, while it waits or is played."""
    going = [Game.State.WAITING, Game.State.ACTIVE]
    found: Game | None = Game.objects.filter(token_hash=digest(token), state__in=going).first()
    return found


def _token(game: Game) -> str:
    mac = salted_hmac(_SALT, f"{game.pk} {game.links}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac[:18]).decode()
