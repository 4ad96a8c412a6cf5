"""The staff's view of puzzles: to look at and to withdraw, never to read a solution."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from puzzles import dailies, verifying
from puzzles.models import Daily, Puzzle, PuzzleSet
from puzzles.querysets import DailyQuerySet, PuzzleQuerySet
from puzzles.reports.admin import ReportAdmin


class ReadOnly(admin.ModelAdmin):
    """Nothing is added, changed or deleted here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SolvedBy(admin.SimpleListFilter):
    """Puzzles that nobody or everybody solves: something is wrong with them."""

    title = _("solved by")
    parameter_name = "solved_by"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(verifying.NOBODY, _("nobody")), (verifying.EVERYBODY, _("everybody"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in (verifying.NOBODY, verifying.EVERYBODY):
            return queryset
        found = [puzzle for puzzle, by, _tries in verifying.alarming() if by == self.value()]
        return queryset.filter(pk__in=found)


@admin.register(Puzzle)
class PuzzleAdmin(ReadOnly):
    """Puzzles whose day has come."""

    list_display = ["id", "kind", "rules", "difficulty", "state", "created_at"]
    list_filter = [SolvedBy, "kind", "rules", "state"]
    exclude = ["seed", "index"]
    actions = ["withdraw"]

    def get_queryset(self, request: HttpRequest) -> PuzzleQuerySet:
        return Puzzle.objects.begun()

    @admin.action(description=_("Withdraw the chosen puzzles"), permissions=["withdraw"])
    def withdraw(self, request: HttpRequest, queryset: PuzzleQuerySet) -> None:
        """Take puzzles out of every choice; what was answered stays; today has a new hand."""
        dailies.withdraw(queryset)

    def has_withdraw_permission(self, request: HttpRequest) -> bool:
        """Those that may change puzzles elsewhere may withdraw them."""
        return request.user.has_perm("puzzles.change_puzzle")


@admin.register(Daily)
class DailyAdmin(ReadOnly):
    """Dailies whose day has come. The next ones are not even the staff's to see."""

    list_display = ["date", "rules", "puzzle"]
    list_filter = ["rules"]
    exclude = ["seed"]

    def get_queryset(self, request: HttpRequest) -> DailyQuerySet:
        return Daily.objects.public()


@admin.register(PuzzleSet)
class PuzzleSetAdmin(ReadOnly):
    """Sets and their jobs."""

    list_display = ["id", "rules", "count", "created_at", "job"]
    list_filter = ["rules"]


__all__ = ["DailyAdmin", "PuzzleAdmin", "PuzzleSetAdmin", "ReportAdmin"]
