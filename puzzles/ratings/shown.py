"""A change of a rating as pages and the API show it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shown:
    """A change of a rating as pages and the API show it, in whole points."""

    before: int
    after: int
    deviation: int
    provisional: bool
    taken_back: bool = False

    @property
    def gain(self) -> int:
        """How many points it went up; negative where it went down."""
        return self.after - self.before
