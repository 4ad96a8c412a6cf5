"""What a request writes, row by row: PostgreSQL counts it, so that no update goes unseen."""

from __future__ import annotations

from typing import Final

from django.db import connection

from tests.site.addresses import SAFE

# What a read, or a request that is refused, may write: the session, a limit's count, when a token
# was used last. A read may note that a hand was opened, too.
ANYBODY: Final = {"accounts_session", "accounts_ratecount", "accounts_apitoken"}
READING: Final = ANYBODY | {"puzzles_attempt"}
REFUSED: Final = {401, 403, 404, 405}


def written() -> dict[str, int]:
    """Rows inserted, updated and deleted by this transaction so far, by table; none elsewhere."""
    if connection.vendor != "postgresql":
        return {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_xact_user_tables"
        )
        return {table: count for table, count in cursor.fetchall() if count}


def check(before: dict[str, int], method: str, code: int, what: str) -> None:
    """A read writes nothing, and nothing does that is refused."""
    if method not in SAFE and code not in REFUSED:
        return
    allowed = READING if method in SAFE else ANYBODY
    now = written()
    changed = {table for table in now if now[table] != before.get(table, 0)} - allowed
    assert not changed, f"{what} ({code}) wrote to {changed}"
