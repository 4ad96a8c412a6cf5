"""Questions about many classes and members. Who may see a class is answered here alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    from accounts.models import Player


class ClassroomQuerySet(models.QuerySet[Any]):
    """Classes."""

    def visible_to(self, player: Player | None) -> ClassroomQuerySet:
        """Those in which the player is now, in whatever role."""
        return self._of(player, ("teacher", "pupil"))

    def taught_by(self, player: Player | None) -> ClassroomQuerySet:
        """Those in which the player is a teacher now."""
        return self._of(player, ("teacher",))

    def in_use(self) -> ClassroomQuerySet:
        """Those that are not archived."""
        return self.filter(archived_at__isnull=True)

    def archived(self) -> ClassroomQuerySet:
        """Those that are."""
        return self.filter(archived_at__isnull=False)

    def _of(self, player: Player | None, roles: tuple[str, ...]) -> ClassroomQuerySet:
        if player is None:
            return self.none()
        # a subquery, not a join: no row twice, and later filters on members stay their own
        mine = player.memberships.filter(state="active", role__in=roles)
        return self.filter(pk__in=mine.values("classroom"))


class MemberQuerySet(models.QuerySet[Any]):
    """Members of classes."""

    def active(self) -> MemberQuerySet:
        """Those who are in their class now."""
        return self.filter(state="active")

    def pending(self) -> MemberQuerySet:
        """Those who asked to join."""
        return self.filter(state="pending")

    def left(self) -> MemberQuerySet:
        """Those who were taken out and can be brought back."""
        return self.filter(state="left")

    def pupils(self) -> MemberQuerySet:
        """The pupils among them."""
        return self.filter(role="pupil")

    def teachers(self) -> MemberQuerySet:
        """The teachers among them."""
        return self.filter(role="teacher")
