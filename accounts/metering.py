"""What a search has really cost is counted under its limit, beyond what was counted before it.

The hardest hands take some twenty times as long as an ordinary one, so a count of hands alone would
let one client have a whole processor. A unit of such a limit is a question, or `UNIT_MS` of the
processor's time where it took longer. That is known afterwards only: it may take the count beyond
the limit, and then the next question is refused.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

from django.http import HttpRequest, HttpResponse

from accounts import limits
from accounts.at_once import AtOnce
from accounts.players import asker

UNIT_MS: Final = 2
OF_A_PAGE: Final = 10  # units of any page of the site, which are not counted
PAGES: Final = AtOnce(2)  # a person who changes a hand while the one before is being searched

_P = ParamSpec("_P")


def reckoned() -> float:
    """Seconds of the processor that this thread has had."""
    return time.thread_time()


@contextmanager
def metered(name: str, subject: str, counted: int) -> Iterator[None]:
    """Count what the block takes under the limit `name`, as far as it is more than `counted`."""
    begun = reckoned()
    try:
        yield
    finally:
        more = int((reckoned() - begun) * 1_000 / UNIT_MS) - counted
        if more > 0:
            limits.charge(name, subject, more)


def metered_page(
    name: str,
) -> Callable[
    [Callable[Concatenate[HttpRequest, _P], HttpResponse]],
    Callable[Concatenate[HttpRequest, _P], HttpResponse],
]:
    """Count what a view takes beyond a page without a search; two of one person's at a time."""

    def decorate(view: Callable[Concatenate[HttpRequest, _P], HttpResponse]) -> Any:
        @wraps(view)
        def measured(request: HttpRequest, *args: _P.args, **kwargs: _P.kwargs) -> HttpResponse:
            who = asker(request)
            with PAGES.of(who), metered(name, who, OF_A_PAGE):
                return view(request, *args, **kwargs)

        return measured

    return decorate
