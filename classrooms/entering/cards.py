"""Cards of pupils without e-mail: made anew, found by code, entered with.

A card is valid until the next one is made. That ends every session of the pupil, since a pupil
without e-mail has no other way in.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.http import HttpRequest

from accounts import clock, shared_device
from accounts.limits import Limited, client_address, guess, hit_named
from accounts.models import Player
from classrooms.entering import codes
from classrooms.people.models import Member, PupilCard


def renew(player: Player) -> str:
    """Make a card for a pupil and return its code, which is kept nowhere; the old card ends."""
    code = codes.make(codes.CARD)
    put({player: code})
    return code


@transaction.atomic
def put(made: Mapping[Player, str]) -> None:
    """Make these codes the cards of these pupils, and end what was begun with their old ones."""
    now = clock.now()
    for player in sorted(made, key=lambda one: one.pk):  # one order: no deadlock
        PupilCard.objects.update_or_create(
            player=player,
            defaults={
                "digest": codes.digest("card", made[player]),
                "made_at": now,
                "used_at": None,
            },
        )
        if player.user is not None:
            shared_device.end_all(player.user)


def revoke(player: Player) -> None:
    """End a pupil's card and what was begun with it."""
    with transaction.atomic():
        PupilCard.objects.filter(player=player).delete()
        if player.user is not None:
            shared_device.end_all(player.user)


def enter(request: HttpRequest, typed: str) -> bool:
    """Log in whoever's card has this code. False for every code that opens nothing, alike.

    Raise `Limited` where this address tried too many cards, or too many wrong ones.
    """
    address = client_address(request)
    verdict = hit_named("card-address", address)
    if not verdict.allowed:
        raise Limited(verdict.retry_after)
    code = codes.read(typed, codes.CARD)
    if not code:
        return False  # half typed: no guess
    card = guess([("card-wrong-address", address)], lambda: _usable(code))
    return card is not None and _begin(request, card, code)


def _usable(code: str) -> PupilCard | None:
    """The card of this code, if its pupil may come in: in a class in use, and not switched off.

    One question, whatever the answer is.
    """
    places = Member.objects.active().filter(
        player=OuterRef("player"), classroom__archived_at__isnull=True
    )
    found = PupilCard.objects.filter(
        Exists(places), digest__in=codes.digests("card", code), player__user__is_active=True
    )
    card: PupilCard | None = found.select_related("player__user").first()
    return card


@transaction.atomic
def _begin(request: HttpRequest, card: PupilCard, code: str) -> bool:
    """Begin the session while the card's row is held: a renewal comes before it, or ends it."""
    kept = PupilCard.objects.select_for_update().filter(pk=card.pk, digest=card.digest).first()
    if kept is None or card.player.user is None:
        return False  # renewed since it was looked at
    kept.used_at = clock.now()
    kept.digest = codes.digest("card", code)  # under the present key from now on
    kept.save(update_fields=["used_at", "digest"])
    shared_device.begin(request, card.player.user, name_of(card.player))
    return True


def name_of(player: Player) -> str:
    """The nickname under which somebody is greeted: that of the class they came to first."""
    first = Member.objects.active().filter(player=player).order_by("joined_at", "pk").first()
    return first.nickname if first is not None else ""
