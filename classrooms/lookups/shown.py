"""What a teacher reads of it, beside the work."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from classrooms.assignments.models import Work
from classrooms.lookups.models import LookUp

_TOOLS: Final[dict[str, Promise]] = {
    LookUp.Tool.REFEREE: _("Referee"),
    LookUp.Tool.SOLVE: pgettext_lazy("a call of the API", "API: solve"),
    LookUp.Tool.OUTS: pgettext_lazy("a call of the API", "API: outs"),
    LookUp.Tool.ADVISE: pgettext_lazy("a call of the API", "API: advise"),
}


@dataclass(frozen=True, slots=True)
class LookedUp:
    """That a puzzle's hand was looked up: how often in all, with what, first and last."""

    times: int
    tools: str
    first_at: dt.datetime
    last_at: dt.datetime


def looked_up(work: Work) -> dict[int, LookedUp]:
    """By place in the set. One query."""
    rows: dict[int, list[LookUp]] = defaultdict(list)
    for row in work.lookups.order_by("first_at"):
        rows[row.index].append(row)
    return {index: _told(found) for index, found in rows.items()}


def _told(rows: Iterable[LookUp]) -> LookedUp:
    found = list(rows)
    return LookedUp(
        times=sum(row.times for row in found),
        tools=", ".join(str(_TOOLS[LookUp.Tool(row.tool)]) for row in found),
        first_at=min(row.first_at for row in found),
        last_at=max(row.last_at for row in found),
    )
