"""The staff's queue of reports."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from puzzles.models import Puzzle, Report
from puzzles.reports import services
from puzzles.reports.querysets import ReportQuerySet


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """Open reports first, the oldest at the top; settled by the check or by withdrawing."""

    list_display = ["created_at", "kind", "rules", "correct", "note", "state", "puzzle"]
    list_filter = ["state", "kind", "rules"]
    ordering = ["-state", "created_at"]
    exclude = ["player"]
    actions = ["check_again", "withdraw"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_settle_permission(self, request: HttpRequest) -> bool:
        """Those that may change puzzles elsewhere may settle what is reported of them."""
        return request.user.has_perm("puzzles.change_puzzle")

    @admin.action(description=_("Check the puzzles again"), permissions=["settle"])
    def check_again(self, request: HttpRequest, queryset: ReportQuerySet) -> None:
        """Ask the engine and the independent proof; what does not hold is withdrawn."""
        puzzles = _puzzles(queryset)
        held = sum(services.check_again(puzzle) for puzzle in puzzles)
        gone = len(puzzles) - held
        text = ngettext("%(count)s puzzle holds.", "%(count)s puzzles hold.", held)
        self.message_user(request, text % {"count": held}, messages.SUCCESS)
        if gone:
            text = ngettext(
                "%(count)s puzzle was withdrawn.", "%(count)s puzzles were withdrawn.", gone
            )
            self.message_user(request, text % {"count": gone}, messages.WARNING)

    @admin.action(description=_("Withdraw the puzzles"), permissions=["settle"])
    def withdraw(self, request: HttpRequest, queryset: ReportQuerySet) -> None:
        """Whatever the check says; ratings are given back."""
        for puzzle in _puzzles(queryset):
            services.withdraw(puzzle)


def _puzzles(reports: ReportQuerySet) -> list[Puzzle]:
    return list(Puzzle.objects.filter(pk__in=reports.open().values("puzzle")))
