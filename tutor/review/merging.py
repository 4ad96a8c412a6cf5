"""A visitor's cards become the account's: of two for a rule, the one asked last stays."""

from __future__ import annotations

import datetime as dt

from accounts.models import Player
from tutor.models import ReviewCard


def merge_cards(visitor: Player, account: Player) -> None:
    """Give the visitor's cards, with the times that they were asked, to the account."""
    known = {(card.rules, card.rule): card for card in ReviewCard.objects.filter(player=account)}
    for card in ReviewCard.objects.filter(player=visitor):
        other = known.get((card.rules, card.rule))
        if other is not None and _later(other, card) is other:
            card.delete()
            continue
        if other is not None:
            other.delete()
        card.player = account
        card.save(update_fields=["player"])


def _later(ours: ReviewCard, theirs: ReviewCard) -> ReviewCard:
    never = dt.date.min
    return theirs if (theirs.rated_on or never) > (ours.rated_on or never) else ours
