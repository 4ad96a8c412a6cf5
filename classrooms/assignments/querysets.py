"""Questions about many assignments and works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts import clock
from puzzles.models import SetItem

if TYPE_CHECKING:
    from classrooms.people.models import Member


class AssignmentQuerySet(models.QuerySet[Any]):
    """Assignments."""

    def frozen(self) -> AssignmentQuerySet:
        """Those whose puzzles are settled and that stand; a draft is its teachers' alone."""
        return self.filter(frozen_at__isnull=False, withdrawn_at__isnull=True)

    def opened(self) -> AssignmentQuerySet:
        """Those that pupils may see now."""
        return self.frozen().filter(Q(opens_at__isnull=True) | Q(opens_at__lte=clock.now()))

    def meant_for(self, member: Member) -> AssignmentQuerySet:
        """Those of the member's class that are for this pupil, whenever they joined."""
        chosen = self.model.objects.filter(recipients__member=member)
        return self.filter(classroom=member.classroom_id).filter(
            Q(everyone=True) | Q(pk__in=chosen.values("pk"))
        )

    def counted(self) -> AssignmentQuerySet:
        """With `made`, the puzzles there are, and `handed_in`, the pupils who handed in.

        Each is counted by itself: joined, every puzzle would meet every work.
        """
        from classrooms.assignments.models import Work

        items = SetItem.objects.filter(set=OuterRef("puzzle_set")).order_by().values("set")
        works = Work.objects.handed_in().filter(assignment=OuterRef("pk")).order_by()
        came = works.values("assignment").annotate(count=Count("member", distinct=True))
        return self.annotate(
            made=Coalesce(Subquery(items.annotate(count=Count("pk")).values("count")), 0),
            handed_in=Coalesce(Subquery(came.values("count")), 0),
        )


class WorkQuerySet(models.QuerySet[Any]):
    """Works."""

    def under_way(self) -> WorkQuerySet:
        """Those that are not handed in yet."""
        return self.filter(submitted_at__isnull=True)

    def handed_in(self) -> WorkQuerySet:
        """Those that are."""
        return self.filter(submitted_at__isnull=False)

    def waiting(self) -> WorkQuerySet:
        """Those that are handed in and have no grade yet."""
        return self.filter(submitted_at__isnull=False, graded_at__isnull=True)
