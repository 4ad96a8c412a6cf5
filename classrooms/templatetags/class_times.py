"""Moments as they are read in a class: in its zone, with the day of the week."""

from __future__ import annotations

import datetime as dt

from django import template
from django.utils.formats import date_format

from classrooms.assignments.timing import local_of

register = template.Library()


@register.filter
def in_zone(moment: dt.datetime | None, zone: str) -> str:
    """A moment as written in a zone, in the reader's language; empty for none."""
    if moment is None:
        return ""
    local = local_of(moment, zone)
    return f"{date_format(local, 'D')} {date_format(local, 'SHORT_DATETIME_FORMAT', use_l10n=True)}"


@register.filter
def in_zone_iso(moment: dt.datetime | None, zone: str) -> str:
    """A moment with its offset in a zone, for the `datetime` of a `<time>`."""
    return "" if moment is None else local_of(moment, zone).isoformat(timespec="minutes")
