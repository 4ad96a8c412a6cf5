"""What has served its time: old counts, ended sessions, visitors who never came back."""

from __future__ import annotations

import datetime as dt
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts import clock, privacy
from accounts.models import ApiToken, Player, RateCount, Session
from accounts.pace import Pace
from accounts.registry import entries

KEEP_COUNTS = dt.timedelta(days=1)
KEEP_VISITORS = dt.timedelta(days=365)  # since they were last here
KEEP_LOOKERS = dt.timedelta(days=30)  # the session of a visitor who never did anything

_pace = Pace(dt.timedelta(hours=1))


def ensure_due() -> None:
    """Clean at most once an hour a process; asked at every sweep, so it costs nothing otherwise."""
    now = clock.now()
    if _pace.is_due(now):
        clean(now)


def clean(now: dt.datetime) -> None:
    """Delete counts of windows that are over, and sessions that have ended or came to nothing.

    A page that is read begins a session, and a robot begins one with every page.
    """
    RateCount.objects.filter(window__lt=now - KEEP_COUNTS).delete()
    Session.objects.filter(expire_date__lt=now).delete()
    untouched = now - KEEP_LOOKERS + dt.timedelta(seconds=settings.SESSION_COOKIE_AGE)
    players = Player.objects.filter(pk=OuterRef("visitor"))
    lookers = Session.objects.filter(~Exists(players), user=None, expire_date__lt=untouched)
    lookers.delete()


def forgotten(now: dt.datetime) -> QuerySet[Player]:
    """Visitors who were last here over a year ago and have no way back to what is theirs.

    An account has its password, a token in force may still be used, and a session has its cookie.
    When somebody was last here their rows say: the registry names the moments.
    """
    before = now - KEEP_VISITORS
    found = Player.objects.filter(
        ~Exists(Session.objects.filter(visitor=OuterRef("pk"), expire_date__gte=now)),
        ~Exists(ApiToken.objects.filter(player=OuterRef("pk"), revoked_at=None)),
        user=None,
        created_at__lt=before,
    )
    for entry in entries():
        for moment in entry.moments:
            since = {f"{entry.owner}": OuterRef("pk"), f"{moment}__gte": before}
            found = found.filter(~Exists(entry.model_class._base_manager.filter(**since)))
    return found.order_by("pk")


def forget(visitor: UUID, now: dt.datetime) -> bool:
    """Erase a visitor, if they are still forgotten now that nobody else can write for them."""
    with transaction.atomic():
        Player.objects.select_for_update().filter(pk=visitor).first()
        player = forgotten(now).filter(pk=visitor).first()
        if player is not None:
            privacy.erase(player)
    return player is not None
