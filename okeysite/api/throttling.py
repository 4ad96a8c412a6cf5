"""The API's limit: counted in the database, so that it holds for parallel calls and processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts import limits
from accounts.players import caller

if TYPE_CHECKING:  # DRF imports this module while it is being imported itself
    from rest_framework.views import APIView


class LimitThrottle(BaseThrottle):
    """So many calls a minute for one player, or for one address where there is no player."""

    retry_after = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        verdict = limits.hit_named("api", caller(request))
        self.retry_after = verdict.retry_after
        return verdict.allowed

    def wait(self) -> float | None:
        return self.retry_after
