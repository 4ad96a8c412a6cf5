"""How often something may be done. Counted in the database, in one statement, before the deed."""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import ipaddress
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.http import HttpRequest

from accounts import clock

# The condition makes a count beyond the limit a statement that changes nothing and returns no row:
# exactly `limit` callers get one, however many come at once.
_COUNT = """
    INSERT INTO accounts_ratecount (key, "window", count) VALUES (%s, %s, %s)
    ON CONFLICT (key, "window") DO UPDATE SET count = accounts_ratecount.count + excluded.count
    WHERE accounts_ratecount.count + excluded.count <= %s
    RETURNING count
"""

# What was done already is counted, whether there was room for it or not.
_CHARGE = """
    INSERT INTO accounts_ratecount (key, "window", count) VALUES (%s, %s, %s)
    ON CONFLICT (key, "window") DO UPDATE SET count = accounts_ratecount.count + excluded.count
"""

# Takes the count's row and keeps it until the transaction ends: whoever guesses next waits.
_TAKE = """
    INSERT INTO accounts_ratecount (key, "window", count) VALUES (%s, %s, 0)
    ON CONFLICT (key, "window") DO UPDATE SET count = accounts_ratecount.count
    RETURNING count
"""
_WRONG = 'UPDATE accounts_ratecount SET count = count + 1 WHERE key = %s AND "window" = %s'

_Found = TypeVar("_Found")


class Limited(Exception):  # noqa: N818 - states a fact
    """So many tries are not allowed. Said as 429: nothing was done, `retry_after` in seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"again in {retry_after} s")
        self.retry_after = retry_after


@dataclass(frozen=True)
class Verdict:
    """Whether one more is allowed, and otherwise after how many seconds."""

    allowed: bool
    retry_after: int


def hit(key: str, *, limit: int, seconds: int, cost: int = 1) -> Verdict:
    """Count a try at `key` in the current window of `seconds` and say whether it is allowed.

    A try may cost more than one; what is refused costs nothing. Atomic on every database. Call it
    outside a transaction that may be rolled back. The key is stored as a keyed digest, so that no
    address or name stands in the table.
    """
    if limit < cost:
        return Verdict(allowed=False, retry_after=seconds)
    window, left = _window(seconds)
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [_digest(key), window, cost, limit])
        allowed = cursor.fetchone() is not None
    return Verdict(allowed=allowed, retry_after=0 if allowed else left)


def hit_named(name: str, subject: str, cost: int = 1) -> Verdict:
    """Count a try of `subject` (a player, an address, a name) under the limit called `name`."""
    limit, seconds = settings.ISTAKA_LIMITS[name]
    return hit(f"{name}:{subject}", limit=limit, seconds=seconds, cost=cost)


def charge(name: str, subject: str, cost: int) -> None:
    """Count what a deed has cost beyond its try, once it is done: the count may pass the limit."""
    _limit, seconds = settings.ISTAKA_LIMITS[name]
    window, _left = _window(seconds)
    with connection.cursor() as cursor:
        cursor.execute(_CHARGE, [_digest(f"{name}:{subject}"), window, cost])


def guess(named: Collection[tuple[str, str]], check: Callable[[], _Found | None]) -> _Found | None:
    """What `check` finds for a code that may be guessed; None where it was wrong.

    Wrong ones alone count, at every (limit's name, subject) of `named`: whoever has a right code
    takes nothing from others behind their address. Where one of the counts is full, raise
    `Limited`, and nothing is checked: no try beyond the limit is ever looked at, however many come
    at once, since the counts' rows are kept while `check` runs. So it must be quick; what it
    writes is committed with the count, and what it raises counts nothing.
    """
    counts = []
    with transaction.atomic(), connection.cursor() as cursor:
        for name, subject in sorted(named):  # one order: no deadlock
            limit, seconds = settings.ISTAKA_LIMITS[name]
            window, left = _window(seconds)
            key = _digest(f"{name}:{subject}")
            cursor.execute(_TAKE, [key, window])
            if cursor.fetchone()[0] >= limit:
                raise Limited(left)
            counts.append([key, window])
        found = check()
        if found is None:
            for count in counts:
                cursor.execute(_WRONG, count)
    return found


def client_address(request: HttpRequest) -> str:
    """The client's network address: the peer, or what the outermost of N trusted proxies saw.

    What a client itself writes into X-Forwarded-For is never believed. An IPv6 address counts as
    its /64 network, which is what one household or server is given.
    """
    address = str(request.META.get("REMOTE_ADDR", ""))
    proxies: int = settings.TRUSTED_PROXIES
    if proxies:
        chain = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
        address = chain[-proxies] if len(chain) >= proxies else address
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
        parsed = parsed.ipv4_mapped  # as a server that listens on :: sees an IPv4 client
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def _window(seconds: int) -> tuple[Any, int]:
    """When the current window began, as this database keeps a moment; the seconds left of it."""
    now = int(clock.now().timestamp())
    start = now - now % seconds
    moment = dt.datetime.fromtimestamp(start, tz=dt.UTC)
    return connection.ops.adapt_datetimefield_value(moment), start + seconds - now


def _digest(key: str) -> str:
    scope = key.partition(":")[0][:40]
    digest = hmac.new(settings.SECRET_KEY.encode(), key.encode(), hashlib.sha256).hexdigest()
    return f"{scope}:{digest}"
