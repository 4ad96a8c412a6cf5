"""Names of kinds, themes, rules and days, also of what the tables hold no more."""

from __future__ import annotations

import datetime as dt

from django.utils.formats import date_format
from django.utils.translation import ngettext

from puzzles import words
from puzzles.kinds.registry import KINDS
from tutor.board.words import language
from tutor.texts import rule_text


def kind(key: str) -> str:
    """The name of a kind; its key where it is there no more."""
    return words.kind_name(key) if key in KINDS else key


def theme(key: str, of_kind: str = "") -> str:
    """The name of a theme, as this kind calls it, else as the first that has it does."""
    having = [of_kind] if of_kind in KINDS else list(KINDS)
    for one in having:
        if key in KINDS[one].themes:
            return words.theme_name(one, key)
    return key


def rule(rule_id: str) -> str:
    """The title of a rule."""
    try:
        return rule_text(rule_id, language()).title
    except KeyError:
        return rule_id


def day(date: dt.date) -> str:
    """A day as this language writes it."""
    return date_format(date, "DATE_FORMAT")


def duration(seconds: int) -> str:
    """A time taken, in seconds, then in minutes; empty where the page lay open for long."""
    if seconds < 100:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    minutes = round(seconds / 60)
    if minutes <= 60:
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    return ""
