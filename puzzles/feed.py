"""A feed (Atom) of the dailies that have been, for readers that come by themselves."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import clock
from puzzles import pages
from puzzles.board import rules_name
from puzzles.forms import RulesForm
from puzzles.grading import exercise_shown
from puzzles.kinds.registry import kind_of
from puzzles.models import SAME_COLOURS, Daily
from tutor.board.words import language
from tutor.tasks.words import question

SHOWN = 30  # days


class DailyFeed(Feed):
    """The latest days of one rule set: the question of each, no answer."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> str:
        form = RulesForm(request.GET)
        if not form.is_valid():
            raise Http404
        return form.cleaned_data["rules"] or pages.DEFAULT_RULES

    def title(self, rules: str) -> str:
        return f"Istaka · {rules_name(rules)}"

    def subtitle(self, rules: str) -> str:
        return _("One puzzle a day")

    def link(self, rules: str) -> str:
        return f"{reverse('archive')}?rules={rules}"

    def items(self, rules: str) -> list[Daily]:
        days = Daily.objects.public().filter(rules=rules).select_related("puzzle")
        return list(days.order_by("-date")[:SHOWN])

    def item_title(self, item: Daily) -> str:
        return date_format(item.date, "DATE_FORMAT")

    def item_description(self, item: Daily) -> str:
        kind = kind_of(item.puzzle.kind)
        return question(exercise_shown(item.puzzle, SAME_COLOURS), language(), kind)

    def item_link(self, item: Daily) -> str:
        return f"{reverse('daily-date', args=[item.date.isoformat()])}?rules={item.rules}"

    def item_guid(self, item: Daily) -> str:
        return f"urn:uuid:{item.puzzle_id}"

    def item_pubdate(self, item: Daily) -> dt.datetime:
        return clock.day_start(item.date)

    def item_updateddate(self, item: Daily) -> dt.datetime:
        return clock.day_start(item.date)
