"""Where a learner goes on, for the pages of other rooms: `{% load lessons %}`.

{% learn_onward as onward %}{% if onward %}…{% endif %}
"""

from __future__ import annotations

from typing import Any

from django import template

from accounts.players import player_of
from tutor.lessons.listing import Onward, onward, rules_of

register = template.Library()


@register.simple_tag(takes_context=True)
def learn_onward(context: dict[str, Any]) -> Onward | None:
    """The lesson to begin or to go on with, under the rule set chosen last."""
    request = context.get("request")
    if request is None:
        return None
    return onward(player_of(request), rules_of(request, ""))
