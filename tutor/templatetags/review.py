"""How many rules wait, for the navigation."""

from __future__ import annotations

from typing import Any

from django import template

from accounts import clock
from accounts.players import player_of
from tutor.models import ReviewCard

register = template.Library()


@register.simple_tag(takes_context=True)
def rules_due(context: dict[str, Any]) -> int:
    """The rules that the reader's review asks today; 0 without a request, as on error pages."""
    request: Any = context.get("request")
    if not (hasattr(request, "session") and hasattr(request, "user")):
        return 0
    due: int | None = getattr(request, "_rules_due", None)  # the navigation stands on a page twice
    if due is None:
        player = player_of(request)
        rows = ReviewCard.objects.visible_to(player).filter(due_on__lte=clock.today())
        due = rows.count() if player is not None else 0
        request._rules_due = due
    return due
