"""Why something at the doors of a class cannot be done now, in the reader's language."""

from __future__ import annotations

from typing import Final, TypeVar

from django.forms import Form
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.forms import TOO_MANY
from accounts.limits import Limited, Verdict
from puzzles.errors import Refused

_REFUSED: Final[dict[str, Promise]] = {
    "class.archived": gettext_lazy("The class is archived: it can be read, not changed."),
    "class.full": gettext_lazy("The class has as many pupils as one may have."),
    "nickname.taken": gettext_lazy("Somebody in the class has this nickname. Choose another one."),
    "member.gone": gettext_lazy("This pupil is not in the class any more. Load the page again."),
    "card.has-account": gettext_lazy("Whoever has an account with e-mail needs no card."),
    "handover.teaches": gettext_lazy(
        "You teach this class. Log in to an account that is no teacher in it."
    ),
    "handover.no-account": gettext_lazy("Log in to an account with a password first."),
}


_Form = TypeVar("_Form", bound=Form)


def refused(refusal: Refused) -> str:
    """The sentence of a refusal."""
    return str(_REFUSED.get(refusal.code) or _("This cannot be done now."))


def told_to_wait(request: HttpRequest, form: _Form, limit: Limited) -> _Form:
    """The form with what was typed, and that so many tries are not allowed: said as 429."""
    request.limited = Verdict(allowed=False, retry_after=limit.retry_after)  # type: ignore[attr-defined]
    form.add_error("code", TOO_MANY)
    return form
